import { Printer, TriangleAlert } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { Provider } from '#contract/catalogue.ts';
import type { LunchCards as Facts, LunchCard } from '#contract/lunch-cards.ts';
import { providersById } from '#db/people.ts';
import { COMPLIANCE_FILTERS, type ComplianceFilter } from '#domain/lunch/card-filters.ts';
import { COMPLIANCE_LABELS, MEAL_DISCLAIMER } from '#domain/lunch/meal-words.ts';
import { namedProviders, providerName } from '#domain/providers/provider-name.ts';
import { dayPlus, displayDay, pacificDisplay } from '#domain/time/pacific.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { useAsked, useLocal } from '#sync/signed-in.ts';
import { useToday } from '#sync/today.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { OfficeFacts, RefreshButton } from '#ui/office-facts.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ChoiceFilter, CsvButton, DayRangeFields, Totals } from '#ui/report-head.tsx';
import { AcknowledgeAction } from './acknowledge-action.tsx';
import { cardColumns, FILE_COLUMNS } from './card-columns.tsx';

/** What stands in the address; the days are the last two weeks where they are not. */
export interface LunchCardSearch {
  from?: string;
  to?: string;
  provider?: string;
  compliance?: ComplianceFilter;
}

const FILTER_LABELS: Record<ComplianceFilter, string> = {
  all: 'All',
  compliant: COMPLIANCE_LABELS.compliant,
  noncompliant: COMPLIANCE_LABELS.noncompliant,
  waived: COMPLIANCE_LABELS.waived,
  unknown: COMPLIANCE_LABELS.unknown,
  needs_ack: 'To acknowledge',
};

const COMPLIANCE_CHOICES = COMPLIANCE_FILTERS.filter((id) => id !== 'all').map((id) => ({
  id,
  name: FILTER_LABELS[id],
}));

const DAYS_SHOWN = 13;

interface LunchCardsProps {
  search: LunchCardSearch;
  onSearch: (change: LunchCardSearch) => void;
}

/** Everybody's workdays by the meal rules, as the office knows them now. */
export function LunchCards({ search, onSearch }: LunchCardsProps) {
  const today = useToday();
  const { to = today, from = dayPlus(to, -DAYS_SHOWN), provider = '', compliance = 'all' } = search;
  const ask = useCallback(
    (api: ApiClient) =>
      api.call('lunch.list-cards', {
        query: {
          start_date: from,
          end_date: to,
          compliance,
          ...(provider === '' ? {} : { provider_id: provider }),
        },
      }),
    [from, to, provider, compliance],
  );
  const asked = useAsked(ask);
  const { result, reload } = asked;
  const providers = useLocal(providersById, []);
  const columns = useMemo(
    () => cardColumns((card) => <AcknowledgeAction card={card} onAcknowledged={reload} />),
    [reload],
  );
  const cards = result?.cards ?? [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        title="Lunch Cards"
        description={
          result === undefined
            ? MEAL_DISCLAIMER
            : `As of ${pacificDisplay(result.as_of)}, Pacific · ${MEAL_DISCLAIMER}`
        }
        actions={
          <span className="flex flex-wrap gap-2 print:hidden">
            <CsvButton fileName={`lunch-cards-${from}-${to}`} columns={FILE_COLUMNS} rows={cards} />
            <Button variant="outline" disabled={cards.length === 0} onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              Print
            </Button>
            <RefreshButton asked={asked} />
          </span>
        }
      />
      <search aria-label="Filters" className="grid grid-cols-2 gap-3 md:grid-cols-4 print:hidden">
        <DayRangeFields from={from} to={to} onChange={onSearch} />
        <ChoiceFilter
          label="Provider"
          value={provider}
          choices={namedProviders(providers?.values() ?? [])}
          onChange={(chosen) => onSearch({ provider: chosen })}
        />
        <ChoiceFilter
          label="Compliance"
          value={compliance === 'all' ? '' : compliance}
          choices={COMPLIANCE_CHOICES}
          onChange={(chosen) => onSearch({ compliance: chosen === '' ? 'all' : chosen })}
        />
      </search>
      <OfficeFacts name="lunch cards" asked={asked}>
        {(facts) => (
          <>
            {/* On paper nothing else says what was asked. */}
            <p className="hidden text-sm print:block">
              {displayDay(from)} – {displayDay(to)} · {FILTER_LABELS[compliance]} ·{' '}
              {provider === '' ? 'All providers' : nameOf(providers?.get(provider))}
            </p>
            <Completeness unsent={facts.unsent} />
            <Totals figures={totalsOf(facts.cards)} />
            <div className="min-w-0 print:hidden">
              <DataTable
                label="Lunch cards"
                rows={facts.cards}
                columns={columns}
                rowHeight={52}
                rowId={(card) => `${card.provider} ${card.work_date}`}
                initialSort={{ id: 'date', desc: true }}
                empty={
                  <EmptyState title="No lunch cards here">
                    Choose other days, or loosen the filters. A card appears with the first punch or lunch of
                    a day.
                  </EmptyState>
                }
              />
            </div>
            <PrintedCards cards={facts.cards} />
          </>
        )}
      </OfficeFacts>
    </div>
  );
}

function nameOf(provider: Provider | undefined): string {
  return provider === undefined ? 'One provider' : providerName(provider);
}

/** Whose devices still hold work, so that their days cannot be told. */
function Completeness({ unsent }: { unsent: Facts['unsent'] }) {
  if (unsent.length === 0) {
    return (
      <p className="text-muted-foreground text-sm">Complete: no device holds unsent work about these days.</p>
    );
  }
  return (
    <div className="flex items-start gap-2 rounded-lg border border-border bg-warning-soft px-4 py-2.5 text-sm text-warning">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <ul className="grid gap-0.5">
        {unsent.map(({ provider, provider_name, changes, since }) => (
          <li key={provider}>
            Not complete: {provider_name} has{' '}
            {changes === 1 ? '1 unsent change' : `${changes} unsent changes`}
            {since !== null && ` since ${pacificDisplay(since)}`}. The days are not known yet.
          </li>
        ))}
      </ul>
    </div>
  );
}

function totalsOf(cards: readonly LunchCard[]): [string, number][] {
  const count = (matches: (card: LunchCard) => boolean) => cards.filter(matches).length;
  return [
    ['Cards', cards.length],
    [COMPLIANCE_LABELS.compliant, count((card) => card.compliance === 'compliant')],
    [COMPLIANCE_LABELS.noncompliant, count((card) => card.compliance === 'noncompliant')],
    [COMPLIANCE_LABELS.waived, count((card) => card.compliance === 'waived')],
    [COMPLIANCE_LABELS.unknown, count((card) => card.compliance === 'unknown')],
    ['To acknowledge', count((card) => card.needs_acknowledgment)],
  ];
}

/** All rows on paper: the table on the screen lays out only those in sight. */
function PrintedCards({ cards }: { cards: readonly LunchCard[] }) {
  return (
    <table aria-hidden="true" className="hidden w-full border-collapse text-xs print:table">
      <thead>
        <tr>
          {FILE_COLUMNS.map(({ id, header }) => (
            <th key={id} className="border-border border-b p-1 text-left">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <tr key={`${card.provider} ${card.work_date}`}>
            {FILE_COLUMNS.map(({ id, value, csvValue = value }) => (
              <td key={id} className="border-border border-b p-1 align-top">
                {csvValue(card)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
