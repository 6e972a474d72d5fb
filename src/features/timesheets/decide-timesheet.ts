import type { Timesheet, TimesheetDecision } from '#contract/timesheet.ts';
import { periodLane } from '#sync/amend-timesheets.ts';
import { holdsFrom, STILL_LOADING } from '#sync/first-pull.ts';
import { queueWrite } from '#sync/queue-write.ts';
import type { Workspace } from '#sync/workspace.ts';

/**
 * Asks the server to change the status of a timesheet. It changes here when the server has answered.
 *
 * @throws Error while the period's rows are not all on this device: a newer revision may be among them
 */
export async function decideTimesheet(
  workspace: Workspace,
  sheet: Pick<Timesheet, 'id' | 'provider_id' | 'period_start_date'>,
  decision: TimesheetDecision,
): Promise<void> {
  if (!(await holdsFrom(workspace.db, sheet.period_start_date))) throw new Error(STILL_LOADING);
  await queueWrite(workspace, {
    endpoint: 'timesheet.decide',
    id: sheet.id,
    body: decision,
    lane: periodLane(sheet.provider_id, sheet.period_start_date),
  });
}
