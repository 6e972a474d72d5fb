import { useCallback } from 'react';
import type { StudentTransfer } from '#contract/student-transfers.ts';
import { counted } from '#domain/text/counted.ts';
import { displayDay, pacificDay } from '#domain/time/pacific.ts';
import { useServerData } from '#screens/device/signed-in.ts';
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
                <p>{transferWords(transfer)}</p>
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

function transferWords({ from, to, start_date, is_applied }: StudentTransfer): string {
  const clients = `from ${from?.name ?? 'no client'} to ${to.name}`;
  const day = displayDay(start_date);
  return is_applied ? `Transferred ${clients} on ${day}.` : `Will be transferred ${clients} on ${day}.`;
}

function madeWords({ change }: StudentTransfer): string {
  const { made_at, made_by_name, undo_refusal, undo_until, records } = change;
  const by = made_by_name === null ? '' : ` by ${made_by_name}`;
  if (records > 1 && undo_refusal === '') {
    return `Entered on ${displayDay(pacificDay(made_at))}${by} for ${counted(records, 'student')}. You can undo it for all of them until ${displayDay(undo_until)}, in Admin under Bulk changes.`;
  }
  return `Entered on ${displayDay(pacificDay(made_at))}${by}. ${undo_refusal || `You can undo it until ${displayDay(undo_until)}.`}`;
}
