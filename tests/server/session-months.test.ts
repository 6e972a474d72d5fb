import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlobs } from '#server/blob-store.ts';
import { recordChange } from '#server/db/change-index.ts';
import { sweep } from '#server/modules/operations/sweep.ts';
import { usualKind } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld, type Person, sessionBody } from './api-world.ts';

let world: ApiWorld;
let provider: Person;
let caseload: Awaited<ReturnType<ApiWorld['addCaseload']>>;
let admin: string;

beforeAll(async () => {
  world = await openApiWorld(usualKind);
  provider = await world.addPerson();
  caseload = await world.addCaseload(provider);
  admin = (await world.signIn(await world.addPerson({ role: '1', isProvider: false }))).token;
});
afterAll(() => world.close());

async function record(session_date: string): Promise<string> {
  const { token } = await world.signIn(provider);
  const body = sessionBody(caseload, { session_date });
  expect((await world.call('session.create', { token, body })).status).toBe(201);
  return body.id;
}

async function placesOf(id: string): Promise<string[]> {
  const { rows } = await world.db.execute<{ scope: string }>(
    sql`select scope from change_index where entity = 'session' and id = ${id} and not has_left and scope not like 'user:%'
      order by scope`,
  );
  return rows.map(({ scope }) => scope);
}

/** Of the office, leads, and supervisors. */
function placesIn(month: string): string[] {
  return [`org:${month}`, `service:${caseload.service}:${month}`, `supervised:${provider.id}:${month}`];
}

test('others have a session by the month of its day, also after the day was changed', async () => {
  const id = await record('2026-03-05');
  expect(await placesOf(id)).toEqual(placesIn('2026-03'));
  const { token } = await world.signIn(provider);
  const moved = {
    token,
    params: { id },
    headers: { 'if-match': '"1"' },
    body: { session_date: '2026-02-27' },
  };
  expect((await world.call('session.update', moved)).status).toBe(200);
  expect(await placesOf(id)).toEqual(placesIn('2026-02'));
});

test.each([
  ['the office', () => 'org'],
  ['a lead', () => `service:${caseload.service}`],
  ['a supervisor', () => `supervised:${provider.id}`],
])(
  'the hourly sweep gives the month to a session that an older server recorded for %s without it',
  async (_, scope) => {
    const id = await record('2026-03-06');
    await world.db.transaction((tx) => recordChange(tx, 'session', id, [scope(), `user:${provider.id}`]));
    await sweep(world.db, openBlobs(world.config), world.clock.now);
    expect(await placesOf(id)).toEqual(placesIn('2026-03'));
  },
);

test('a session is read by its id, and is absent for people who may not see it', async () => {
  const id = await record('2026-03-07');
  const read = await world.call('session.read', { token: admin, params: { id } });
  expect(read.body).toMatchObject({ id, session_date: '2026-03-07' });
  const { token } = await world.signIn(await world.addPerson());
  expect((await world.call('session.read', { token, params: { id } })).status).toBe(404);
  expect((await world.call('session.read', { token: admin, params: { id: randomUUID() } })).status).toBe(404);
});

test('the list of sessions is narrowed to a student, to who entered them, and to those with a request', async () => {
  const id = await record('2026-03-08');
  const idsOf = async (query: Record<string, string>) => {
    const { body } = await world.call('session.list', {
      token: admin,
      query: { start_date: '2026-03-08', ...query },
    });
    return body.sessions.map((session) => session.id);
  };
  expect(await idsOf({ student: caseload.student, captured_by: provider.id })).toEqual([id]);
  expect(await idsOf({ student: randomUUID() })).toEqual([]);
  expect(await idsOf({ captured_by: randomUUID() })).toEqual([]);
  expect(await idsOf({ has_request: '1' })).toEqual([]);
  await world.db.execute(sql`update sessions set approval_request = 'approved' where id = ${id}`);
  expect(await idsOf({ has_request: '1' })).toEqual([id]);
});
