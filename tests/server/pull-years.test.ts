import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scopesOfEvent, scopesOfSession, scopesOfSoapNote } from '#domain/access/scopes.ts';
import type { Database } from '#server/db/database.ts';
import { purgeExpired } from '#server/modules/sync/pull-retention.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { JANUARY, type MonthWorld, NOON, openMonthWorld } from './month-world.ts';
import { join, leave, PullingDevice } from './pull-world.ts';

describe.each(databaseKinds)('own rows held by fiscal years on %s', (kind) => {
  let world: MonthWorld;
  let db: Database;
  let own: string;
  let device: PullingDevice;

  beforeAll(async () => {
    world = await openMonthWorld(kind);
    db = world.db;
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.afresh();
    device = new PullingDevice(db, randomUUID());
    device.now = JANUARY;
    own = `user:${device.userId}`;
    await world.change((tx) => join(tx, device.userId, own));
  });

  const put = (id: string, day: string, isOpen = false) => world.put(id, day, isOpen, [own]);

  test('are those of the last fiscal year, of this one, and those with something to finish', async () => {
    await put('of the year before the last', '2025-06-30');
    await put('open', '2025-06-29', true);
    await put('of the last year', '2025-07-01');
    await put('of this year', '2027-06-30');
    const [page] = await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['of the last year', 'of this year', 'open']);
    expect(page).toMatchObject({ own_from: '2025-07-01', others_from: null });
  });

  test('leave with their year on July 1, in one page and without anything written for it', async () => {
    await put('of the last year', '2026-06-30');
    await put('of this year', '2026-07-01');
    device.now = `2027-06-30${NOON}`;
    await device.pullAll();
    device.now = `2027-07-01${NOON}`;
    const pages = await device.pullAll();
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatchObject({ is_fresh: false, own_from: '2026-07-01', changes: [] });
    expect(pages[0]?.scopes_removed).toEqual([`${own}:fy2025`]);
    expect(Object.keys(device.held())).toEqual(['of this year']);
    await put('entered late', '2026-06-30');
    await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['of this year']);
  });

  test('come with a new year, also those that were planned before it', async () => {
    await put('far ahead', '2028-07-01');
    device.now = `2027-06-30${NOON}`;
    await device.pullAll();
    expect(device.held()).toEqual({});
    device.now = `2027-07-01${NOON}`;
    await device.pullAll();
    expect(Object.keys(device.held())).toEqual(['far ahead']);
  });

  test('leave once nothing is left to finish, if their year is over', async () => {
    await put('note', '2025-06-29', true);
    await device.pullAll();
    await put('note', '2025-06-29', false);
    await device.pullAll();
    expect(device.held()).toEqual({});
  });

  test('leave with the person', async () => {
    await put('of this year', '2026-07-01');
    await device.pullAll();
    await world.change((tx) => leave(tx, device.userId, own));
    const pages = await device.pullAll();
    expect(pages.at(-1)?.scopes_removed).toEqual(expect.arrayContaining([own, `${own}:fy2026`]));
    expect(device.held()).toEqual({});
  });

  test('are pulled from the start by a device of a version that did not know fiscal years', async () => {
    await put('of this year', '2026-07-01');
    await device.pullAll();
    device.cursor = device.cursorWithout('years');
    const [page] = await device.pullAll();
    expect(page?.is_fresh).toBe(true);
  });

  test('leave the index once no device can have their year any more', async () => {
    await put('of an old year', '2024-06-30');
    await put('open', '2024-06-30', true);
    await put('of the last year', '2025-07-01');
    await purgeExpired(db, JANUARY);
    const { rows } = await db.execute<{ scope: string }>(
      sql`select distinct scope from change_index order by 1`,
    );
    expect(rows.map(({ scope }) => scope)).toEqual([`${own}:fy2025`, `${own}:open`]);
  });
});

describe('the scopes of a row by the fiscal year', () => {
  const session = { provider: 'p', service: 's', session_date: '2026-07-01', approval_request: '' };

  test('begin on July 1', () => {
    expect(scopesOfSession(session)).toContain('user:p:fy2026');
    expect(scopesOfSession({ ...session, session_date: '2026-06-30' })).toContain('user:p:fy2025');
  });

  test('are open for the author until no signature is missing, and for others while they wait for a co-signature', () => {
    const opens = (state: 'draft' | 'signed' | 'co-signed' | 'returned', needs_co_sign: boolean) =>
      scopesOfSoapNote({ ...session, supervisors: ['v'], state, needs_co_sign }).filter((scope) =>
        scope.endsWith(':open'),
      );
    expect(opens('draft', false)).toEqual(['user:p:open']);
    expect(opens('returned', true)).toEqual(['user:p:open']);
    expect(opens('signed', true)).toEqual(['user:p:open', 'service:s:open', 'team:v:open']);
    expect(opens('signed', false)).toEqual([]);
    expect(opens('co-signed', true)).toEqual([]);
  });

  test('are of each year that an event touches, and of the year of its series', () => {
    const event = {
      ...{ provider: 'p', invites: ['guest'], original_date: null },
      ...{ event_start_date: '2026-06-30', event_end_date: '2026-06-30' },
    };
    expect(scopesOfEvent(event)).toEqual(['user:p:fy2025', 'user:guest:fy2025']);
    const overnight = { ...event, invites: [], event_end_date: '2026-07-01' };
    expect(scopesOfEvent(overnight)).toEqual(['user:p:fy2025', 'user:p:fy2026']);
    const moved = { ...event, invites: [], original_date: '2026-07-02' };
    expect(scopesOfEvent(moved)).toEqual(['user:p:fy2025', 'user:p:fy2026']);
  });
});
