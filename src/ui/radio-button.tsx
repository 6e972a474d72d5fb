import { RadioGroup } from 'radix-ui';
import type { ComponentProps } from 'react';

interface RadioButtonProps extends ComponentProps<typeof RadioGroup.unstable_ItemTrigger> {
  value: string;
  disabled?: boolean | undefined;
}

/**
 * One choice of a radio group. In a form, `RadioGroup.Item` adds a hidden native input, which only native submission
 * needs, and lays out the page to measure each choice for it.
 */
export function RadioButton({ value, disabled, ...props }: RadioButtonProps) {
  return (
    <RadioGroup.unstable_ItemProvider value={value} disabled={disabled}>
      <RadioGroup.unstable_ItemTrigger {...props} />
    </RadioGroup.unstable_ItemProvider>
  );
}
