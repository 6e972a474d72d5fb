// @vitest-environment node
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CalendarEventBody } from '#contract/calendar.ts';
import type { EntityName } from '#contract/entity-name.ts';
import type { PulledChange, WriteAnswer } from '#contract/sync.ts';
import { calendarEventById } from '#db/calendar-events.ts';
import { type LocalLunchBreak, lunchBreakById } from '#db/lunch-breaks.ts';
import { outboxCounts, unsentWrites } from '#db/outbox.ts';
import { desiredEventOnSave, lunchEventId } from '#domain/lunch/desired-event.ts';
import { changeLunch, createLunch, deleteLunch, type LunchFields } from '#features/lunch/record-lunch.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { discardWrite, resendWrite } from '#sync/merge/needs-attention.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { resendArchived } from '#sync/outbox/resend-archived.ts';
import { pullAll, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, pulledSoFar, scriptedServer, type TestDevice } from '#tests/support/device.ts';
import { lunchEntry } from '#tests/support/device-entries.ts';

const NOON = '2026-03-10T19:00:00.000Z';

let device: TestDevice;
let provider: string;
beforeEach(async () => {
  device = await openDevice();
  provider = device.workspace.user_id;
  await pulledSoFar(device.db, { cursor: '0', epoch: 'e' });
});
afterEach(() => device.close());

const fields = (entered: Partial<LunchFields> = {}): LunchFields => ({
  ...{ lunch_start_time: NOON, lunch_duration: 30, waiver_type: '', exception_reason: '', notes: '' },
  ...entered,
});

async function newLunch(): Promise<string> {
  const recorded = await createLunch(device.workspace, provider, uuidv7(), fields());
  if (recorded.kind === 'refused') throw new Error(JSON.stringify(recorded.problems));
  return recorded.id;
}

async function lunchOf(id: string): Promise<LocalLunchBreak> {
  const lunch = await lunchBreakById(device.db, id);
  if (lunch === null) throw new Error('The lunch break is not on the device.');
  return lunch;
}

const change = async (id: string, entered: Partial<LunchFields>) =>
  changeLunch(device.workspace, await lunchOf(id), fields(entered));
const eventOf = (lunch: string) => calendarEventById(device.db, lunchEventId(lunch));

function send(answer: () => Partial<WriteAnswer>, db = device.db) {
  return drainBatch(db, scriptedServer(answer).transport, device.clock, device.lock);
}

/** The server accepts the break as the device shows it. */
async function accept(id: string, version: number, changes: Partial<LocalLunchBreak> = {}) {
  const { record_state: _, ...shown } = await lunchOf(id);
  return send(() => ({ status: version === 1 ? 201 : 200, version, row: { ...shown, ...changes, version } }));
}

/** The event as the server creates it for a break. */
function madeThere(lunch: LocalLunchBreak, version: number) {
  const desired = desiredEventOnSave(lunch);
  if (desired.kind !== 'put') throw new Error('The break asks for no event.');
  return { ...CalendarEventBody.parse({ id: desired.eventId, ...desired.fields }), provider, version };
}

/** A pull of these rows; null for a deleted one. */
async function pull(...rows: { entity: EntityName; id: string; row: object | null }[]) {
  const position = await syncPosition(device.db);
  const changes = rows.map(({ entity, id, row }): PulledChange => {
    const scopes = row === null ? [] : [`user:${provider}`];
    return { entity, id, scopes, left: row === null ? [`user:${provider}`] : [], row } as PulledChange;
  });
  const page = {
    ...{ epoch: 'e', cursor: `${Number(position.cursor) + 1}`, more: false, is_fresh: false },
    ...{ server_time: '2026-03-10T18:00:00.000Z', scopes_added: [], scopes_removed: [] },
    ...{ changes, done: [], total: null },
  };
  await pullAll(device.db, { call: async () => page } as unknown as ApiClient, device.workspace.device_id);
}

const event = (row: { id: string }) => ({ entity: 'calendar_event' as const, id: row.id, row });

/** A break with its event on the server, pulled. */
async function settledLunch(): Promise<string> {
  const id = await newLunch();
  await accept(id, 1);
  await pull(event(madeThere(await lunchOf(id), 1)));
  return id;
}

describe('the event of a lunch break that the server accepted', () => {
  test('stays on the calendar until a pull brings it', async () => {
    const id = await newLunch();
    await accept(id, 1);
    expect(await device.db.outbox.count()).toBe(0);
    expect(await eventOf(id)).toMatchObject({ record_state: 'sent', event_start_time: '12:00', version: 0 });
    await pull(event(madeThere(await lunchOf(id), 1)));
    expect(await eventOf(id)).toMatchObject({ record_state: 'sent', version: 1 });
  });

  test('stays if the worker sent the break without a key', async () => {
    const id = await settledLunch();
    await change(id, { lunch_duration: 45 });
    await send(() => ({ version: 2 }), device.connect(null));
    expect(await eventOf(id)).toMatchObject({ record_state: 'sent', duration: 45 });
  });

  test("disappears with the next pull if the server couldn't create it", async () => {
    const id = await newLunch();
    await accept(id, 1);
    await pull();
    expect(await eventOf(id)).toBeNull();
    expect(await device.db.calendarEvents.count()).toBe(0);
  });

  test("reverts to the server's version if the server couldn't change it", async () => {
    const id = await settledLunch();
    await change(id, { lunch_start_time: '2026-03-09T19:00:00.000Z' });
    await accept(id, 2);
    expect(await eventOf(id)).toMatchObject({ event_start_date: '2026-03-09' });
    await pull();
    expect(await eventOf(id)).toMatchObject({ event_start_date: '2026-03-10', record_state: 'sent' });
    const [stored] = await device.db.calendarEvents.toArray();
    expect(stored).toMatchObject({ event_start_date: '2026-03-10', base: null });
  });

  test("doesn't reappear between the deletion of its break and the pull", async () => {
    const id = await settledLunch();
    await deleteLunch(device.workspace, await lunchOf(id));
    expect(await eventOf(id)).toBeNull();
    await send(() => ({ status: 204, version: 2 }));
    expect(await eventOf(id)).toBeNull();
    await pull({ entity: 'calendar_event', id: lunchEventId(id), row: null });
    expect(await device.db.calendarEvents.count()).toBe(0);
  });

  test('keeps a change queued behind the accepted one', async () => {
    const id = await newLunch();
    await device.db.outbox.toCollection().modify({ attempts: 1 });
    await change(id, { lunch_duration: 45 });
    const made = { ...(await lunchOf(id)), lunch_duration: 30, version: 1 };
    let sent = 0;
    await send(() => {
      sent += 1;
      return sent === 1 ? { status: 201, version: 1, row: made } : { status: 503 };
    });
    expect(await outboxCounts(device.db)).toMatchObject({ waiting: 1 });
    expect(await eventOf(id)).toMatchObject({ record_state: 'waiting', duration: 45 });
    await pull(event(madeThere(made, 1)));
    expect(await eventOf(id)).toMatchObject({ record_state: 'waiting', duration: 45 });
  });
});

describe('the event of a lunch break that the server rejected', () => {
  const refused: Partial<WriteAnswer> = { status: 422, code: 'period.locked', message: 'Locked.' };

  test('waits with it, and is discarded with it', async () => {
    const id = await newLunch();
    await send(() => refused);
    expect(await eventOf(id)).toMatchObject({ record_state: 'attention' });
    const [write] = await unsentWrites(device.db);
    expect(await outboxCounts(device.db)).toMatchObject({ waiting: 0, attention: 1 });
    await discardWrite(device.workspace, write?.write_id ?? '');
    expect(await eventOf(id)).toBeNull();
    expect(await device.db.calendarEvents.count()).toBe(0);
  });

  test('reverts when a change is discarded', async () => {
    const id = await settledLunch();
    await change(id, { lunch_start_time: '2026-03-09T19:00:00.000Z' });
    await send(() => refused);
    const [write] = await unsentWrites(device.db);
    await discardWrite(device.workspace, write?.write_id ?? '');
    expect(await eventOf(id)).toMatchObject({ event_start_date: '2026-03-10', record_state: 'sent' });
  });

  test('waits again when the break is sent again', async () => {
    const id = await newLunch();
    await send(() => refused);
    const [write] = await unsentWrites(device.db);
    await resendWrite(device.workspace, write?.write_id ?? '');
    expect(await eventOf(id)).toMatchObject({ record_state: 'waiting' });
    await accept(id, 1);
    expect(await eventOf(id)).toMatchObject({ record_state: 'sent' });
  });
});

test('the event shows the result of merging a stale change', async () => {
  const id = await settledLunch();
  const theirs = { ...(await lunchOf(id)), lunch_start_time: '2026-03-10T20:00:00.000Z', version: 2 };
  await change(id, { notes: 'In the staff room.' });
  await send(() => ({ status: 412, code: 'record.stale', message: '', row: theirs }));
  expect(await eventOf(id)).toMatchObject({ event_start_time: '13:00', record_state: 'waiting' });
  const [write] = await unsentWrites(device.db);
  expect(write).toMatchObject({ state: 'waiting', brings: lunchEventId(id) });
});

test('the event follows what a pull delivers about a waiting break', async () => {
  const id = await settledLunch();
  const theirs = { ...(await lunchOf(id)), lunch_start_time: '2026-03-10T20:00:00.000Z', version: 2 };
  await change(id, { notes: 'In the staff room.' });
  await pull({ entity: 'lunch', id, row: theirs });
  expect(await eventOf(id)).toMatchObject({ event_start_time: '13:00', record_state: 'waiting' });
});

test('the event returns with its break when a restored server has lost both', async () => {
  const id = await newLunch();
  await accept(id, 1);
  await resendArchived(device.db);
  expect(await eventOf(id)).toMatchObject({ record_state: 'waiting' });
  await pull(event(madeThere(await lunchOf(id), 1)));
  expect(await eventOf(id)).toMatchObject({ record_state: 'waiting' });
  await accept(id, 1);
  expect(await eventOf(id)).toMatchObject({ record_state: 'sent' });
});

describe('a queue left by an older version of the app', () => {
  /** As that version wrote them: the break, and its event as a separate write under a random id. */
  async function oldLunch() {
    const lunch = lunchEntry({ calendar_event_id: uuidv7() });
    const { lane } = { lane: `day:${provider}:2026-03-10` };
    const write_id = await queueWrite(device.workspace, {
      ...{ endpoint: 'lunch.create', id: lunch.id, body: { ...lunch, provider }, lane },
    } as const);
    const { version: _, ...body } = madeThere({ ...(await lunchOf(lunch.id)) }, 1);
    await queueWrite(device.workspace, {
      ...{ endpoint: 'calendar.create', id: body.id, body, lane, depends_on: [write_id ?? ''] },
    } as const);
    return { lunch: lunch.id, event: body.id };
  }

  test('is sent as it is, and leaves one event', async () => {
    const old = await oldLunch();
    const lunch = await lunchOf(old.lunch);
    const server = scriptedServer(({ entity }) => ({
      ...{ status: 201, version: 1 },
      row: entity === 'lunch' ? { ...lunch, version: 1 } : madeThere(lunch, 1),
    }));
    await drainBatch(device.db, server.transport, device.clock, device.lock);
    await drainBatch(device.db, server.transport, device.clock, device.lock);
    expect(await device.db.outbox.count()).toBe(0);
    expect(server.batches.flat().map(({ endpoint }) => endpoint)).toEqual([
      'lunch.create',
      'calendar.create',
    ]);
    expect(await device.db.calendarEvents.toArray()).toMatchObject([{ id: old.event, version: 1 }]);
  });

  test('queues a change of the break behind both, which moves its event', async () => {
    const old = await oldLunch();
    await change(old.lunch, { lunch_duration: 45 });
    const writes = await unsentWrites(device.db);
    expect(writes.map(({ endpoint }) => endpoint)).toEqual([
      'lunch.create',
      'calendar.create',
      'lunch.update',
    ]);
    expect(writes[2]).toMatchObject({
      brings: old.event,
      depends_on: expect.arrayContaining([writes[1]?.write_id]),
    });
    expect(await calendarEventById(device.db, old.event)).toMatchObject({ duration: 45 });
    expect(await device.db.calendarEvents.count()).toBe(1);
  });
});
