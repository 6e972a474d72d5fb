import { type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from './dialog.tsx';
import { Field } from './field.tsx';
import { useOneAtATime } from './save-once.ts';
import { Textarea } from './textarea.tsx';

const LONGEST_NOTE = 2_000;

interface NoteConfirmationProps {
  /** "Reject" */
  action: string;
  /** What happens on confirmation. */
  children: ReactNode;
  /** The field's label. */
  label?: string;
  /** Whether a reason is required. */
  needsNote: boolean;
  destructive?: boolean;
  /** What was typed before, if it was kept. */
  typed?: string;
  /** Called with what is typed, to keep it. */
  onType?: (notes: string) => void;
  onClose: () => void;
  /** The dialog closes when this resolves. If it rejects, the dialog stays and shows the error's message. */
  onConfirm: (notes: string) => Promise<void>;
  /** Prevents its default to put the focus somewhere else than where it was. */
  onCloseAutoFocus?: (event: Event) => void;
}

/** "Enter a note." for Notes, "Enter an amendment." for Amendment. */
function missingWords(label: string): string {
  const name = label.toLowerCase().replace(/^notes$/, 'note');
  return `Enter ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}.`;
}

/** Confirms a decision, with a note that some decisions require. */
export function NoteConfirmation({
  action,
  children,
  label = 'Notes',
  needsNote,
  destructive = false,
  typed = '',
  onType,
  onClose,
  onConfirm,
  ...focus
}: NoteConfirmationProps) {
  const [notes, setNotes] = useState(typed);
  const [isAsked, setAsked] = useState(false);
  const [state, setState] = useState<{ isBusy: boolean; problem: string | null }>({
    isBusy: false,
    problem: null,
  });
  const field = useRef<HTMLTextAreaElement>(null);
  const isMissing = needsNote && notes.trim() === '';
  const once = useOneAtATime();
  const confirm = async () => {
    setAsked(true);
    if (isMissing) {
      field.current?.focus();
      return;
    }
    setState({ isBusy: true, problem: null });
    try {
      await onConfirm(notes.trim());
      onClose();
    } catch (problem) {
      setState({ isBusy: false, problem: problem instanceof Error ? problem.message : String(problem) });
    }
  };
  /** Escape and a tap outside happen by accident: what was typed stays. */
  const leave = () => {
    if (notes.trim() === '') onClose();
    else setState({ ...state, problem: 'To close without your text, choose Cancel.' });
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && leave()}>
      <DialogContent closable={false} {...focus}>
        <form
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            void once(confirm);
          }}
        >
          <DialogHeader>
            <DialogTitle>{`Confirmation - ${action}`}</DialogTitle>
            <DialogDescription>{children}</DialogDescription>
          </DialogHeader>
          <Field
            label={label}
            required={needsNote}
            error={isAsked && isMissing ? missingWords(label) : undefined}
          >
            <Textarea
              ref={field}
              value={notes}
              maxLength={LONGEST_NOTE}
              onChange={({ target }) => {
                setNotes(target.value);
                onType?.(target.value);
              }}
            />
          </Field>
          {state.problem !== null && (
            <p role="alert" className="text-destructive text-sm">
              {state.problem}
            </p>
          )}
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              variant={destructive ? 'destructive' : 'default'}
              progress={state.isBusy ? 'loading' : 'idle'}
            >
              CONFIRM
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
