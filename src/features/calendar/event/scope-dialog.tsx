import { useState } from 'react';
import type { EditScope } from '#domain/calendar/series-edit.ts';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { RadioGroup, RadioGroupItem } from '#ui/radio-group.tsx';
import { useOneAtATime } from '#ui/save-once.ts';

const SCOPE_LABELS: Record<EditScope, string> = {
  this: 'This one',
  following: 'This and following',
  all: 'All',
};

export const SCOPES: readonly EditScope[] = ['this', 'following', 'all'];

interface ScopeDialogProps {
  /** The name of the event. */
  name: string;
  verb: 'change' | 'delete';
  /** Without "This one": recurrence doesn't apply to one occurrence. */
  scopes: readonly EditScope[];
  onCancel: () => void;
  /** The dialog closes when this resolves. If it rejects, the dialog stays and shows the error's message. */
  onChoose: (scope: EditScope) => Promise<void>;
}

/** Asks which events of a series an edit affects; open while rendered. */
export function ScopeDialog({ name, verb, scopes, onCancel, onChoose }: ScopeDialogProps) {
  const [scope, setScope] = useState<EditScope>(scopes[0] ?? 'all');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const once = useOneAtATime();
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onChoose(scope);
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
      setBusy(false);
    }
  };
  return (
    <AlertDialog open onOpenChange={(isOpen) => !isOpen && onCancel()}>
      <AlertDialogContent>
        <div className="grid gap-1.5">
          <AlertDialogTitle>
            {verb === 'delete' ? 'Confirmation - Delete' : 'Change a recurring event'}
          </AlertDialogTitle>
          <AlertDialogDescription>
            {verb === 'delete'
              ? `Are you sure you want to Delete ${name}?`
              : `${name} repeats. Which events do you want to change?`}
          </AlertDialogDescription>
        </div>
        <RadioGroup
          aria-label={verb === 'delete' ? 'What to delete' : 'What to change'}
          value={scope}
          onValueChange={(chosen) => setScope(scopes.find((one) => one === chosen) ?? scope)}
        >
          {scopes.map((one) => (
            <RadioGroupItem key={one} value={one}>
              {SCOPE_LABELS[one]}
            </RadioGroupItem>
          ))}
        </RadioGroup>
        <p className="text-muted-foreground text-xs">Events already logged as sessions won't change.</p>
        {problem !== null && (
          <p role="alert" className="text-destructive text-sm">
            {problem}
          </p>
        )}
        <div className="mt-2 flex justify-end gap-2">
          <AlertDialogCancel asChild>
            <Button variant="outline" className="max-sm:flex-1">
              Cancel
            </Button>
          </AlertDialogCancel>
          <Button
            variant={verb === 'delete' ? 'destructive' : 'default'}
            progress={isBusy ? 'loading' : 'idle'}
            className="max-sm:flex-1"
            onClick={() => void once(confirm)}
          >
            {verb === 'delete' ? 'CONFIRM' : 'Save'}
          </Button>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
