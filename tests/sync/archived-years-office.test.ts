import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { filesNotHere, followedFiles, noteOpened } from '#db/followed-files.ts';
import { studentById } from '#db/student-file.ts';
import { placeStudents } from '#server/db/directory-places.ts';
import { createApiClient } from '#sync/api-client.ts';
import { leftStudents } from '#sync/outbox/left-students.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { pullAll, syncPosition } from '#sync/pull/pull.ts';
import { type OfficeWorld, openOfficeWorld } from '#tests/server/office-world.ts';
import { usualKind } from '#tests/support/database.ts';
import { openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';

/** An admin's device in March 2026: it has the students archived since July 1, 2024. */
let world: OfficeWorld;
let device: TestDevice;
let pull: () => Promise<void>;

beforeAll(async () => {
  world = await openOfficeWorld(usualKind);
});
afterAll(() => world.close());

beforeEach(async () => {
  await archivedOn(null);
  device = await openDevice({ user_id: world.people.admin.id });
  const { token } = await world.signIn(world.people.admin);
  const api = createApiClient({
    tokens: { current: async () => token, renew: async () => null },
    fetch: fetchFrom(world.app),
  });
  pull = () => pullAll(device.db, api, device.workspace.device_id, device.lock);
  await pull();
});
afterEach(() => device.close());

async function archivedOn(day: string | null): Promise<void> {
  await world.db.transaction(async (tx) => {
    await tx.execute(
      sql`update students set archived = ${day !== null}, archived_on = ${day}::date, version = version + 1
        where id = ${world.anna}`,
    );
    await placeStudents(tx, [world.anna]);
  });
}

const isHere = async () => (await studentById(device.db, world.anna)) !== null;

test('a student archived long ago leaves a device of the office, and comes back when restored', async () => {
  expect([await isHere(), (await syncPosition(device.db)).own_from]).toEqual([true, '2024-07-01']);
  await archivedOn('2024-07-01');
  await pull();
  expect(await isHere()).toBe(true);
  await archivedOn('2024-06-30');
  await pull();
  expect(await isHere()).toBe(false);
  await archivedOn(null);
  await pull();
  expect(await isHere()).toBe(true);
});

test('what waits to be sent about the student is not set aside, because nobody was taken from the office', async () => {
  const id = randomUUID();
  await queueWrite(device.workspace, {
    ...{ endpoint: 'parent.create', id, params: { id: world.anna }, lane: `student:${world.anna}` },
    body: {
      ...{ id, student: world.anna, first_name: 'Alma', last_name: 'Abara', relationship: 'mother' },
      ...{ email: '', phone: '', language: 'en', is_primary: false },
    },
  });
  await archivedOn('2023-05-12');
  await pull();
  expect([...(await leftStudents(device.db))]).toEqual([]);
  expect(await outboxStates(device.db)).toEqual(['waiting']);
});

test('a student who was noted as left by an earlier version of the app is no longer', async () => {
  await device.db.meta.put({ key: 'left', students: [world.anna] });
  await pull();
  expect([...(await leftStudents(device.db))]).toEqual([]);
});

test('opened, the file of a student archived long ago is followed, and the student comes with it', async () => {
  await archivedOn('2023-05-12');
  await pull();
  expect(await noteOpened(device.db, [world.anna])).toBe(true);
  await pull();
  expect([await isHere(), await filesNotHere(device.db, [world.anna])]).toEqual([true, []]);
  expect((await studentById(device.db, world.anna))?.archived_on).toBe('2023-05-12');
});

test('a student who does not exist is refused, and not followed', async () => {
  const nobody = randomUUID();
  await noteOpened(device.db, [nobody]);
  await pull();
  const { opened, refused } = await followedFiles(device.db);
  expect([opened, refused]).toEqual([[], [nobody]]);
});
