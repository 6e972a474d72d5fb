import type { LocalTimesheet } from '#db/timesheets.ts';
import { statusInPeriod, submittedTotals } from '#domain/timesheets/status-rules.ts';
import { newestRevision, STATUS_LABELS, type TimesheetTotals } from '#domain/timesheets/timesheet.ts';

type Status = keyof typeof STATUS_LABELS;

/** One provider in one period. */
export interface OverviewRow {
  provider: string;
  name: string;
  status: Status;
  /** How many items of a submission have not arrived. */
  waiting_for: number;
  /** Nothing where nobody has submitted. */
  revision: number | null;
  /** As of now; nothing as long as the server has not said. */
  totals: TimesheetTotals | null;
  /** As submitted, where that differs or `totals` is not known. */
  submitted_totals: TimesheetTotals | null;
  submitted_at: string | null;
}

interface Person {
  id: string;
  name: string;
  archived: boolean;
}

type Sheet = Pick<
  LocalTimesheet,
  'provider_id' | 'revision' | 'status' | 'waiting_for' | 'totals' | 'captured_at' | 'version'
>;

/**
 * Every active provider with the newest revision, by name; who has left only with a timesheet.
 *
 * @param now totals as of now by provider, as far as the server has said
 */
export function overviewRows(
  people: readonly Person[],
  sheets: readonly Sheet[],
  isLocked: boolean,
  now: ReadonlyMap<string, TimesheetTotals>,
): OverviewRow[] {
  return people
    .flatMap(({ id, name, archived }): OverviewRow[] => {
      const totals = now.get(id) ?? null;
      const newest = newestRevision(sheets.filter(({ provider_id }) => provider_id === id));
      if (newest === null) {
        const empty = { waiting_for: 0, revision: null, totals, submitted_totals: null, submitted_at: null };
        return archived ? [] : [{ provider: id, name, status: 'not-submitted', ...empty }];
      }
      const { revision, captured_at: submitted_at, waiting_for } = newest;
      const submitted_totals = submittedTotals(newest, totals);
      const status = statusInPeriod(newest.status, isLocked);
      return [{ provider: id, name, status, waiting_for, revision, totals, submitted_totals, submitted_at }];
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** How many there are of each status that occurs, with those that have arrived in whole first. */
export function overviewCounts(rows: readonly OverviewRow[]): [string, number][] {
  const decidable = rows.filter(({ status, waiting_for }) => status === 'submitted' && waiting_for === 0);
  const counts = (Object.keys(STATUS_LABELS) as Status[]).map((status): [string, number] => [
    STATUS_LABELS[status],
    rows.filter((row) => row.status === status).length,
  ]);
  return [
    ['Providers', rows.length],
    ['To decide', decidable.length],
    ...counts.filter(([, count]) => count > 0),
  ];
}
