import { useState } from 'react';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { Card, CardDescription, CardHeader } from '#ui/card.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Select } from '#ui/select.tsx';
import { More } from './first-of.tsx';
import { type HistoryEntry, type Outcome, readHistory } from './history.ts';

/** Entries shown at first, and added by each press. */
const GLIMPSE = 10;
const PAGE = 50;

const OUTCOMES: Record<Outcome, { label: string; at: string; variant: 'success' | 'neutral' | 'warning' }> = {
  sent: { label: 'Synced', at: 'Synced', variant: 'success' },
  'handed-over': { label: 'Handed over', at: 'Handed over', variant: 'warning' },
  quarantined: { label: 'Held for review', at: 'Received', variant: 'warning' },
  discarded: { label: 'Discarded', at: 'Discarded', variant: 'neutral' },
  cancelled: { label: 'Canceled before it was sent', at: 'Canceled', variant: 'neutral' },
};

function isOutcome(value: string): value is Outcome {
  return Object.hasOwn(OUTCOMES, value);
}

/** What happened to changes that left this device's queue, newest first. Loaded on demand. */
export function HistoryList() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure title="History" onOpenChange={setOpen}>
      {isOpen && <History />}
    </Disclosure>
  );
}

function History() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [limit, setLimit] = useState(GLIMPSE);
  const page = useLocal((db) => readHistory(db, outcome, limit), [outcome, limit]);
  if (page === undefined) return null;
  if (page.entries.length === 0 && outcome === null) {
    return (
      <p className="py-2 pl-5.5 text-muted-foreground text-sm">
        Nothing has synced from this device in the last 90 days.
      </p>
    );
  }
  const choose = (value: string) => {
    setOutcome(isOutcome(value) ? value : null);
    setLimit(GLIMPSE);
  };
  return (
    <Card className="mt-2">
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <CardDescription>From this device in the last 90 days, newest first.</CardDescription>
        <Select
          aria-label="Show in the history"
          className="w-full sm:w-72"
          value={outcome ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">Everything</option>
          {Object.entries(OUTCOMES).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </CardHeader>
      {page.entries.length === 0 ? (
        <p className="px-4 pb-4 text-muted-foreground text-sm sm:px-5">
          Nothing matches. Choose "Everything" to see the rest.
        </p>
      ) : (
        <ol aria-label="History">
          {page.entries.map((entry) => (
            <HistoryItem key={entry.row.write_id} entry={entry} />
          ))}
        </ol>
      )}
      {page.hasMore && <More onPress={() => setLimit(limit + PAGE)}>{`Show ${PAGE} more`}</More>}
    </Card>
  );
}

function HistoryItem({ entry: { row, title, detail, replaced } }: { entry: HistoryEntry }) {
  const { label, at, variant } = OUTCOMES[row.outcome];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-border border-t px-4 py-3 first:border-t-0 sm:px-5">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium text-sm">{title}</p>
        {detail !== '' && <p className="text-sm tabular-nums">{detail}</p>}
        {replaced.length > 0 && (
          <p className="text-muted-foreground text-sm">
            {`Replaced a colleague's entry – ${replaced.join('; ')}`}
          </p>
        )}
        <p className="text-muted-foreground text-xs tabular-nums">
          {`Entered ${pacificDisplay(row.captured_at)} · ${at} ${pacificDisplay(row.finished_at)}`}
        </p>
      </div>
      <Badge variant={variant}>{label}</Badge>
    </li>
  );
}
