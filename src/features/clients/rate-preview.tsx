import { useCallback, useState } from 'react';
import type { RateBody, RatePreview } from '#contract/rates.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { rateChangeWords } from '#domain/money/rate-change.ts';
import { displayDay, displayTime } from '#domain/time/pacific.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Progress } from '#ui/progress.tsx';

/**
 * Asks which unbilled sessions a rate would change, when someone wants to know.
 * @param body the rate as it would be saved; null while it can't be
 */
export function RatePreviewOnDemand({ body }: { body: RateBody | null }) {
  const [asked, setAsked] = useState<string | null>(null);
  const now = body === null ? null : JSON.stringify(body);
  return (
    <div className="grid gap-2">
      <Button
        type="button"
        variant="outline"
        className="w-fit"
        disabled={now === null}
        onClick={() => setAsked(now)}
      >
        Preview unbilled sessions
      </Button>
      {body !== null && asked === now && <RatePreviewAnswer body={body} />}
      {now === null && (
        <p className="text-muted-foreground text-xs leading-4">
          Complete the form to see which unbilled sessions the rate changes.
        </p>
      )}
    </div>
  );
}

/** Which unbilled sessions a rate changes, and by how much: from the server. */
export function RatePreviewAnswer({ body }: { body: RateBody }) {
  const asked = JSON.stringify(body);
  const ask = useCallback(
    (api: ApiClient) => api.call('rate.preview', { body: JSON.parse(asked) as RateBody }),
    [asked],
  );
  const { result, problem, isAsking, reload } = useServerData(ask);
  if (result !== undefined) return <Preview preview={result} />;
  if (isAsking || problem === null)
    return <Progress label="Calculating the unbilled sessions" value={null} />;
  return (
    <div role="alert" className="grid gap-2 text-sm">
      <p>{problem}</p>
      <Button type="button" variant="outline" className="w-fit" onClick={() => void reload()}>
        Try again
      </Button>
    </div>
  );
}

function Preview({ preview }: { preview: RatePreview }) {
  const { count, sessions } = preview;
  return (
    <div className="grid gap-2 text-sm">
      <p role="status">{rateChangeWords(preview)}</p>
      {sessions.length > 0 && (
        <Disclosure title={count > sessions.length ? `The first ${sessions.length} sessions` : 'Sessions'}>
          <ul aria-label="Sessions that change" className="mt-1 grid max-h-64 gap-2 overflow-y-auto">
            {sessions.map(
              ({ id, session_date, start_time, client_name, students, before_cents, after_cents }) => (
                <li key={id} className="flex items-start justify-between gap-3 border-border border-b pb-2">
                  <span className="grid min-w-0">
                    <span>
                      {displayDay(session_date)}, {displayTime(start_time)}
                    </span>
                    <span className="text-muted-foreground text-xs leading-4">
                      {[...students, client_name].join(', ')}
                    </span>
                  </span>
                  <span className="shrink-0 text-right tabular-nums">
                    {amountText(before_cents)} → {amountText(after_cents)}
                  </span>
                </li>
              ),
            )}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

function amountText(cents: number | null): string {
  return cents === null ? 'No rate' : moneyText(cents);
}
