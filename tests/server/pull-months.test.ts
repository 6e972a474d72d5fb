import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eachMonth, heldMonths, scopesByMonth, scopesOfMonths } from '#domain/access/held-months.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Database } from '#server/db/database.ts';
import { countScopeSizes } from '#server/db/scope-sizes.ts';
import { purgeExpired } from '#server/modules/sync/pull-retention.ts';
import { databaseKinds, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { deleteRow, join, leave, PullingDevice, putRow, renewEpoch } from './pull-world.ts';

const NOON = 'T19:00:00.000Z';
const JANUARY = `2027-01-10${NOON}`;

describe.each(databaseKinds)('rows held by months on %s', (kind) => {
  let opened: TestDatabase;
  let db: Database;
  let device: PullingDevice;
  const change = <Result>(work: Parameters<typeof db.transaction<Result>>[0]) => db.transaction(work);
  const put = (id: string, day: string, isOpen = false, members: readonly string[] = ['org']) =>
    change((tx) => putRow(tx, id, scopesByMonth(members, day, isOpen)));

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    db = opened.db;
    await renewEpoch(db);
  });
  afterAll(() => opened.close());
  beforeEach(() => afresh());

  /** Nothing but a device of someone in the office in January, whose rows of a time before are gone. */
  async function afresh(): Promise<void> {
    await db.execute(sql`delete from change_index`);
    await db.execute(sql`delete from pay_periods`);
    await db.execute(sql`delete from scope_sizes`);
    device = new PullingDevice(db, randomUUID());
    device.now = JANUARY;
    await change((tx) => join(tx, device.userId, 'org'));
  }

  async function period(start: string, end: string, isLocked: boolean): Promise<void> {
    await db.execute(sql`
      insert into pay_periods (id, start_date, end_date, is_locked) values (${randomUUID()}, ${start}, ${end}, ${isLocked})
      on conflict (start_date) do update set is_locked = excluded.is_locked
    `);
  }

  /** What the nightly sweep counted. */
  async function size(scope: string, rows: number): Promise<void> {
    await db.execute(sql`
      insert into scope_sizes (scope, rows) values (${scope}, ${rows})
      on conflict (scope) do update set rows = excluded.rows
    `);
  }

  test('are those of the last month and a half, of the next month, and those with something to decide', async () => {
    await put('in October', '2026-10-31');
    await put('open in October', '2026-10-30', true);
    await put('in November', '2026-11-02');
    await put('in February', '2027-02-28');
    const [page] = await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['in February', 'in November', 'open in October']);
    expect(page?.others_from).toBe('2026-11-01');
  });

  test('go back to the first pay period that is not locked, but not for ever', async () => {
    await put('in October', '2026-10-31');
    await put('in July', '2026-07-31');
    await period('2026-07-16', '2026-07-31', false);
    await period('2026-10-16', '2026-10-31', false);
    const [page] = await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['in October']);
    expect(page?.others_from).toBe('2026-10-01');
  });

  test('leave with their month, and come when a period is unlocked', async () => {
    await period('2026-10-16', '2026-10-31', true);
    await put('in October', '2026-10-31');
    await put('in November', '2026-11-02');
    await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['in November']);
    await period('2026-10-16', '2026-10-31', false);
    await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['in November', 'in October']);
    await period('2026-10-16', '2026-10-31', true);
    device.now = `2027-01-31${NOON}`;
    const pages = await device.pullAll();
    expect(pages.at(-1)?.scopes_removed).toEqual(['org:2026-10', 'org:2026-11']);
    expect(device.held()).toEqual({});
  });

  test('move as one when a device slept over two new months', async () => {
    await put('in November', '2026-11-02');
    await put('in January', '2027-01-05');
    await device.pullAll();
    await put('in March', '2027-03-03');
    device.now = `2027-03-20${NOON}`;
    const [page] = await device.pullAll();
    expect(page?.scopes_removed).toEqual(['org:2026-11', 'org:2026-12', 'org:2027-01']);
    expect(Object.keys(device.held())).toEqual(['in March']);
    expect(page?.is_fresh).toBe(false);
  });

  test('stay while a request about them is pending, and leave once it is decided', async () => {
    await put('open', '2026-10-05', true);
    await device.pullAll();
    await put('open', '2026-10-05', false);
    await device.pullAll();
    expect(device.held()).toEqual({});
  });

  test('follow their day into and out of the months', async () => {
    await put('moved in', '2026-06-05');
    await put('moved out', '2027-01-05');
    await device.pullAll();
    await put('moved in', '2027-01-06');
    await put('moved out', '2026-06-06');
    await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['moved in']);
  });

  test('do not write anything for a new month, and answer in one page', async () => {
    await put('in January', '2027-01-05');
    await device.pullAll();
    const counted = () =>
      db.execute<{ n: number }>(sql`select count(*)::int as n from scope_members`).then(({ rows }) => rows);
    const before = await counted();
    device.now = `2027-02-01${NOON}`;
    expect(await device.pullAll()).toHaveLength(1);
    expect(await counted()).toEqual(before);
  });

  test('are pulled afresh by a device of a version that did not know months', async () => {
    await put('in January', '2027-01-05');
    await device.pullAll();
    device.cursor = device.cursorWithout('months');
    const [page] = await device.pullAll();
    expect(page?.is_fresh).toBe(true);
  });

  test('leave out the oldest where there are too many rows, at last all but those with something to decide', async () => {
    await put('in November', '2026-11-02');
    await put('open in November', '2026-11-03', true);
    await put('in January', '2027-01-05');
    await size('org:2026-11', 40_000);
    await size('org:2026-12', 20_000);
    await size('org:2027-01', 1_000);
    const pages = await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['in January', 'open in November']);
    expect(pages.at(-1)?.others_from).toBe('2026-12-01');
    await size('org:2027-01', 76_000);
    const [page] = await device.pullAll();
    expect(page?.scopes_removed).toEqual(['org:2026-12', 'org:2027-01']);
    expect(page?.others_from).toBe('2027-02-01');
    expect(page?.is_fresh).toBe(false);
    expect(Object.keys(device.held())).toEqual(['open in November']);
    await size('org:2027-01', 60_000);
    await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['in January', 'open in November']);
  });

  test('stay while they have not much more rows than a device gets', async () => {
    await put('in November', '2026-11-02');
    await size('org:2026-11', 60_000);
    await device.pullAll();
    await size('org:2027-01', 15_000);
    await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['in November']);
    await size('org:2027-01', 15_001);
    await device.pullAll();
    expect(device.held()).toEqual({});
    await size('org:2027-01', 15_000);
    await device.pullAll();
    expect(device.held()).toEqual({});
  });

  test('count the rows of all scopes of a lead together', async () => {
    const lead = new PullingDevice(db, randomUUID());
    lead.now = JANUARY;
    await change((tx) => join(tx, lead.userId, 'service:speech'));
    await change((tx) => join(tx, lead.userId, 'service:occupational'));
    await size('service:speech:2026-12', 30_001);
    await size('service:occupational:2026-12', 30_000);
    await size('service:music:2027-01', 80_000);
    const pages = await lead.pullAll();
    expect(pages.at(-1)?.others_from).toBe('2027-01-01');
  });

  test('are counted by the nightly sweep, without rows that left', async () => {
    await put('in December', '2026-12-02', false, ['org', 'service:speech']);
    await put('moved', '2026-12-03');
    await put('moved', '2027-01-03', true);
    await put('deleted', '2026-12-04');
    await change((tx) => deleteRow(tx, 'deleted'));
    await put('in June', '2026-06-05');
    await size('org:2026-06', 5);
    const counted = async () => {
      await change((tx) => countScopeSizes(tx, '2027-01-10'));
      const { rows } = await db.execute<{ scope: string; rows: number }>(
        sql`select scope, rows from scope_sizes order by scope`,
      );
      return rows.map(({ scope, rows: count }) => `${scope} ${count}`);
    };
    expect(await counted()).toEqual(['org:2026-12 1', 'org:2027-01 1', 'service:speech:2026-12 1']);
    await put('moved', '2026-12-03');
    expect(await counted()).toEqual(['org:2026-12 2', 'service:speech:2026-12 1']);
  });

  test('leave the index once no device can have their month any more', async () => {
    await change((tx) =>
      putRow(tx, 'in May', ['user:someone', ...scopesByMonth(['org'], '2026-05-31', false)]),
    );
    await put('open in May', '2026-05-31', true);
    await put('in July', '2026-07-01');
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
    await change((tx) => join(tx, other.userId, `user:${other.userId}`));
    await change((tx) =>
      putRow(tx, 'own of June', [`user:${other.userId}`, ...scopesByMonth(['org'], '2026-06-05', false)]),
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
    await change((tx) => join(tx, lead.userId, 'service:speech'));
    await put('in June', '2026-06-05', false, ['org', 'service:speech']);
    await put('open in June', '2026-06-06', true, ['org', 'service:speech']);
    await put('in January', '2027-01-05', false, ['service:speech', 'supervised:otto']);
    await put('of another service', '2027-01-06', false, ['service:occupational']);
    const [page] = await lead.pullAll();
    expect(Object.keys(lead.held())).toEqual(['in January', 'open in June']);
    expect(page?.others_from).toBe('2026-11-01');
    await change((tx) => join(tx, lead.userId, 'service:occupational'));
    await lead.pullAll();
    expect(Object.keys(lead.held())).toEqual(['in January', 'of another service', 'open in June']);
    await change((tx) => leave(tx, lead.userId, 'service:speech'));
    expect((await lead.pullAll()).at(-1)?.scopes_removed).toContain('service:speech:2027-01');
    expect(Object.keys(lead.held())).toEqual(['of another service']);
  });

  const MEMBERS = ['org', 'service:speech', 'supervised:otto'];
  const members = fc.subarray(MEMBERS, { minLength: 1 });
  const day = fc.constantFrom(
    '2026-08-03',
    '2026-10-02',
    '2026-11-02',
    '2026-12-31',
    '2027-01-04',
    '2027-02-09',
    '2027-04-01',
  );
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('put' as const),
        id: fc.integer({ min: 1, max: 8 }),
        day,
        members,
        isOpen: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('delete' as const), id: fc.integer({ min: 1, max: 8 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom('join' as const, 'leave' as const), members }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('sleep' as const), days: fc.integer({ min: 1, max: 70 }) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('lock' as const), isLocked: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('size' as const),
        scope: fc.constantFrom('org:2026-11', 'org:2026-12', 'service:speech:2027-01', 'org:2027-02'),
        rows: fc.constantFrom(0, 14_000, 40_000, 61_000, 76_000),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('pull' as const), limit: fc.integer({ min: 1, max: 3 }) }),
    },
  );

  test('are exactly those of the months after any changes, with the same digests', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        await afresh();
        const memberOf = new Set(['org']);
        let openSince: string | null = null;
        const rows = new Map<string, string[]>();
        const sizes = new Map<string, number>();
        for (const event of steps) {
          if (event.kind === 'pull') await device.pull(event.limit);
          if (event.kind === 'sleep') {
            device.now = new Date(Date.parse(device.now) + event.days * 86_400_000).toISOString();
          }
          if (event.kind === 'join' || event.kind === 'leave') {
            for (const scope of event.members) {
              if (memberOf.has(scope) === (event.kind === 'join')) continue;
              if (event.kind === 'join') memberOf.add(scope);
              else memberOf.delete(scope);
              await change((tx) => (event.kind === 'join' ? join : leave)(tx, device.userId, scope));
            }
          }
          if (event.kind === 'lock') {
            openSince = event.isLocked ? null : '2026-10-16';
            await period('2026-10-16', '2026-10-31', event.isLocked);
          }
          if (event.kind === 'put') {
            rows.set(`row ${event.id}`, scopesByMonth(event.members, event.day, event.isOpen));
            await put(`row ${event.id}`, event.day, event.isOpen, event.members);
          }
          if (event.kind === 'size') {
            sizes.set(event.scope, event.rows);
            await size(event.scope, event.rows);
          }
          if (event.kind === 'delete') {
            rows.delete(`row ${event.id}`);
            await change((tx) => deleteRow(tx, `row ${event.id}`));
          }
        }
        // Months move with the first page of a pull; one that was under way keeps those it began with.
        await device.pullAll(2);
        device.compares = true;
        const pages = await device.pullAll(2);
        const today = pacificDay(device.now);
        const isInReach = openSince !== null && Date.parse(today) - Date.parse(openSince) <= 100 * 86_400_000;
        const byDays = eachMonth(heldMonths(today, isInReach ? openSince : null));
        const months = device.months === undefined ? byDays : eachMonth(device.months);
        const rowsIn = (some: readonly string[]) =>
          scopesOfMonths(memberOf, some).reduce((sum, scope) => sum + (sizes.get(scope) ?? 0), 0);
        const leftOut = byDays.filter((month) => !months.includes(month));
        if (memberOf.size > 0) {
          expect(byDays).toEqual(expect.arrayContaining(months));
          expect(rowsIn(months)).toBeLessThanOrEqual(75_000);
          if (leftOut.length > 0) expect(rowsIn([...months, ...leftOut.slice(-1)])).toBeGreaterThan(60_000);
        }
        const scopes = scopesOfMonths(memberOf, months);
        const truth = [...rows].filter(([, places]) => places.some((place) => scopes.includes(place)));
        expect(Object.keys(device.held())).toEqual(truth.map(([id]) => id).sort());
        const digests = pages.at(-1)?.digests?.filter(({ scope }) => !MEMBERS.includes(scope));
        expect(digests).toEqual(device.digestsOf([...scopes].sort()));
      }),
      { numRuns: 60 },
    );
  });
});
