import { liveQuery } from 'dexie';
import type { Timesheet, TimesheetDecision } from '#contract/timesheet.ts';
import { type PendingDecision, pendingDecision } from '#db/timesheets.ts';
import { holdsFrom, STILL_LOADING } from '#screens/device/first-pull.ts';
import type { Outcome } from '#screens/report/report-action.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { periodLane } from '#sync/outbox/amend-timesheets.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import type { SyncEngine } from '#sync/sync-engine.ts';
import type { Workspace } from '#sync/workspace.ts';

/** Which timesheet is decided on. */
export type DecidedSheet = Pick<Timesheet, 'id' | 'provider_id' | 'period_start_date' | 'period_end_date'>;

/**
 * Asks the server to change the status of a timesheet. It changes here when the server has answered. One that this device doesn't
 * hold is borrowed from the server.
 *
 * @throws Error while the period's rows are not all on this device: a newer revision may be among them
 * @throws NoAnswer, ApiError if it isn't here and the server doesn't give it
 */
export async function decideTimesheet(
  workspace: Workspace,
  api: ApiClient,
  sheet: DecidedSheet,
  decision: TimesheetDecision,
): Promise<void> {
  const { db } = workspace;
  const { id, provider_id, period_start_date, period_end_date } = sheet;
  if (!(await holdsFrom(db, period_start_date))) throw new Error(STILL_LOADING);
  const isHere = (await db.timesheets.get(id)) !== undefined;
  const query = { provider_id, period_start_date, period_end_date };
  const revisions = isHere ? [] : (await api.call('timesheet.status', { query })).revisions;
  await queueWrite(workspace, {
    endpoint: 'timesheet.decide',
    id,
    body: decision,
    lane: periodLane(provider_id, period_start_date),
    borrowed: revisions.find((revision) => revision.id === id) ?? null,
  });
}

const LONGEST_WAIT_MS = 20_000;

/**
 * Waits until the server has answered a decision, as long as it can be reached and takes
 * no longer than people wait.
 *
 * @throws Error with the server's words where it refused
 */
export function decisionOutcome(
  { db }: Workspace,
  engine: Pick<SyncEngine, 'getStatus'>,
  id: string,
): Promise<Outcome> {
  if (engine.getStatus().isReachable === false) return Promise.resolve('waiting');
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      queueMicrotask(() => following.unsubscribe());
    };
    const timer = setTimeout(() => {
      stop();
      resolve('waiting');
    }, LONGEST_WAIT_MS);
    const following = liveQuery(() => pendingDecision(db, id)).subscribe({
      next(decision: PendingDecision | null) {
        if (decision !== null && decision.state !== 'parked') return;
        stop();
        if (decision === null) resolve('done');
        else reject(new Error(decision.problem ?? 'The server rejected it.'));
      },
      error(problem) {
        stop();
        reject(problem);
      },
    });
  });
}
