import { ChevronDown } from 'lucide-react';
import { RadioGroup as RadioGroupPrimitive } from 'radix-ui';
import { type ComponentProps, useId, useLayoutEffect, useRef, useState } from 'react';
import { cn } from './class-names.ts';
import { RadioButton } from './radio-button.tsx';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** On the chip in place of the label: some of its words. */
  short?: string;
}

interface ChoiceChipsProps<Value extends string>
  extends Omit<
    ComponentProps<typeof RadioGroupPrimitive.Root>,
    'value' | 'defaultValue' | 'onValueChange' | 'children' | 'asChild'
  > {
  choices: readonly Choice<Value>[];
  /** How many choices are shown before "More" is pressed; the selected one always is. */
  first?: number;
  /** What "More" says to assistive technology; begins with that word. */
  moreLabel?: string;
  value: Value;
  onValueChange: (value: Value) => void;
}

const chipLook = cn(
  'inline-flex h-8 items-center rounded-full border border-border bg-card px-2.5 font-medium text-sm',
  'whitespace-nowrap text-muted-foreground transition-colors hover:text-foreground touch:h-11',
  'disabled:cursor-not-allowed disabled:opacity-50',
);

/**
 * A choice among several short words, each one tap away; they wrap if a row is too narrow. A radio group for
 * assistive technology.
 */
export function ChoiceChips<Value extends string>({
  choices,
  first = choices.length,
  moreLabel = 'More',
  value,
  onValueChange,
  className,
  id,
  ...props
}: ChoiceChipsProps<Value>) {
  const ownId = useId();
  const groupId = id ?? ownId;
  const group = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? choices : choices.filter((one, at) => at < first || one.value === value);
  const hidden = choices.find((one) => !shown.includes(one));
  /** The button that was pressed is gone: the first choice that it brought takes the focus. */
  const wanted = useRef<Value | null>(null);
  useLayoutEffect(() => {
    if (!isWhole || wanted.current === null) return;
    group.current?.querySelector<HTMLElement>(`[value="${wanted.current}"]`)?.focus();
    wanted.current = null;
  }, [isWhole]);
  return (
    <div data-slot="choice-chips" className={cn('flex flex-wrap gap-1.5', className)}>
      <RadioGroupPrimitive.Root
        {...props}
        ref={group}
        id={groupId}
        value={value}
        onValueChange={(chosen) => {
          const choice = choices.find((one) => one.value === chosen);
          if (choice !== undefined) onValueChange(choice.value);
        }}
        className="flex flex-wrap gap-1.5"
      >
        {shown.map(({ value: one, label, short }) => (
          <RadioButton
            key={one}
            value={one}
            {...(short === undefined ? {} : { 'aria-label': label })}
            className={cn(
              chipLook,
              'data-[state=checked]:border-primary data-[state=checked]:bg-primary-soft data-[state=checked]:text-primary',
              'forced-colors:data-[state=checked]:bg-[Highlight] forced-colors:data-[state=checked]:text-[HighlightText] forced-colors:data-[state=checked]:forced-color-adjust-none',
            )}
          >
            {short ?? label}
          </RadioButton>
        ))}
      </RadioGroupPrimitive.Root>
      {hidden !== undefined && (
        <button
          type="button"
          aria-label={moreLabel}
          aria-expanded={false}
          aria-controls={groupId}
          onClick={() => {
            wanted.current = hidden.value;
            setWhole(true);
          }}
          className={cn(chipLook, 'gap-1 border-dashed')}
        >
          More
          <ChevronDown aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </div>
  );
}
