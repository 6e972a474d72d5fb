import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';
import { controlLook } from './input.tsx';

/** The native select, so that a phone opens its own picker. Takes `<option>` children. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative block', className)}>
      <select
        data-slot="select"
        className={cn(controlLook, 'h-9 appearance-none truncate pr-9 pl-3 touch:h-11')}
        {...props}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  );
}

interface NamedOptionsProps {
  items: readonly { id: string; name: string }[];
  /** The label of the first option, which chooses nothing. */
  none?: string;
}

/** Options by name, after one that chooses nothing. */
export function NamedOptions({ items, none = 'Choose…' }: NamedOptionsProps) {
  return (
    <>
      <option value="">{none}</option>
      {items.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  );
}
