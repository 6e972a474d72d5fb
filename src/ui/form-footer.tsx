import type { MouseEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';

/** Save & Add comes with Cancel, where another one can be added; a form without them has only Save. */
type FormFooterActions =
  | { onCancel: () => void; onSaveAndAdd?: (() => void) | undefined }
  | { onCancel?: never; onSaveAndAdd?: never };

type FormFooterProps = FormFooterActions & {
  /** The save is running: a spinner, and a second press is ignored. */
  loading?: boolean;
  /** The save is complete: a green check mark. */
  complete?: boolean;
  /** Why the last save failed: the rest of a sentence that starts with "Not saved:". */
  notSaved?: string | null;
  /** What to do next, if a press did nothing. */
  hint?: string | null;
  /** While set, nothing can be saved. */
  error?: boolean;
  /** Shown at the left, such as where the record is saved. */
  children?: ReactNode;
  className?: string;
};

/** The footer of every form. Save submits the form around it. */
export function FormFooter({
  onCancel,
  onSaveAndAdd,
  loading = false,
  complete = false,
  error = false,
  notSaved = null,
  hint = null,
  children,
  className,
}: FormFooterProps) {
  const progress = loading ? 'loading' : complete ? 'done' : 'idle';
  return (
    <footer
      data-slot="form-footer"
      className={cn('flex flex-wrap items-center justify-end gap-2 border-border border-t pt-4', className)}
    >
      {notSaved !== null && (
        <p role="alert" className="w-full rounded-lg bg-destructive-soft px-3 py-2 text-destructive text-sm">
          <strong className="font-semibold">Not saved:</strong> {notSaved}
        </p>
      )}
      {hint !== null && (
        <p role="status" className="w-full text-muted-foreground text-sm">
          {hint}
        </p>
      )}
      {children !== undefined && <div className="mr-auto flex items-center max-sm:w-full">{children}</div>}
      <span role="status" className="sr-only">
        {loading ? 'Saving' : complete ? 'Save complete' : ''}
      </span>
      {onCancel !== undefined && (
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button type="submit" progress={progress} disabled={error} className="min-w-24 max-sm:flex-1">
        Save
      </Button>
      {onSaveAndAdd !== undefined && (
        <Button variant="outline" disabled={error || loading} onClick={addOnce(onSaveAndAdd)}>
          Save &amp; Add
        </Button>
      )}
    </footer>
  );
}

/** The second tap of a double tap may land on the next entry's form: it isn't meant for that. */
function addOnce(add: () => void) {
  return ({ detail }: MouseEvent) => {
    if (detail < 2) add();
  };
}
