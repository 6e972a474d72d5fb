import { useCallback, useState } from 'react';
import { toast } from 'sonner';
import type { StudentMerge } from '#contract/student-merge.ts';
import { recordWords } from '#domain/students/namesakes.ts';
import { isolated } from '#domain/text/isolated.ts';
import { displayDay, pacificDay } from '#domain/time/pacific.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import { allMovedWords, mergeFieldLabel } from './merge-words.ts';

interface StudentMergesProps {
  student: string;
  /** After an undo: the office's data of the student has changed. */
  onChanged: () => Promise<void>;
}

/** The merges of a student, each with its undo. Empty if there are none, or if the server can't be reached. */
export function StudentMerges({ student, onChanged }: StudentMergesProps) {
  const { result = [], reload } = useServerData(
    useCallback((api: ApiClient) => api.call('student-merge.list', { params: { id: student } }), [student]),
  );
  if (result.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Merged records</CardTitle>
      </CardHeader>
      <CardContent>
        <ul className="grid gap-3">
          {result.map((merge) => (
            <Merge
              key={merge.id}
              merge={merge}
              student={student}
              onDone={async () => {
                await reload();
                await onChanged();
              }}
            />
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

interface MergeProps {
  merge: StudentMerge;
  student: string;
  onDone: () => Promise<void>;
}

function Merge({ merge, student, onDone }: MergeProps) {
  const { stays, merged, merged_at, merged_by_name, undone_at, undo_until, since } = merge;
  const [isAsking, setAsking] = useState(false);
  const command = useServerCommand();
  const what =
    student === stays.id
      ? `The record of ${merged.name} was merged into this one`
      : `This record was merged into ${stays.name}`;
  const state =
    undone_at !== null
      ? `Undone on ${displayDay(pacificDay(undone_at))}.`
      : since !== null && `You can undo this until ${displayDay(undo_until)}.`;
  return (
    <li
      // Keeps the focus when its button is gone.
      tabIndex={-1}
      className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 text-sm"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p>
          {what} on {displayDay(pacificDay(merged_at))}
          {merged_by_name !== null && ` by ${isolated(merged_by_name)}`}. Moved: {allMovedWords(merge.moves)}.
        </p>
        {state !== false && <p className="text-muted-foreground">{state}</p>}
      </div>
      {since !== null && (
        <>
          <Button variant="outline" onClick={() => setAsking(true)}>
            Undo merge
          </Button>
          <Confirmation
            title="Undo this merge"
            open={isAsking}
            onOpenChange={setAsking}
            onConfirm={async () => {
              try {
                await command('student-merge.undo', { params: { id: merge.id } }, 0);
                toast.success('Merge undone');
              } finally {
                await onDone();
              }
            }}
          >
            {undoWords(merge, since)}
          </Confirmation>
        </>
      )}
    </li>
  );
}

/** What an undo does, and what it meets. */
function undoWords(
  { stays, merged, moves }: StudentMerge,
  since: NonNullable<StudentMerge['since']>,
): string {
  const { changed, added, fields } = since;
  const nameOf = ({ id, name }: StudentMerge['stays']) =>
    stays.name === merged.name ? `${name} (${recordWords(id).toLowerCase()})` : name;
  return [
    `These go back to ${nameOf(merged)}: ${allMovedWords(moves)}.`,
    changed.length > 0 && `Changed since the merge, with changes kept: ${allMovedWords(changed)}.`,
    added.length > 0 &&
      `Added since: ${allMovedWords(added)}. Anything that belongs to a session or note goes back with it. The rest stays with ${nameOf(stays)}.`,
    fields.length > 0 &&
      `Edited since the merge, so these don't change: ${fields.map(mergeFieldLabel).join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
