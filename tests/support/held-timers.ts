import { vi } from 'vitest';

/** Timers of 400 ms and more wait until the test runs them; the local database goes on with its own. */
export function holdTimers() {
  const later = setTimeout;
  const held: { ms: number; run: () => void }[] = [];
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => {
    if (ms < 400) return later(work, ms);
    return held.push({ ms, run: work }) + 1_000_000;
  });
  return (ms: number) => held.findLast((timer) => timer.ms === ms);
}
