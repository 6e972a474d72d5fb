import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scopesByDay } from '#domain/access/scope-parts.ts';
import type { Database } from '#server/db/database.ts';
import { countScopeSizes } from '#server/db/scope-sizes.ts';
import { purgeExpired } from '#server/modules/sync/pull-retention.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { JANUARY, type MonthWorld, NOON, openMonthWorld } from './month-world.ts';
import { deleteRow, join, leave, PullingDevice, putRow } from './pull-world.ts';

describe.each(databaseKinds)('rows held by months on %s', (kind) => {
  let world: MonthWorld;
  let db: Database;
  let device: PullingDevice;

  beforeAll(async () => {
    world = await openMonthWorld(kind);
    db = world.db;
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    device = await world.afresh();
  });

  test('are those of the last month and a half, of the next month, and those with something to decide', async () => {
    await world.put('in October', '2026-10-31');
    await world.put('open in October', '2026-10-30', true);
    await world.put('in November', '2026-11-02');
    await world.put('in February', '2027-02-28');
    const [page] = await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['in February', 'in November', 'open in October']);
    expect(page?.others_from).toBe('2026-11-01');
  });

  test('go back to the first pay period that is not locked, but not for ever', async () => {
    await world.put('in October', '2026-10-31');
    await world.put('in July', '2026-07-31');
    await world.period('2026-07-16', '2026-07-31', false);
    await world.period('2026-10-16', '2026-10-31', false);
    const [page] = await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['in October']);
    expect(page?.others_from).toBe('2026-10-01');
  });

  test('leave with their month, and come when a period is unlocked', async () => {
    await world.period('2026-10-16', '2026-10-31', true);
    await world.put('in October', '2026-10-31');
    await world.put('in November', '2026-11-02');
    await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['in November']);
    await world.period('2026-10-16', '2026-10-31', false);
    await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['in November', 'in October']);
    await world.period('2026-10-16', '2026-10-31', true);
    device.now = `2027-01-31${NOON}`;
    const pages = await device.pullAll();
    expect(pages.at(-1)?.scopes_removed).toEqual(['org:2026-10', 'org:2026-11']);
    expect(device.held()).toEqual({});
  });

  test('move as one when a device slept over two new months', async () => {
    await world.put('in November', '2026-11-02');
    await world.put('in January', '2027-01-05');
    await device.pullAll();
    await world.put('in March', '2027-03-03');
    device.now = `2027-03-20${NOON}`;
    const [page] = await device.pullAll();
    expect(page?.scopes_removed).toEqual(['org:2026-11', 'org:2026-12', 'org:2027-01']);
    expect(Object.keys(device.held())).toEqual(['in March']);
    expect(page?.is_fresh).toBe(false);
  });

  test('stay while a request about them is pending, and leave once it is decided', async () => {
    await world.put('open', '2026-10-05', true);
    await device.pullAll();
    await world.put('open', '2026-10-05', false);
    await device.pullAll();
    expect(device.held()).toEqual({});
  });

  test('follow their day into and out of the months', async () => {
    await world.put('moved in', '2026-06-05');
    await world.put('moved out', '2027-01-05');
    await device.pullAll();
    await world.put('moved in', '2027-01-06');
    await world.put('moved out', '2026-06-06');
    await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['moved in']);
  });

  test('do not write anything for a new month, and answer in one page', async () => {
    await world.put('in January', '2027-01-05');
    await device.pullAll();
    const counted = () =>
      db.execute<{ n: number }>(sql`select count(*)::int as n from scope_members`).then(({ rows }) => rows);
    const before = await counted();
    device.now = `2027-02-01${NOON}`;
    expect(await device.pullAll()).toHaveLength(1);
    expect(await counted()).toEqual(before);
  });

  test('are pulled afresh by a device of a version that did not know months', async () => {
    await world.put('in January', '2027-01-05');
    await device.pullAll();
    device.cursor = device.cursorWithout('months');
    const [page] = await device.pullAll();
    expect(page?.is_fresh).toBe(true);
  });

  test('leave out the oldest where there are too many rows, at last all but those with something to decide', async () => {
    await world.put('in November', '2026-11-02');
    await world.put('open in November', '2026-11-03', true);
    await world.put('in January', '2027-01-05');
    await world.size('org:2026-11', 40_000);
    await world.size('org:2026-12', 20_000);
    await world.size('org:2027-01', 1_000);
    const pages = await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['in January', 'open in November']);
    expect(pages.at(-1)?.others_from).toBe('2026-12-01');
    await world.size('org:2027-01', 76_000);
    const [page] = await device.pullAll();
    expect(page?.scopes_removed).toEqual(['org:2026-12', 'org:2027-01']);
    expect(page?.others_from).toBe('2027-02-01');
    expect(page?.is_fresh).toBe(false);
    expect(Object.keys(device.held())).toEqual(['open in November']);
    await world.size('org:2027-01', 60_000);
    await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['in January', 'open in November']);
  });

  test('stay while they have not much more rows than a device gets', async () => {
    await world.put('in November', '2026-11-02');
    await world.size('org:2026-11', 60_000);
    await device.pullAll();
    await world.size('org:2027-01', 15_000);
    await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['in November']);
    await world.size('org:2027-01', 15_001);
    await device.pullAll();
    expect(device.held()).toEqual({});
    await world.size('org:2027-01', 15_000);
    await device.pullAll();
    expect(device.held()).toEqual({});
  });

  test('count the rows of all scopes of a lead together', async () => {
    const lead = new PullingDevice(db, randomUUID());
    lead.now = JANUARY;
    await world.change((tx) => join(tx, lead.userId, 'service:speech'));
    await world.change((tx) => join(tx, lead.userId, 'service:occupational'));
    await world.size('service:speech:2026-12', 30_001);
    await world.size('service:occupational:2026-12', 30_000);
    await world.size('service:music:2027-01', 80_000);
    const pages = await lead.pullAll();
    expect(pages.at(-1)?.others_from).toBe('2027-01-01');
  });

  test('are counted by the hourly sweep, without rows that left', async () => {
    await world.put('in December', '2026-12-02', false, ['org', 'service:speech']);
    await world.put('moved', '2026-12-03');
    await world.put('moved', '2027-01-03', true);
    await world.put('deleted', '2026-12-04');
    await world.change((tx) => deleteRow(tx, 'deleted'));
    await world.put('in June', '2026-06-05');
    await world.size('org:2026-06', 5);
    const counted = async () => {
      await world.change((tx) => countScopeSizes(tx, '2027-01-10'));
      const { rows } = await db.execute<{ scope: string; rows: number }>(
        sql`select scope, rows from scope_sizes order by scope`,
      );
      return rows.map(({ scope, rows: count }) => `${scope} ${count}`);
    };
    expect(await counted()).toEqual(['org:2026-12 1', 'org:2027-01 1', 'service:speech:2026-12 1']);
    await world.put('moved', '2026-12-03');
    expect(await counted()).toEqual(['org:2026-12 2', 'service:speech:2026-12 1']);
  });

  test('leave the index once no device can have their month any more', async () => {
    await world.change((tx) =>
      putRow(tx, 'in May', ['user:someone', ...scopesByDay(['org'], '2026-05-31', false)]),
    );
    await world.put('open in May', '2026-05-31', true);
    await world.put('in July', '2026-07-01');
    const scopes = async () => {
      const { rows } = await db.execute<{ scope: string }>(
        sql`select distinct scope from change_index order by 1`,
      );
      return rows.map(({ scope }) => scope);
    };
    await purgeExpired(db, JANUARY);
    expect(await scopes()).toEqual(['org:2026-07', 'org:open', 'user:someone']);
    await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['open in May']);
  });

  test('do not concern people who see only their own', async () => {
    const other = new PullingDevice(db, randomUUID());
    other.now = JANUARY;
    await world.change((tx) => join(tx, other.userId, `user:${other.userId}`));
    await world.change((tx) =>
      putRow(tx, 'own of June', [`user:${other.userId}`, ...scopesByDay(['org'], '2026-06-05', false)]),
    );
    const [page] = await other.pullAll();
    expect(Object.keys(other.held())).toEqual(['own of June']);
    expect(page?.others_from).toBeNull();
    other.cursor = other.cursorWithout('months');
    expect((await other.pullAll())[0]?.is_fresh).toBe(false);
  });

  test('are those of a lead and of a supervisor too, of a service that is new as well', async () => {
    const lead = new PullingDevice(db, randomUUID());
    lead.now = JANUARY;
    await world.change((tx) => join(tx, lead.userId, 'service:speech'));
    await world.put('in June', '2026-06-05', false, ['org', 'service:speech']);
    await world.put('open in June', '2026-06-06', true, ['org', 'service:speech']);
    await world.put('in January', '2027-01-05', false, ['service:speech', 'supervised:otto']);
    await world.put('of another service', '2027-01-06', false, ['service:occupational']);
    const [page] = await lead.pullAll();
    expect(Object.keys(lead.held())).toEqual(['in January', 'open in June']);
    expect(page?.others_from).toBe('2026-11-01');
    await world.change((tx) => join(tx, lead.userId, 'service:occupational'));
    await lead.pullAll();
    expect(Object.keys(lead.held())).toEqual(['in January', 'of another service', 'open in June']);
    await world.change((tx) => leave(tx, lead.userId, 'service:speech'));
    expect((await lead.pullAll()).at(-1)?.scopes_removed).toContain('service:speech:2027-01');
    expect(Object.keys(lead.held())).toEqual(['of another service']);
  });
});
