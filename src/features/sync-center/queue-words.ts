import type { OutboxRow } from '#db/local-database.ts';
import type { SendingPause } from '#db/meta-rows.ts';
import { displayTime, pacificTime } from '#domain/time/pacific.ts';
import { isDue } from '#sync/outbox/settle.ts';

/** From this many failed attempts on, waiting is shown as a delay. */
const DELAYED_FROM = 5;

export type QueueTone = 'waiting' | 'sending' | 'delayed' | 'stopped';

interface QueueWords {
  text: string;
  tone: QueueTone;
}

/** What determines the words for a waiting record. */
interface QueueState {
  writes: readonly Pick<OutboxRow, 'state' | 'attempts' | 'next_attempt_at' | 'problem'>[];
  waits_for: string | null;
}

/** The state of a waiting record, in words. Pure. @param now clock reading in ms */
export function queueWords(
  { writes, waits_for }: QueueState,
  pause: SendingPause['reason'] | null,
  now: number,
): QueueWords {
  const [head] = writes;
  if (writes.some(({ state }) => state === 'sending')) return { text: 'Sending…', tone: 'sending' };
  if (head === undefined || head.state === 'blocked') {
    const what = waits_for === null ? '' : `: ${waits_for}`;
    return { text: `Waiting for a change that needs attention${what}`, tone: 'stopped' };
  }
  // Changes made since sending stopped wait for the same reason.
  if (head.state === 'held' || pause !== null) {
    const words = pause === 'outdated' ? 'Held until the app is updated' : 'Held until you log in online';
    return { text: words, tone: 'stopped' };
  }
  // A write that the worker couldn't merge only waits for a page with the key.
  if (!isDue(head, now) && head.problem?.code !== 'record.stale') return retryWords(head);
  if (waits_for !== null)
    return { text: `Saved on this device, will be sent after: ${waits_for}`, tone: 'waiting' };
  return { text: 'Saved on this device, waiting to sync', tone: 'waiting' };
}

function retryWords({ attempts, next_attempt_at, problem }: QueueState['writes'][number]): QueueWords {
  const reason =
    problem?.code === 'server.failed' ? 'something went wrong on the server' : 'the server was busy';
  const again = `again at ${displayTime(pacificTime(next_attempt_at))}, because ${reason}`;
  return attempts >= DELAYED_FROM
    ? { text: `Delayed after ${attempts} failed attempts. Trying ${again}`, tone: 'delayed' }
    : { text: `Saved on this device, trying ${again}`, tone: 'waiting' };
}
