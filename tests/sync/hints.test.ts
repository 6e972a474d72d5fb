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

test("a change of the person's rows causes a pull, and one of watched rows tells the screens that show them", async () => {
  vi.useRealTimers();
  const events = ['change\ndata: {"count":2}', 'watched\ndata: {"entity":"calendar_event"}'];
  const [change, watched] = events.map((event) => `event: ${event}\n\n`);
  const { readable: body, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const stream = writable.getWriter();
  const send = (text: string) => void stream.write(new TextEncoder().encode(text));
  const api = { open: async () => new Response(body) } as Pick<ApiClient, 'open'> as ApiClient;
  const leaving = new AbortController();
  const heard: (string | null)[] = [];
  const clock = { now: () => 0, random: () => 0 };
  const followed = followHints(api, clock, leaving.signal, (entity) =>
    heard.push(entity === undefined ? 'changed' : entity),
  );
  // A new stream: anything may have changed before.
  await vi.waitFor(() => expect(heard).toEqual(['changed', null]));
  send(': still here\n\n');
  send(`${watched}`);
  await vi.waitFor(() => expect(heard.slice(2)).toEqual(['calendar_event']));
  send(`${change}${watched}${watched}${change}`);
  await vi.waitFor(() => expect(heard.slice(3)).toEqual(['changed', 'calendar_event']));
  leaving.abort();
  await stream.close();
  await followed;
});
