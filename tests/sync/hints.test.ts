import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { followHints } from '#sync/pull/hints.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a stream rejected for lack of capacity is retried when the server said, not before', async () => {
  let asked = 0;
  const api = {
    open: async () => {
      asked += 1;
      throw new ApiError('request.too-many', { retryAfterMs: 40_000 });
    },
  } as Pick<ApiClient, 'open'> as ApiClient;
  const clock = { now: () => Date.now(), random: () => 0.5 };
  const leaving = new AbortController();
  const followed = followHints(api, clock, leaving.signal, () => undefined);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toBe(2);
  leaving.abort();
  await vi.advanceTimersByTimeAsync(0);
  await followed;
});
