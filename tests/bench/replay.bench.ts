import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoEmail } from '#tests/support/real-server.ts';
import { type BenchWorld, openBenchWorld } from './bench-world.ts';
import type { Replay } from './page.ts';
import { addPageBench } from './page-code.ts';

const PUSH = /^\/api\/sync\/push\/$/;
const SINGLE = /^\/api\/payroll\/lunch\/create\/$/;

let world: BenchWorld;
let page: Page;
let token: string;

beforeAll(async () => {
  world = await openBenchWorld({ scale: 1, viewport: { width: 390, height: 844 } });
  page = await world.context.newPage();
  await page.goto('/login-support');
  await addPageBench(page);
  token = await page.evaluate((login) => window.bench.signIn(login), {
    email: demoEmail('provider'),
    password: DEMO_PASSWORD,
  });
});

afterAll(() => world.close());

function ours(writes: number): Promise<Replay> {
  return page.evaluate(([held, count]) => window.bench.replay(held, count), [token, writes] as const);
}

function workbox(writes: number): Promise<Replay> {
  return page.evaluate(([held, count]) => window.bench.workboxReplay(held, count), [token, writes] as const);
}

/** How many of these aren't on the server, and how many took effect more than once. */
async function arrived(ids: readonly string[]): Promise<{ lost: number; twice: number }> {
  const provider = await world.server.as('provider');
  // A first pull delivers the newest rows first, so a row may come twice: its version counts.
  const versions = new Map<string, number>();
  let cursor: string | undefined;
  for (;;) {
    const answer = await provider.call('sync.pull', {
      query: { limit: 2_000, ...(cursor === undefined ? {} : { cursor }) },
    });
    for (const { entity, id, row } of answer.changes) {
      if (entity === 'lunch' && row !== null) versions.set(id, (row as { version: number }).version);
    }
    cursor = answer.cursor;
    if (!answer.more) break;
  }
  return {
    lost: ids.filter((id) => !versions.has(id)).length,
    twice: ids.filter((id) => (versions.get(id) ?? 0) > 1).length,
  };
}

describe('a replay of queued writes', () => {
  test.each([
    [100, 0],
    [1_000, 0],
    [5_000, 0],
    [100, 50],
    [1_000, 50],
    [5_000, 50],
    [100, 300],
    [1_000, 300],
    [5_000, 300],
  ])('%i writes at a round trip of %i ms', async (writes, roundTripMs) => {
    world.network.clearFaults();
    if (roundTripMs > 0) world.network.add(/^\/api\//, { kind: 'delay', ms: roundTripMs });
    const before = world.network.count(PUSH);
    const replay = await ours(writes);
    const trips = world.network.count(PUSH) - before;
    world.network.clearFaults();
    const { lost, twice } = await arrived(replay.ids);
    console.log(
      `replay ${writes} at ${roundTripMs} ms: ${replay.ms.toFixed(0)} ms, ${trips} round trips, ` +
        `${(replay.ms / writes).toFixed(2)} ms each, ${lost} lost, ${twice} twice`,
    );
    expect({ left: replay.left, lost, twice }).toEqual({ left: 0, lost: 0, twice: 0 });
  });
});

test('1,000 writes with the server killed in mid-batch', async () => {
  world.network.clearFaults();
  const before = world.network.count(PUSH);
  const replaying = ours(1_000);
  await expect
    .poll(() => world.network.count(PUSH) - before, { interval: 2, timeout: 120_000 })
    .toBeGreaterThan(7);
  await world.server.kill();
  await world.server.start();
  const replay = await replaying;
  const trips = world.network.count(PUSH) - before;
  const { lost, twice } = await arrived(replay.ids);
  console.log(
    `1,000 writes, server killed: ${replay.ms.toFixed(0)} ms, ${trips} round trips, ${lost} lost, ${twice} twice`,
  );
  expect({ left: replay.left, lost, twice }).toEqual({ left: 0, lost: 0, twice: 0 });
});

describe('compared with the queue of Workbox', () => {
  test('without faults', async () => {
    world.network.clearFaults();
    const mine = await ours(1_000);
    const theirs = await workbox(1_000);
    console.log(
      `1,000 writes, no fault: ours ${mine.ms.toFixed(0)} ms, Workbox ${theirs.ms.toFixed(0)} ms, ` +
        `ratio ${(mine.ms / theirs.ms).toFixed(2)}`,
    );
    expect((await arrived(mine.ids)).lost).toBe(0);
  });

  test('with the same faults', async () => {
    // Per hundred requests: one 500, one captive portal page, one lost request, and one lost answer.
    const troubled = async (path: RegExp, every: number, run: () => Promise<Replay>) => {
      world.network.clearFaults();
      world.network.addEvery(path, { kind: 'refuse', code: 'server.failed' }, every);
      world.network.addEvery(path, { kind: 'captive-portal' }, every);
      world.network.addEvery(path, { kind: 'lose-request' }, every);
      world.network.addEvery(path, { kind: 'lose-answer' }, every);
      const replay = await run();
      world.network.clearFaults();
      return { ...replay, ...(await arrived(replay.ids)) };
    };
    // Ours makes 20 requests where Workbox makes 1,000: its faults are twenty times as frequent.
    const mine = await troubled(PUSH, 5, () => ours(1_000));
    const theirs = await troubled(SINGLE, 100, () => workbox(1_000));
    console.log(
      `1,000 writes under faults: ours ${mine.ms.toFixed(0)} ms, ${mine.lost} lost, ${mine.twice} twice; ` +
        `Workbox ${theirs.ms.toFixed(0)} ms, ${theirs.lost} lost, ${theirs.twice} twice`,
    );
    expect({ left: mine.left, lost: mine.lost, twice: mine.twice }).toEqual({ left: 0, lost: 0, twice: 0 });
  });
});
