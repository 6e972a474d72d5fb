import { ApiError } from '#contract/errors.ts';
import type { ApiClient } from '../api-client.ts';
import type { Clock } from '../clock.ts';

const LONGEST_WAIT_MS = 30_000;
/** Cap on the delay that the server can request. */
const LONGEST_ASKED_MS = 5 * 60_000;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Called for each hint, and for each new stream: something may have changed while there was none.
 * @param entity of which rows changed that no device of this person holds; null for a new stream, absent for the
 * person's own rows
 */
type OnHint = (entity?: string | null) => void;

/**
 * Listens for the server's hints until the signal aborts, and reconnects after a disconnect. Hints only reduce
 * latency; losing all of them is harmless.
 */
export async function followHints(
  api: ApiClient,
  clock: Clock,
  signal: AbortSignal,
  onHint: OnHint,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    let askedMs = 0;
    try {
      const answer = await api.open('sync.hints', signal);
      failures = 0;
      onHint();
      onHint(null);
      await readEvents(answer, onHint);
    } catch (problem) {
      failures += 1;
      if (problem instanceof ApiError) askedMs = Math.min(problem.retryAfterMs ?? 0, LONGEST_ASKED_MS);
    }
    await pause(askedMs + 500 + clock.random() * Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** failures), signal);
  }
}

/** Calls back for each line of data; comments are the stream's heartbeat. */
async function readEvents(answer: Response, onHint: OnHint): Promise<void> {
  if (answer.body === null) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    const told = lines
      .filter((line) => line.startsWith('data:'))
      .map((line) => /"entity":"(\w+)"/.exec(line)?.[1]);
    for (const entity of new Set(told)) onHint(entity);
  }
}
