import { useCallback, useState } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import { isRecordName } from '#contract/entity-name.ts';
import type { ImportRecord, KeptRow } from '#contract/imports.ts';
import { counted } from '#domain/text/counted.ts';
import { wholeEntityName } from '#entities/words/words.ts';
import { useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import { KeptRecords, UndoPreview } from '#screens/undo/undo-preview.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { Progress } from '#ui/progress.tsx';

interface UndoDialogProps {
  record: ImportRecord;
  /** Of the list. */
  reload: () => Promise<void>;
  onClose: () => void;
}

/** Says what can't be undone, then undoes the rest chunk by chunk. */
export function UndoDialog({ record, reload, onClose }: UndoDialogProps) {
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
      // The button that opened this goes with it: with a dialog closed before, the focus would go too.
      await reload();
      onClose();
    } catch (fault) {
      void reload();
      setProblem(fault instanceof Error ? fault.message : String(fault));
    }
  }

  return (
    <UndoPreview
      title={`Undo the import of ${file_name}?`}
      about="Records it added are removed, and records it updated go back to their old values."
      preview={preview}
      kept={keptRows}
      label={(undoable) => `Undo ${counted(undoable, 'record')}`}
      progress={
        isRunning && <Progress label="Undoing…" value={record.done - (left ?? 0)} max={record.done} />
      }
      isBusy={isRunning}
      problem={problem === null ? null : `${problem} Try again to undo the rest.`}
      onUndo={() => void undo()}
      onClose={onClose}
    />
  );
}

function keptRows({ kept, kept_count }: { kept: readonly KeptRow[]; kept_count: number }) {
  const hidden = kept_count - kept.length;
  return (
    <KeptRecords count={kept_count}>
      {kept.map(({ line, title, because }) => (
        <li key={`${line} ${title}`}>
          <span className="font-medium tabular-nums">Line {line.toLocaleString('en-US')}</span>
          {title !== '' && `, ${title}`}: {reasonWords(because)}
        </li>
      ))}
      {hidden > 0 && <li className="text-muted-foreground">And {counted(hidden, 'more record')}.</li>}
    </KeptRecords>
  );
}

function reasonWords(because: string): string {
  if (because === 'changed') return 'changed since the import.';
  return isRecordName(because) ? `in use by a ${wholeEntityName(because)}.` : 'in use by another record.';
}
