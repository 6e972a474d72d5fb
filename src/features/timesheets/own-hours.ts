import { useMemo } from 'react';
import type { LocalDatabase } from '#db/local-database.ts';
import { type LocalPeriodWork, periodWork } from '#db/period-work.ts';
import { timesheetsOfPeriod } from '#db/timesheets.ts';
import type { MealPolicy } from '#domain/lunch/meal-policy.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { type PeriodDay, periodDays, totalsOf } from '#domain/timesheets/period-days.ts';
import { submittedTotals } from '#domain/timesheets/status-rules.ts';
import { newestRevision, type TimesheetTotals } from '#domain/timesheets/timesheet.ts';
import { useOccurrences } from '#screens/device/held-events.ts';
import { useHoldsDays, useSessions } from '#screens/device/held-sessions.ts';
import { useOrganization } from '#screens/device/known-organization.tsx';
import { type ServerResult, useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';

export interface Hours {
  days: readonly PeriodDay[];
  totals: TimesheetTotals;
}

export interface OwnHours extends Hours {
  work: LocalPeriodWork;
  /** Whose hours they are, and until when a running punch counts. */
  facts: { provider: string; emp: string; now: string; today: string };
}

interface OwnPeriod {
  provider: string;
  emp: string;
  from: string;
  to: string;
}

/** A person's hours from their own device, including unsynced changes. `now` is in ms since the epoch, on `today`. */
function hoursOf(
  work: LocalPeriodWork,
  { provider, emp, from, to }: OwnPeriod,
  { now, today, meal_policies }: { now: number; today: string; meal_policies: readonly MealPolicy[] },
): OwnHours {
  const facts = { provider, emp, now: new Date(now).toISOString(), today };
  const days = periodDays(work, {
    ...{ ...facts, from, to },
    has_unsent: false,
    unsent_days: work.unsent_days,
    refused_days: work.refused_days,
    meal_policies,
  });
  return { work, facts, days, totals: totalsOf(days) };
}

/** The same, read once. */
export async function readOwnHours(
  db: LocalDatabase,
  period: OwnPeriod,
  now: number,
  meal_policies: readonly MealPolicy[],
): Promise<OwnHours> {
  const work = await periodWork(db, period.provider, period.from, period.to);
  return hoursOf(work, period, { now, today: pacificDay(now), meal_policies });
}

/** The totals of the user's newest timesheet of a period, if they no longer match its days. */
export function useSubmittedTotals(
  hours: OwnHours | undefined,
  start: string | null,
): TimesheetTotals | null {
  const { profile } = useSignedIn();
  const sheets = useLocal(
    async (db) => (start === null ? [] : timesheetsOfPeriod(db, profile.user_id, start)),
    [profile.user_id, start],
  );
  if (hours === undefined || sheets === undefined) return null;
  const newest = newestRevision(sheets);
  return newest?.period_start_date === start ? submittedTotals(newest, hours.totals) : null;
}

/** The user's own hours of some days. */
export interface FoundHours {
  /** Undefined until loaded. */
  hours: OwnHours | undefined;
  /** What the server is asked for, where the sessions and events of these days aren't on this device. */
  asked: ServerResult<readonly unknown[]> | null;
}

/** The user's own hours of some days, updated live; sessions and events are from the server where this device doesn't hold them. */
export function useOwnHours(period: { start_date: string; end_date: string } | null): FoundHours {
  const { profile, workspace } = useSignedIn();
  const { user_id: provider, emp } = profile;
  const today = useToday();
  const { meal_policies } = useOrganization();
  const { start_date: from, end_date: to } = period ?? { start_date: null, end_date: '' };
  const here = useLocal(
    async (db) => (from === null ? null : { from, found: await periodWork(db, provider, from, to) }),
    [provider, from, to],
  );
  const isHeld = useHoldsDays({ from: from ?? '', to, provider });
  const older = { from: isHeld === false && from !== null ? from : '', to, provider };
  const logged = useSessions(older);
  const planned = useOccurrences(older);
  const asked = isHeld === false ? (logged.result === undefined ? logged : planned) : null;
  const [sessions, occurrences] = [logged.result, planned.result];
  const work = useMemo(() => {
    if (here == null || isHeld === undefined) return undefined;
    if (isHeld) return here;
    if (sessions === undefined || occurrences === undefined) return undefined;
    const then = {
      sessions: sessions.filter(({ is_history }) => is_history !== true),
      planned: occurrences.map(({ event, skipped }) => ({ ...event, skipped })),
    };
    return { ...here, found: { ...here.found, ...then } };
  }, [here, isHeld, sessions, occurrences]);
  const hours = useMemo(
    // While the next period loads, the previous one's days aren't shown under its name.
    () =>
      work == null || work.from !== from
        ? undefined
        : hoursOf(
            work.found,
            { provider, emp, from: work.from, to },
            {
              now: workspace.clock.now(),
              today,
              meal_policies,
            },
          ),
    [work, provider, emp, from, to, workspace, today, meal_policies],
  );
  return { hours, asked };
}
