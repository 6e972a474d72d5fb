import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionById } from '#db/sessions.ts';
import { parentsOfStudent, studentById } from '#db/student-file.ts';
import { recordChange } from '#server/db/change-index.ts';
import { student_accounts, student_providers, students } from '#server/db/schema/students.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { createApiClient } from '#sync/api-client.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openTransport } from '#sync/outbox/transport.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { type ApiWorld, openApiWorld, type Person } from '#tests/server/api-world.ts';
import { usualKind } from '#tests/support/database.ts';
import { openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';

let world: ApiWorld;
let provider: Person;
let token: string;
let office: string;
let caseload: { service: string; student: string };

beforeAll(async () => {
  world = await openApiWorld(usualKind);
  provider = await world.addPerson();
  const boss = await world.addPerson({ role: '1', isProvider: false });
  caseload = await world.addCaseload(provider);
  token = (await world.signIn(provider)).token;
  office = (await world.signIn(boss)).token;
});
afterAll(() => world.close());

/** Another record, of a colleague's student or no one's. */
async function anotherRecord(of: Person | null): Promise<string> {
  const id = randomUUID();
  await world.db.insert(students).values({ id, first_name: 'Sam', last_name: 'Sampel' });
  await world.db.insert(student_accounts).values({ id });
  if (of !== null) await world.db.insert(student_providers).values({ student: id, provider: of.id });
  await world.db.transaction(async (tx) => {
    await recordChange(tx, 'student', id, ['org', `student:${id}`]);
    await refreshScopeMembers(tx, [provider.id]);
  });
  return id;
}

async function merge(stays: string, merged: string): Promise<string> {
  const versions = await Promise.all(
    [stays, merged].map(
      async (id) => (await world.call('student.read', { token: office, params: { id } })).body.version,
    ),
  );
  const answer = await world.call('student-merge.create', {
    token: office,
    headers: { 'idempotency-key': randomUUID() },
    body: {
      ...{ id: randomUUID(), stays, merged, fields_of_merged: [] },
      ...{ stays_version: versions[0], merged_version: versions[1] },
    },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

async function phoneOf(): Promise<{ device: TestDevice; send(): Promise<void>; pull(): Promise<void> }> {
  const device = await openDevice({ user_id: provider.id });
  const { db, clock, lock } = device;
  const { device_id } = device.workspace;
  const tokens = { current: async () => token, renew: async () => null };
  const api = createApiClient({ tokens, fetch: fetchFrom(world.app) });
  const transport = openTransport({ db, api, device_id, app_version: '1', clock });
  return {
    device,
    send: async () => {
      await drainWhileAnswered(() => drainBatch(db, transport, clock, lock));
    },
    pull: () => pullAll(db, api, device_id),
  };
}

test.each([
  ['sent before it hears of the merge', 'send first'],
  ['kept while it pulls the merge, and sent afterwards', 'pull first'],
])(
  'what a phone entered offline about the merged record is %s and arrives at the one that stays',
  async (_, order) => {
    const [stays, merged] = [await anotherRecord(null), await anotherRecord(provider)];
    const phone = await phoneOf();
    try {
      await phone.pull();
      const { db, workspace } = phone.device;
      const session = sessionEntry({ student_ids: [merged], service: caseload.service, notes: order });
      await queueWrite(workspace, {
        endpoint: 'session.create',
        id: session.id,
        body: session,
        lane: session.id,
      });
      const parent = {
        ...{ id: randomUUID(), student: merged, first_name: 'Alma', last_name: 'Sample', email: '' },
        ...{ relationship: 'mother' as const, phone: '', language: 'en' as const, is_primary: true },
      } as const;
      const lane = `student:${merged}`;
      await queueWrite(workspace, { endpoint: 'parent.create', id: parent.id, body: parent, lane });

      await merge(stays, merged);
      if (order === 'pull first') await phone.pull();
      // Nothing is set aside: the phone knows that the record lives on.
      expect((await outboxStates(db)).every((state) => state === 'waiting')).toBe(true);
      await phone.send();
      await phone.pull();
      expect(await outboxStates(db)).toEqual([]);
      expect(await sessionById(db, session.id)).toMatchObject({ student_ids: [stays], notes: order });
      expect(await parentsOfStudent(db, stays)).toMatchObject([{ id: parent.id }]);
      expect(await parentsOfStudent(db, merged)).toEqual([]);
      expect(await studentById(db, merged)).toMatchObject({ archived: true, merged_into: stays });
      expect(await studentById(db, stays)).toMatchObject({ archived: false });
    } finally {
      await phone.device.close();
    }
  },
);

test('an undo gives the phone the two records back', async () => {
  const [stays, merged] = [await anotherRecord(null), await anotherRecord(provider)];
  const phone = await phoneOf();
  try {
    const id = await merge(stays, merged);
    await phone.pull();
    const { db } = phone.device;
    expect(await studentById(db, stays)).not.toBeNull();
    const answer = await world.call('student-merge.undo', {
      ...{ token: office, params: { id } },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await phone.pull();
    expect(await studentById(db, merged)).toMatchObject({ archived: false, merged_into: null });
    // No one had assigned this one to them.
    expect(await studentById(db, stays)).toBeNull();
  } finally {
    await phone.device.close();
  }
});
