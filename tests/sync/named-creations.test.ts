import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CalendarEventBody } from '#contract/calendar.ts';
import type { SessionBody } from '#contract/session.ts';
import { unsentWrites } from '#db/outbox.ts';
import { occurrenceId } from '#domain/calendar/series.ts';
import { createApiClient } from '#sync/api-client.ts';
import { discardWrite } from '#sync/merge/needs-attention.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { park } from '#sync/outbox/park-writes.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openTransport } from '#sync/outbox/transport.ts';
import { type ApiWorld, openApiWorld, type Person } from '#tests/server/api-world.ts';
import { eventBody } from '#tests/server/calendar-bodies.ts';
import { usualKind } from '#tests/support/database.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';

let world: ApiWorld;
let person: Person;
let caseload: { service: string; student: string };
let token: string;
let device: TestDevice;

beforeAll(async () => {
  world = await openApiWorld(usualKind);
  person = await world.addPerson();
  caseload = await world.addCaseload(person);
  token = (await world.signIn(person)).token;
});
afterAll(() => world.close());
beforeEach(async () => {
  device = await openDevice({ user_id: person.id });
});
afterEach(() => device.close());

async function plan(changes: Record<string, unknown> = {}): Promise<string> {
  const body = CalendarEventBody.parse(eventBody({ provider: person.id, ...changes }));
  await queueWrite(device.workspace, { endpoint: 'calendar.create', id: body.id, body, lane: 'calendar' });
  return body.id;
}

async function log(changes: Partial<SessionBody>): Promise<string> {
  const body = sessionEntry({
    ...{ student_ids: [caseload.student], service: caseload.service, provider: person.id },
    ...{ session_date: '2026-03-10', ...changes },
  });
  await queueWrite(device.workspace, {
    endpoint: 'session.create',
    id: body.id,
    body,
    lane: `session:${body.id}`,
  });
  return body.id;
}

const unplan = (id: string) =>
  queueWrite(device.workspace, { endpoint: 'calendar.delete', id, body: undefined, lane: 'calendar' });

async function drain(): Promise<void> {
  const tokens = { current: async () => token, renew: async () => null };
  const api = createApiClient({ tokens, fetch: fetchFrom(world.app) });
  const { db, clock, lock, workspace } = device;
  const sender = { db, api, device_id: workspace.device_id, app_version: '1', clock };
  for (let round = 0; round < 4; round += 1) await drainBatch(db, openTransport(sender), clock, lock);
}

const queue = async () =>
  (await unsentWrites(device.db)).map(({ endpoint, state }) => `${endpoint} ${state}`);

/** Delays the event, regardless of its lane. */
async function holdBack(id: string): Promise<void> {
  await device.db.outbox
    .where('entity_id')
    .equals(id)
    .modify({ next_attempt_at: device.clock.now() + 60_000 });
}

test.each([
  [
    'an event',
    async () => {
      const event = await plan();
      return { row: event, names: { calendar_event_id: event } };
    },
  ],
  [
    'a time of a series',
    async () => {
      const series = await plan({ recurring: true, recurring_type: 'weekly' });
      return { row: series, names: { calendar_event_id: occurrenceId(series, '2026-03-10') } };
    },
  ],
  [
    'a missed session',
    async () => {
      const missed = await log({ session_date: '2026-03-09' });
      return { row: missed, names: { attendance: 'make-up' as const, make_up_of: missed } };
    },
  ],
])('a session waits for %s that this device has created and not sent', async (_, make) => {
  const { row, names } = await make();
  const session = await log(names);
  await holdBack(row);
  await drain();
  expect((await unsentWrites(device.db)).map(({ entity_id }) => entity_id)).toEqual([row, session]);
  device.clock.pass(60_000);
  await drain();
  expect(await queue()).toEqual([]);
});

test('an event that was logged and deleted offline is sent before its session', async () => {
  const event = await plan();
  await log({ calendar_event_id: event });
  await unplan(event);
  expect(await queue()).toEqual([
    'calendar.create waiting',
    'session.create waiting',
    'calendar.delete waiting',
  ]);
  await drain();
  expect(await queue()).toEqual([]);
});

test('discarding a refused event keeps the session, which its author can save without the event', async () => {
  const event = await plan();
  const session = await log({ calendar_event_id: event });
  const [write] = await device.db.outbox.where('entity_id').equals(event).toArray();
  if (write === undefined) throw new Error('The event is not queued.');
  await park(device.db, write, { code: 'access.denied', message: "You don't have permission to do this." });
  expect(await queue()).toEqual(['calendar.create parked', 'session.create blocked']);
  await discardWrite(device.workspace, write.write_id);
  expect(await queue()).toEqual(['session.create waiting']);
  await drain();
  const [refused] = await unsentWrites(device.db);
  expect(refused).toMatchObject({
    state: 'parked',
    problem: { fields: { calendar_event_id: expect.stringContaining('without it') } },
  });
  await queueWrite(device.workspace, {
    ...{ endpoint: 'session.update', id: session, opened: null },
    ...{ body: { calendar_event_id: null }, lane: `session:${session}` },
  });
  await drain();
  expect(await queue()).toEqual([]);
});
