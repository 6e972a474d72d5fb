import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { APP_VERSION } from '#contract/app-version.ts';
import { unsentWrites } from '#db/outbox.ts';
import { timesheetById } from '#db/timesheets.ts';
import { ATTESTATION } from '#domain/timesheets/attestation.ts';
import { manifestOf } from '#domain/timesheets/manifest.ts';
import { recordChange } from '#server/db/change-index.ts';
import { pay_periods } from '#server/db/schema/pay-periods.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { createApiClient } from '#sync/api-client.ts';
import { discardWrite } from '#sync/merge/needs-attention.ts';
import { amendTimesheets, rowsWithUnsent } from '#sync/outbox/amend-timesheets.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openTransport, type Sender } from '#sync/outbox/transport.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { type ApiWorld, openApiWorld, type Person } from '#tests/server/api-world.ts';
import { usualKind } from '#tests/support/database.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';

const PERIOD = { start_date: '2026-03-01', end_date: '2026-03-15' };

let world: ApiWorld;
let provider: Person;
let caseload: { service: string; student: string };
let phone: TestDevice;

beforeAll(async () => {
  world = await openApiWorld(usualKind);
  await world.db.insert(pay_periods).values({ id: crypto.randomUUID(), ...PERIOD });
});
afterAll(() => world.close());

beforeEach(async () => {
  provider = await world.addPerson();
  caseload = await world.addCaseload(provider);
  await world.db.transaction(async (tx) => {
    await recordChange(tx, 'student', caseload.student, [`student:${caseload.student}`]);
    await refreshScopeMembers(tx, [provider.id]);
  });
  phone = await openDevice({ user_id: provider.id });
});
afterEach(() => phone.close());

async function senderOf(device: TestDevice): Promise<Sender> {
  const { token } = await world.signIn(provider);
  const tokens = { current: async () => token, renew: async () => null };
  const api = createApiClient({ tokens, fetch: fetchFrom(world.app) });
  return {
    db: device.db,
    api,
    device_id: device.workspace.device_id,
    app_version: APP_VERSION,
    clock: device.clock,
  };
}

/** Sends queued writes and pulls, as a page does. */
async function sync(device: TestDevice): Promise<void> {
  const sender = await senderOf(device);
  const transport = openTransport(sender);
  await drainWhileAnswered(() => drainBatch(device.db, transport, device.clock, device.lock));
  const unsent = await rowsWithUnsent(device.db);
  await pullAll(device.db, sender.api, sender.device_id);
  await amendTimesheets(device.workspace, unsent);
}

async function session(at: string, service = caseload.service) {
  const body = sessionEntry({
    student_ids: [caseload.student],
    service,
    start_time: `${at}:00`,
    end_time: `${at}:30`,
  });
  const write_id = await queueWrite(phone.workspace, {
    endpoint: 'session.create',
    id: body.id,
    body,
    lane: `session:${body.id}`,
  });
  return { entity: 'session', entity_id: body.id, write_id: write_id ?? '' } as const;
}
/** The service doesn't exist. */
const refusedSession = (at: string) => session(at, crypto.randomUUID());

/** Submits the period before any of it was sent. */
async function submit(writes: Awaited<ReturnType<typeof session>>[]): Promise<string> {
  const id = crypto.randomUUID();
  const minutes = { direct_minutes: 60, indirect_minutes: 0, meal_minutes: 0, paused_minutes: 0 };
  await queueWrite(phone.workspace, {
    endpoint: 'timesheet.submit',
    id,
    body: {
      ...{
        id,
        provider_id: provider.id,
        period_start_date: PERIOD.start_date,
        period_end_date: PERIOD.end_date,
      },
      ...{ attestation_version: ATTESTATION.version, notes: '', manifest: manifestOf([], writes) },
      totals: { sessions: writes.length, ...minutes, paid_minutes: 60, expected_minutes: 0 },
    },
    lane: 'timesheet',
  });
  return id;
}

describe('a timesheet waiting for writes of this device', () => {
  test('is amended once its author discards them, and counts as submitted', async () => {
    const [arriving, refused] = [await session('09'), await refusedSession('10')];
    const id = await submit([arriving, refused]);
    await sync(phone);
    await sync(phone);
    expect(await timesheetById(phone.db, id)).toMatchObject({ waiting_for: 1, version: 1 });
    expect((await unsentWrites(phone.db)).map(({ state }) => state)).toEqual(['parked']);

    await discardWrite(phone.workspace, refused.write_id);
    await sync(phone);
    const [amendment] = await unsentWrites(phone.db);
    expect(amendment).toMatchObject({
      endpoint: 'timesheet.amend',
      entity_id: id,
      content: { body: { manifest: [{ id: arriving.entity_id, version: 1, write_ids: [] }] } },
    });
    await sync(phone);
    expect(await timesheetById(phone.db, id)).toMatchObject({
      status: 'submitted',
      waiting_for: 0,
      totals: { sessions: 2, paid_minutes: 60 },
      steps: [
        { status: 'submitted' },
        { status: 'amended', by: provider.id, notes: expect.stringContaining('1 item was discarded') },
      ],
    });
    await sync(phone);
    expect(await unsentWrites(phone.db)).toEqual([]);
  });

  test('is amended although writes that arrived were changed again since', async () => {
    const [arriving, refused] = [await session('09'), await refusedSession('10')];
    const id = await submit([arriving, refused]);
    await sync(phone);
    // Refused too: these days are submitted.
    await queueWrite(phone.workspace, {
      endpoint: 'session.update',
      opened: null,
      id: arriving.entity_id,
      body: { notes: 'Later' },
      lane: `session:${arriving.entity_id}`,
    });
    await sync(phone);
    await discardWrite(phone.workspace, refused.write_id);
    await sync(phone);
    await sync(phone);
    expect(await timesheetById(phone.db, id)).toMatchObject({
      waiting_for: 0,
      manifest: [{ id: arriving.entity_id, write_ids: [arriving.write_id] }],
    });
    expect((await unsentWrites(phone.db)).map(({ state }) => state)).toEqual(['parked']);
  });

  test('keeps writes that wait for their author, even if others were discarded', async () => {
    const [given, kept] = [await refusedSession('09'), await refusedSession('10')];
    const id = await submit([given, kept]);
    await sync(phone);
    await discardWrite(phone.workspace, given.write_id);
    await sync(phone);
    await sync(phone);
    expect(await timesheetById(phone.db, id)).toMatchObject({
      waiting_for: 1,
      manifest: [{ id: kept.entity_id, write_ids: [kept.write_id] }],
    });
    await queueWrite(phone.workspace, {
      endpoint: 'session.update',
      opened: null,
      id: kept.entity_id,
      body: { service: caseload.service },
      lane: `session:${kept.entity_id}`,
    });
    await sync(phone);
    await sync(phone);
    expect(await timesheetById(phone.db, id)).toMatchObject({ waiting_for: 0 });
  });

  test('is amended only by the device that submitted it', async () => {
    const refused = await refusedSession('09');
    const id = await submit([refused]);
    await sync(phone);
    const tablet = await openDevice({ user_id: provider.id });
    await sync(tablet);
    expect(await timesheetById(tablet.db, id)).toMatchObject({ waiting_for: 1 });
    expect(await unsentWrites(tablet.db)).toEqual([]);
    await tablet.close();
  });
});
