import { useState } from 'react';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { More, useFirst } from './first-of.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import type { OrphanedRecord } from './queue.ts';
import { ExportOrDiscard } from './unsendable-work.tsx';

/** Unsynced changes that this person can no longer send. The dialog stays mounted when its entry disappears. */
export function OrphanedDrafts({ drafts }: { drafts: readonly OrphanedRecord[] }) {
  const [handing, setHanding] = useState<OrphanedRecord | null>(null);
  const { limit, showAll } = useFirst();
  return (
    <>
      {drafts.length > 0 && (
        <Card>
          <CardHeader>
            <CardTitle>Work for students no longer on your caseload</CardTitle>
            <CardDescription>
              You entered these before the student left your caseload. You can't send them anymore: hand them
              over to someone who can review them.
            </CardDescription>
          </CardHeader>
          <ul aria-label="Work for students no longer on your caseload">
            {drafts.slice(0, limit).map((draft) => (
              <OrphanedDraft key={draft.entity_id} draft={draft} onHandOver={() => setHanding(draft)} />
            ))}
          </ul>
          {drafts.length > limit && <More onPress={showAll}>{`Show all ${drafts.length}`}</More>}
        </Card>
      )}
      {handing !== null && <HandOverDialog draft={handing} onClose={() => setHanding(null)} />}
    </>
  );
}

interface OrphanedDraftProps {
  draft: OrphanedRecord;
  onHandOver: () => void;
}

function OrphanedDraft({ draft, onHandOver }: OrphanedDraftProps) {
  const { writes, title, detail } = draft;
  const [head] = writes;
  return (
    <li className="grid gap-3 border-border border-t px-4 py-4 first:border-t-0 sm:px-5">
      <div className="grid gap-1">
        <p className="font-medium">{title}</p>
        <p className="text-muted-foreground text-sm tabular-nums">{detail}</p>
        <p className="text-sm text-warning">This student is no longer on your caseload.</p>
        <p className="text-muted-foreground text-xs tabular-nums">
          Entered {pacificDisplay(head.captured_at)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onHandOver}>
          Hand over to a supervisor
        </Button>
        <ExportOrDiscard work={draft} />
      </div>
    </li>
  );
}
