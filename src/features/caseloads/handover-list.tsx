import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { CaseloadMove } from '#contract/caseload-moves.ts';
import { isolated } from '#domain/text/isolated.ts';
import { displayDay, pacificDay } from '#domain/time/pacific.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useToday } from '#screens/device/today.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import { movedWords, moveWords } from './handover-words.ts';

interface HandoverListProps {
  moves: readonly CaseloadMove[];
  /** The one that was just made. It takes the focus: the form that it was made in is gone. */
  made: string | null;
  onChanged: () => Promise<void>;
  onHandBack: (move: CaseloadMove, button: HTMLElement) => void;
}

/** The hand-overs from and to a provider, each with its undo, or with handing it back. */
export function HandoverList({ moves, made, ...leads }: HandoverListProps) {
  if (moves.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Hand-overs</CardTitle>
      </CardHeader>
      <CardContent>
        <ul aria-label="Hand-overs" className="grid gap-4">
          {moves.map((move) => (
            <Handover key={move.id} move={move} isNew={move.id === made} {...leads} />
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

interface HandoverProps extends Omit<HandoverListProps, 'moves' | 'made'> {
  move: CaseloadMove;
  isNew: boolean;
}

function Handover({ move, isNew, onChanged, onHandBack }: HandoverProps) {
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNew) entry.current?.focus();
  }, [isNew]);
  const [isAsking, setAsking] = useState(false);
  const today = useToday();
  const command = useServerCommand();
  const { id, note, events, made_at, made_by_name, undone_at, undo_until, undo_refusal } = move;
  const { end_date, handed_back_at, subject_name, subject_is_archived } = move;
  const hasEnded = end_date !== null && end_date < today;
  const isWithSubstitute = undone_at === null && handed_back_at === null && !hasEnded;
  const undoable = undo_refusal === '' ? ` You can undo it until ${displayDay(undo_until)}.` : '';
  const made = `Made on ${displayDay(pacificDay(made_at))}${made_by_name === null ? '' : ` by ${isolated(made_by_name)}`}`;
  const state =
    undone_at !== null
      ? `Undone on ${displayDay(pacificDay(undone_at))}.`
      : handed_back_at !== null
        ? `Handed back on ${displayDay(pacificDay(handed_back_at))}.`
        : isWithSubstitute && subject_is_archived
          ? `${isolated(subject_name)} is deactivated, so it can't be undone or handed back. Reactivate them first, or hand over to someone else.`
          : hasEnded
            ? `Ended on ${displayDay(end_date)}.${undoable}`
            : undoable.trim() || `It can't be undone: ${undo_refusal}`;
  return (
    <li
      ref={entry}
      // Keeps the focus when its button is gone.
      tabIndex={-1}
      className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 text-sm"
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <p className="font-medium">{moveWords(move)}</p>
        <p className="text-muted-foreground">
          {made}. Moved: {movedWords(move)}. {events === 0 && 'No calendar events on these days. '}
          {state}
        </p>
        {note !== '' && <p className="whitespace-pre-wrap break-words">{note}</p>}
      </div>
      {isWithSubstitute && undo_refusal !== '' && !subject_is_archived && (
        <Button variant="outline" onClick={({ currentTarget }) => onHandBack(move, currentTarget)}>
          Hand back
        </Button>
      )}
      {undone_at === null && undo_refusal === '' && (
        <>
          <Button variant="outline" onClick={() => setAsking(true)}>
            Undo hand-over
          </Button>
          <Confirmation
            title="Undo this hand-over"
            open={isAsking}
            onOpenChange={setAsking}
            onConfirm={async () => {
              try {
                await command('caseload-move.undo', { params: { id } }, 0);
                toast.success('Hand-over undone');
              } finally {
                await onChanged();
              }
            }}
          >
            All services and planned sessions go back to {subject_name} as they were before.
          </Confirmation>
        </>
      )}
    </li>
  );
}
