import { useState } from 'react';
import type { RecordName } from '#contract/entity-name.ts';
import { StaleSave } from '#screens/device/server-write.ts';
import type { ConfirmationProps } from '#ui/confirmation.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { FormMerge, Opened } from './late-dialog.tsx';

export const LateRemovalDialog = lazyPart(async () => ({
  default: (await import('./late-removal.tsx')).LateRemovalDialog,
}));

interface PageRemovalProps<Record extends Opened> extends Omit<ConfirmationProps, 'onConfirm'> {
  entity: RecordName;
  name: string;
  /** What happens instead, or with it. */
  detail?: string | undefined;
  /** The record as the page shows it. */
  record: Record;
  /** What the page shows of it, to compare. */
  merge: FormMerge<object, Record>;
  done: 'deleted' | 'archived';
  /** Deletes or archives the record in this version. */
  run: (record: Record) => Promise<void>;
  /** Shows the record as it is now, if it was kept or the server refused. */
  reload: () => Promise<void>;
  onDone: () => void;
}

/**
 * Deletes the record of a page after a confirmation, or archives it instead. If someone else changed it since the page
 * was loaded, it says what they changed and asks again.
 */
export function PageRemoval<Record extends Opened>({
  entity,
  record,
  merge,
  done,
  run,
  reload,
  onDone,
  ...question
}: PageRemovalProps<Record>) {
  const [late, setLate] = useState<{ problem: StaleSave; opened: Record } | null>(null);
  const remove = async (version: Record, opened: Record) => {
    try {
      await run(version);
    } catch (problem) {
      if (!(problem instanceof StaleSave)) {
        await reload();
        throw problem;
      }
      return setLate({ problem, opened });
    }
    onDone();
  };
  const keep = () => {
    setLate(null);
    void reload();
  };
  return (
    <>
      <DeleteConfirmation {...question} onConfirm={() => remove(record, record)} />
      {late !== null && (
        <LateRemovalDialog
          {...late}
          entity={entity}
          merge={merge as FormMerge<object, Opened>}
          done={done}
          remove={(current) => remove(current as Record, late.opened)}
          onKeep={keep}
          absence={{ onClose: keep }}
        />
      )}
    </>
  );
}
