import type { LunchCard, LunchCards } from '#contract/lunch-cards.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { COMPLIANCE_LABELS, MEAL_DISCLAIMER } from '#domain/lunch/meal-words.ts';
import { hoursText } from '#domain/time/duration.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import { defineReport, fromServer, type ReportColumn } from '#screens/report/define-report.ts';
import { type ReportAction, refusalWords } from '#screens/report/report-action.ts';
import { acknowledgeLunch } from '#sync/acknowledge-lunch.ts';
import { Badge } from '#ui/badge.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { cn } from '#ui/class-names.ts';
import { TwoLines } from '#ui/two-lines.tsx';
import { AcknowledgeAction } from './acknowledge-action.tsx';
import { acknowledgmentWords, exceptionText, findingText, lunchWords, reasonWords } from './card-words.ts';
import { CARD_FILTERS } from './lunch-card-filters.ts';

const DAYS_SHOWN = 13;

const LOOKS = {
  compliant: 'success',
  noncompliant: 'destructive',
  waived: 'default',
  unknown: 'warning',
  'not-required': 'neutral',
} as const satisfies Record<LunchCard['compliance'], string>;

/** Acknowledges several cards with the same call as each card's own button. */
const acknowledge: ReportAction<LunchCard> = {
  ...{ id: 'acknowledge', label: 'Acknowledge', done: 'Acknowledged', nouns: ['lunch card', 'lunch cards'] },
  may: (actor) => mayUse(actor, 'lunch.acknowledge'),
  refusal({ needs_acknowledgment, may_acknowledge }) {
    if (!needs_acknowledgment) return 'No lunch cards to acknowledge.';
    return may_acknowledge ? null : refusalWords({ code: 'decision.own' });
  },
  summary(cards) {
    const violations = cards.filter(isViolation).length;
    return [
      "Your name and note are added to each card and to the day's lunch entries.",
      ...(violations === 0 ? [] : ['Add a note: some of these days are out of compliance.']),
    ];
  },
  needsNote: (cards) => cards.some(isViolation),
  run: ({ id }, note, { engine }) => acknowledgeLunch(engine.api, id, note),
};

function isViolation({ compliance }: LunchCard): boolean {
  return compliance === 'noncompliant';
}

/** Whether no one has clocked out yet: the hours so far would say nothing about the day. */
function isOpen({ started_at, ended_at }: LunchCard): boolean {
  return started_at !== null && ended_at === null;
}

function Worked({ card }: { card: LunchCard }) {
  if (card.started_at === null) return '–';
  return isOpen(card) ? 'No clock-out' : hoursText(card.worked_minutes);
}

/** Everyone's workdays by the meal rules, as the server knows them now. */
export const lunchCards = defineReport(CARD_FILTERS, {
  id: 'lunch-cards',
  title: 'Lunch Cards',
  label: 'Lunch cards',
  rows: fromServer({
    name: 'lunch cards',
    ask: (api, { from, to, provider, compliance }) =>
      api.call('lunch.list-cards', {
        query: {
          start_date: from,
          end_date: to,
          compliance: compliance === '' ? 'all' : compliance,
          ...(provider === '' ? {} : { provider_id: provider }),
        },
      }),
    rows: ({ cards }: LunchCards) => cards,
    asOf: ({ as_of }) => as_of,
    unsynced: ({ unsent }) =>
      unsent.map(({ provider, provider_name, changes, since }) => ({
        ...{ id: provider, name: provider_name, changes, since },
      })),
  }),
  rowId: (card) => `${card.provider} ${card.work_date}`,
  rowName: (card) => `${card.provider_name}, ${displayDay(card.work_date)}`,
  actions: [acknowledge],
  rowHeight: 52,
  tightRowHeight: 64,
  days: (today) => ({ from: dayPlus(today, -DAYS_SHOWN), to: today }),
  filters: {
    provider: { label: 'Provider', everyone: 'provider' },
    compliance: {
      label: 'Compliance',
      choices: () => [
        { id: 'compliant', name: COMPLIANCE_LABELS.compliant },
        { id: 'noncompliant', name: COMPLIANCE_LABELS.noncompliant },
        { id: 'waived', name: COMPLIANCE_LABELS.waived },
        { id: 'unknown', name: COMPLIANCE_LABELS.unknown },
        { id: 'not-required', name: COMPLIANCE_LABELS['not-required'] },
        { id: 'needs_ack', name: 'Needs acknowledgment' },
      ],
    },
  },
  sort: { id: 'date', desc: true },
  remark: () => MEAL_DISCLAIMER,
  totals(cards) {
    const count = (matches: (card: LunchCard) => boolean) => cards.filter(matches).length;
    // Each card is in exactly one of them, so that they add up.
    const held = Object.entries(COMPLIANCE_LABELS).map(
      ([compliance, label]) => [label, count((card) => card.compliance === compliance)] as const,
    );
    return [
      ['Cards', cards.length],
      ...held,
      ['Needs acknowledgment', count(({ needs_acknowledgment }) => needs_acknowledgment)],
    ];
  },
  columns: [
    {
      // A tablet has room for the findings only if the rest of the day shares one column.
      ...{ id: 'workday', header: 'Workday', width: '11.25rem', only: 'tight' },
      value: ({ work_date }) => work_date,
      cell: (card) => (
        <TwoLines
          first={card.provider_name}
          second={
            <>
              {displayDay(card.work_date)}
              {card.started_at !== null && (
                <>
                  {' · '}
                  <Worked card={card} />
                </>
              )}
            </>
          }
        />
      ),
    },
    ...(
      [
        { id: 'date', header: 'Date', kind: 'day', width: '7.25rem', value: (card) => card.work_date },
        { id: 'provider', header: 'Provider', width: '9.75rem', value: (card) => card.provider_name },
      ] satisfies ReportColumn<LunchCard>[]
    ).map((column) => ({ ...column, only: 'wide' as const })),
    {
      ...{ id: 'compliance', header: 'Compliance', width: '8.25rem', tightWidth: '9.25rem' },
      value: ({ compliance }) => COMPLIANCE_LABELS[compliance],
      cell: (card, { isTight }) => (
        <TwoLines
          first={<Badge variant={LOOKS[card.compliance]}>{COMPLIANCE_LABELS[card.compliance]}</Badge>}
          // The badge has the name of a waiver already.
          second={isTight && card.compliance !== 'waived' && lunchWords(card)}
        />
      ),
    },
    {
      ...{ id: 'findings', header: 'Findings' },
      value: exceptionText,
      inFile: { value: findingText },
      cell: (card, { isTight }) => (
        <span
          className={cn('whitespace-normal', isTight ? 'line-clamp-3 text-xs' : 'line-clamp-2 leading-4.5')}
          title={[exceptionText(card), reasonWords(card)].join(' ').trim()}
        >
          {exceptionText(card)} <span className="text-muted-foreground text-xs">{reasonWords(card)}</span>
        </span>
      ),
    },
    // On screen it is below what it refers to.
    { id: 'reason', header: 'Reason', only: 'file', value: reasonWords },
    {
      ...{ id: 'acknowledged', header: 'Acknowledged', width: '9.25rem', tightWidth: '9rem', isPinned: true },
      value: acknowledgmentWords,
      cell(card, { reload }) {
        if (card.needs_acknowledgment) return <AcknowledgeAction card={card} onAcknowledged={reload} />;
        return (
          <span title={acknowledgmentWords(card)} className="line-clamp-3 whitespace-normal text-xs">
            {acknowledgmentWords(card)}
          </span>
        );
      },
    },
    {
      ...{ id: 'lunch', header: 'Lunch', width: '10.75rem', only: 'wide' },
      value: lunchWords,
      cell: (card) => <ClampedText text={lunchWords(card)} />,
    },
    {
      ...{ id: 'worked', header: 'Worked', kind: 'number', width: '7.25rem', only: 'wide' },
      value: (card) => (isOpen(card) ? null : card.worked_minutes),
      inFile: { header: 'Worked (minutes)' },
      cell: (card) => <Worked card={card} />,
    },
  ],
  empty: {
    title: 'No lunch cards',
    help: 'Try other dates. A card appears once a day has a punch or a lunch.',
    filtered: 'No lunch cards match these filters.',
  },
});
