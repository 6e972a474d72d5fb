import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalParent, parentsOfStudent } from '#db/student-file.ts';
import { recordParent } from '#features/students/record-file.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { createApiClient } from '#sync/api-client.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { openTransport } from '#sync/outbox/transport.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { type ApiWorld, openApiWorld } from '#tests/server/api-world.ts';
import { usualKind } from '#tests/support/database.ts';
import { openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';

let world: ApiWorld;
let student: string;
let account: { user_id: string; token: string };
const opened: TestDevice[] = [];

beforeAll(async () => {
  world = await openApiWorld(usualKind);
  const person = await world.addPerson();
  ({ student } = await world.addCaseload(person));
  await world.db.transaction((tx) => refreshScopeMembers(tx, [person.id]));
  account = { user_id: person.id, token: (await world.signIn(person)).token };
});
afterAll(async () => {
  for (const device of opened) await device.close();
  await world.close();
});

async function phoneOf() {
  const device = await openDevice({ user_id: account.user_id });
  opened.push(device);
  const { db, clock, lock, workspace } = device;
  const tokens = { current: async () => account.token, renew: async () => null };
  const api = createApiClient({ tokens, fetch: fetchFrom(world.app) });
  const transport = openTransport({ db, api, device_id: workspace.device_id, app_version: '1', clock });
  const parents = async () =>
    (await parentsOfStudent(db, student)).sort((a, b) => (a.first_name < b.first_name ? -1 : 1));
  return {
    parents,
    states: () => outboxStates(db),
    async sync() {
      await drainWhileAnswered(() => drainBatch(db, transport, clock, lock));
      await pullAll(db, api, workspace.device_id);
    },
    /** Saves a parent as the primary contact, with a phone number. */
    async choose(first_name: string, phone: string) {
      const before: LocalParent | null =
        (await parents()).find((parent) => parent.first_name === first_name) ?? null;
      const problems = await recordParent(
        workspace,
        student,
        { id: before?.id ?? randomUUID(), opened: before },
        {
          ...{ first_name, last_name: 'Abara', relationship: 'mother', email: '', phone },
          ...{ language: 'en', is_primary: true },
        },
      );
      expect(problems).toBeNull();
    },
  };
}

test('two phones that choose a primary contact offline end with one, and lose nothing that was entered', async () => {
  const [one, other] = [await phoneOf(), await phoneOf()];
  for (const name of ['Alma', 'Bo', 'Cleo']) await one.choose(name, '555 0100');
  await one.sync();
  await other.sync();
  expect((await other.parents()).map(({ is_primary }) => is_primary)).toEqual([false, false, true]);

  await one.choose('Alma', '555 0111');
  await other.choose('Bo', '555 0122');
  await one.sync();
  await other.sync();
  await one.sync();
  for (const phone of [one, other]) {
    expect(await phone.states()).toEqual([]);
    expect((await phone.parents()).map((row) => [row.first_name, row.phone, row.is_primary])).toEqual([
      ['Alma', '555 0111', false],
      ['Bo', '555 0122', true],
      ['Cleo', '555 0100', false],
    ]);
  }
});
