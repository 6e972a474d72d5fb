import { useState } from 'react';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { discardWrite, writesBuildingOn } from '#sync/merge/needs-attention.ts';
import { Button } from '#ui/button.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import { downloadWork, type UnsendableWork } from './export-write.ts';
import { sentenceOf } from './write-words.ts';

/** Actions for changes that can't be synced: export or discard. */
export function ExportOrDiscard({ work }: { work: UnsendableWork }) {
  const { workspace } = useSignedIn();
  const [isDiscarding, setDiscarding] = useState(false);
  const [{ write_id }] = work.writes;
  // Computed over the whole queue, so only on demand.
  const building = useLocal(
    async (db) => (isDiscarding ? writesBuildingOn(db, write_id) : []),
    [isDiscarding, write_id],
  );
  const others = (building?.length ?? 0) - work.writes.length;
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => downloadWork(work)}>
        Export
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setDiscarding(true)}>
        Discard
      </Button>
      <Confirmation
        open={isDiscarding}
        onOpenChange={setDiscarding}
        onConfirm={() => discardWrite(workspace, write_id)}
        title="Confirmation - Discard"
        destructive
      >
        {`${sentenceOf(work)} It will never be synced. `}
        {others > 0 &&
          `${others === 1 ? '1 change that depends on it is' : `${others} changes that depend on it are`} discarded too. `}
        Export it first if you may need it later.
      </Confirmation>
    </>
  );
}
