import { useMemo } from 'react';
import type { PeriodTotalsReply } from '#contract/timesheet.ts';
import { payPeriods } from '#db/catalog.ts';
import { providersById, rowsById } from '#db/people.ts';
import { periodWork } from '#db/period-work.ts';
import { timesheetsBeingDecided, timesheetsOfProviders } from '#db/timesheets.ts';
import { mayUse } from '#domain/access/permissions.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { durationText } from '#domain/time/duration.ts';
import { pacificDay, pacificDisplay } from '#domain/time/pacific.ts';
import { figureParts } from '#domain/timesheets/figure-parts.ts';
import { decisionRefusal } from '#domain/timesheets/status-rules.ts';
import { newestRevision, STATUS_LABELS, type TimesheetTotals } from '#domain/timesheets/timesheet.ts';
import { sessionsNotHeld } from '#screens/device/held-sessions.ts';
import { useHoldsTimesheets, useReloadAfterDecision } from '#screens/device/others-days.ts';
import { type ServerResult, useLocal } from '#screens/device/signed-in.ts';
import { defineReport, fromBoth, type ReportColumn } from '#screens/report/define-report.ts';
import { type ReportAction, refusalWords } from '#screens/report/report-action.ts';
import type { Why } from '#screens/report/why.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { TwoLines } from '#ui/two-lines.tsx';
import { decideTimesheet, decisionOutcome } from './decide-timesheet.ts';
import { AsSubmitted, figureNow } from './figure-now.tsx';
import { recordParts, whyHead, whyOfDays } from './figure-words.ts';
import { OVERVIEW_FILTERS, OVERVIEW_STATUSES } from './overview-filters.ts';
import {
  type ListedSheet,
  type OverviewRow,
  overviewRows,
  rowStatusWords,
  shownStatus,
} from './overview-rows.ts';
import { SheetStatusBadge } from './sheet-status-badge.tsx';

/** A row with the days that it is about. */
export interface SheetRow extends OverviewRow {
  from: string;
  to: string;
  /** The newest revision; nothing where no one has submitted. */
  sheet: ListedSheet | null;
  is_locked: boolean;
  /** A decision is on its way to the server. */
  is_being_decided: boolean;
}
type Column = ReportColumn<SheetRow>;

const FIGURES = [
  ['paid_minutes', 'Paid', '5.25rem', '5rem'],
  ['expected_minutes', 'Expected', '7.25rem', '6.75rem'],
  ['direct_minutes', 'Direct', '6rem', '5.5rem'],
  ['indirect_minutes', 'Indirect', '6.75rem', '6.25rem'],
  ['sessions', 'Sessions', '7.25rem', '7.25rem'],
] as const;

function figureColumns([name, header, width, tightWidth]: (typeof FIGURES)[number]): Column[] {
  const kind = name === 'sessions' ? 'number' : 'duration';
  const now = ({ totals }: SheetRow) => totals?.[name] ?? null;
  return [
    {
      ...{ id: name, header, kind, width, tightWidth },
      ...(name === 'sessions' && { only: 'wide' }),
      value: now,
      total: (rows) =>
        rows.every((row) => now(row) === null) ? null : rows.reduce((sum, row) => sum + (now(row) ?? 0), 0),
      cell: ({ status, totals, submitted_totals }) => (
        <>
          {status === 'not-submitted' ? (
            <span className="text-muted-foreground">{figureNow(name, totals)}</span>
          ) : (
            figureNow(name, totals)
          )}
          <AsSubmitted name={name} now={totals} submitted={submitted_totals} isShort />
        </>
      ),
    },
    {
      ...{ id: `${name}_submitted`, header: `${header} as submitted`, kind, only: 'data' },
      value: ({ revision, totals, submitted_totals }) =>
        revision === null ? null : ((submitted_totals ?? totals)?.[name] ?? null),
    },
  ];
}

/**
 * A figure of someone's period, as the server has its days, with the sessions that this device has of them. Other
 * people's events, lunch breaks, and timecards are on no device.
 */
function whyOf({ provider, name: of, from, to }: SheetRow, name: keyof TimesheetTotals): Why {
  return {
    ...whyHead(name, of),
    async parts(api, db, at) {
      const query = { provider_id: provider, period_start_date: from, period_end_date: to };
      const calendar = { params: { id: provider }, query: { start: from, end: to } };
      const [{ days }, kept, records, planned, sessions] = await Promise.all([
        api.call('timesheet.days', { query }),
        periodWork(db, provider, from, to),
        api.call('timesheet.records', { query }),
        name === 'expected_minutes' ? api.call('calendar.of-provider', calendar) : [],
        sessionsNotHeld(api, db, { provider, from, to }),
      ]);
      const work = { ...records, planned, sessions: sessions ?? kept.sessions };
      const students = await rowsById(
        db,
        'student',
        work.sessions.flatMap(({ student_ids }) => student_ids),
      );
      const facts = {
        ...{ provider, now: new Date(at).toISOString(), today: pacificDay(at) },
        // Only those punch whom the meal rules concern.
        emp: work.timecards.length > 0 ? 'w2_nonexempt' : '',
      };
      const recordsOf = (day: string) => recordParts(name, figureParts(name, day, work, facts), students);
      return whyOfDays(name, of, days, recordsOf).parts;
    },
  };
}

/** The rows of this device, or of the server where it doesn't hold them, with the hours as the server counts them now. */
export function useOverview(
  { from, to }: { from: string; to: string },
  { result: answer, reload }: Pick<ServerResult<PeriodTotalsReply>, 'result' | 'reload'>,
): SheetRow[] | undefined {
  const isHeld = useHoldsTimesheets(from);
  useReloadAfterDecision(isHeld, reload);
  const providers = useLocal(providersById, []);
  const ids = useMemo(() => [...(providers?.keys() ?? [])].sort(), [providers]);
  const periods = useLocal(payPeriods, []);
  const key = `${from} ${ids.join(' ')}`;
  const found = useLocal(async (db) => ({ key, sheets: await timesheetsOfProviders(db, ids, from) }), [key]);
  // While others are read, the former ones say nothing of these.
  const here = found?.key === key ? found.sheets : undefined;
  const sheets = useMemo(() => {
    if (isHeld !== false) return isHeld && here;
    return answer?.providers.flatMap(({ provider_id, newest, submitted_totals }) => {
      if (newest === null || submitted_totals === null) return [];
      return [{ ...newest, provider_id, period_start_date: from, totals: submitted_totals }];
    });
  }, [isHeld, here, answer, from]);
  const decided = useLocal(timesheetsBeingDecided, []);
  return useMemo(() => {
    if (!providers || !periods || !sheets || !decided) return undefined;
    const is_locked = periods.some((period) => period.start_date === from && period.is_locked);
    const now = new Map(answer?.providers.map(({ provider_id, totals }) => [provider_id, totals]));
    return overviewRows(namedProviders(providers.values()), sheets, is_locked, now).map((row) => {
      const sheet = newestRevision(sheets.filter(({ provider_id }) => provider_id === row.provider));
      return { ...row, from, to, sheet, is_locked, is_being_decided: decided.has(sheet?.id ?? '') };
    });
  }, [providers, periods, sheets, decided, from, to, answer]);
}

/** What the server knows of a period: everyone's hours as of now. */
export function askForTotals(api: ApiClient, { from, to }: { from: string; to: string }) {
  return api.call('timesheet.totals', { query: { period_start_date: from, period_end_date: to } });
}

/** Why someone can't approve or reject the timesheet of a row, in words; null if they can. */
export function notDecidable({ sheet, is_locked, is_being_decided }: SheetRow, actor: Actor): string | null {
  if (sheet === null) return 'No timesheet was submitted.';
  if (sheet.version === 0) return "The server doesn't have this timesheet yet.";
  if (is_being_decided) return 'A decision is waiting to sync.';
  return refusalWords(decisionRefusal(actor, sheet, { new_status: 'approved', notes: '' }, is_locked));
}

/** Approves several timesheets as the button of each does. */
export const approveSheets: ReportAction<SheetRow> = {
  ...{ id: 'approve', label: 'Approve', done: 'Approved', nouns: ['timesheet', 'timesheets'] },
  may: (actor) => mayUse(actor, 'timesheet.decide'),
  refusal: (row, actor) =>
    notDecidable(row, actor) ?? (row.totals === null ? "Today's hours haven't loaded yet." : null),
  summary(rows) {
    const paid = rows.reduce((sum, { totals }) => sum + (totals?.paid_minutes ?? 0), 0);
    const differing = rows.filter(({ submitted_totals }) => submitted_totals !== null).length;
    return [
      `${durationText(paid)} of paid time goes to payroll. Timesheets can be reopened until the period is locked.`,
      ...(differing === 0
        ? []
        : [
            `${differing === 1 ? 'One has' : `${differing} have`} hours that differ from what was submitted.`,
          ]),
    ];
  },
  async run({ sheet, to }, notes, { workspace, engine }) {
    if (sheet === null) return;
    await decideTimesheet(
      workspace,
      engine.api,
      { ...sheet, period_end_date: to },
      { new_status: 'approved', notes },
    );
  },
  settle: async ({ sheet }, { workspace, engine }) =>
    sheet === null ? 'done' : decisionOutcome(workspace, engine, sheet.id),
};

/** Everyone's timesheet of one pay period: who has submitted, what waits for a decision. */
export const timesheetOverview = defineReport(OVERVIEW_FILTERS, {
  id: 'timesheets',
  title: 'Timesheets',
  label: 'Timesheets of the period',
  rows: fromBoth({
    name: 'hours as of now',
    ask: askForTotals,
    useRows: useOverview,
  }),
  rowId: ({ provider }) => provider,
  rowName: ({ name }) => name,
  opens: ({ provider }) => provider,
  actions: [approveSheets],
  keepsPeriod: true,
  opensClosed: true,
  asksDevices: true,
  filters: {
    status: {
      label: 'Status',
      isCounted: true,
      choices: () => OVERVIEW_STATUSES.map((id) => ({ id, name: filterLabel(id) })),
      matches: (row, status) => shownStatus(row) === status,
    },
    search: { label: 'Search', placeholder: 'Provider', words: ({ name }) => name },
  },
  sort: { id: 'status', desc: false },
  remark: (rows) =>
    [
      ...(rows.some(({ status }) => status === 'not-submitted')
        ? ["Gray numbers aren't submitted yet."]
        : []),
      ...(rows.some(({ submitted_totals }) => submitted_totals !== null)
        ? ['Small numbers are what was submitted, if different.']
        : []),
    ].join(' '),
  columns: [
    {
      ...{ id: 'provider', header: 'Provider', width: '12rem', tightWidth: '10.75rem' },
      value: ({ name }) => name,
      cell: ({ name, submitted_at, arrival }, { isTight }) => (
        <TwoLines
          first={name}
          second={isTight && submitted_at !== null && arrival?.version !== 0 && pacificDisplay(submitted_at)}
        />
      ),
    },
    {
      ...{ id: 'status', header: 'Status', width: '10rem', tightWidth: '7.25rem' },
      value: rowStatusWords,
      sortBy: (row) => OVERVIEW_STATUSES.indexOf(shownStatus(row)),
      cell: ({ status, arrival, revision }, { isTight }) => {
        const newer = revision !== null && revision > 1 && `rev. ${revision}`;
        return (
          <TwoLines
            first={
              <>
                <SheetStatusBadge status={status} arrival={arrival} />
                {!isTight && newer && <span className="ml-1.5 text-muted-foreground text-xs">{newer}</span>}
              </>
            }
            second={isTight && newer}
          />
        );
      },
    },
    ...FIGURES.flatMap(figureColumns),
    {
      ...{ id: 'revision', header: 'Revision', kind: 'number', only: 'file' },
      value: ({ revision }) => revision,
    },
    {
      ...{ id: 'submitted', header: 'Submitted', kind: 'instant', width: '11.5rem', only: 'wide' },
      // Nothing before the server has it.
      value: ({ submitted_at, arrival }) => (arrival?.version === 0 ? null : submitted_at),
    },
  ],
  why(row, column) {
    const figure = FIGURES.find(([name]) => name === column);
    if (figure === undefined || !row.totals?.[figure[0]]) return null;
    return () => whyOf(row, figure[0]);
  },
  empty: {
    title: 'No timesheets to show',
    help: 'Timesheets appear here once you have providers.',
    filtered: 'No timesheets match these filters.',
  },
});

function filterLabel(status: (typeof OVERVIEW_STATUSES)[number]): string {
  return status === 'waiting' ? 'Waiting for items' : STATUS_LABELS[status];
}
