import { RadioGroup as RadioGroupPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

interface ChoiceChipsProps<Value extends string>
  extends Omit<
    ComponentProps<typeof RadioGroupPrimitive.Root>,
    'value' | 'defaultValue' | 'onValueChange' | 'children' | 'asChild'
  > {
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onValueChange: (value: Value) => void;
}

/**
 * A choice among several short words, each one tap away; they wrap if a row is too narrow. A radio group for
 * assistive technology.
 */
export function ChoiceChips<Value extends string>({
  choices,
  value,
  onValueChange,
  className,
  ...props
}: ChoiceChipsProps<Value>) {
  return (
    <RadioGroupPrimitive.Root
      data-slot="choice-chips"
      value={value}
      onValueChange={(chosen) => {
        const choice = choices.find((one) => one.value === chosen);
        if (choice !== undefined) onValueChange(choice.value);
      }}
      className={cn('flex flex-wrap gap-1.5', className)}
      {...props}
    >
      {choices.map((choice) => (
        <RadioGroupPrimitive.Item
          key={choice.value}
          value={choice.value}
          className={cn(
            'inline-flex h-8 items-center rounded-full border border-border bg-card px-2.5 font-medium text-sm',
            'whitespace-nowrap text-muted-foreground transition-colors hover:text-foreground touch:h-11',
            'disabled:cursor-not-allowed disabled:opacity-50',
            'data-[state=checked]:border-primary data-[state=checked]:bg-primary-soft data-[state=checked]:text-primary',
            'forced-colors:data-[state=checked]:bg-[Highlight] forced-colors:data-[state=checked]:text-[HighlightText] forced-colors:data-[state=checked]:forced-color-adjust-none',
          )}
        >
          {choice.label}
        </RadioGroupPrimitive.Item>
      ))}
    </RadioGroupPrimitive.Root>
  );
}
