import { PackagePlus } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { ClaimBatches } from '#contract/claim-batches.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { counted } from '#domain/text/counted.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { Sheet, SheetBody, SheetContent, SheetHeader, SheetTitle } from '#ui/sheet.tsx';
import { ClaimBatchForm } from './claim-batch-form.tsx';
import { ClaimBatchList } from './claim-batch-list.tsx';

interface Days {
  from: string;
  to: string;
}

/** Opens the claim batches of the report's days. */
export function ClaimBatchButton({ days }: { days: Days }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <PackagePlus aria-hidden="true" />
        Claim batches
      </Button>
      {isOpen && <ClaimBatchSheet days={days} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What a batch would have and what is left out, the form that makes one, and all batches with their files. */
function ClaimBatchSheet({ days: { from, to }, onClose }: { days: Days; onClose: () => void }) {
  const { profile } = useSignedIn();
  const answer = useKeptAnswer(
    'claim-batches',
    JSON.stringify({ from, to }),
    useCallback(
      (api: ApiClient) => api.call('claim-batch.list', { query: { start_date: from, end_date: to } }),
      [from, to],
    ),
  );
  const mayRecord = mayUse({ role: profile.auth, grants: profile.grants }, 'billing.record');
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent aria-describedby={undefined} className="sm:max-w-2xl">
        <SheetHeader>
          <SheetTitle>Claim batches</SheetTitle>
        </SheetHeader>
        <SheetBody>
          <ServerData name="Claim batches" state={answer}>
            {(found) => (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
                <p className="text-sm">{`Sessions from ${displayDay(from)} to ${displayDay(to)}, all clients.`}</p>
                <Summary found={found} />
                {mayRecord && found.payers.length > 0 && (
                  <ClaimBatchForm
                    // After a batch the next one is a new record.
                    key={found.batches[0]?.id ?? 'first'}
                    days={{ from, to }}
                    found={found}
                    onDone={answer.reload}
                  />
                )}
                <ClaimBatchList batches={found.batches} mayVoid={mayRecord} onChanged={answer.reload} />
              </div>
            )}
          </ServerData>
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

function Summary({ found: { payers, left_out, claimed } }: { found: ClaimBatches }) {
  return (
    <div className="grid gap-4 text-sm">
      <section className="grid gap-1.5">
        <h2 className="font-semibold text-base">Ready to file</h2>
        {payers.length === 0 ? (
          <p>Nothing to file for these days.</p>
        ) : (
          <ul aria-label="Ready to file" className="grid gap-1">
            {payers.map(({ payer, claims, students, total_cents }) => (
              <li key={payer}>
                {`${payer}: ${counted(claims, 'claim line')} for ${counted(students, 'student')}, ${moneyText(total_cents)}`}
              </li>
            ))}
          </ul>
        )}
        {claimed > 0 && (
          <p className="text-muted-foreground">{`Already in a batch: ${counted(claimed, 'claim line')}`}</p>
        )}
      </section>
      {left_out.length > 0 && (
        <section className="grid gap-1.5">
          <h2 className="font-semibold text-base">Left out</h2>
          <ul aria-label="Left out" className="grid gap-1">
            {left_out.map(({ reason, lines }) => (
              <li key={reason}>{`${reason}: ${counted(lines, 'claim line')}`}</li>
            ))}
          </ul>
          <p className="text-muted-foreground">Insurance Clients shows what each one is missing.</p>
        </section>
      )}
    </div>
  );
}
