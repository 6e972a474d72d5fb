import { useCallback, useState } from 'react';
import { toast } from 'sonner';
import type { BulkChange } from '#contract/bulk-changes.ts';
import { BULK_CHANGE_LABELS } from '#domain/students/bulk-change.ts';
import { counted } from '#domain/text/counted.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#ui/dialog.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { ServerData } from '#ui/server-data.tsx';
import { recordsWords } from './bulk-words.ts';

interface UndoChangeProps {
  change: BulkChange;
  onDone: () => Promise<void> | void;
}

/** The button that takes a change back, after saying what stays. */
export function UndoChange({ change, onDone }: UndoChangeProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
        Undo<span className="sr-only"> {BULK_CHANGE_LABELS[change.kind]}</span>
      </Button>
      {isAsking && <UndoDialog change={change} onDone={onDone} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Says what can't be taken back, then takes back the rest in one step. */
export function UndoDialog({ change, onDone, onClose }: UndoChangeProps & { onClose: () => void }) {
  const { id, kind, about } = change;
  const command = useServerCommand();
  const once = useOneAtATime();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const preview = useServerData(
    useCallback((api: ApiClient) => api.call('bulk-change.read-undo', { params: { id } }), [id]),
  );
  const undoable = preview.result?.undoable ?? 0;
  const undo = () =>
    once(async () => {
      setProblem(null);
      setBusy(true);
      try {
        await command('bulk-change.undo', { params: { id } }, 0);
        toast.success('Change undone', { duration: 2_500 });
        onClose();
        await onDone();
      } catch (fault) {
        setProblem(fault instanceof Error ? fault.message : String(fault));
        void preview.reload();
      } finally {
        setBusy(false);
      }
    });
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent className="max-w-xl" closable={!isBusy}>
        <DialogHeader>
          <DialogTitle>Undo: {BULK_CHANGE_LABELS[kind]}</DialogTitle>
          <DialogDescription>
            {about}. Changed records go back to what they were, and added records are removed.
          </DialogDescription>
        </DialogHeader>
        <ServerData name="what can be undone" state={preview}>
          {({ kept }) =>
            kept.length > 0 && (
              <section aria-label="What stays" className="grid gap-1.5 text-sm">
                <h3 className="font-medium">
                  {kept.length === 1
                    ? "1 record can't be undone."
                    : `${counted(kept.length, 'record')} can't be undone.`}
                </h3>
                <ul
                  aria-label="Records that stay"
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
                  tabIndex={0}
                  className="grid max-h-60 gap-1 overflow-y-auto"
                >
                  {kept.map(({ id: record, name, because }) => (
                    <li key={record}>
                      {name}: <span className="text-muted-foreground">{because}</span>
                    </li>
                  ))}
                </ul>
              </section>
            )
          }
        </ServerData>
        {problem !== null && (
          <p role="alert" className="text-destructive text-sm">
            {problem}
          </p>
        )}
        <DialogFooter>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="destructive"
            disabled={undoable === 0}
            progress={isBusy ? 'loading' : 'idle'}
            onClick={() => void undo()}
          >
            {undoable === 0 ? 'Nothing to undo' : `Undo for ${recordsWords({ kind, records: undoable })}`}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
