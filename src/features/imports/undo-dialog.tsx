import { useCallback, useState } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import { isRecordName } from '#contract/entity-name.ts';
import type { ImportRecord, KeptRow } from '#contract/imports.ts';
import { counted } from '#domain/text/counted.ts';
import { wholeEntityName } from '#entities/words/words.ts';
import { useServerData, useSignedIn } from '#screens/device/signed-in.ts';
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
import { Progress } from '#ui/progress.tsx';
import { ServerData } from '#ui/server-data.tsx';

interface UndoDialogProps {
  record: ImportRecord;
  onClose: () => void;
}

/** Says what can't be undone, then undoes the rest chunk by chunk. */
export function UndoDialog({ record, onClose }: UndoDialogProps) {
  const { id, file_name } = record;
  const { engine } = useSignedIn();
  const preview = useServerData(
    useCallback((api: ApiClient) => api.call('import.read-undo', { params: { id } }), [id]),
  );
  const [left, setLeft] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isRunning = left !== null && problem === null;

  async function undo(): Promise<void> {
    setProblem(null);
    setLeft(left ?? record.done);
    try {
      // The last lines first: they refer to the ones before them.
      for (let before: number | null = null; ; ) {
        const answer: { next: number | null } = await engine.api.call('import.undo', {
          ...{ params: { id }, body: { before } },
          write: { key: uuidv7(), base_version: 0 },
        });
        if (answer.next === null) break;
        before = answer.next;
        setLeft(before);
      }
      void engine.refresh();
      toast.success('Import undone', { duration: 2_500 });
      onClose();
    } catch (fault) {
      setProblem(fault instanceof Error ? fault.message : String(fault));
    }
  }

  const undoable = preview.result?.undoable ?? 0;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isRunning && onClose()}>
      <DialogContent className="max-w-xl" closable={!isRunning}>
        <DialogHeader>
          <DialogTitle>Undo the import of {file_name}?</DialogTitle>
          <DialogDescription>
            Records it added are removed, and records it updated go back to their old values.
          </DialogDescription>
        </DialogHeader>
        <ServerData name="what can be undone" state={preview}>
          {({ kept, kept_count }) => <KeptRows kept={kept} count={kept_count} />}
        </ServerData>
        {isRunning && <Progress label="Undoing…" value={record.done - (left ?? 0)} max={record.done} />}
        {problem !== null && (
          <p role="alert" className="text-destructive text-sm">
            {problem} Try again to undo the rest.
          </p>
        )}
        <DialogFooter>
          <Button variant="outline" disabled={isRunning} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="destructive"
            disabled={undoable === 0}
            progress={isRunning ? 'loading' : 'idle'}
            onClick={() => void undo()}
          >
            {undoable === 0 ? 'Nothing to undo' : `Undo ${counted(undoable, 'record')}`}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function KeptRows({ kept, count }: { kept: readonly KeptRow[]; count: number }) {
  if (count === 0) return null;
  const hidden = count - kept.length;
  return (
    <section aria-label="What stays" className="grid gap-1.5 text-sm">
      <h3 className="font-medium">
        {count === 1
          ? "1 record can't be undone."
          : `${counted(count, 'record')} can't be undone.`}
      </h3>
      <ul
        aria-label="Records that stay"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        className="grid max-h-60 gap-1 overflow-y-auto"
      >
        {kept.map(({ line, title, because }) => (
          <li key={`${line} ${title}`}>
            <span className="font-medium tabular-nums">Line {line.toLocaleString('en-US')}</span>
            {title !== '' && `, ${title}`}: {reasonWords(because)}
          </li>
        ))}
        {hidden > 0 && <li className="text-muted-foreground">And {counted(hidden, 'more record')}.</li>}
      </ul>
    </section>
  );
}

function reasonWords(because: string): string {
  if (because === 'changed') return 'changed since the import.';
  return isRecordName(because) ? `in use by a ${wholeEntityName(because)}.` : 'in use by another record.';
}
