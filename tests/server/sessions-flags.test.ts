import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timePlusMinutes } from '#domain/time/pacific.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { ruleKinds, settled } from '#tests/support/database.ts';
import { sessionBody } from './api-world.ts';
import { MOTOR, type OfficeWorld, openOfficeWorld, SPEECH } from './office-world.ts';

describe.each(ruleKinds)('flags of sessions on %s', (kind) => {
  let world: OfficeWorld;
  /** Each test has its own day. */
  let day = 0;
  let session_date: string;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  function nextDay(): void {
    day += 1;
    session_date = `2026-03-0${day}`;
  }

  function body(start_time: string, changes: Record<string, unknown> = {}) {
    const end_time = timePlusMinutes(start_time, 30);
    return sessionBody(
      { service: SPEECH, student: world.anna },
      { session_date, start_time, end_time, ...changes },
    );
  }

  async function create(start_time: string, changes: Record<string, unknown> = {}) {
    const answer = await world.as('admin', 'session.create', {
      body: body(start_time, { provider: world.people.paula.id, ...changes }),
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }

  /** Overlap and duplicate flags as letters, and the version. */
  async function flags(...ids: string[]): Promise<string[]> {
    const rows = await world.db.select().from(sessions).where(inArray(sessions.id, ids));
    return ids.map((id) => {
      const row = rows.find((each) => each.id === id);
      return `${row?.has_overlap ? 'o' : '-'}${row?.is_possible_duplicate ? 'd' : '-'} ${row?.version}`;
    });
  }

  test('an overlap flags both, and moving one away clears both', async () => {
    nextDay();
    const first = await create('09:00');
    const second = await create('09:15', { service: MOTOR });
    expect(second).toMatchObject({ has_overlap: true, version: 1 });
    expect(await flags(first.id, second.id)).toEqual(['o- 2', 'o- 1']);
    const moved = await world.as('paula', 'session.update', {
      params: { id: second.id },
      version: 1,
      body: { start_time: '09:30', end_time: '10:00' },
    });
    expect(moved.body).toMatchObject({ has_overlap: false, version: 2 });
    expect(await flags(first.id, second.id)).toEqual(['-- 3', '-- 2']);
  });

  test('a row whose flag changed is delivered to its readers', async () => {
    nextDay();
    // Transactions of other databases on the same server hold pulls back too.
    const pull = async (query: Record<string, string>) => {
      await settled(world.db);
      return world.as('paula', 'sync.pull', { query });
    };
    const first = await create('09:00');
    const { cursor } = (await pull({ limit: '2000' })).body;
    const second = await create('09:15', { service: MOTOR });
    const page = await pull({ cursor });
    expect(page.status, JSON.stringify(page.body)).toBe(200);
    const pulled = page.body.changes.filter(({ entity }) => entity === 'session');
    expect(pulled.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    expect(pulled.find(({ id }) => id === first.id)?.row).toMatchObject({ has_overlap: true, version: 2 });
  });

  test('the middle one of three in a row keeps its flag while one neighbor is left', async () => {
    nextDay();
    const first = await create('09:00', { service: MOTOR });
    const middle = await create('09:20');
    const last = await create('09:40', { service: MOTOR });
    expect(await flags(first.id, middle.id, last.id)).toEqual(['o- 2', 'o- 1', 'o- 1']);
    await world.as('paula', 'session.delete', { params: { id: last.id }, version: 1 });
    expect(await flags(first.id, middle.id)).toEqual(['o- 2', 'o- 1']);
    await world.as('paula', 'session.delete', { params: { id: first.id }, version: 2 });
    expect(await flags(middle.id)).toEqual(['-- 2']);
  });

  test('the same student, service, and start is a possible duplicate, even of another provider', async () => {
    nextDay();
    const first = await create('09:00');
    const second = await create('09:00', { provider: world.people.otto.id });
    expect(await flags(first.id, second.id)).toEqual(['-d 2', '-d 1']);
    const other = await create('09:00', { provider: world.people.sven.id, service: MOTOR });
    expect(await flags(first.id, second.id, other.id)).toEqual(['-d 2', '-d 1', '-- 1']);
    const change = await world.as('admin', 'session.update', {
      params: { id: second.id },
      version: 1,
      body: { student_ids: [world.ben] },
    });
    expect(change.body).toMatchObject({ is_possible_duplicate: false, version: 2 });
    expect(await flags(first.id)).toEqual(['-- 3']);
  });

  test('a group of two is one session and flags nothing; repeating one of its students is a duplicate', async () => {
    nextDay();
    const group = await create('09:00', { student_ids: [world.anna, world.ben], setting: 'group' });
    expect(await flags(group.id)).toEqual(['-- 1']);
    const single = await create('09:00', { student_ids: [world.ben], provider: world.people.otto.id });
    expect(await flags(group.id, single.id)).toEqual(['-d 2', '-d 1']);
  });

  test('a move to another day updates the flags of both days', async () => {
    nextDay();
    const early = await create('09:00');
    const leaving = await create('09:00');
    nextDay();
    const late = await create('09:00');
    expect(await flags(early.id, leaving.id, late.id)).toEqual(['od 2', 'od 1', '-- 1']);
    const { body: moved } = await world.as('paula', 'session.update', {
      params: { id: leaving.id },
      version: 1,
      body: { session_date },
    });
    expect(moved).toMatchObject({ has_overlap: true, is_possible_duplicate: true });
    expect(await flags(early.id, leaving.id, late.id)).toEqual(['-- 3', 'od 2', 'od 2']);
  });

  test('a change of text leaves the neighbors as they are', async () => {
    nextDay();
    const first = await create('09:00');
    const second = await create('09:15');
    await world.as('paula', 'session.update', {
      params: { id: second.id },
      version: 1,
      body: { notes: 'calm' },
    });
    expect(await flags(first.id, second.id)).toEqual(['o- 2', 'o- 2']);
  });

  test('two concurrent ones see each other', async () => {
    nextDay();
    const created = await Promise.all(Array.from({ length: 12 }, () => create('09:00')));
    const ids = created.map(({ id }) => id);
    expect((await flags(...ids)).map((each) => each.slice(0, 2))).toEqual(ids.map(() => 'od'));
  });
});
