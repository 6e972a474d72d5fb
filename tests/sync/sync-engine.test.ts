import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import type { PushedWrite } from '#contract/sync.ts';
import { type ApiClient, NoAnswer } from '#sync/api-client.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { SyncEngine } from '#sync/sync-engine.ts';
import { openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import { lunchEntry, lunchRow } from '#tests/support/device-entries.ts';

let device: TestDevice;
let calls: EndpointName[];
/** An error that the server throws instead of answering. */
let trouble: Error | null;
/** While set, answers and errors wait for it. */
let delay: Promise<void> | null;
let engine: SyncEngine;
/** How often the device's state was reported. */
let contacts: number;

const emptyPage = {
  epoch: 'e',
  cursor: 'c',
  more: false,
  server_time: '2026-03-10T18:00:00.000Z',
  is_fresh: false,
  scopes_added: [],
  scopes_removed: [],
  changes: [],
  done: [],
  total: null,
};

async function answer(name: EndpointName, input?: { body?: { writes: PushedWrite[] } }): Promise<unknown> {
  calls.push(name);
  const coming = trouble;
  await delay;
  if (coming !== null) throw coming;
  if (name === 'sync.pull') return emptyPage;
  const answers = (input?.body?.writes ?? []).map(({ write_id, body }) => ({
    write_id,
    status: 201,
    code: null,
    message: null,
    version: 1,
    row: lunchRow('p', 1, body as object),
  }));
  return { server_time: emptyPage.server_time, answers };
}

beforeEach(async () => {
  // Only timers: the database continues in real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  device = await openDevice();
  calls = [];
  trouble = null;
  delay = null;
  contacts = 0;
  const api: ApiClient = {
    call: answer as ApiClient['call'],
    open: () => Promise.reject(new NoAnswer()),
  };
  const { db, clock, lock, workspace } = device;
  const sender = { db, api, device_id: workspace.device_id, app_version: '1', clock };
  engine = new SyncEngine(sender, device.workspace.user_id, lock, async () => {
    contacts += 1;
    if (trouble !== null) throw trouble;
  });
});

afterEach(async () => {
  vi.useRealTimers();
  await device.close();
});

async function createLunch(): Promise<void> {
  const body = lunchEntry();
  await queueWrite(device.workspace, { endpoint: 'lunch.create', id: body.id, body, lane: 'day' });
}

/** Advances time for the engine and the device's clock alike. */
async function pass(ms: number): Promise<void> {
  device.clock.pass(ms);
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 300; turn += 1) await turnOfLoop();
}

function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it never came about');
    await turnOfLoop();
  }
}

describe('an online device', () => {
  test('sends queued writes, then pulls', async () => {
    await createLunch();
    await engine.refresh();
    expect(calls).toEqual(['sync.push', 'sync.pull']);
    expect(await device.db.outbox.count()).toBe(0);
    expect(engine.getStatus()).toEqual({
      isReachable: true,
      isSending: false,
      isPulling: false,
      fault: null,
    });
  });

  test('reports its state once a minute, whether or not that succeeds', async () => {
    await engine.refresh();
    await engine.refresh();
    expect(contacts).toBe(1);
    device.clock.pass(60_000);
    await engine.refresh();
    expect(contacts).toBe(2);
  });

  test('checks both again after a minute, with or without hints', async () => {
    await engine.refresh();
    calls = [];
    await createLunch();
    await pass(60_000);
    await until(() => calls.length === 2);
    expect(calls).toEqual(['sync.push', 'sync.pull']);
  });
});

test("a device that can't store anything at startup releases held writes as soon as it can", async () => {
  await createLunch();
  await device.db.outbox.toCollection().modify({ state: 'held' });
  await device.db.meta.put({ key: 'pause', reason: 'signed-out' });
  let isFull = true;
  device.db.meta.hook('deleting', () => {
    if (isFull) throw new Error('No space.');
  });
  const stop = engine.start();
  await until(() => engine.getStatus().fault === 'No space.');
  expect(await outboxStates(device.db)).toEqual(['held']);
  isFull = false;
  await pass(60_000);
  await until(async () => (await device.db.outbox.count()) === 0);
  expect(calls).toContain('sync.push');
  stop();
});

describe('a device whose server', () => {
  test("doesn't answer says so, keeps the changes, and retries", async () => {
    await createLunch();
    trouble = new NoAnswer();
    await engine.refresh();
    expect(engine.getStatus()).toMatchObject({ isReachable: false, fault: null });
    expect(await outboxStates(device.db)).toEqual(['waiting']);
    trouble = null;
    await pass(40_000);
    await until(async () => (await device.db.outbox.count()) === 0);
    await until(() => calls.at(-1) === 'sync.pull' && !engine.getStatus().isPulling);
    expect(engine.getStatus()).toMatchObject({ isReachable: true });
  });

  test('comes back during a failing attempt retries immediately', async () => {
    await createLunch();
    trouble = new NoAnswer();
    let endDelay = () => {};
    delay = new Promise((resolve) => {
      endDelay = resolve;
    });
    const failing = engine.refresh();
    await until(() => calls.length === 1);
    trouble = null;
    void engine.refresh();
    endDelay();
    await failing;
    await until(async () => (await device.db.outbox.count()) === 0);
    expect(calls.slice(0, 2)).toEqual(['sync.push', 'sync.push']);
  });

  test('asks for a pause is left alone that long, even for new changes', async () => {
    await createLunch();
    trouble = new ApiError('server.busy', { retryAfterMs: 120_000 });
    await engine.refresh();
    expect(engine.getStatus()).toMatchObject({ isReachable: true, fault: null });
    trouble = null;
    calls = [];
    engine.wake();
    await engine.refresh();
    await pass(100_000);
    expect(calls).toEqual([]);
    await pass(21_000);
    await until(async () => (await device.db.outbox.count()) === 0);
    expect(calls).toContain('sync.push');
  });

  test('fails in another way has its message shown', async () => {
    trouble = new ApiError('auth.signed-out');
    await engine.refresh();
    expect(engine.getStatus()).toMatchObject({ isReachable: true, fault: 'Log in again to continue.' });
  });

  test.each([new NoAnswer(), new ApiError('server.failed')])(
    'fails tells the people who must know: %s',
    async (why) => {
      trouble = why;
      await engine.refresh();
      await expect(engine.mustRefresh()).rejects.toBe(why);
      trouble = null;
      await expect(engine.mustRefresh()).resolves.toBeUndefined();
    },
  );
});
