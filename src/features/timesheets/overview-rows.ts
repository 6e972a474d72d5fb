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
  /** How much of the submission has arrived; null if none was made. */
  arrival: Arrival | null;
  /** Null if none was submitted. */
  revision: number | null;
  /** Current totals; null until the server has answered. */
  totals: TimesheetTotals | null;
  /** As submitted, if different or if `totals` is unknown. */
  submitted_totals: TimesheetTotals | null;
  submitted_at: string | null;
}

interface Person {
  id: string;
  name: string;
  archived: boolean;
}

/** What lists need of a timesheet. */
export type ListedSheet = Pick<
  LocalTimesheet,
  | 'id'
  | 'provider_id'
  | 'period_start_date'
  | 'revision'
  | 'status'
  | 'waiting_for'
  | 'totals'
  | 'captured_at'
  | 'version'
>;

/**
 * All active providers with their newest revision, by name; former providers only if they have a timesheet.
 *
 * @param now current totals by provider, as far as the server has answered
 */
export function overviewRows(
  people: readonly Person[],
  sheets: readonly Omit<ListedSheet, 'id' | 'period_start_date'>[],
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
      // The server assigns the revision number.
      const revision = version === 0 ? null : newest.revision;
      const arrival = { version, waiting_for };
      const submitted_totals = submittedTotals(newest, totals);
      const status = statusInPeriod(newest.status, isLocked);
      return [{ provider: id, name, status, arrival, revision, totals, submitted_totals, submitted_at }];
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The status for counts and filters: a submission that hasn't fully arrived doesn't count as submitted. */
export function shownStatus({ status, arrival }: OverviewRow): Status | 'waiting' {
  return status === 'submitted' && arrival !== null && !isWhole(arrival) ? 'waiting' : status;
}

/** The status of a row, as shown in the table and in files. */
export function rowStatusWords({ status, arrival }: OverviewRow): string {
  return statusWords(status, arrival);
}
