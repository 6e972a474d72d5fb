import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import { outboxCounts } from '#db/outbox.ts';
import { sessionById } from '#db/sessions.ts';
import { recordChange } from '#server/db/change-index.ts';
import { supervisions } from '#server/db/schema/providers.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { student_providers } from '#server/db/schema/students.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { createApiClient } from '#sync/api-client.ts';
import { drainBatch, type PushTransport } from '#sync/outbox/drain.ts';
import { handOver } from '#sync/outbox/hand-over.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openTransport, type Sender } from '#sync/outbox/transport.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { type ApiWorld, openApiWorld, type Person } from '#tests/server/api-world.ts';
import { usualKind } from '#tests/support/database.ts';
import { openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';

let world: ApiWorld;
let provider: Person;
let supervisor: string;
let caseload: { service: string; student: string };
let device: TestDevice;
let sender: Sender;
/** Whether responses are lost. */
let areAnswersLost: boolean;

beforeAll(async () => {
  world = await openApiWorld(usualKind);
});
afterAll(() => world.close());

beforeEach(async () => {
  provider = await world.addPerson();
  const colleague = await world.addPerson();
  const lead = await world.addPerson({ role: '4' });
  caseload = await world.addCaseload(provider);
  await world.db.insert(student_providers).values({ student: caseload.student, provider: colleague.id });
  await world.db.insert(supervisions).values([
    { supervisor: lead.id, supervisee: provider.id },
    { supervisor: lead.id, supervisee: colleague.id },
  ]);
  await world.db.transaction(async (tx) => {
    await recordChange(tx, 'student', caseload.student, [`student:${caseload.student}`]);
    await refreshScopeMembers(tx, [provider.id, colleague.id, lead.id]);
  });
  supervisor = (await world.signIn(lead)).token;
  device = await openDevice({ user_id: provider.id });
  areAnswersLost = false;
  const { token } = await world.signIn(provider);
  const reach = fetchFrom(world.app);
  const api = createApiClient({
    tokens: { current: async () => token, renew: async () => null },
    fetch: async (...call) => {
      const answer = await reach(...call);
      if (areAnswersLost) throw new TypeError('fetch failed');
      return answer;
    },
  });
  const { db, device_id, clock } = device.workspace;
  sender = { db, api, device_id, app_version: '1', clock };
  await pull();
});
afterEach(() => device.close());

function pull(): Promise<void> {
  return pullAll(device.db, sender.api, sender.device_id);
}

async function unassign(): Promise<void> {
  const { student } = caseload;
  await world.db
    .delete(student_providers)
    .where(and(eq(student_providers.student, student), eq(student_providers.provider, provider.id)));
  await world.db.transaction((tx) => refreshScopeMembers(tx, [provider.id]));
}

function enteredSession() {
  const { service, student } = caseload;
  return sessionEntry({ service, student_ids: [student], notes: 'Two-word sentences' });
}

/** A session that was entered before the student left, now an orphaned draft. */
async function orphanedSession(): Promise<{ id: string; writeId: string }> {
  const body = enteredSession();
  const writeId = await queueWrite(device.workspace, {
    endpoint: 'session.create',
    id: body.id,
    body,
    lane: `session:${body.id}`,
  });
  await unassign();
  await pull();
  expect(await outboxStates(device.db)).toEqual(['orphaned']);
  return { id: body.id, writeId: writeId ?? '' };
}

async function atOffice(id: string) {
  return world.db.select().from(sessions).where(eq(sessions.id, id));
}

async function handedToSupervisor() {
  const { body } = await world.call('quarantine.list', { token: supervisor });
  return body.filter(({ author }) => author === provider.id);
}

async function outcomes(): Promise<string[]> {
  return (await device.db.history.toArray()).map(({ outcome }) => outcome);
}

describe('a session about a student who left', () => {
  test('is never sent automatically, and the student is no longer on the device', async () => {
    const { id } = await orphanedSession();
    const report = await drainBatch(device.db, openTransport(sender), device.clock, device.lock);
    expect(report.outcome).toBe('nothing');
    expect(await atOffice(id)).toEqual([]);
    expect(await device.db.students.count()).toBe(0);
    expect(await outboxCounts(device.db)).toMatchObject({ waiting: 0, attention: 1 });
  });

  test('is handed over, accepted by a supervisor, and on the server once', async () => {
    const { id, writeId } = await orphanedSession();
    await handOver(sender, writeId, 'She moved on Friday.');
    expect(await outcomes()).toEqual(['handed-over']);
    expect(await device.db.outbox.count()).toBe(0);
    expect(await atOffice(id)).toEqual([]);

    const [kept, ...others] = await handedToSupervisor();
    expect(others).toEqual([]);
    expect(kept).toMatchObject({
      write_id: writeId,
      cause: 'handed-over',
      note: 'She moved on Friday.',
      student_names: { [caseload.student]: 'Sam Sample' },
    });
    const params = { id: writeId };
    const accepted = await world.call('quarantine.accept', { params, body: { note: '' }, token: supervisor });
    expect(accepted.body.decision).toBe('accepted');
    expect(await atOffice(id)).toMatchObject([{ provider: provider.id, notes: 'Two-word sentences' }]);

    await pull();
    expect(await outcomes()).toEqual(['handed-over']);
    expect(await sessionById(device.db, id)).toMatchObject({ record_state: 'sent' });
  });

  test('whose answer was lost stays here, and is kept once when handed over again', async () => {
    const { id, writeId } = await orphanedSession();
    areAnswersLost = true;
    await expect(handOver(sender, writeId, 'Mine.')).rejects.toThrow('reach the server');
    expect(await outboxStates(device.db)).toEqual(['orphaned']);
    expect(await outcomes()).toEqual([]);

    areAnswersLost = false;
    await handOver(sender, writeId, 'Mine.');
    expect(await outcomes()).toEqual(['handed-over']);
    expect(await handedToSupervisor()).toHaveLength(1);
    const params = { id: writeId };
    await world.call('quarantine.accept', { params, body: { note: '' }, token: supervisor });
    expect(await atOffice(id)).toHaveLength(1);
  });

  test('that was refused before a later change was sent is handed over with that change, as one', async () => {
    const body = enteredSession();
    const lane = `session:${body.id}`;
    const writeId = await queueWrite(device.workspace, {
      endpoint: 'session.create',
      id: body.id,
      body,
      lane,
    });
    const send = (transport: PushTransport) => drainBatch(device.db, transport, device.clock, device.lock);
    await send(async () => ({ kind: 'no-answer' }));
    const change = { notes: 'Three-word sentences', start_time: '09:05', end_time: '09:35' };
    await queueWrite(device.workspace, {
      endpoint: 'session.update',
      opened: null,
      id: body.id,
      body: change,
      lane,
    });
    await unassign();
    await send(openTransport(sender));
    await pull();
    expect(await outboxStates(device.db)).toEqual(['orphaned', 'orphaned']);

    await handOver(sender, writeId ?? '', '');
    expect(await outcomes()).toEqual(['handed-over', 'handed-over']);
    expect(await device.db.outbox.count()).toBe(0);
    const [kept, ...others] = await handedToSupervisor();
    expect(others).toEqual([]);
    const params = { id: kept?.write_id ?? '' };
    const accepted = await world.call('quarantine.accept', { params, body: { note: '' }, token: supervisor });
    expect(accepted.body.decision).toBe('accepted');
    expect(await atOffice(body.id)).toMatchObject([change]);
  });

  test('stays here completely if the server refuses to keep it', async () => {
    const { writeId } = await orphanedSession();
    await expect(handOver(sender, writeId, 'x'.repeat(2_001))).rejects.toBeInstanceOf(ApiError);
    expect(await outboxStates(device.db)).toEqual(['orphaned']);
    expect(await handedToSupervisor()).toEqual([]);
  });
});
