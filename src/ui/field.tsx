import { CircleAlert } from 'lucide-react';
import { Slot } from 'radix-ui';
import { type ReactElement, type ReactNode, useId } from 'react';
import { cn } from './class-names.ts';
import { Label } from './label.tsx';

interface FieldProps {
  label: string;
  /** The error message; its presence marks the control as invalid. */
  error?: string | undefined;
  description?: ReactNode;
  required?: boolean;
  /** The control is a group, such as a radio group, without a single element that a label could point to. */
  group?: boolean;
  id?: string;
  className?: string;
  /** Exactly one control that passes `id` and `aria-…` on to its element. */
  children: ReactElement;
}

/** Connects a label, a control, its description, and its error, visually and for assistive technology. */
export function Field({
  label,
  error,
  description,
  required = false,
  group = false,
  id,
  className,
  children,
}: FieldProps) {
  const ownId = useId();
  const controlId = id ?? `${ownId}control`;
  const labelId = `${controlId}-label`;
  const descriptionId = `${controlId}-description`;
  const errorId = `${controlId}-error`;
  const invalid = error !== undefined && error !== '';
  const describedBy = [description === undefined ? '' : descriptionId, invalid ? errorId : '']
    .filter(Boolean)
    .join(' ');

  return (
    <div
      data-slot="field"
      data-invalid={invalid || undefined}
      className={cn('grid content-start gap-1.5', className)}
    >
      {/* The mark follows the last word, also where the label wraps. */}
      <div className="leading-5">
        {group ? (
          <span id={labelId} className="font-medium text-sm leading-5">
            {label}
          </span>
        ) : (
          <Label id={labelId} htmlFor={controlId}>
            {label}
          </Label>
        )}
        {required && (
          <span aria-hidden="true" className="text-destructive text-sm">
            {'\u00a0*'}
          </span>
        )}
      </div>
      <Slot.Root
        id={controlId}
        {...(group ? { 'aria-labelledby': labelId } : {})}
        {...(describedBy === '' ? {} : { 'aria-describedby': describedBy })}
        {...(invalid ? { 'aria-invalid': true } : {})}
        {...(required ? { 'aria-required': true } : {})}
      >
        {children}
      </Slot.Root>
      {description !== undefined && (
        <p id={descriptionId} className="text-muted-foreground text-xs leading-4">
          {description}
        </p>
      )}
      {/* The live region exists before its text: one that is added together with it isn't announced. */}
      <p id={errorId} aria-live="polite" className="text-destructive text-xs leading-4 empty:hidden">
        {invalid && <ErrorWords>{error}</ErrorWords>}
      </p>
    </div>
  );
}

/** An error message at a control that is no `Field`; shown once it exists, so it announces itself. */
export function ControlError({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="text-destructive text-xs leading-4">
      <ErrorWords>{children}</ErrorWords>
    </p>
  );
}

function ErrorWords({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-start gap-1.5">
      <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      {children}
    </span>
  );
}
