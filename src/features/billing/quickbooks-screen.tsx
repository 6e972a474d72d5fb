import { CircleCheck, PackagePlus, TriangleAlert } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { QuickBooksBatch, QuickBooksExports } from '#contract/quickbooks-export.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { fiscalYearSoFar } from '#domain/reports/report-days.ts';
import { counted } from '#domain/text/counted.ts';
import { displayDay, pacificDisplay } from '#domain/time/pacific.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { completenessWords, Incomplete } from '#screens/report/completeness.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RefreshButton, ServerData } from '#ui/server-data.tsx';
import { BatchDialog } from './batch-dialog.tsx';
import { BatchFiles } from './batch-files.tsx';
import type { QuickBooksSearch } from './quickbooks-search.ts';

type Problem = QuickBooksExports['problems'][number];

interface QuickBooksScreenProps {
  search: QuickBooksSearch;
  onSearch: (search: QuickBooksSearch) => void;
  onOpen: (invoice: string) => void;
  /** Links a problem to what it is about. */
  problemLink: (problem: Problem) => ReactNode;
}

/** What QuickBooks lacks, what is missing before it is exported, and all batches with their files. */
export function QuickBooksScreen({ search, onSearch, onOpen, problemLink }: QuickBooksScreenProps) {
  const { profile } = useSignedIn();
  const usual = fiscalYearSoFar(useToday());
  const [from, to] = [search.from ?? usual.from, search.to ?? usual.to];
  const [isAsked, setAsked] = useState(false);
  const answer = useKeptAnswer(
    'quickbooks',
    JSON.stringify({ from, to }),
    useCallback(
      (api: ApiClient) => api.call('quickbooks.list', { query: { start_date: from, end_date: to } }),
      [from, to],
    ),
  );
  const { result } = answer;
  const mayCreate = mayUse({ role: profile.auth, grants: profile.grants }, 'billing.record');
  const isReversed = to < from;
  const isBlocked = result?.problems.some(({ blocks }) => blocks) ?? true;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        title="QuickBooks"
        description={
          result === undefined
            ? undefined
            : [`As of ${pacificDisplay(result.as_of)}, Pacific`, completenessWords(result.unsynced)]
                .filter((part) => part !== '')
                .join(' · ')
        }
        actions={
          <span className="flex flex-wrap items-center gap-2 print:hidden">
            {mayCreate && (
              <Button
                disabled={result === undefined || isBlocked || result.ready.length === 0}
                onClick={() => setAsked(true)}
              >
                <PackagePlus aria-hidden="true" />
                Create batch
              </Button>
            )}
            <RefreshButton state={answer} />
          </span>
        }
      />
      <div className="flex flex-wrap gap-3 print:hidden">
        <Field label="Invoices from">
          <Input
            type="date"
            value={from}
            onChange={({ target }) => onSearch({ ...search, from: target.value })}
          />
        </Field>
        <Field label="Invoices to" error={isReversed ? 'Choose a day on or after the first one.' : undefined}>
          <Input
            type="date"
            value={to}
            onChange={({ target }) => onSearch({ ...search, to: target.value })}
          />
        </Field>
      </div>
      {!isReversed && (
        <ServerData name="QuickBooks exports" state={answer}>
          {(found) => (
            <>
              <Incomplete unsynced={found.unsynced} />
              <Problems found={found} problemLink={problemLink} />
              <ReadyTable ready={found.ready} onOpen={onOpen} />
              <BatchTable batches={found.batches} />
            </>
          )}
        </ServerData>
      )}
      {isAsked && result !== undefined && (
        <BatchDialog
          days={{ from, to }}
          count={result.ready.length}
          total_cents={sumOf(result.ready)}
          last={result.batches[0]}
          onClose={() => setAsked(false)}
          onDone={answer.reload}
        />
      )}
    </div>
  );
}

type Ready = QuickBooksExports['ready'][number];

const signedTotal = ({ entry, total_cents }: Ready) => (entry === 'void' ? -total_cents : total_cents);
const sumOf = (ready: readonly Ready[]) => ready.reduce((sum, one) => sum + signedTotal(one), 0);

/** What is missing comes first, each with a link to where it is added. */
function Problems({
  found,
  problemLink,
}: { found: QuickBooksExports } & Pick<QuickBooksScreenProps, 'problemLink'>) {
  const { problems, drafts, ready } = found;
  if (problems.length === 0 && drafts === 0) {
    return ready.length === 0 ? null : (
      <p className="flex items-center gap-2 text-sm">
        <CircleCheck aria-hidden="true" className="size-4 text-success" />
        Nothing is missing. You can create a batch.
      </p>
    );
  }
  return (
    <Card>
      <CardHeader>
        <CardTitle>Before you create a batch</CardTitle>
      </CardHeader>
      <CardContent>
        <ul aria-label="Before you create a batch" className="grid gap-2 text-sm">
          {problems.map((problem) => (
            <li key={`${problem.invoice} ${problem.words}`} className="flex items-start gap-2">
              <TriangleAlert
                aria-hidden="true"
                className={problem.blocks ? 'mt-0.5 size-4 text-destructive' : 'mt-0.5 size-4 text-warning'}
              />
              <span>
                {problem.blocks && <span className="font-medium">Needs fixing: </span>}
                {problem.words} {problemLink(problem)}
              </span>
            </li>
          ))}
          {drafts > 0 && (
            <li className="text-muted-foreground">
              {`${counted(drafts, 'draft')} from these months ${drafts === 1 ? "isn't" : "aren't"} sent yet and won't be included.`}
            </li>
          )}
        </ul>
      </CardContent>
    </Card>
  );
}

function ReadyTable({ ready, onOpen }: { ready: readonly Ready[]; onOpen: (invoice: string) => void }) {
  const columns = useMemo<DataTableColumn<Ready>[]>(
    () => [
      { ...{ id: 'number', header: 'Number', width: '9.5rem' }, value: ({ number }) => number },
      { id: 'customer', header: 'Customer', value: ({ customer }) => customer },
      {
        ...{ id: 'entry', header: 'Entry', width: '7.25rem' },
        value: (row) => (row.entry === 'void' ? 'Void' : row.total_cents < 0 ? 'Credit note' : 'Invoice'),
      },
      {
        ...{ id: 'date', header: 'Date', width: '8rem' },
        value: ({ invoice_date }) => invoice_date,
        cell: ({ invoice_date }) => displayDay(invoice_date),
      },
      {
        ...{ id: 'total', header: 'Total', width: '7.75rem', align: 'end' },
        value: signedTotal,
        cell: (row) => moneyText(signedTotal(row)),
      },
    ],
    [],
  );
  return (
    <div className="grid gap-2">
      <h2 className="font-semibold text-lg">{`To export: ${counted(ready.length, 'entry', 'entries')}, ${moneyText(sumOf(ready))}`}</h2>
      <DataTable
        label="To export"
        rows={ready}
        columns={columns}
        rowId={({ id, entry }) => `${id} ${entry}`}
        onOpen={({ id }) => onOpen(id)}
        initialSort={{ id: 'number', desc: false }}
        empty={
          <EmptyState title="Everything is exported">
            Invoices sent for these days appear here until they're in a batch.
          </EmptyState>
        }
      />
    </div>
  );
}

function BatchTable({ batches }: { batches: readonly QuickBooksBatch[] }) {
  const columns = useMemo<DataTableColumn<QuickBooksBatch>[]>(
    () => [
      {
        ...{ id: 'created', header: 'Created', width: '7.25rem' },
        value: ({ captured_at }) => captured_at,
        cell: ({ captured_at }) => <ClampedText text={pacificDisplay(captured_at)} />,
      },
      { id: 'by', header: 'Created by', width: '7.25rem', value: ({ created_by_name }) => created_by_name },
      {
        ...{ id: 'days', header: 'Invoice dates', width: '7.5rem' },
        value: ({ start_date }) => start_date,
        cell: ({ start_date, end_date }) => (
          <ClampedText text={`${displayDay(start_date)} – ${displayDay(end_date)}`} />
        ),
      },
      {
        ...{ id: 'count', header: 'Entries', width: '5.5rem', align: 'end' },
        value: ({ invoice_count }) => invoice_count,
      },
      {
        ...{ id: 'total', header: 'Total', width: '7.75rem', align: 'end' },
        value: ({ total_cents }) => total_cents,
        cell: ({ total_cents }) => moneyText(total_cents),
      },
      {
        ...{ id: 'files', header: 'Files', width: '9rem', isPinned: true, sortable: false },
        value: () => null,
        cell: (batch) => <BatchFiles batch={batch} />,
      },
    ],
    [],
  );
  return (
    <div className="grid gap-2">
      <h2 className="font-semibold text-lg">Batches</h2>
      <DataTable
        label="Batches"
        rows={batches}
        columns={columns}
        rowId={({ id }) => id}
        rowHeight={52}
        initialSort={{ id: 'created', desc: true }}
        empty={<EmptyState title="No batches yet">Create one from the invoices you've sent.</EmptyState>}
      />
    </div>
  );
}
