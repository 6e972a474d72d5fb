import { ApiError, replayOf } from '#contract/errors.ts';
import { dropCall, replaceCall, type WaitingCall, waitingCalls } from '#db/waiting-calls.ts';
import { type CallInput, NoAnswer, UnknownApiError } from '../api-client.ts';
import { type DrainLock, drainLockName, webLock } from './drain.ts';
import type { Sender } from './transport.ts';

export interface CallsReport {
  /** `nothing`: all are sent or refused. `signed-out`: they wait until their author logs in. */
  outcome: 'nothing' | 'no-answer' | 'busy' | 'signed-out' | 'outdated';
  sent: number;
  retryAfterMs: number | null;
}

/**
 * Sends the calls that wait, oldest first, each with its idempotency key, one drain at a time over all tabs. A
 * refused one stays with the reason until its author decides; the others go on.
 */
export function sendWaitingCalls(sender: Sender, lock: DrainLock = webLock): Promise<CallsReport> {
  return lock(drainLockName(sender.db), () => sendAll(sender));
}

async function sendAll(sender: Sender): Promise<CallsReport> {
  let sent = 0;
  for (const call of await waitingCalls(sender.db)) {
    if (call.problem !== null) continue;
    const outcome = await sendOne(sender, call);
    if (outcome === 'sent') sent += 1;
    else if (outcome !== 'refused') return { sent, ...outcome };
  }
  return { outcome: 'nothing', sent, retryAfterMs: null };
}

async function sendOne(
  { db, api }: Sender,
  call: WaitingCall,
): Promise<'sent' | 'refused' | Omit<CallsReport, 'sent'>> {
  const { endpoint, params, body, key, captured_at } = call;
  try {
    const input = { params, body, write: { key, base_version: 0, captured_at } };
    // The contract's types describe one call; this is any of those that wait.
    await api.call(endpoint, input as CallInput<typeof endpoint>);
  } catch (problem) {
    if (problem instanceof NoAnswer) return { outcome: 'no-answer', retryAfterMs: null };
    if (!(problem instanceof ApiError || problem instanceof UnknownApiError)) throw problem;
    const code = problem instanceof ApiError ? problem.code : null;
    const retryAfterMs = problem instanceof ApiError ? (problem.retryAfterMs ?? null) : null;
    const replay = replayOf(problem.status, code);
    if (replay === 'retry') return { outcome: 'busy', retryAfterMs };
    if (replay === 'hold') return { outcome: 'signed-out', retryAfterMs };
    if (replay === 'update') return { outcome: 'outdated', retryAfterMs };
    // Its id was made here: what exists under it is this very record.
    if (code !== 'record.exists') {
      const fields = problem instanceof ApiError ? problem.fields : undefined;
      const refusal = { code, message: problem.message, ...(fields === undefined ? {} : { fields }) };
      await replaceCall(db, call, { problem: refusal });
      return 'refused';
    }
  }
  await dropCall(db, call);
  return 'sent';
}
