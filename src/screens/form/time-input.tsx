import { type ComponentProps, type Ref, useCallback, useEffect, useRef } from 'react';
import { completeTime, typedTime } from '#domain/time/typed-time.ts';
import { Input } from '#ui/input.tsx';
import { useTimeFormat } from '../device/shown-time-format.ts';

interface TimeEvent {
  target: { name: string; value: string };
  type: string;
}

interface TimeInputProps
  extends Omit<ComponentProps<typeof Input>, 'type' | 'value' | 'onChange' | 'onBlur' | 'ref'> {
  /** `HH:mm`, or empty. Without it the input is registered with a form. */
  value?: string;
  /** With `HH:mm`, or an empty value as long as no time is entered completely. */
  onChange?: (event: TimeEvent) => unknown;
  onBlur?: (event: TimeEvent) => unknown;
  ref?: Ref<HTMLInputElement>;
}

/** A time of day: the browser's own input, or text for someone who reads 24 hours. */
export function TimeInput({ onChange, onBlur, ref, ...props }: TimeInputProps) {
  if (useTimeFormat() === '24h') {
    return <TypedTimeInput {...props} onChange={onChange} onBlur={onBlur} ref={ref} />;
  }
  return (
    <Input
      {...props}
      type="time"
      ref={ref}
      onChange={(event) => onChange?.(event)}
      onBlur={(event) => onBlur?.(event)}
    />
  );
}

type TypedTimeInputProps = Omit<TimeInputProps, 'onChange' | 'onBlur' | 'ref'> &
  Record<'onChange' | 'onBlur', TimeInputProps['onChange'] | undefined> & {
    ref: TimeInputProps['ref'] | undefined;
  };

/** The browser's own input follows the language of the browser, so 24 hours are typed: "14:30", "1430", "2:30 pm". */
function TypedTimeInput({ value, onChange, onBlur, ref, ...props }: TypedTimeInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const hold = useCallback(
    (element: HTMLInputElement | null) => {
      own.current = element;
      if (typeof ref === 'function') ref(element);
      else if (ref != null) ref.current = element;
    },
    [ref],
  );
  useEffect(() => {
    const input = own.current;
    if (value === undefined || input === null) return;
    // What is being typed stays, as long as it says the same.
    if ((typedTime(input.value) ?? '') !== value && (completeTime(input.value) ?? '') !== value) {
      input.value = value;
    }
  }, [value]);
  return (
    <Input
      {...props}
      type="text"
      inputMode="numeric"
      placeholder="14:30"
      maxLength={8}
      defaultValue={value}
      ref={hold}
      onChange={({ target: { name, value: typed } }) =>
        onChange?.({ type: 'change', target: { name, value: completeTime(typed) ?? '' } })
      }
      onBlur={({ target }) => {
        const time = typedTime(target.value);
        if (time !== null) target.value = time;
        const finished = { name: target.name, value: time ?? '' };
        onChange?.({ type: 'change', target: finished });
        onBlur?.({ type: 'blur', target: finished });
      }}
    />
  );
}
