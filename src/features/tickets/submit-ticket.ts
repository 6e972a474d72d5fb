import { ApiError, replayOf } from '#contract/errors.ts';
import type { TicketBody } from '#contract/tickets.ts';
import { keepCall } from '#db/waiting-calls.ts';
import type { SupportOutcome } from '#machines/support-dialog.ts';
import { noteArrival } from '#screens/waiting/arrivals.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { isoNow } from '#sync/clock.ts';
import type { SyncEngine } from '#sync/sync-engine.ts';
import type { Workspace } from '#sync/workspace.ts';

/** The draft of the support dialog. */
export const SUPPORT_DRAFT = 'support';

/**
 * Submits a ticket. Without an answer from the server it waits on this device under the same id and
 * idempotency key: if only the answer was lost, it takes effect once.
 * @throws ApiError, UnknownApiError if the server didn't accept it; nothing is stored then
 */
export async function submitTicket(
  { engine, workspace }: { engine: Pick<SyncEngine, 'api'>; workspace: Workspace },
  body: TicketBody,
  key: string,
): Promise<SupportOutcome> {
  const captured_at = isoNow(workspace.clock);
  try {
    await engine.api.call('ticket.create', { body, write: { key, base_version: 0, captured_at } });
    noteArrival();
    return { kind: 'sent' };
  } catch (problem) {
    // An earlier attempt arrived, and its answer was lost.
    if (problem instanceof ApiError && problem.code === 'record.exists') return { kind: 'sent' };
    if (problem instanceof ApiError && problem.fields !== undefined) {
      return { kind: 'refused', problems: problem.fields };
    }
    const isSignedOut = problem instanceof ApiError && replayOf(problem.status, problem.code) === 'hold';
    if (!(problem instanceof NoAnswer) && !isSignedOut) throw problem;
  }
  const call = { key, endpoint: 'ticket.create', params: {}, body, captured_at, problem: null } as const;
  await keepCall(workspace.db, call, SUPPORT_DRAFT);
  workspace.wake();
  return { kind: 'waiting' };
}
