import { v7 as uuidv7 } from 'uuid';
import { TimesheetBody } from '#contract/timesheet.ts';
import { timesheetsOfPeriod } from '#db/timesheets.ts';
import type { MealPolicy } from '#domain/lunch/meal-policy.ts';
import { ATTESTATION } from '#domain/timesheets/attestation.ts';
import { blocksSubmission } from '#domain/timesheets/day-problems.ts';
import { manifestOf } from '#domain/timesheets/manifest.ts';
import { takesSubmission } from '#domain/timesheets/status-rules.ts';
import { newestRevision } from '#domain/timesheets/timesheet.ts';
import { holdsFrom, STILL_LOADING } from '#screens/device/first-pull.ts';
import { periodLane } from '#sync/outbox/amend-timesheets.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { syncPosition } from '#sync/pull/pull.ts';
import type { Workspace } from '#sync/workspace.ts';
import { readOwnHours } from './own-hours.ts';

interface OwnPeriod {
  provider: string;
  emp: string;
  from: string;
  to: string;
}

/** Of a period whose sessions aren't all on this device. */
export const TOO_OLD_TO_SUBMIT =
  "Sessions of this pay period aren't on this device anymore, so you can't submit it. Ask your office to record these hours.";

/** If it is refused, nothing was written. */
export type Submitted = { kind: 'saved'; id: string } | { kind: 'refused'; message: string };

/**
 * Submits the user's own pay period in its current state on this device. The manifest names what it
 * covers, also what is still on its way: the office waits for that.
 */
export async function submitTimesheet(
  workspace: Workspace,
  period: OwnPeriod,
  notes: string,
  meal_policies: readonly MealPolicy[],
): Promise<Submitted> {
  const { db, clock } = workspace;
  const { provider, from, to } = period;
  // Shifts can pass midnight: the first day also needs rows of the day before.
  if (!(await holdsFrom(db))) return { kind: 'refused', message: STILL_LOADING };
  const { own_from } = await syncPosition(db);
  if (own_from != null && from < own_from) return { kind: 'refused', message: TOO_OLD_TO_SUBMIT };
  const newest = newestRevision(await timesheetsOfPeriod(db, provider, from));
  if (!takesSubmission(newest?.status ?? 'not-submitted')) {
    return { kind: 'refused', message: "This period's timesheet is already submitted." };
  }
  const { days, totals, work } = await readOwnHours(db, period, clock.now(), meal_policies);
  if (days.some(({ problems }) => problems.some(blocksSubmission))) {
    return { kind: 'refused', message: 'Some days have errors. Fix them before you submit.' };
  }
  const body = TimesheetBody.parse({
    id: uuidv7(),
    provider_id: provider,
    period_start_date: from,
    period_end_date: to,
    attestation_version: ATTESTATION.version,
    manifest: manifestOf(work.covered.rows, work.covered.writes),
    totals,
    notes,
  });
  await queueWrite(workspace, {
    endpoint: 'timesheet.submit',
    id: body.id,
    body,
    lane: periodLane(provider, from),
  });
  return { kind: 'saved', id: body.id };
}
