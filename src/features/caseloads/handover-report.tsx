import { ArrowLeftRight } from 'lucide-react';
import type { ListedMove } from '#contract/caseload-moves.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import { daysQuery } from '#contract/report-files/headed-source.ts';
import { handoverState } from '#domain/caseloads/handover-dates.ts';
import { HANDOVER_STATES, type HandoverState } from '#domain/caseloads/handover-states.ts';
import { counted, countedOf } from '#domain/text/counted.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import { displayDay, pacificDay } from '#domain/time/pacific.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { HANDOVER_FILTERS } from './handover-filters.ts';
import { movedWords } from './handover-words.ts';

interface Row {
  move: ListedMove;
  state: HandoverState;
}

const STATE_LABELS: Readonly<Record<HandoverState, string>> = {
  upcoming: 'Upcoming',
  active: 'Active',
  ended: 'Ended',
  'handed-back': 'Handed back',
  undone: 'Undone',
};
const LOOKS = {
  upcoming: 'default',
  active: 'success',
  ended: 'neutral',
  'handed-back': 'neutral',
  undone: 'outline',
} as const;

/** When it was undone or went back; empty for all others. */
function stateDay({ undone_at, handed_back_at }: ListedMove): string {
  const at = undone_at ?? handed_back_at;
  return at === null ? '' : displayDay(pacificDay(at));
}

/** Every hand-over of the organization on these days. */
export const handovers = defineReport(HANDOVER_FILTERS, {
  id: 'hand-overs',
  title: 'Hand-overs',
  label: 'Hand-overs',
  rows: fromServer({
    name: 'hand-overs',
    ask: (api, asked) => api.call('caseload-move.list-all', { query: daysQuery(asked) }),
    rows: ({ moves, as_of }: ReplyOf<Endpoints['caseload-move.list-all']>): Row[] =>
      moves.map((move) => ({ move, state: handoverState(move, pacificDay(as_of)) })),
    asOf: ({ as_of }) => as_of,
  }),
  days(today) {
    const year = fiscalYearOf(today);
    return { from: `${year}-07-01`, to: `${year + 1}-06-30` };
  },
  rowId: ({ move }) => move.id,
  opens: ({ move }) => move.subject,
  rowHeight: 60,
  tightRowHeight: 76,
  filters: {
    provider: {
      label: 'Provider',
      everyone: 'provider',
      matches: ({ move: { subject, target } }, id) => subject === id || target === id,
    },
    status: {
      label: 'Status',
      choices: () => HANDOVER_STATES.map((id) => ({ id, name: STATE_LABELS[id] })),
      matches: ({ state }, id) => state === id,
    },
    search: {
      label: 'Search',
      placeholder: 'Name or note',
      words: ({ move: { subject_name, target_name, note, made_by_name } }) =>
        `${subject_name} ${target_name} ${note} ${made_by_name ?? ''}`,
    },
  },
  sort: { id: 'start_date', desc: true },
  remark: (shown, all) => countedOf(shown.length, all.length, 'hand-over'),
  columns: [
    {
      ...{ id: 'subject', header: 'Provider', tightWidth: '9.5rem' },
      value: ({ move }) => move.subject_name,
      cell: ({ move: { subject_name, hands_back } }) => (
        <TwoLines first={subject_name} second={hands_back !== null && 'Hand-back'} />
      ),
    },
    {
      ...{ id: 'target', header: 'Substitute', width: '10rem', tightWidth: '9.5rem' },
      value: ({ move }) => move.target_name,
    },
    {
      ...{ id: 'hands_back', header: 'Hand-back', only: 'file' },
      value: ({ move }) => (move.hands_back === null ? 'No' : 'Yes'),
    },
    {
      ...{ id: 'start_date', header: 'First day', kind: 'day', width: '7.5rem', tightWidth: '7rem' },
      value: ({ move }) => move.start_date,
    },
    {
      ...{ id: 'end_date', header: 'Last day', kind: 'day', width: '8.5rem', tightWidth: '7.5rem' },
      value: ({ move }) => move.end_date,
      cell: ({ move: { end_date } }) =>
        end_date === null ? <span className="text-muted-foreground">No end date</span> : displayDay(end_date),
    },
    {
      ...{ id: 'status', header: 'Status', width: '8.5rem', tightWidth: '8rem' },
      value: ({ state }) => STATE_LABELS[state],
      cell: ({ move, state }) => (
        <TwoLines
          first={<Badge variant={LOOKS[state]}>{STATE_LABELS[state]}</Badge>}
          second={stateDay(move)}
        />
      ),
    },
    {
      ...{ id: 'moved', header: 'Moved', width: '8rem', only: 'wide' },
      value: ({ move }) => movedWords(move),
      cell: ({ move: { services, events } }) => (
        <TwoLines first={counted(services, 'service')} second={events > 0 && counted(events, 'event')} />
      ),
      sortBy: ({ move }) => move.services,
    },
    {
      ...{ id: 'made_at', header: 'Made', kind: 'instant', width: '9rem', only: 'wide' },
      value: ({ move }) => move.made_at,
      cell: ({ move: { made_at, made_by_name } }) => (
        <TwoLines first={displayDay(pacificDay(made_at))} second={made_by_name} />
      ),
    },
    { ...{ id: 'made_by', header: 'Made by', only: 'file' }, value: ({ move }) => move.made_by_name },
    { ...{ id: 'note', header: 'Note', width: '10rem', only: 'wide' }, value: ({ move }) => move.note },
  ],
  empty: {
    ...{ icon: ArrowLeftRight, title: 'No hand-overs on these days' },
    help: "Hand over a caseload on the provider's page, on the Hand-over tab. Choose other dates to see earlier ones.",
    filtered: 'No hand-overs match these filters.',
  },
});
