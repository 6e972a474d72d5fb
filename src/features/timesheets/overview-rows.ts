import type { LocalTimesheet } from '#db/timesheets.ts';
import {
  type Arrival,
  isWhole,
  statusInPeriod,
  statusWords,
  submittedTotals,
} from '#domain/timesheets/status-rules.ts';
import { newestRevision, type STATUS_LABELS, type TimesheetTotals } from '#domain/timesheets/timesheet.ts';

type Status = keyof typeof STATUS_LABELS;

/** One provider in one period. */
export interface OverviewRow {
  provider: string;
  name: string;
  status: Status;
  /** How far the submission has come; null where nobody has submitted. */
  arrival: Arrival | null;
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
        const empty = { arrival: null, revision: null, totals, submitted_totals: null, submitted_at: null };
        return archived ? [] : [{ provider: id, name, status: 'not-submitted', ...empty }];
      }
      const { captured_at: submitted_at, waiting_for, version } = newest;
      // The server gives a revision its number.
      const revision = version === 0 ? null : newest.revision;
      const arrival = { version, waiting_for };
      const submitted_totals = submittedTotals(newest, totals);
      const status = statusInPeriod(newest.status, isLocked);
      return [{ provider: id, name, status, arrival, revision, totals, submitted_totals, submitted_at }];
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The status that a row is counted and found by: what has not arrived in whole is not submitted. */
export function shownStatus({ status, arrival }: OverviewRow): Status | 'waiting' {
  return status === 'submitted' && arrival !== null && !isWhole(arrival) ? 'waiting' : status;
}

/** The status of a row, as the table and the file say it. */
export function rowStatusWords({ status, arrival }: OverviewRow): string {
  return statusWords(status, arrival);
}
