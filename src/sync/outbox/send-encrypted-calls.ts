import { PUSH_LIMIT } from '#contract/sync.ts';
import { dropCall, encryptedCalls } from '#db/waiting-calls.ts';
import { NoAnswer } from '../api-client.ts';
import { type DrainLock, drainLockName, webLock } from './drain.ts';
import { deviceReport, type Sender } from './transport.ts';

/**
 * Sends the calls that wait as they are stored, for the worker, which has no key. Each takes effect once, no matter
 * who sends it. One that the server doesn't accept stays: the page sends it again, is told why, and shows it to its author.
 * @returns how many were accepted
 * @throws ApiError, UnknownApiError
 */
export function sendEncryptedCalls(
  sender: Sender,
  lock: DrainLock = webLock,
): Promise<{ sent: number; isUnreachable: boolean }> {
  return lock(drainLockName(sender.db), async () => {
    const calls = (await encryptedCalls(sender.db)).slice(0, PUSH_LIMIT);
    if (calls.length === 0) return { sent: 0, isUnreachable: false };
    const body = { device: await deviceReport(sender), writes: calls.map(({ write }) => write) };
    try {
      const { answers } = await sender.api.call('sync.push-sealed', { body });
      const accepted = new Set(answers.filter(({ status }) => status < 300).map(({ write_id }) => write_id));
      const done = calls.filter(({ write }) => accepted.has(write.write_id));
      for (const call of done) await dropCall(sender.db, call);
      return { sent: done.length, isUnreachable: false };
    } catch (problem) {
      if (problem instanceof NoAnswer) return { sent: 0, isUnreachable: true };
      throw problem;
    }
  });
}
