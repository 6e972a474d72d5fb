import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Transaction } from '#server/db/database.ts';
import { openTestDatabase, settled, type TestDatabase } from '#tests/support/database.ts';
import { deleteRow, join, leave, PullingDevice, putRow, renewEpoch, truthFor } from './pull-world.ts';

const WRITERS = 8;
const TRANSACTIONS_EACH = 40;
const ROWS = 50;

/**
 * A reader whose cursor is the last change it saw, in an order assigned before the commit. It rereads the
 * last one, so it can only miss what committed late.
 */
class NaiveReader {
  readonly rows = new Map<string, number>();
  private readonly db: Database;
  private readonly scope: string;
  private readonly order: 'seq' | 'changed_at';
  private last: string | null = null;

  constructor(db: Database, scope: string, order: 'seq' | 'changed_at') {
    this.db = db;
    this.scope = scope;
    this.order = order;
  }

  async pull(): Promise<void> {
    const order = sql.raw(this.order);
    const found = await this.db.execute<{
      id: string;
      has_left: boolean;
      version: number | null;
      place: string;
    }>(sql`
      select c.id, c.has_left, l.version, c.${order}::text as place
      from change_index c left join locations l on l.id = c.id
      where c.scope = ${this.scope} and (${this.last}::text is null or c.${order}::text::${this.type()} >= ${this.last}::${this.type()})
      order by c.${order}
    `);
    for (const { id, has_left, version, place } of found.rows) {
      if (has_left || version === null) this.rows.delete(id);
      else this.rows.set(id, version);
      this.last = place;
    }
  }

  held(): Record<string, number> {
    return Object.fromEntries([...this.rows].sort());
  }

  private type() {
    return sql.raw(this.order === 'seq' ? 'bigint' : 'timestamptz');
  }
}

/** Random numbers from a seed (mulberry32), so that a failing schedule can be reproduced. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

describe('changes that commit late', () => {
  let opened: TestDatabase;
  let db: Database;
  let userId: string;
  let mine: string;
  let device: PullingDevice;
  let bySequence: NaiveReader;
  let byClock: NaiveReader;

  beforeAll(async () => {
    // The embedded database has one connection, and so never a late commit.
    opened = await openTestDatabase('postgres');
    db = opened.db;
    await renewEpoch(db);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    userId = randomUUID();
    mine = randomUUID().slice(0, 8);
    device = new PullingDevice(db, userId);
    device.waits = false;
    bySequence = new NaiveReader(db, scope('a'), 'seq');
    byClock = new NaiveReader(db, scope('a'), 'changed_at');
    await db.transaction((tx) => join(tx, userId, scope('a')));
    await settled(db);
  });

  const scope = (name: string) => `${mine}:${name}`;
  const row = (name: string | number) => `${mine}-${name}`;
  const pullEverywhere = () => Promise.all([device.pullAll(7), bySequence.pull(), byClock.pull()]);

  /** A transaction that has written and commits only when told to. */
  async function begin(work: (tx: Transaction) => Promise<void>): Promise<() => Promise<void>> {
    let release: () => void = () => undefined;
    const told = new Promise<void>((resolve) => {
      release = resolve;
    });
    let over: Promise<void> = Promise.resolve();
    await new Promise<void>((written, failed) => {
      over = db.transaction(async (tx) => {
        await work(tx);
        written();
        await told;
      });
      over.catch(failed);
    });
    return async () => {
      release();
      await over;
    };
  }

  test('reach the device, while readers by sequence and by clock never see them', async () => {
    const commitSlow = await begin((tx) => putRow(tx, row('slow'), [scope('a')]));
    await db.transaction((tx) => putRow(tx, row('quick'), [scope('a')]));
    await pullEverywhere();
    expect(device.held()).toEqual({});
    await commitSlow();
    await settled(db);
    await pullEverywhere();
    expect(device.held()).toEqual({ [row('quick')]: 1, [row('slow')]: 1 });
    expect(bySequence.held()).toEqual({ [row('quick')]: 1 });
    expect(byClock.held()).toEqual({ [row('quick')]: 1 });
  });

  test('of a membership deliver all of its scope', async () => {
    await db.transaction((tx) => putRow(tx, row('old'), [scope('b')]));
    await settled(db);
    await device.pullAll();
    const commitJoin = await begin((tx) => join(tx, userId, scope('b')));
    await db.transaction((tx) => putRow(tx, row('new'), [scope('b')]));
    await device.pullAll();
    await commitJoin();
    await settled(db);
    await device.pullAll();
    expect(device.held()).toEqual({ [row('new')]: 1, [row('old')]: 1 });
  });

  test("don't restore what a scope lost while it was left for a moment", async () => {
    await db.transaction((tx) => putRow(tx, row('kept'), [scope('a')]));
    await db.transaction((tx) => putRow(tx, row('gone'), [scope('a')]));
    await settled(db);
    await device.pullAll();
    await db.transaction((tx) => deleteRow(tx, row('gone')));
    await settled(db);
    const commitOther = await begin((tx) => putRow(tx, row('other'), [scope('z')]));
    await db.transaction((tx) => leave(tx, userId, scope('a')));
    await db.transaction((tx) => join(tx, userId, scope('a')));
    // The deletion falls below the horizon, but the membership doesn't yet.
    await device.pullAll();
    await commitOther();
    await settled(db);
    await device.pullAll(1);
    expect(device.held()).toEqual({ [row('kept')]: 1 });
  });

  test.each([1, 2, 3])(
    'from many writers all reach a device that pulls meanwhile (seed %i)',
    async (seed) => {
      const random = randomFrom(seed);
      const missedBy = { sequence: 0, clock: 0 };

      async function write(tx: Transaction, id: string): Promise<void> {
        const places = [[scope('a')], [scope('a'), scope('b')], [scope('b')]];
        if (random(10) === 0) await deleteRow(tx, id);
        else await putRow(tx, id, places[random(8)] ?? [scope('a')]);
      }

      async function keepWriting(): Promise<void> {
        for (let count = 0; count < TRANSACTIONS_EACH; count += 1) {
          // In one order, or two writers would deadlock.
          const ids = Array.from({ length: 1 + random(3) }, () => row(random(ROWS))).sort();
          const isGivenUp = random(10) === 0;
          const work = db.transaction(async (tx) => {
            for (const id of ids) {
              await write(tx, id);
              await sleep(random(6));
            }
            await sleep(random(25));
            if (isGivenUp) throw new GivenUp();
          });
          await work.catch((error: unknown) => {
            if (!(error instanceof GivenUp)) throw error;
          });
        }
      }

      async function keepMoving(): Promise<void> {
        for (let count = 0; count < TRANSACTIONS_EACH; count += 1) {
          const move = count % 2 === 0 ? join : leave;
          await db.transaction(async (tx) => {
            await move(tx, userId, scope('b'));
            await sleep(random(15));
          });
          await sleep(random(30));
        }
      }

      let isOver = false;
      const writing = Promise.all([keepMoving(), ...Array.from({ length: WRITERS }, keepWriting)]).finally(
        () => {
          isOver = true;
        },
      );
      const reading = (async () => {
        while (!isOver) {
          await Promise.all([device.pull(1 + random(9)), bySequence.pull(), byClock.pull()]);
          await sleep(random(5));
        }
      })();
      await Promise.all([writing, reading]);
      await settled(db);
      await pullEverywhere();

      const truth = await truthFor(db, userId);
      expect(device.held()).toEqual(truth);
      const ofScope = await db.execute<{ id: string; version: number }>(sql`
      select l.id, l.version from change_index c join locations l on l.id = c.id
      where c.scope = ${scope('a')} and not c.has_left
    `);
      for (const { id, version } of ofScope.rows) {
        if (bySequence.rows.get(id) !== version) missedBy.sequence += 1;
        if (byClock.rows.get(id) !== version) missedBy.clock += 1;
      }
      // If these were zero, the schedule above would have no late commits, and the test would prove nothing.
      expect(missedBy.sequence).toBeGreaterThan(0);
      expect(missedBy.clock).toBeGreaterThan(0);
    },
  );
});

class GivenUp extends Error {}
