import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PullPage } from '#contract/sync.ts';
import { eachMonth, heldMonths } from '#domain/access/held-months.ts';
import { eachYear, heldYears } from '#domain/access/held-years.ts';
import { scopesByDay, scopesOfParts } from '#domain/access/scope-parts.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { databaseKinds, usualKind } from '#tests/support/database.ts';
import { type MonthWorld, openMonthWorld } from './month-world.ts';
import { deleteRow, join, leave, type PullingDevice } from './pull-world.ts';

/** In the place of the scope of the device's person, `user:<id>`. */
const OWN = 'own';
const MEMBERS = ['org', 'service:speech', 'supervised:otto', OWN];
const DAY_MS = 86_400_000;

const members = fc.subarray(MEMBERS, { minLength: 1 });
const day = fc.constantFrom(
  '2025-06-30',
  '2025-07-01',
  '2026-06-30',
  '2026-08-03',
  '2026-10-02',
  '2026-11-02',
  '2026-12-31',
  '2027-01-04',
  '2027-02-09',
  '2027-04-01',
  '2027-07-01',
);
const id = fc.integer({ min: 1, max: 8 }).map((number) => `row ${number}`);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('put' as const), id, day, members, isOpen: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), id }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('join' as const, 'leave' as const), members }) },
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
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** A planted bug: what a faulty server or device would do. */
interface Fault {
  /** Changes a page before the device stores it. */
  alter?: (page: PullPage, device: PullingDevice) => PullPage;
  afterSleep?: (world: MonthWorld, device: PullingDevice) => Promise<unknown>;
}

/** Plays the steps, and fails unless the device then has exactly the rows of its months and fiscal years, with the same digests. */
async function play(
  world: MonthWorld,
  steps: readonly Step[],
  { alter, afterSleep }: Fault = {},
): Promise<void> {
  const device = await world.afresh();
  if (alter !== undefined) device.alter = (page) => alter(page, device);
  const own = `user:${device.userId}`;
  const scopeOf = (member: string) => (member === OWN ? own : member);
  await world.change((tx) => join(tx, device.userId, own));
  const memberOf = new Set(['org', own]);
  let openSince: string | null = null;
  const rows = new Map<string, string[]>();
  const sizes = new Map<string, number>();
  for (const event of steps) {
    if (event.kind === 'pull') await device.pull(event.limit);
    if (event.kind === 'sleep') {
      device.now = new Date(Date.parse(device.now) + event.days * DAY_MS).toISOString();
      await afterSleep?.(world, device);
    }
    if (event.kind === 'join' || event.kind === 'leave') {
      for (const scope of event.members.map(scopeOf)) {
        if (memberOf.has(scope) === (event.kind === 'join')) continue;
        if (event.kind === 'join') memberOf.add(scope);
        else memberOf.delete(scope);
        await world.change((tx) => (event.kind === 'join' ? join : leave)(tx, device.userId, scope));
      }
    }
    if (event.kind === 'lock') {
      openSince = event.isLocked ? null : '2026-10-16';
      await world.period('2026-10-16', '2026-10-31', event.isLocked);
    }
    if (event.kind === 'size') {
      sizes.set(event.scope, event.rows);
      await world.size(event.scope, event.rows);
    }
    if (event.kind === 'put') {
      const places = event.members.map(scopeOf);
      rows.set(event.id, scopesByDay(places, event.day, event.isOpen));
      await world.put(event.id, event.day, event.isOpen, places);
    }
    if (event.kind === 'delete') {
      rows.delete(event.id);
      await world.change((tx) => deleteRow(tx, event.id));
    }
  }
  // Months move with the first page of a pull; one that was under way keeps those it began with.
  await device.pullAll(2);
  device.compares = true;
  const pages = await device.pullAll(2);
  const today = pacificDay(device.now);
  const isInReach = openSince !== null && Date.parse(today) - Date.parse(openSince) <= 100 * DAY_MS;
  const byDays = eachMonth(heldMonths(today, isInReach ? openSince : null));
  const months = device.months === undefined ? byDays : eachMonth(device.months);
  if (scopesOfParts(memberOf, byDays.slice(1)).length > 0)
    expectMostThatFit(months, byDays, (some) => rowsIn(memberOf, some, sizes));
  const years = heldYears(today);
  expect(device.years).toEqual(years);
  const scopes = [...new Set(scopesOfParts(memberOf, [...months, ...eachYear(years)]))];
  const truth = [...rows].filter(([, places]) => places.some((place) => scopes.includes(place)));
  expect(Object.keys(device.held())).toEqual(truth.map(([name]) => name).sort());
  const digests = pages.at(-1)?.digests?.filter(({ scope }) => !memberOf.has(scope));
  expect(digests).toEqual(device.digestsOf([...scopes].sort()));
}

function rowsIn(
  memberOf: ReadonlySet<string>,
  months: readonly string[],
  sizes: ReadonlyMap<string, number>,
) {
  return scopesOfParts(memberOf, months).reduce((sum, scope) => sum + (sizes.get(scope) ?? 0), 0);
}

/** @param byDays the months that the device would have if they were small */
function expectMostThatFit(
  months: readonly string[],
  byDays: readonly string[],
  count: (months: readonly string[]) => number,
): void {
  const leftOut = byDays.filter((month) => !months.includes(month));
  expect(byDays).toEqual(expect.arrayContaining([...months]));
  expect(count(months)).toBeLessThanOrEqual(75_000);
  if (leftOut.length > 0) expect(count([...months, ...leftOut.slice(-1)])).toBeGreaterThan(60_000);
}

const schedule = fc.array(step, { minLength: 5, maxLength: 40 });
const isOfMonth = (scope: string) => /:\d{4}-\d{2}$/.test(scope);
const isOfYear = (scope: string) => /:fy\d{4}$/.test(scope);

let world: MonthWorld;

describe.each(databaseKinds)('after any changes, on %s', (kind) => {
  beforeAll(async () => {
    world = await openMonthWorld(kind);
  });
  afterAll(() => world.close());

  test('a device has exactly the rows of its months and fiscal years, with the same digests', async () => {
    await fc.assert(
      fc.asyncProperty(schedule, (steps) => play(world, steps)),
      { numRuns: 60 },
    );
  });
});

describe('these schedules find', () => {
  beforeAll(async () => {
    world = await openMonthWorld(usualKind);
  });
  afterAll(() => world.close());

  test.each<[string, Fault]>([
    [
      'months that move in the middle of a pull',
      {
        alter: (page, device) =>
          page.more
            ? {
                ...page,
                cursor: device.cursorWith(page.cursor, () => ({
                  months: heldMonths(pacificDay(device.now), null),
                })),
              }
            : page,
      },
    ],
    [
      'a month that comes without its earlier rows',
      {
        // As if the device had had it all the time.
        async afterSleep(_, device) {
          const months = heldMonths(pacificDay(device.now), null);
          if (device.cursor !== null) device.cursor = device.cursorWith(device.cursor, () => ({ months }));
        },
      },
    ],
    [
      'a month that ended and stays',
      {
        alter: (page) => ({
          ...page,
          scopes_removed: page.scopes_removed.filter((scope) => !isOfMonth(scope)),
        }),
      },
    ],
    [
      'a fiscal year that ended and stays',
      {
        alter: (page) => ({
          ...page,
          scopes_removed: page.scopes_removed.filter((scope) => !isOfYear(scope)),
        }),
      },
    ],
    [
      'a row with something to decide that is missing beyond the months',
      {
        alter: (page) => ({
          ...page,
          changes: page.changes.filter(({ scopes }) => !scopes.some((scope) => scope.endsWith(':open'))),
        }),
      },
    ],
    [
      'what is to be decided, purged with the old months',
      { afterSleep: ({ db }) => db.execute(sql`delete from change_index where scope like '%:open'`) },
    ],
    [
      'absent taken for left',
      {
        alter(page, device) {
          if (page.more || page.changes.length === 0) return page;
          const named = new Set(page.changes.map(({ id: name }) => name));
          for (const name of device.rows.keys()) if (!named.has(name)) device.rows.delete(name);
          return page;
        },
      },
    ],
  ])('%s', async (_, fault) => {
    const found = await fc.check(
      fc.asyncProperty(schedule, (steps) => play(world, steps, fault)),
      { numRuns: 500, seed: 7, endOnFailure: true },
    );
    expect(found.failed).toBe(true);
  });
});
