import { v7 as uuidv7 } from 'uuid';
import type { OfflineEndpointName } from '#contract/index.ts';
import { type TimecardTimes, timecardState } from '#domain/timecards/timecard.ts';
import { ATTESTATION } from '#domain/timesheets/attestation.ts';
import type { ManifestItem } from '#domain/timesheets/timesheet.ts';
import type { Random } from '#server/db/seed/random.ts';

/** Entities written by commands rather than by field edits. */
export const STEPPED = ['timecard', 'timesheet'] as const;
export type SteppedEntity = (typeof STEPPED)[number];

export function isStepped(entity: string): entity is SteppedEntity {
  return (STEPPED as readonly string[]).includes(entity);
}

/** A command's body. Its mark is in its notes, or is the instant itself: no two punches share one. */
export interface DayStep {
  endpoint: OfflineEndpointName;
  body: object;
  token: string;
}

/** The submitted pay period; it is never locked. */
export const DECLARED = { start_date: '2026-02-16', end_date: '2026-02-28' };

/** Nine days, so that some cards of a run are on the same day and some are refused. */
export function startOfDay(at: number, isDeclared: boolean): DayStep & { id: string } {
  const id = uuidv7();
  const started_at = instantOf(isDeclared ? declaredDay(at) : `2026-03-0${1 + (at % 9)}`, 16, at);
  return { id, endpoint: 'timecard.create', body: { id, started_at }, token: started_at };
}

/** A day of the submitted period. */
export function declaredDay(at: number): string {
  return `2026-02-2${at % 9}`;
}

export function submission(
  provider_id: string,
  token: string,
  manifest: ManifestItem[],
): DayStep & { id: string } {
  const id = uuidv7();
  const body = {
    id,
    provider_id,
    period_start_date: DECLARED.start_date,
    period_end_date: DECLARED.end_date,
    attestation_version: ATTESTATION.version,
    manifest,
    totals: {
      ...{ sessions: 0, direct_minutes: 0, indirect_minutes: 0, meal_minutes: 0 },
      ...{ paused_minutes: 0, paid_minutes: 0, expected_minutes: 0 },
    },
    notes: token,
  };
  return { id, endpoint: 'timesheet.submit', body, token };
}

/** What the owner does next with a visible card or timesheet. */
export function nextStep(
  entity: SteppedEntity,
  row: object,
  at: number,
  mark: string,
  random: Random,
): DayStep {
  if (entity === 'timesheet') {
    return { endpoint: 'timesheet.decide', body: { new_status: 'withdrawn', notes: mark }, token: mark };
  }
  const card = row as TimecardTimes & { work_date: string };
  const instant = instantOf(card.work_date, 17, at);
  const punch = (endpoint: OfflineEndpointName) => ({ endpoint, body: { at: instant }, token: instant });
  switch (timecardState(card)) {
    case 'working':
      return punch(random.chance(0.7) ? 'timecard.pause' : 'timecard.end-day');
    case 'paused':
      return punch('timecard.unpause');
    default:
      return {
        endpoint: 'timecard.update',
        body: { ended_at: instantOf(card.work_date, 20, at), reason: mark },
        token: mark,
      };
  }
}

/** Later for later calls, in UTC hours of a day. */
export function instantOf(day: string, hour: number, at: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 + at * 1_000).toISOString();
}

/**
 * Months that devices of the office don't hold, one that leaves them when weeks pass, one of the last fiscal year, which leaves its
 * provider's devices with July 1, and one of a year that not even these hold; all other slots are in this month.
 */
const MONTH_OF_SLOT: Readonly<Record<number, string>> = {
  ...{ 2: '2026-01', 5: '2025-11', 7: '2024-05' },
  ...{ 10: '2026-01', 13: '2025-11', 15: '2024-05', 14: '2025-02' },
};
const SLOTS = 16;

/** The day of an event: of these months, too. */
export function dayOfEvent(slot: number) {
  const day = `${MONTH_OF_SLOT[slot % SLOTS] ?? '2026-03'}-10`;
  return { event_start_date: day, event_end_date: day };
}

/** Half an hour of a session that no other session of a run has. */
export function timesOfSlot(slot: number, isDeclared: boolean) {
  const minutes = 420 + (slot % 20) * 35;
  const time = (of: number) =>
    `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`;
  const date = 1 + (Math.floor(slot / 20) % 9);
  const session_date = isDeclared
    ? declaredDay(slot)
    : `${MONTH_OF_SLOT[slot % SLOTS] ?? '2026-03'}-0${date}`;
  return { session_date, start_time: time(minutes), end_time: time(minutes + 30) };
}
