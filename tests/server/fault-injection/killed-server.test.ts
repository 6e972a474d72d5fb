import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type DatabaseKind, openTestDatabase } from '#tests/support/database.ts';
import { openFaultWorld } from './fault-world.ts';
import { faultsOf } from './whole-writes.ts';
import { Traffic, type Way, WritingDevice } from './writing-device.ts';

/** The long run uses the required number of kills, on each database. */
const { FIRE_KILLS } = process.env;
const kills = { postgres: Number(FIRE_KILLS ?? 5), pglite: Number(FIRE_KILLS ?? 1) };
const WAYS: readonly Way[] = ['push', 'routes', 'push', 'routes'];
const BATCH = 6;
/** How many of the newest writes are sent again after each start. */
const REPEATED = 5;

describe.each<DatabaseKind>(['postgres', 'pglite'])('a server on %s', (kind) => {
  test('that is killed during a request has kept each acknowledged write completely, once, and answers it as before', async () => {
    const empty = kind === 'postgres' ? await openTestDatabase('postgres') : null;
    const world = await openFaultWorld(empty?.url ?? null, WAYS.length);
    try {
      const server = world.addServer();
      await server.start();
      const traffic = new Traffic();
      const devices = world.authors.map(
        (author, at) =>
          new WritingDevice(author, WAYS[at] ?? 'push', world.today, () => server.address, traffic),
      );
      let isOver = false;
      const writing = Promise.all(devices.map((device) => device.writeUntil(() => isOver, BATCH)));

      for (let kill = 0; kill < kills[kind]; kill += 1) {
        const { answered, cut } = traffic;
        const enough = answered + 3 + Math.random() * 12;
        await traffic.until(() => traffic.answered > enough);
        // Anywhere between two answers.
        await sleep(Math.random() * 20);
        while (traffic.inFlight === 0) await setImmediate();
        await server.kill();
        await traffic.until(() => traffic.cut > cut);
        expect(await world.inspect((db) => faultsOf(db, devices))).toEqual([]);
        await server.start();
        await Promise.all(devices.map(repeatNewest));
      }
      isOver = true;
      await writing;

      expect(traffic.wrong).toEqual([]);
      // Both transports must give the same answer.
      for (const device of devices) {
        const all = [...device.sent.values()];
        const other = device.way === 'push' ? 'routes' : 'push';
        await device.handIn(all, other);
        expect(device.told.size).toBe(device.sent.size);
      }
      await server.stop();
      expect(await world.inspect((db) => faultsOf(db, devices))).toEqual([]);
    } finally {
      await world.close();
      await empty?.close();
    }
  }, 14_400_000);
});

/** Repeats writes that were answered before the kill. */
async function repeatNewest(device: WritingDevice): Promise<void> {
  const newest = [...device.told.keys()].slice(-REPEATED);
  const writes = newest.flatMap((id) => device.sent.get(id) ?? []);
  // Each separately: its dependencies may not be among them.
  for (const write of writes) await device.handIn([write]);
}
