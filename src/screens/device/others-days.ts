import { useCallback } from 'react';
import type { Timesheet } from '#contract/timesheet.ts';
import { type LocalLunchBreak, lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { type LocalTimesheet, timesheetsBeingDecided, timesheetsOfPeriod } from '#db/timesheets.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { useOthersFrom, useReloadAfter } from './held-sessions.ts';
import { absentAsNull, useLocal, useServerData, useSignedIn } from './signed-in.ts';

/** A provider's lunch breaks of a day. */
export interface FoundLunchBreaks {
  /** Undefined until loaded. */
  lunches: readonly LocalLunchBreak[] | undefined;
  /** They are someone else's, and the device is offline. */
  isOffline: boolean;
  /** They are someone else's, and the server didn't say them: why. */
  problem: string | null;
}

/** A provider's lunch breaks of a Pacific day: the user's own from this device, others' from the server. None without a day. */
export function useLunchBreaks(provider: string, day: string): FoundLunchBreaks {
  const isOwn = provider === useSignedIn().profile.user_id || provider === '' || day === '';
  const own = useLocal(
    async (db) => (isOwn && day !== '' ? lunchBreaksOfDay(db, provider, day) : []),
    [isOwn, provider, day],
  );
  const ask = useCallback(
    async (api: ApiClient): Promise<LocalLunchBreak[]> => {
      if (isOwn) return [];
      const found = await absentAsNull(api.call('lunch.list-of-day', { params: { a: provider, b: day } }));
      return (found ?? []).map((lunch) => ({ ...lunch, record_state: 'sent' }));
    },
    [isOwn, provider, day],
  );
  const { result, isOffline, problem } = useServerData(ask);
  return {
    ...{ lunches: isOwn ? own : result, isOffline: !isOwn && isOffline },
    problem: isOwn ? null : problem,
  };
}

/**
 * Whether this device holds other people's timesheets of a pay period: those of the months in work, for the office. Undefined until
 * loaded.
 * @param start the first day of the period
 */
export function useHoldsTimesheets(start: string): boolean | undefined {
  const { auth: role, grants } = useSignedIn().profile;
  const othersFrom = useOthersFrom();
  if (!seesWholeOrganization({ role, grants })) return false;
  return othersFrom === undefined ? undefined : othersFrom === null || start >= othersFrom;
}

/**
 * All revisions of a provider's pay period: the user's own and those held from this device, others' from the server: none until it
 * has answered. Undefined until loaded.
 */
export function useTimesheets(
  provider: string,
  period: { start_date: string; end_date: string } | undefined,
): readonly (LocalTimesheet | Timesheet)[] | undefined {
  const isOwn = provider === useSignedIn().profile.user_id;
  const holds = useHoldsTimesheets(period?.start_date ?? '');
  const isHeld = isOwn || period === undefined || holds;
  const { start_date: start, end_date: end } = period ?? {};
  const here = useLocal(
    async (db) => (start === undefined ? [] : timesheetsOfPeriod(db, provider, start)),
    [provider, start],
  );
  const ask = useCallback(
    async (api: ApiClient) => {
      if (isHeld !== false || start === undefined || end === undefined) return [];
      const query = { provider_id: provider, period_start_date: start, period_end_date: end };
      return (await absentAsNull(api.call('timesheet.status', { query })))?.revisions ?? [];
    },
    [isHeld, provider, start, end],
  );
  const { result } = useServerData(ask);
  if (isHeld === undefined) return undefined;
  return isHeld ? here : (result ?? []);
}

/** The server is asked again once it has answered a decision about a timesheet that isn't here. */
export function useReloadAfterDecision(isHeld: boolean | undefined, reload: () => Promise<void>): void {
  const decided = useLocal(timesheetsBeingDecided, []);
  const waiting = decided === undefined ? undefined : [...decided].sort().join();
  useReloadAfter(isHeld === false ? waiting : undefined, reload);
}
