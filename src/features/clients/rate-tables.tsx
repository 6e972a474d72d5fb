import { CircleDollarSign } from 'lucide-react';
import { useMemo } from 'react';
import type { Rate, RatesOfYear } from '#contract/rates.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { RATE_REACH } from '#domain/money/rates.ts';
import { SETTING_LABELS } from '#domain/sessions/session.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { Badge } from '#ui/badge.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useViewport } from '#ui/viewport.ts';
import { ActivateRate } from './activate-rate.tsx';
import type { SubjectNames } from './rate-names.ts';

/** Which rate a service and setting get, with its amount; null if there is none. */
export type InUse = RatesOfYear['in_use'][number] & { amount_cents: number | null };

const label = (field: keyof Rate) => fieldLabel('rate', field);

interface InUseTableProps {
  rows: readonly InUse[];
  /** Says how many rates of the year are drafts; empty if none. */
  draftWords: string;
  names: SubjectNames;
  onOpen: ((row: InUse) => void) | undefined;
  empty: string;
}

/** One row for each service and setting: the rate that applies, and in words why. */
export function InUseTable({ rows, draftWords, names, onOpen, empty }: InUseTableProps) {
  const isWide = useViewport() === 'full';
  const columns = useMemo<DataTableColumn<InUse>[]>(
    () => [
      {
        ...{ id: 'service', header: label('service'), width: '11.5rem' },
        value: (row) => `${names.service(row.service)} ${row.setting}`,
        cell: ({ service }) => <ClampedText text={names.service(service)} />,
      },
      {
        ...{ id: 'setting', header: label('setting'), width: '7rem' },
        value: ({ setting }) => SETTING_LABELS[setting],
      },
      {
        ...{ id: 'amount', header: label('amount_cents'), width: '7.5rem', align: 'end' },
        value: ({ amount_cents }) => amount_cents,
        cell: ({ amount_cents }) =>
          amount_cents === null ? <Badge variant="warning">No rate</Badge> : moneyText(amount_cents),
      },
      {
        ...{ id: 'reason', header: 'Why', sortable: false },
        value: ({ reason }) => reason,
        cell: ({ reason }) => <ClampedText text={reason} isSmall className="text-muted-foreground" />,
      },
    ],
    [names],
  );
  return (
    <section aria-label="Rates that apply" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="font-semibold">Rates that apply</h2>
      {draftWords !== '' && <p className="text-muted-foreground text-sm">{draftWords}</p>}
      <DataTable
        label="Rates that apply"
        rows={rows}
        columns={columns}
        rowId={({ service, setting }) => `${service} ${setting}`}
        rowHeight={isWide ? 44 : 60}
        initialSort={{ id: 'service', desc: false }}
        {...(onOpen === undefined ? {} : { onOpen })}
        empty={
          <EmptyState icon={CircleDollarSign} title="No services yet">
            {empty}
          </EmptyState>
        }
      />
    </section>
  );
}

interface AllRatesTableProps {
  rates: readonly Rate[];
  names: SubjectNames;
  onOpen: ((rate: Rate) => void) | undefined;
  onActivate: ((rate: Rate) => Promise<void>) | undefined;
}

/** Every rate of the year that can apply, drafts too. */
export function AllRatesTable({ rates, names, onOpen, onActivate }: AllRatesTableProps) {
  const isWide = useViewport() === 'full';
  const columns = useMemo<DataTableColumn<Rate>[]>(
    () => [
      {
        ...{ id: 'level', header: label('level') },
        value: names.appliesTo,
        cell: (rate) => (
          <span title={`${names.appliesTo(rate)}: ${RATE_REACH[rate.level]}`} className="grid">
            <span className="truncate leading-4.5">{names.appliesTo(rate)}</span>
            <ClampedText text={RATE_REACH[rate.level]} isSmall className="text-muted-foreground" />
          </span>
        ),
      },
      {
        ...{ id: 'service', header: label('service'), width: '11.5rem' },
        value: ({ service }) => names.service(service),
        cell: ({ service }) => <ClampedText text={names.service(service)} />,
      },
      {
        ...{ id: 'setting', header: label('setting'), width: '7rem' },
        value: ({ setting }) => (setting === null ? 'All' : SETTING_LABELS[setting]),
      },
      {
        ...{ id: 'amount', header: label('amount_cents'), width: '7.5rem', align: 'end' },
        value: ({ amount_cents }) => amount_cents,
        cell: ({ amount_cents }) => moneyText(amount_cents),
      },
      {
        ...{ id: 'state', header: 'State', width: '8.25rem', isPinned: true },
        value: ({ is_draft }) => (is_draft ? 'Draft' : 'Active'),
        cell: (rate, isActive) =>
          rate.is_draft && onActivate !== undefined ? (
            <ActivateRate
              rate={rate}
              subject={names.subject(rate)}
              isTabStop={isActive}
              onActivate={onActivate}
            />
          ) : (
            <Badge variant={rate.is_draft ? 'outline' : 'success'}>
              {rate.is_draft ? 'Draft' : 'Active'}
            </Badge>
          ),
      },
    ],
    [names, onActivate],
  );
  return (
    <section aria-label="All rates" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="font-semibold">All rates</h2>
      <DataTable
        label="All rates"
        rows={rates}
        columns={columns}
        rowId={({ id }) => id}
        rowHeight={isWide ? 64 : 80}
        initialSort={{ id: 'service', desc: false }}
        {...(onOpen === undefined ? {} : { onOpen })}
        empty={
          <EmptyState icon={CircleDollarSign} title="No rates yet">
            Sessions without a rate can't be billed. Add the first rate for this year.
          </EmptyState>
        }
      />
    </section>
  );
}
