import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PullPage } from '#contract/sync.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { pay_periods } from '#server/db/schema/pay-periods.ts';
import { firstRecentDay, type PriorityRows } from '#server/modules/sync/priority-rows.ts';
import { databaseKinds, openTestDatabase, settled, type TestDatabase } from '#tests/support/database.ts';
import { type OfficeWorld, openOfficeWorld, sessionApart } from './office-world.ts';
import { deleteRow, join, leave, PullingDevice, putRow, renewEpoch, truthFor } from './pull-world.ts';

describe.each(databaseKinds)('the order of a full pull on %s', (kind) => {
  let opened: TestDatabase;
  let db: Database;
  let userId: string;
  let device: PullingDevice;
  let mine: string;
  let scope: string;

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    db = opened.db;
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await renewEpoch(db);
    [userId, mine] = [randomUUID(), randomUUID().slice(0, 8)];
    scope = `${mine}:a`;
    device = new PullingDevice(db, userId);
    // Rows whose name ends in "now" are the recent ones.
    const recent = () => sql`select id from locations where id like ${`${mine}-%now`}`;
    device.priorityRows = [{ entity: 'location', recent }] satisfies PriorityRows[];
    await inTransaction((tx) => join(tx, userId, scope));
  });

  const inTransaction = (work: (tx: Transaction) => Promise<void>) => db.transaction(work);
  const put = (name: string, ...scopes: string[]) =>
    inTransaction((tx) => putRow(tx, `${mine}-${name}`, scopes.length === 0 ? [scope] : scopes));
  const putCode = (name: string, ...scopes: string[]) =>
    inTransaction((tx) =>
      putRow(tx, `${mine}-${name}`, scopes.length === 0 ? [scope] : scopes, 'clinical_code'),
    );
  const idsOf = (pages: PullPage[]) =>
    pages.map(({ changes }) => changes.map(({ id }) => id.replace(`${mine}-`, '')));

  test('delivers recent rows first, says so once, and then everything', async () => {
    for (const name of ['1', '2', '3-now', '4', '5-now', '6-now']) await put(name);
    const pages = await device.pullAll(2);
    expect(idsOf(pages)).toEqual([
      ['3-now', '5-now'],
      ['6-now', '1'],
      ['2', '3-now'],
      ['4', '5-now'],
      ['6-now'],
    ]);
    expect(pages.map(({ whole_from }) => whole_from !== undefined)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
    expect(pages.map(({ total }) => total)).toEqual([9, null, null, null, null]);
    expect(device.held()).toEqual(await truthFor(db, userId));
  });

  test.each([1, 2, 3, 500])(
    'ends with the true state whatever happens meanwhile, with pages of %i',
    async (limit) => {
      const other = `${mine}:b`;
      for (const name of ['1', '2-now', '3-now', '4', '5-now', '6']) await put(name);
      for (const name of ['c1', 'c2', 'c3', 'c4', 'c5']) await putCode(name);
      await putCode('c6', other);
      await put('7-now', other);
      await put('8', other);
      let page = await device.pull(limit);
      const happenings = [
        () => put('2-now'),
        () => put('3-now', other),
        () => inTransaction((tx) => deleteRow(tx, `${mine}-5-now`)),
        () => inTransaction((tx) => join(tx, userId, other)),
        () => put('9-now'),
        () => putCode('c1'),
        () => inTransaction((tx) => deleteRow(tx, `${mine}-c2`, 'clinical_code')),
        () => putCode('c3', other),
        () => putCode('c4', `${mine}:nobody`),
        () => inTransaction((tx) => leave(tx, userId, scope)),
        () => inTransaction((tx) => join(tx, userId, scope)),
      ];
      for (const happen of happenings) {
        await happen();
        page = await device.pull(limit);
      }
      for (let turn = 0; page.more && turn < 100; turn += 1) page = await device.pull(limit);
      expect(device.held()).toEqual(await truthFor(db, userId));
    },
  );

  test('brings codes last, after what others changed meanwhile, and says when only codes are missing', async () => {
    for (const name of ['c1', 'c2', 'c3', 'c4', 'c5']) await putCode(name);
    for (const name of ['1', '2-now', '3']) await put(name);
    const pages = [await device.pull(2), await device.pull(2)];
    expect(idsOf(pages)).toEqual([
      ['2-now', '1'],
      ['2-now', '3'],
    ]);
    expect(pages.map(({ lacking }) => lacking)).toEqual([undefined, ['clinical_code']]);
    await put('3');
    await putCode('c5');
    pages.push(...(await device.pullAll(2)));
    expect(idsOf(pages.slice(2))).toEqual(
      [['3', 'c5'], ['c1', 'c2'], ['c3', 'c4'], []].slice(0, pages.length - 2),
    );
    expect(pages.slice(2).map(({ lacking }) => lacking)).not.toContainEqual(['clinical_code']);
    expect(device.held()).toEqual(await truthFor(db, userId));
    // Nothing comes again.
    expect(idsOf(await device.pullAll(2))).toEqual([[]]);
  });

  /** The device's cursor, changed as if another version of the server had written it. */
  function rewrite(change: (cursor: Record<string, unknown>) => Record<string, unknown>): string {
    const [payload = ''] = (device.cursor ?? '').split('.');
    const cursor = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return Buffer.from(JSON.stringify(change(cursor))).toString('base64url');
  }

  test.each([
    [
      'other steps',
      true,
      (cursor: Record<string, unknown>) => ({
        ...cursor,
        head: { ...(cursor.head as object), order: 'other' },
      }),
    ],
    [
      'the first steps of an older server',
      true,
      (cursor: Record<string, unknown>) => ({
        ...cursor,
        after: ['0', '0'],
        head: { from: '2026-03-01', step: 0, after: ['', ''] },
      }),
    ],
    [
      'the main stream of an older server',
      false,
      ({ head: _, ...cursor }: Record<string, unknown>) => ({ ...cursor, after: ['0', '0'] }),
    ],
  ])('ends with the true state if a cursor counts %s; starts over: %s', async (_, isFresh, change) => {
    for (const name of ['1', '2-now', '3', '4']) await put(name);
    for (const name of ['c1', 'c2']) await putCode(name);
    await device.pull(1);
    device.cursor = rewrite(change);
    await inTransaction((tx) => deleteRow(tx, `${mine}-3`));
    const [first] = await device.pullAll(2);
    expect(first?.is_fresh).toBe(isFresh);
    expect(device.held()).toEqual(await truthFor(db, userId));
  });

  test('continues where it was interrupted, and joins many scopes meanwhile without starting over', async () => {
    for (let index = 0; index < 12; index += 1) await put(`x${index}`, `${mine}:${index}`);
    for (let index = 0; index < 20; index += 1) await putCode(`c${index}`);
    const pages = [await device.pull(1)];
    for (let index = 0; index < 12; index += 1) {
      await inTransaction((tx) => join(tx, userId, `${mine}:${index}`));
      pages.push(await device.pull(1));
    }
    pages.push(...(await device.pullAll(3)));
    expect(pages.slice(1).some(({ is_fresh }) => is_fresh)).toBe(false);
    expect(device.held()).toEqual(await truthFor(db, userId));
  });

  test('is not sent again', async () => {
    await put('1-now');
    await device.pullAll();
    await put('2-now');
    const [page, ...rest] = await device.pullAll();
    expect(rest).toEqual([]);
    expect(page?.whole_from).toBeUndefined();
    expect(idsOf(page === undefined ? [] : [page])).toEqual([['2-now']]);
  });

  test('begins with the current pay period, or with the week if that began earlier', async () => {
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from pay_periods`);
    expect(rows).toEqual([{ count: 0 }]);
    const from = (now: string) => db.transaction((tx) => firstRecentDay(tx, now));
    expect(await from('2026-03-18T18:00:00.000Z')).toBe('2026-03-02');
    await db
      .insert(pay_periods)
      .values({ id: randomUUID(), start_date: '2026-03-16', end_date: '2026-03-31', is_locked: false });
    expect(await from('2026-03-25T18:00:00.000Z')).toBe('2026-03-16');
    expect(await from('2026-03-31T18:00:00.000Z')).toBe('2026-03-16');
    await db
      .insert(pay_periods)
      .values({ id: randomUUID(), start_date: '2026-04-01', end_date: '2026-04-15', is_locked: false });
    // 11 PM Pacific of 04/01, a Wednesday.
    expect(await from('2026-04-02T06:00:00.000Z')).toBe('2026-03-29');
    await db.delete(pay_periods);
  });
});

describe.each(databaseKinds)('the first pages of a new device on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  test('deliver the work of the current pay period before all older work', async () => {
    const ids: string[] = [];
    for (const session_date of [...Array(8).fill('2026-03-02'), '2026-03-09', '2026-03-10']) {
      const body = sessionApart(world, { session_date });
      expect((await world.as('paula', 'session.create', { body })).status).toBe(201);
      ids.push(body.id);
    }
    const [old, recent] = [ids.slice(0, 8), ids.slice(8)];
    for (const id of old)
      await world.db.execute(sql`update sessions set session_date = '2026-02-10' where id = ${id}`);
    await settled(world.db);
    for (const person of ['paula', 'admin', 'lead', 'sven', 'otto', 'superadmin'] as const) {
      const held: string[] = [];
      let cursor: string | undefined;
      let found: string | undefined;
      for (let turn = 0; found === undefined && turn < 100; turn += 1) {
        const query = { limit: '3', ...(cursor === undefined ? {} : { cursor }) };
        const page = await world.as(person, 'sync.pull', { query });
        expect(page.status, JSON.stringify(page.body)).toBe(200);
        ({ cursor, whole_from: found } = page.body);
        held.push(...page.body.changes.map(({ id }) => id));
      }
      expect(found).toBe('2026-03-01');
      const isSeen = person !== 'sven' && person !== 'otto';
      expect(recent.filter((id) => held.includes(id))).toEqual(isSeen ? recent : []);
      expect(old.filter((id) => held.includes(id)).length).toBeLessThan(3);
    }
  });
});
