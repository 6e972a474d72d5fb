import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileRefusal, filesNotHere, followedFiles, noteOpened } from '#db/followed-files.ts';
import { parentsOfStudent, studentById } from '#db/student-file.ts';
import { type ParentFields, recordParent } from '#features/students/record-file.ts';
import { placeStudents } from '#server/db/directory-places.ts';
import { migrationsFolder } from '#server/db/migrate.ts';
import { student_providers, student_services } from '#server/db/schema/students.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { createApiClient, NoAnswer } from '#sync/api-client.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { openTransport } from '#sync/outbox/transport.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { type OfficeWorld, openOfficeWorld, SPEECH } from '#tests/server/office-world.ts';
import { usualKind } from '#tests/support/database.ts';
import { openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';

/** An admin's device: Anna's file has a parent, Dora is archived, and her file has one too. */
let world: OfficeWorld;
let device: TestDevice;
let isOnline: boolean;
let isFollowing: boolean;
let pull: () => Promise<void>;
let send: () => Promise<unknown>;
const parents = new Map<string, string>();

const ABARA: ParentFields = {
  ...{ first_name: 'Alma', last_name: 'Abara', email: '', phone: '' },
  relationship: 'mother',
  language: 'en',
  is_primary: true,
};

beforeAll(async () => {
  world = await openOfficeWorld(usualKind);
  const { db, people, anna, dora } = world;
  await db.insert(student_services).values({ student: anna, service: SPEECH }).onConflictDoNothing();
  await db
    .insert(student_providers)
    .values({ student: anna, provider: people.paula.id })
    .onConflictDoNothing();
  await db.transaction(async (tx) => {
    await placeStudents(tx, [anna, dora]);
    await refreshScopeMembers(tx, [people.paula.id]);
  });
  for (const student of [anna, dora]) {
    const id = randomUUID();
    const body = { ...ABARA, id, student };
    const made = await world.as('admin', 'parent.create', { params: { id: student }, body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    parents.set(student, id);
  }
});
afterAll(() => world.close());

beforeEach(async () => {
  device = await openDevice({ user_id: world.people.admin.id });
  isOnline = true;
  isFollowing = true;
  const { token } = await world.signIn(world.people.admin);
  const reach = fetchFrom(world.app);
  const api = createApiClient({
    tokens: { current: async () => token, renew: async () => null },
    fetch: async (input, init) => {
      if (!isOnline) throw new TypeError('fetch failed');
      if (!isFollowing && String(input).includes('/api/sync/follow/')) {
        const answer = await reach('/api/sync/follow/nothing/', init);
        return answer;
      }
      return reach(input, init);
    },
  });
  const { db, lock, workspace } = device;
  pull = () => pullAll(db, api, workspace.device_id, lock);
  const sender = { db, api, device_id: workspace.device_id, app_version: '1', clock: workspace.clock };
  send = () => drainBatch(db, openTransport(sender), workspace.clock, lock);
  await pull();
});
afterEach(() => device.close());

const isHere = async (student: string) => (await filesNotHere(device.db, [student])).length === 0;
const parentsHere = async (student: string) =>
  (await parentsOfStudent(device.db, student)).map(({ id }) => id);

test('an office device has every student, and a file once it is opened, of archived students too', async () => {
  for (const student of [world.anna, world.dora]) {
    expect(await studentById(device.db, student)).not.toBeNull();
    expect([await isHere(student), await parentsHere(student)]).toEqual([false, []]);
    isOnline = false;
    expect(await noteOpened(device.db, [student])).toBe(true);
    await expect(pull()).rejects.toThrow(NoAnswer);
    isOnline = true;
    await pull();
    expect(await isHere(student)).toBe(true);
    expect(await parentsHere(student)).toContain(parents.get(student));
  }
});

test('what the office enters offline in a file that it follows is sent, and stays', async () => {
  await noteOpened(device.db, [world.anna]);
  await pull();
  isOnline = false;
  const id = randomUUID();
  const known = (await parentsOfStudent(device.db, world.anna)).find(({ is_primary }) => is_primary);
  await recordParent(device.workspace, world.anna, { id, opened: null }, { ...ABARA, first_name: 'Kofi' });
  // The former primary contact is known here, and gives way.
  expect(await outboxStates(device.db)).toEqual(['waiting', 'waiting']);
  isOnline = true;
  await send();
  await pull();
  expect(await outboxStates(device.db)).toEqual([]);
  const now = await parentsOfStudent(device.db, world.anna);
  expect(now.filter(({ is_primary }) => is_primary).map((one) => one.id)).toEqual([id]);
  expect(now.find((one) => one.id === known?.id)).toMatchObject({ record_state: 'sent' });
});

test('a row that was accepted before its file was followed is never left behind', async () => {
  await recordParent(
    device.workspace,
    world.anna,
    { id: randomUUID(), opened: null },
    { ...ABARA, is_primary: false },
  );
  await send();
  // Since then so many other files were opened that this one is the last of all.
  const others = Array.from({ length: 200 }, () => randomUUID());
  const known = await followedFiles(device.db);
  await device.db.meta.put({ ...known, opened: [...others, world.anna] });
  await pull();
  expect(await isHere(world.anna)).toBe(true);
});

test('a refusal has its reason, until the server takes the list', async () => {
  isFollowing = false;
  await noteOpened(device.db, [world.anna]);
  await pull();
  expect(await isHere(world.anna)).toBe(false);
  expect(await fileRefusal(device.db, world.anna)).toMatch(/\w/);
  isFollowing = true;
  await pull();
  expect([await isHere(world.anna), await fileRefusal(device.db, world.anna)]).toEqual([true, null]);
  // Nobody follows a record that was merged into another one.
  await world.db.execute(
    sql`update students set merged_into = ${world.anna} where id = ${world.dora} and archived`,
  );
  await noteOpened(device.db, [world.dora]);
  await pull();
  expect(await fileRefusal(device.db, world.dora)).toBe('no-access');
  expect((await followedFiles(device.db)).opened).toEqual([world.anna]);
  await world.db.execute(sql`update students set merged_into = null where id = ${world.dora}`);
  await noteOpened(device.db, [world.dora]);
  await pull();
  expect([await isHere(world.dora), await fileRefusal(device.db, world.dora)]).toEqual([true, null]);
});

test('after the upgrade an office device has students, services, and unsent work, and follows what it opens', async () => {
  const { db, anna, dora } = world;
  const change = sql`xid = pg_current_xact_id(), seq = nextval('change_seq'), changed_at = clock_timestamp()`;
  // As the version before left it: files stand in the office's scope, those of archived students there alone.
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into change_index (scope, entity, id, has_left, xid, seq, changed_at)
      select 'org', 'parent', id::text, false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
      from parents on conflict (scope, entity, id) do update set has_left = false, ${change}`);
    await tx.execute(
      sql`update change_index set has_left = true, ${change} where scope = ${`student:${dora}`}`,
    );
  });
  await pull();
  expect(await parentsHere(dora)).toContain(parents.get(dora));
  const [opened] = await parentsOfStudent(device.db, anna);
  if (opened === undefined) throw new Error('No parent is here.');
  const { id: _, student: __, version: ___, record_state: ____, ...fields } = opened;
  await recordParent(
    device.workspace,
    anna,
    { id: opened.id, opened },
    { ...fields, phone: '(209) 555-0107' },
  );

  const name = readdirSync(migrationsFolder()).find((one) => one.endsWith('_files_leave_office_devices.sql'));
  const migration = readFileSync(path.join(migrationsFolder(), name ?? ''), 'utf8');
  await db.transaction(async (tx) => {
    for (const statement of migration.split('--> statement-breakpoint')) await tx.execute(sql.raw(statement));
  });
  await pull();
  expect([await studentById(device.db, anna), await studentById(device.db, dora)]).not.toContain(null);
  expect(await outboxStates(device.db)).toEqual(['waiting']);
  expect(await isHere(anna)).toBe(false);
  expect(await parentsHere(dora)).toEqual([]);
  await noteOpened(device.db, [anna, dora]);
  await pull();
  expect([await isHere(anna), await isHere(dora)]).toEqual([true, true]);
  expect(await parentsHere(dora)).toContain(parents.get(dora));
  const shown = (await parentsOfStudent(device.db, anna)).find(({ id }) => id === opened.id);
  expect(shown).toMatchObject({ phone: '(209) 555-0107', record_state: 'waiting' });
});
