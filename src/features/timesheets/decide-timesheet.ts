import type { Timesheet, TimesheetDecision } from '#contract/timesheet.ts';
import { periodLane } from '#sync/amend-timesheets.ts';
import { queueWrite } from '#sync/queue-write.ts';
import type { Workspace } from '#sync/workspace.ts';

/** Asks the office to change the status of a timesheet. It changes here when the office has answered. */
export async function decideTimesheet(
  workspace: Workspace,
  sheet: Pick<Timesheet, 'id' | 'provider_id' | 'period_start_date'>,
  decision: TimesheetDecision,
): Promise<void> {
  await queueWrite(workspace, {
    endpoint: 'timesheet.decide',
    id: sheet.id,
    body: decision,
    lane: periodLane(sheet.provider_id, sheet.period_start_date),
  });
}
