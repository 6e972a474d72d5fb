import { RadioGroup as RadioGroupPrimitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names.ts';
import { RadioButton } from './radio-button.tsx';

interface Segment<Value extends string> {
  value: Value;
  label: ReactNode;
  disabled?: boolean;
}

type SegmentedControlProps<Value extends string> = Omit<
  ComponentProps<typeof RadioGroupPrimitive.Root>,
  'value' | 'defaultValue' | 'onValueChange' | 'children' | 'asChild'
> & {
  segments: readonly Segment<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
};

/** A choice between a few words that are all visible. A radio group for assistive technology. */
export function SegmentedControl<Value extends string>({
  segments,
  value,
  onValueChange,
  className,
  ...props
}: SegmentedControlProps<Value>) {
  const choose = (chosen: string) => {
    const segment = segments.find((one) => one.value === chosen);
    if (segment !== undefined) onValueChange(segment.value);
  };
  return (
    <RadioGroupPrimitive.Root
      data-slot="segmented-control"
      orientation="horizontal"
      value={value}
      onValueChange={choose}
      className={cn(
        'inline-flex max-w-full gap-0.5 rounded-lg border border-border bg-muted p-0.5 print:hidden',
        className,
      )}
      {...props}
    >
      {segments.map((segment) => (
        <RadioButton
          key={segment.value}
          value={segment.value}
          {...(segment.disabled === undefined ? {} : { disabled: segment.disabled })}
          className={cn(
            'inline-flex h-8 min-w-0 flex-1 items-center justify-center gap-1.5 rounded-md border border-transparent px-3',
            'font-medium text-muted-foreground text-sm whitespace-nowrap transition-colors',
            'hover:text-foreground touch:h-11 disabled:cursor-not-allowed disabled:opacity-50',
            'data-[state=checked]:border-border data-[state=checked]:bg-card data-[state=checked]:text-foreground',
            'forced-colors:data-[state=checked]:bg-[Highlight] forced-colors:data-[state=checked]:text-[HighlightText] forced-colors:data-[state=checked]:forced-color-adjust-none [&_svg]:size-4 [&_svg]:shrink-0',
          )}
        >
          {segment.label}
        </RadioButton>
      ))}
    </RadioGroupPrimitive.Root>
  );
}
