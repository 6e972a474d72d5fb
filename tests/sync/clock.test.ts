import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ANSWER_MARKER } from '#contract/errors.ts';
import { createApiClient } from '#sync/api-client.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { encryptedWrite, pushedWrite } from '#sync/outbox/transport.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { lunchEntry } from '#tests/support/device-entries.ts';

const DAY = 86_400_000;
let device: TestDevice;
beforeEach(async () => {
  vi.resetModules();
  device = await openDevice();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await device.close();
});

/** A fresh page, as after a reload. */
const openPage = () => import('#sync/clock.ts');

function storageOf(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, to: string) => kept.set(key, to),
  };
}

test("the clock is learned from every response of our server, and from no one else's", async () => {
  const heard: { server_at: number }[] = [];
  const headers: Record<string, string> = { date: 'Tue, 10 Mar 2026 20:00:00 GMT' };
  const api = createApiClient({
    tokens: { current: async () => 't', renew: async () => null },
    fetch: async () => new Response('{"server_time":"2026-03-10T20:00:00.000Z"}', { headers }),
    onServerTime: (answer) => heard.push(answer),
  });
  await expect(api.call('sync.ping')).rejects.toThrow("Can't reach the server.");
  expect(heard).toEqual([]);
  headers[ANSWER_MARKER] = '1';
  await api.call('sync.ping');
  expect(heard).toMatchObject([{ server_at: Date.parse('2026-03-10T20:00:00.000Z') }]);
});

test('a clock that is a day fast is corrected, even after an offline reload', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', storageOf(kept));
  const first = await openPage();
  const told = vi.fn();
  first.subscribeToCorrection(told);
  const now = Date.now();
  expect(first.clockCorrection()).toBe(0);
  first.noteServerTime({ sent_at: now, received_at: now, server_at: now - DAY - 500 });
  expect(told).toHaveBeenCalledOnce();
  expect(Math.abs(first.systemClock.now() - (Date.now() - DAY))).toBeLessThan(1_000);
  vi.resetModules();
  const second = await openPage();
  expect(second).not.toBe(first);
  expect(second.clockCorrection()).toBe(-DAY);
});

test.each(['nonsense', '{"offset_ms":"a"}', 'null'])('what is kept as %s corrects nothing', async (text) => {
  vi.stubGlobal('localStorage', storageOf(new Map([['clock-offset', text]])));
  expect((await openPage()).clockCorrection()).toBe(0);
});

test.each([
  ['keeps both times where the clock is corrected', -DAY, '2026-03-11T18:00:00.000Z'],
  ['keeps one where nothing corrects it', 0, undefined],
])('a write %s', async (_, correction, device_captured_at) => {
  const workspace = { ...device.workspace, clock: { ...device.clock, correction: () => correction } };
  const lunch = lunchEntry();
  await queueWrite(workspace, { endpoint: 'lunch.create', id: lunch.id, body: lunch, lane: 'day' });
  const [row] = await device.db.outbox.toArray();
  if (row === undefined) throw new Error('Nothing was queued.');
  for (const sent of [await pushedWrite(device.db, row), encryptedWrite(row)]) {
    expect(sent.captured_at).toBe('2026-03-10T18:00:00.000Z');
    expect(sent.device_captured_at).toBe(device_captured_at);
  }
});
