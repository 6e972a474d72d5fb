import type { ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import { cn } from './class-names.ts';
import { Label } from './label.tsx';

interface CheckRowProps {
  checked: boolean | 'indeterminate';
  onChange: (isChecked: boolean) => void;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}

/** A line of a list of choices: pressing it anywhere checks it. */
export function CheckRow({ checked, onChange, disabled = false, className, children }: CheckRowProps) {
  return (
    <Label
      className={cn(
        'flex min-h-9 items-start gap-2.5 rounded px-1.5 py-2 font-normal hover:bg-accent touch:min-h-11 touch:py-3',
        className,
      )}
    >
      <Checkbox checked={checked} disabled={disabled} onCheckedChange={(next) => onChange(next === true)} />
      {children}
    </Label>
  );
}
