import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { PUSH_LIMIT } from '#contract/sync.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { openFaultWorld } from './fault-world.ts';
import { HintStream } from './hint-stream.ts';
import { faultsOf } from './whole-writes.ts';
import { Traffic, WritingDevice } from './writing-device.ts';

const DEVICES = 50;
/** The long run uses the required number. */
const WRITES = Number(process.env.FIRE_WRITES ?? 40);
const READERS = 10;
/** A slower health check counts as hung, however busy the machine is. */
const HUNG_MS = 30_000;

test('fifty devices that upload at once lose nothing, write nothing twice, and are never rejected', async () => {
  const empty = await openTestDatabase('postgres');
  const world = await openFaultWorld(empty.url, DEVICES);
  try {
    const server = world.addServer();
    await server.start();
    const traffic = new Traffic();
    const devices = world.authors.map(
      (author) => new WritingDevice(author, 'push', world.today, () => server.address, traffic),
    );
    const readers = await Promise.all(
      world.authors
        .slice(0, READERS)
        .map(async (author) => HintStream.open(server.address, await author.token())),
    );
    let isOver = false;
    const checks: number[] = [];
    const watching = (async () => {
      while (!isOver) {
        const signal = AbortSignal.timeout(HUNG_MS);
        const response = await fetch(`${server.address}/api/health/`, { signal });
        checks.push(response.status);
        await response.body?.cancel();
        await sleep(20);
      }
    })();

    const batches = devices.map((device) => {
      const writes = device.take(WRITES);
      return Array.from({ length: Math.ceil(writes.length / PUSH_LIMIT) }, (_, at) =>
        writes.slice(at * PUSH_LIMIT, (at + 1) * PUSH_LIMIT),
      );
    });
    await Promise.all(
      devices.map(async (device, at) => {
        for (const batch of batches[at] ?? []) await device.handIn(batch);
      }),
    );
    isOver = true;
    await watching;

    // Everything was answered at the first attempt, including health checks.
    expect(traffic).toMatchObject({ wrong: [], cut: 0, busy: 0, answered: batches.flat().length });
    expect(new Set(checks)).toEqual(new Set([200]));
    const sent = devices.reduce((sum, device) => sum + device.sent.size, 0);
    expect(sent).toBeGreaterThanOrEqual(DEVICES * WRITES);
    expect(await world.inspect((db) => faultsOf(db, devices))).toEqual([]);
    const { rows } = await empty.db.execute(sql`select count(*)::int as keys from idempotency_keys`);
    expect(rows).toEqual([{ keys: sent }]);

    // Hints arrived during the storm, and arrive after it.
    await Promise.all(readers.map((reader) => reader.untilHints(1)));
    await Promise.all(
      readers.map(async (reader, at) => {
        const heard = reader.hints;
        await devices[at]?.handIn(devices[at].take(1));
        await reader.untilHints(heard + 1);
        expect(reader.isOver).toBe(false);
        reader.leave();
      }),
    );
  } finally {
    await world.close();
    await empty.close();
  }
}, 1_200_000);
