import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '#contract/session.ts';
import { sessionById } from '#db/sessions.ts';
import { createApiClient } from '#sync/api-client.ts';
import { type Decision, decideConflict, openConflictOfRow } from '#sync/merge/conflict.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openTransport } from '#sync/outbox/transport.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { type ApiWorld, openApiWorld } from '#tests/server/api-world.ts';
import { usualKind } from '#tests/support/database.ts';
import { openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';
import { type SessionEntry, sessionEntry } from '#tests/support/device-entries.ts';

let world: ApiWorld;
let provider: { id: string; token: string };
let admin: { id: string; username: string; token: string };
let caseload: { service: string; student: string };

/** A person's device and its connection to the server. */
interface Party {
  device: TestDevice;
  /** Sends everything, then pulls everything. */
  sync(): Promise<void>;
}

let phone: Party;
let desk: Party;
let office: Party;

beforeAll(async () => {
  world = await openApiWorld(usualKind);
  const person = await world.addPerson();
  const boss = await world.addPerson({ role: '1', isProvider: false });
  caseload = await world.addCaseload(person);
  provider = { id: person.id, token: (await world.signIn(person)).token };
  admin = { id: boss.id, username: boss.username, token: (await world.signIn(boss)).token };
});

afterAll(() => world.close());

beforeEach(async () => {
  phone = await partyOf(provider);
  desk = await partyOf(provider);
  office = await partyOf(admin);
});

afterEach(async () => {
  for (const { device } of [phone, desk, office]) await device.close();
});

async function partyOf({ id, token }: { id: string; token: string }): Promise<Party> {
  const device = await openDevice({ user_id: id });
  const { db, clock, lock } = device;
  const { device_id } = device.workspace;
  const tokens = { current: async () => token, renew: async () => null };
  const api = createApiClient({ tokens, fetch: fetchFrom(world.app) });
  const transport = openTransport({ db, api, device_id, app_version: '1', clock });
  const sync = async () => {
    await drainWhileAnswered(() => drainBatch(db, transport, clock, lock));
    await pullAll(db, api, device_id);
  };
  return { device, sync };
}

/** A session that all three have. */
async function sharedSession(changes: Partial<SessionEntry> = {}): Promise<string> {
  const body = sessionEntry({ student_ids: [caseload.student], service: caseload.service, ...changes });
  await queueWrite(phone.device.workspace, { endpoint: 'session.create', id: body.id, body, lane: body.id });
  for (const party of [phone, desk, office]) await party.sync();
  return body.id;
}

async function change({ device }: Party, id: string, body: Partial<SessionEntry>): Promise<void> {
  await queueWrite(device.workspace, { endpoint: 'session.update', opened: null, id, body, lane: id });
}

async function remove({ device }: Party, id: string): Promise<void> {
  await queueWrite(device.workspace, { endpoint: 'session.delete', id, body: undefined, lane: id });
}

async function stored(id: string): Promise<Session> {
  const { status, body } = await world.call('session.list', {
    token: admin.token,
    query: { provider: provider.id, limit: '200' },
  });
  expect(status).toBe(200);
  const session = body.sessions.find((one) => one.id === id);
  if (session === undefined) throw new Error('The server does not list it.');
  return session;
}

async function decide({ device }: Party, id: string, decision: Decision) {
  const openConflict = await openConflictOfRow(device.db, id);
  if (openConflict === null) throw new Error('Nothing is asked.');
  return decideConflict(device.workspace, openConflict, decision);
}

const others: [who: string, party: () => Party][] = [
  ['on another device of the same person', () => desk],
  ['on the server', () => office],
];

describe.each(others)('a session changed offline that, in the meantime, was %s', (_, other) => {
  test('is merged automatically if the fields differ', async () => {
    const id = await sharedSession({ start_time: '08:00', end_time: '08:30' });
    await change(phone, id, { notes: 'Played a game.' });
    await change(other(), id, { attendance: 'no-show' });
    await other().sync();
    await phone.sync();
    expect(await outboxStates(phone.device.db)).toEqual([]);
    expect(await stored(id)).toMatchObject({ notes: 'Played a game.', attendance: 'no-show', version: 3 });
    await other().sync();
    expect(await sessionById(other().device.db, id)).toMatchObject({ notes: 'Played a game.' });
  });

  test('is merged automatically if the paragraphs of its notes differ', async () => {
    const id = await sharedSession({ notes: 'Warm-up.\n\nReading.', start_time: '08:30', end_time: '09:00' });
    await change(phone, id, { notes: 'Warm-up with cards.\n\nReading.' });
    await change(other(), id, { notes: 'Warm-up.\n\nReading.\n\nParent called.' });
    await other().sync();
    await phone.sync();
    expect((await stored(id)).notes).toBe('Warm-up with cards.\n\nReading.\n\nParent called.');
  });

  test.each(['mine', 'theirs'] as const)(
    'in its time is a conflict, and can be decided for %s',
    async (whose) => {
      const id = await sharedSession({ start_time: '10:00', end_time: '10:30' });
      await change(phone, id, { start_time: '10:05', end_time: '10:35', notes: 'Late bus.' });
      await change(other(), id, { start_time: '10:10', end_time: '10:40' });
      await other().sync();
      await phone.sync();
      expect(await outboxStates(phone.device.db)).toEqual(['parked']);
      expect(await stored(id)).toMatchObject({ start_time: '10:10', notes: '' });
      expect(await decide(phone, id, { kind: 'fields', choices: { time: whose } })).toBe('decided');
      await phone.sync();
      const start_time = whose === 'mine' ? '10:05' : '10:10';
      expect(await stored(id)).toMatchObject({ start_time, notes: 'Late bus.', version: 3 });
      expect(await sessionById(phone.device.db, id)).toMatchObject({ start_time, record_state: 'sent' });
    },
  );

  test('conflicts again if it changed between decision and sending', async () => {
    const id = await sharedSession({ start_time: '11:00', end_time: '11:30' });
    await change(phone, id, { attendance: 'late-cancel' });
    await change(other(), id, { attendance: 'no-show' });
    await other().sync();
    await phone.sync();
    await decide(phone, id, { kind: 'fields', choices: { attendance: 'mine' } });
    await change(other(), id, { attendance: 'student-absent' });
    await other().sync();
    await phone.sync();
    expect((await openConflictOfRow(phone.device.db, id))?.conflict.fields).toEqual([
      { field: 'attendance', base: 'no-show', mine: 'late-cancel', theirs: 'student-absent' },
    ]);
    await decide(phone, id, { kind: 'fields', choices: { attendance: 'mine' } });
    await phone.sync();
    expect((await stored(id)).attendance).toBe('late-cancel');
  });
});

describe.each(others)('a session changed offline and deleted %s', (_, other) => {
  async function asked(): Promise<string> {
    const id = await sharedSession({ start_time: '13:00', end_time: '13:30' });
    await change(phone, id, { notes: 'Counted to ten.' });
    await remove(other(), id);
    await other().sync();
    await phone.sync();
    expect((await openConflictOfRow(phone.device.db, id))?.conflict.kind).toBe('deleted-there');
    return id;
  }

  test('can be kept deleted', async () => {
    const id = await asked();
    await decide(phone, id, { kind: 'deleted-there', choice: 'keep-deleted' });
    await phone.sync();
    expect(await sessionById(phone.device.db, id)).toBeNull();
    expect(await outboxStates(phone.device.db)).toEqual([]);
  });

  test('can be recreated completely, with the change', async () => {
    const id = await asked();
    await decide(phone, id, { kind: 'deleted-there', choice: 'enter-again' });
    const [creation] = await phone.device.db.outbox.toArray();
    await phone.sync();
    expect(await outboxStates(phone.device.db)).toEqual([]);
    expect(await stored(creation?.entity_id ?? '')).toMatchObject({
      notes: 'Counted to ten.',
      start_time: '13:00',
      student_ids: [caseload.student],
      version: 1,
    });
    await remove(phone, creation?.entity_id ?? '');
    await phone.sync();
  });
});

describe.each(others)('a session deleted offline and changed %s', (_, other) => {
  async function asked(): Promise<string> {
    const id = await sharedSession({ start_time: '14:00', end_time: '14:30' });
    await remove(phone, id);
    await change(other(), id, { notes: 'Parent wants to talk.' });
    await other().sync();
    await phone.sync();
    const openConflict = await openConflictOfRow(phone.device.db, id);
    expect(openConflict?.conflict).toMatchObject({
      kind: 'changed-there',
      fields: [{ field: 'notes', base: '', theirs: 'Parent wants to talk.' }],
    });
    return id;
  }

  test('can be deleted anyway', async () => {
    const id = await asked();
    await decide(phone, id, { kind: 'changed-there', choice: 'delete' });
    await phone.sync();
    await expect(stored(id)).rejects.toThrow();
    expect(await outboxStates(phone.device.db)).toEqual([]);
  });

  test('can be kept', async () => {
    const id = await asked();
    await decide(phone, id, { kind: 'changed-there', choice: 'keep' });
    await phone.sync();
    expect((await stored(id)).notes).toBe('Parent wants to talk.');
    expect(await sessionById(phone.device.db, id)).toMatchObject({ notes: 'Parent wants to talk.' });
    await remove(phone, id);
    await phone.sync();
  });
});

describe('a conflict about a session names', () => {
  const changedBy = async (id: string) => (await openConflictOfRow(phone.device.db, id))?.conflict.changed;
  const LATER = '2026-03-10T18:01:00.000Z';

  async function askedAt(start_time: string, at: string, act: (id: string) => Promise<void>) {
    const id = await sharedSession({ start_time, end_time: start_time.replace(':00', ':30') });
    await change(phone, id, { attendance: 'late-cancel' });
    await act(id);
    world.clock.now = new Date(at);
    await office.sync();
    await phone.sync();
    return id;
  }

  test('who changed it on the server, and when that arrived', async () => {
    const id = await askedAt('16:00', LATER, (row) => change(office, row, { attendance: 'no-show' }));
    expect(await changedBy(id)).toEqual({ by: admin.id, by_name: admin.username, at: LATER });
    // Names are stored encrypted.
    expect(JSON.stringify(await phone.device.db.outbox.toArray())).not.toContain(admin.username);
  });

  test('who deleted it', async () => {
    const id = await askedAt('17:00', LATER, (row) => remove(office, row));
    expect((await openConflictOfRow(phone.device.db, id))?.conflict.kind).toBe('deleted-there');
    expect(await changedBy(id)).toEqual({ by: admin.id, by_name: admin.username, at: LATER });
    expect(JSON.stringify(await phone.device.db.outbox.toArray())).not.toContain(admin.username);
  });

  test("no one if it changed again and the server didn't say by whom", async () => {
    const id = await askedAt('18:00', LATER, (row) => change(office, row, { attendance: 'no-show' }));
    await change(office, id, { attendance: 'student-absent' });
    await office.sync();
    await phone.sync();
    expect((await openConflictOfRow(phone.device.db, id))?.conflict).toMatchObject({
      version: 3,
      fields: [{ theirs: 'student-absent' }],
    });
    expect(await changedBy(id)).toBeUndefined();
  });
});

test('a session deleted on both sides is not a conflict', async () => {
  const id = await sharedSession({ start_time: '15:00', end_time: '15:30' });
  await remove(phone, id);
  await remove(office, id);
  await office.sync();
  await phone.sync();
  expect(await outboxStates(phone.device.db)).toEqual([]);
});
