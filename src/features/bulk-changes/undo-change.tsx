import { useCallback, useState } from 'react';
import { toast } from 'sonner';
import type { BulkChange } from '#contract/bulk-changes.ts';
import { BULK_CHANGE_LABELS } from '#domain/students/bulk-change.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import { KeptRecords, UndoPreview } from '#screens/undo/undo-preview.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
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
  const undo = () =>
    once(async () => {
      setProblem(null);
      setBusy(true);
      try {
        await command('bulk-change.undo', { params: { id } }, 0);
        toast.success('Change undone', { duration: 2_500 });
        // The button that opened this goes with it: with a dialog closed before, the focus would go too.
        await onDone();
        onClose();
      } catch (fault) {
        setProblem(fault instanceof Error ? fault.message : String(fault));
        void preview.reload();
      } finally {
        setBusy(false);
      }
    });
  return (
    <UndoPreview
      title={`Undo: ${BULK_CHANGE_LABELS[kind]}`}
      about={`${about}. What it changed goes back to what it was, and what it added is removed.`}
      preview={preview}
      kept={({ kept }) => (
        <KeptRecords count={kept.length}>
          {kept.map(({ id: record, name, because }) => (
            <li key={record}>
              {name}: <span className="text-muted-foreground">{because}</span>
            </li>
          ))}
        </KeptRecords>
      )}
      label={(undoable) => `Undo for ${recordsWords({ kind, records: undoable })}`}
      onUndo={() => void undo()}
      {...{ isBusy, problem, onClose }}
    />
  );
}
