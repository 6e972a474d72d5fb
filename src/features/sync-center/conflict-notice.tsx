import { GitMerge } from 'lucide-react';
import { useState } from 'react';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { openConflictOfRow, openConflictOfWrite } from '#sync/merge/conflict.ts';
import { Button } from '#ui/button.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { attributionOf } from './conflict-words.ts';

/** Opens the conflict of a refused write; renders nothing if it has none. */
export function DecideConflict({ writeId, about }: { writeId: string; about: string }) {
  const openConflict = useLocal((db) => openConflictOfWrite(db, writeId), [writeId]);
  const [isOpen, setOpen] = useState(false);
  if (openConflict === undefined || openConflict === null) return null;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Compare and decide
      </Button>
      <ConflictDialog openConflict={openConflict} about={about} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

/** Announces an open conflict above its record; renders nothing if there is none. */
export function ConflictNotice({ id }: { id: string }) {
  const { profile } = useSignedIn();
  const openConflict = useLocal((db) => openConflictOfRow(db, id), [id]);
  const [isOpen, setOpen] = useState(false);
  if (openConflict === undefined || openConflict === null) return null;
  const { title, who } = attributionOf(openConflict, profile.user_id);
  return (
    <section
      aria-label="Needs your decision"
      className="flex flex-wrap items-center gap-3 rounded-lg bg-warning-soft px-4 py-3 text-sm text-warning"
    >
      <GitMerge aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-48">
        <strong className="font-semibold">{title}.</strong> This change needs your decision.
        {who !== null && <span className="block tabular-nums">{who}</span>}
      </p>
      <Button onClick={() => setOpen(true)}>Compare and decide</Button>
      <ConflictDialog openConflict={openConflict} open={isOpen} onOpenChange={setOpen} />
    </section>
  );
}
