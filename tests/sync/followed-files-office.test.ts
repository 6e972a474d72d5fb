import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { filesNotHere, followedFiles, noteOpened } from '#db/followed-files.ts';
import { outboxCounts } from '#db/outbox.ts';
import { parentsOfStudent, studentById } from '#db/student-file.ts';
import { placeStudents } from '#server/db/directory-places.ts';
import { migrationsFolder } from '#server/db/migrate.ts';
import { student_providers, student_services } from '#server/db/schema/students.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { createApiClient, NoAnswer } from '#sync/api-client.ts';
import { leftStudents } from '#sync/outbox/left-students.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { tellFollows } from '#sync/pull/follow-files.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { type OfficeWorld, openOfficeWorld, SPEECH } from '#tests/server/office-world.ts';
import { usualKind } from '#tests/support/database.ts';
import { openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';

/** A service lead's device: Anna is of the lead's service, and her file has a parent. */
let world: OfficeWorld;
let device: TestDevice;
let isOnline: boolean;
let parent: string;
let pull: () => Promise<void>;

beforeAll(async () => {
  world = await openOfficeWorld(usualKind);
});
afterAll(() => world.close());

beforeEach(async () => {
  const { db, people, anna } = world;
  await db.delete(student_services);
  await db.delete(student_providers);
  await db.insert(student_services).values({ student: anna, service: SPEECH });
  await db.insert(student_providers).values({ student: anna, provider: people.paula.id });
  await refresh();
  parent = randomUUID();
  const body = {
    ...{ id: parent, student: anna, first_name: 'Alma', last_name: 'Abara', relationship: 'mother' },
    ...{ email: '', phone: '', language: 'en', is_primary: false },
  };
  const made = await world.as('paula', 'parent.create', { params: { id: anna }, body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  device = await openDevice({ user_id: people.lead.id });
  isOnline = true;
  const { token } = await world.signIn(people.lead);
  const reach = fetchFrom(world.app);
  const api = createApiClient({
    tokens: { current: async () => token, renew: async () => null },
    fetch: async (...call) => {
      if (!isOnline) throw new TypeError('fetch failed');
      return reach(...call);
    },
  });
  pull = () => pullAll(device.db, api, device.workspace.device_id, device.lock);
  await pull();
});
afterEach(() => device.close());

const refresh = () =>
  world.db.transaction(async (tx) => {
    await placeStudents(tx, [world.anna]);
    await refreshScopeMembers(tx, [world.people.lead.id, world.people.paula.id]);
  });
const isHere = async () => (await filesNotHere(device.db, [world.anna])).length === 0;
const parentsHere = async () => (await parentsOfStudent(device.db, world.anna)).map(({ id }) => id);

/** Entered on the lead's device, and not sent. */
async function changePhone(): Promise<void> {
  await queueWrite(device.workspace, {
    ...{ endpoint: 'parent.update', id: parent, params: { id: parent }, opened: null },
    ...{ body: { phone: '(209) 555-0107' }, lane: `student:${world.anna}` },
  });
}

async function leaveTheService(): Promise<void> {
  await world.db.delete(student_services);
  await refresh();
}

describe('a file that is opened', () => {
  test('offline is noted, and comes whole with the next pull', async () => {
    expect(await studentById(device.db, world.anna)).not.toBeNull();
    expect([await isHere(), await parentsHere()]).toEqual([false, []]);
    isOnline = false;
    expect(await noteOpened(device.db, [world.anna])).toBe(true);
    await expect(pull()).rejects.toThrow(NoAnswer);
    expect(await isHere()).toBe(false);
    isOnline = true;
    await pull();
    expect(await isHere()).toBe(true);
    expect(await parentsHere()).toContain(parent);
    expect(await noteOpened(device.db, [world.anna])).toBe(false);
  });

  test('leaves with the right, the student too, and comes again only when it is opened again', async () => {
    await noteOpened(device.db, [world.anna]);
    await pull();
    await leaveTheService();
    await pull();
    expect([await parentsHere(), await studentById(device.db, world.anna)]).toEqual([[], null]);
    expect([...(await leftStudents(device.db))]).toContain(world.anna);
    await world.db.insert(student_services).values({ student: world.anna, service: SPEECH });
    await refresh();
    await pull();
    expect(await studentById(device.db, world.anna)).not.toBeNull();
    expect([await isHere(), await parentsHere()]).toEqual([false, []]);
    await noteOpened(device.db, [world.anna]);
    await pull();
    expect(await parentsHere()).toContain(parent);
  });

  test('is followed again on a server that was restored and knows nothing of it', async () => {
    await noteOpened(device.db, [world.anna]);
    await pull();
    await world.db.execute(sql`delete from follows`);
    await world.db.execute(sql`update sync_epoch set epoch = gen_random_uuid()`);
    await pull();
    expect(await isHere()).toBe(true);
    expect(await parentsHere()).toContain(parent);
  });

  test('that leaves the list takes no unsent change with it, and sets none aside', async () => {
    await noteOpened(device.db, [world.anna]);
    await pull();
    await changePhone();
    const known = await followedFiles(device.db);
    await device.db.meta.put({ ...known, opened: [] });
    await pull();
    expect(await outboxStates(device.db)).toEqual(['waiting']);
    expect((await outboxCounts(device.db)).waiting).toBe(1);
    expect(await parentsOfStudent(device.db, world.anna)).toMatchObject([{ phone: '(209) 555-0107' }]);
    expect([...(await leftStudents(device.db))]).toEqual([]);
  });

  test('with a draft or an unsent change is never left out of more than two hundred', async () => {
    const { db } = device;
    const stored = await db.students.get(world.anna);
    if (stored === undefined) throw new Error('Anna is not here.');
    const others = Array.from({ length: 210 }, () => randomUUID());
    const rows = others.map((id) => ({ ...stored, id, scopes: [`service:${SPEECH}`] }));
    await db.students.bulkPut(rows);
    const [draft = '', written = '', ...rest] = others;
    for (const id of [draft, written, ...rest]) await noteOpened(db, [id]);
    await db.drafts.put({ form: `parent|${draft}`, sealed: new Uint8Array(12) });
    const session = randomUUID();
    await db.outbox.add({
      ...{ write_id: randomUUID(), user_id: 'u', device_id: 'd', endpoint: 'session.create' },
      ...{ endpoint_version: 1, entity: 'session', entity_id: session, lane: session, effect: 'create' },
      ...{ depends_on: [], about: [written], base_version: null, captured_at: '2026-03-10T18:00:00.000Z' },
      ...{ state: 'parked', attempts: 1, next_attempt_at: 0, leased_until: 0, problem: null },
      ...{ sealed: new Uint8Array(12), carries: [] },
    } as never);
    const sent: string[][] = [];
    const api = {
      call: async (_: string, asked: { body: { students: string[] } }) => {
        sent.push(asked.body.students);
        return { students: asked.body.students };
      },
    };
    await tellFollows(db, api as never, device.workspace.device_id);
    expect(sent[0]).toHaveLength(200);
    expect(sent[0]).toEqual(expect.arrayContaining([draft, written, others.at(-1)]));
    expect((await followedFiles(db)).opened).not.toContain(rest[0]);
  });
});

test('after the upgrade a lead keeps all students and unsent work, and has files of the own caseload alone', async () => {
  const { db, people, anna } = world;
  // As the version before left it: scopes per student, none of the directory.
  await db.execute(sql`delete from change_index where entity in ('student', 'student_service', 'client')
    and (scope like 'service:%' or scope like 'supervised:%')`);
  await db.execute(sql`insert into scope_members (user_id, scope, has_left, xid, seq)
    select ${people.lead.id}::uuid, 'student:' || id, false, pg_current_xact_id(), nextval('change_seq')
    from students where id = ${anna} on conflict (user_id, scope) do update set has_left = false, xid = excluded.xid`);
  await pull();
  expect(await parentsHere()).toContain(parent);
  await changePhone();

  const migration = readFileSync(path.join(migrationsFolder(), migrationNamed('follows')), 'utf8');
  const byHand = migration.slice(migration.indexOf('-- Written by hand'));
  await db.transaction(async (tx) => {
    for (const statement of byHand.split('--> statement-breakpoint')) await tx.execute(sql.raw(statement));
  });
  await pull();
  expect(await studentById(device.db, anna)).not.toBeNull();
  expect([...(await leftStudents(device.db))]).toEqual([]);
  expect(await outboxStates(device.db)).toEqual(['waiting']);
  expect(await isHere()).toBe(false);
  const { rows } = await db.execute<{ scope: string }>(
    sql`select scope from scope_members where user_id = ${people.lead.id} and not has_left order by 1`,
  );
  expect(rows.map(({ scope }) => scope)).toEqual(['global', `service:${SPEECH}`, `user:${people.lead.id}`]);
  // Opened once more, the file is there with the change on top.
  await noteOpened(device.db, [anna]);
  await pull();
  expect(await isHere()).toBe(true);
  const shown = (await parentsOfStudent(device.db, anna)).find(({ id }) => id === parent);
  expect(shown).toMatchObject({ phone: '(209) 555-0107', record_state: 'waiting' });
});

function migrationNamed(name: string): string {
  const journal = JSON.parse(readFileSync(path.join(migrationsFolder(), 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  return `${journal.entries.find(({ tag }) => tag.endsWith(`_${name}`))?.tag}.sql`;
}
