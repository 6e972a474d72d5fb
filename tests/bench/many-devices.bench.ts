import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PullPage, WriteAnswer } from '#contract/sync.ts';
import { type Author, type FaultWorld, openFaultWorld } from '#tests/server/fault-injection/fault-world.ts';
import { HintStream } from '#tests/server/fault-injection/hint-stream.ts';
import { storyOf } from '#tests/server/fault-injection/stories.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import type { RealServer } from '#tests/support/real-server.ts';
import { quantile } from './bench-world.ts';

const DEVICES = 50;
const WARM_UP_MS = 4_000;
const MEASURED_MS = 10_000;
/** Of this many requests of a device, one pushes; the others pull what has changed. */
const ONE_PUSH_IN = 4;
/** Writes of a push, at least: a session with what follows it. */
const WRITES = 3;
const TARGET = { perSecond: 250, p99: 500 };
/** What a busy machine reaches as well. */
const LEAST = { perSecond: 80, p99: 3_000 };

let opened: TestDatabase;
let world: FaultWorld;
let server: RealServer;

beforeAll(async () => {
  opened = await openTestDatabase('postgres');
  world = await openFaultWorld(opened.url, DEVICES);
  server = world.addServer();
  await server.start();
});
afterAll(async () => {
  await server.stop();
  await world.close();
  await opened.close();
});

interface Taken {
  kind: 'pull' | 'push';
  at: number;
  ms: number;
}

/** A device that pulls and pushes without a pause. */
async function use(author: Author, isOver: () => boolean, taken: Taken[]): Promise<void> {
  const headers = { authorization: `Bearer ${await author.token()}`, 'content-type': 'application/json' };
  let cursor: string | null = null;
  let acknowledged: string | undefined;
  let stories = 0;
  for (let turn = 0; !isOver(); turn += 1) {
    const kind = turn % ONE_PUSH_IN === ONE_PUSH_IN - 1 ? 'push' : 'pull';
    const began = performance.now();
    if (kind === 'pull') {
      const query = new URLSearchParams({ limit: '1000', device_id: author.device_id });
      if (cursor !== null) query.set('cursor', cursor);
      if (acknowledged !== undefined) query.set('acknowledged', acknowledged);
      const answer = await fetch(`${server.address}/api/sync/pull/?${query}`, { headers });
      expect(answer.status).toBe(200);
      cursor = ((await answer.json()) as PullPage).cursor;
    } else {
      const writes = [];
      while (writes.length < WRITES) {
        writes.push(...storyOf(author, world.today, stories));
        stories += 1;
      }
      const now = new Date().toISOString();
      const device = {
        ...{ device_id: author.device_id, device_now: now, app_version: '1.0.0' },
        ...{ unsent_count: writes.length, unsent_since: now },
        ...(acknowledged === undefined ? {} : { acknowledged }),
      };
      const answer = await fetch(`${server.address}/api/sync/push/`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ device, writes }),
      });
      expect(answer.status).toBe(200);
      const { answers } = (await answer.json()) as { answers: WriteAnswer[] };
      acknowledged = answers.findLast(({ status }) => status < 300)?.write_id ?? acknowledged;
    }
    taken.push({ kind, at: began, ms: performance.now() - began });
  }
}

/** Requests a second, of as many at once, for something that asks nothing of the database. */
async function pingsPerSecond(): Promise<number> {
  const until = performance.now() + 3_000;
  let count = 0;
  const ask = async () => {
    while (performance.now() < until) {
      await (await fetch(`${server.address}/api/sync/ping/`)).arrayBuffer();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: DEVICES }, ask));
  return count / 3;
}

test('fifty devices that pull and push at once, each listening for hints', async () => {
  const pings = await pingsPerSecond();
  const listening = await Promise.all(
    world.authors.map(async (author) => HintStream.open(server.address, await author.token())),
  );
  const taken: Taken[] = [];
  const began = performance.now();
  let isOver = false;
  const devices = world.authors.map((author) => use(author, () => isOver, taken));
  await sleep(WARM_UP_MS + MEASURED_MS);
  isOver = true;
  await Promise.all(devices);
  for (const stream of listening) stream.leave();
  const measured = taken.filter(({ at }) => at > began + WARM_UP_MS && at < began + WARM_UP_MS + MEASURED_MS);
  const perSecond = measured.length / (MEASURED_MS / 1_000);
  const told = (['pull', 'push'] as const).map((kind) => {
    const times = measured.filter((one) => one.kind === kind).map(({ ms }) => ms);
    return `${kind} ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`;
  });
  console.log(
    `${perSecond.toFixed(0)} requests a second (target ${TARGET.perSecond}), 1 in ${(pings / perSecond).toFixed(1)} of ` +
      `${pings.toFixed(0)} pings; ${told.join('; ')} (target ${TARGET.p99} ms)`,
  );
  expect(
    quantile(
      measured.map(({ ms }) => ms),
      0.99,
    ),
  ).toBeLessThan(LEAST.p99);
  expect(perSecond).toBeGreaterThan(LEAST.perSecond);
});
