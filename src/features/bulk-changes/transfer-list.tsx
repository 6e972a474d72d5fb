import { useCallback } from 'react';
import type { StudentTransfer } from '#contract/student-transfers.ts';
import { counted } from '#domain/text/counted.ts';
import { displayDay, pacificDay } from '#domain/time/pacific.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { UndoChange } from './undo-change.tsx';

interface TransferListProps {
  student: string;
  onChanged: () => Promise<void>;
}

/** The transfers of a student, each with its undo. Empty if there are none, or if the server can't be reached. */
export function TransferList({ student, onChanged }: TransferListProps) {
  const { result = [], reload } = useServerData(
    useCallback(
      (api: ApiClient) => api.call('student-transfer.list', { params: { id: student } }),
      [student],
    ),
  );
  const today = useToday();
  if (result.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Transfers</CardTitle>
      </CardHeader>
      <CardContent>
        <ul aria-label="Transfers" className="grid gap-3">
          {result.map((transfer) => (
            <li
              key={transfer.id}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 text-sm"
            >
              <div className="min-w-0 flex-1 basis-64">
                <p>{transferWords(transfer, today)}</p>
                <p className="text-muted-foreground">{madeWords(transfer)}</p>
              </div>
              {transfer.change.undo_refusal === '' && transfer.change.records === 1 && (
                <UndoChange
                  change={transfer.change}
                  onDone={async () => {
                    await reload();
                    await onChanged();
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

function transferWords(
  { from, to, start_date, is_applied, refusal }: StudentTransfer,
  today: string,
): string {
  const clients = `from ${from?.name ?? 'no client'} to ${to.name}`;
  const day = displayDay(start_date);
  if (is_applied) return `Transferred ${clients} on ${day}.`;
  if (refusal) return `Couldn't be transferred ${clients} on ${day}: ${refusal}`;
  // What was in its way is gone; the server makes due transfers every hour.
  if (start_date < today) return `Will be transferred ${clients} within an hour. It was due on ${day}.`;
  return `Will be transferred ${clients} on ${day}.`;
}

function madeWords({ change }: StudentTransfer): string {
  const { made_at, made_by_name, undo_refusal, undo_until, records } = change;
  const by = made_by_name === null ? '' : ` by ${made_by_name}`;
  if (records > 1 && undo_refusal === '') {
    return `Entered on ${displayDay(pacificDay(made_at))}${by} for ${counted(records, 'student')}. You can undo it for all of them until ${displayDay(undo_until)}, in Admin under Bulk changes.`;
  }
  return `Entered on ${displayDay(pacificDay(made_at))}${by}. ${undo_refusal || `You can undo it until ${displayDay(undo_until)}.`}`;
}
