import { liveQuery } from 'dexie';
import { v7 as uuidv7 } from 'uuid';
// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { calendarEventsOfProvider } from '#db/calendar-events.ts';
import { type LocalLunchBreak, lunchBreakById, lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { outboxCounts, unsentWrites } from '#db/outbox.ts';
import { lunchEventId } from '#domain/lunch/desired-event.ts';
import { changeLunch, createLunch, deleteLunch, type LunchFields } from '#features/lunch/record-lunch.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { openDevice, scriptedServer, type TestDevice } from '#tests/support/device.ts';

const DAY = '2026-03-10';
/** Noon in Pacific daylight time. */
const NOON = '2026-03-10T19:00:00.000Z';

let device: TestDevice;
let provider: string;
beforeEach(async () => {
  device = await openDevice();
  provider = device.workspace.user_id;
});
afterEach(() => device.close());

function fields(entered: Partial<LunchFields> = {}): LunchFields {
  return {
    lunch_start_time: NOON,
    lunch_duration: 30,
    waiver_type: '',
    exception_reason: '',
    notes: '',
    ...entered,
  };
}

async function saved(entered: Partial<LunchFields> = {}): Promise<LocalLunchBreak> {
  const recorded = await createLunch(device.workspace, provider, uuidv7(), fields(entered));
  if (recorded.kind === 'refused') throw new Error(JSON.stringify(recorded.problems));
  return newest(recorded.id);
}

async function newest(id: string): Promise<LocalLunchBreak> {
  const lunch = await lunchBreakById(device.db, id);
  if (lunch === null) throw new Error('The lunch break is not on the device.');
  return lunch;
}

const events = (day = DAY) => calendarEventsOfProvider(device.db, provider, day, day);
const endpoints = async () => (await unsentWrites(device.db)).map(({ endpoint }) => endpoint);

/** The calendar's table rejects writes, as when storage fails. */
function breakCalendar(...kinds: ('creating' | 'updating' | 'deleting')[]) {
  const broken = vi.fn((): never => {
    throw new Error('The disk is full.');
  });
  const hooks = kinds.map((kind) => device.db.calendarEvents.hook(kind as 'creating'));
  for (const hook of hooks) hook.subscribe(broken);
  return () => {
    for (const hook of hooks) hook.unsubscribe(broken);
  };
}

/** The server accepts every lunch break as the device has it; no pull follows. */
async function sendAll() {
  const rows = new Map<string, unknown>();
  for (const lunch of await lunchBreaksOfDay(device.db, provider, DAY)) {
    rows.set(lunch.id, { ...lunch, version: 1 });
  }
  const server = scriptedServer(({ entity_id }) => ({ version: 1, row: rows.get(entity_id) }));
  await drainBatch(device.db, server.transport, device.clock, device.lock);
}

describe('a new lunch break', () => {
  test('puts its linked event on the calendar, with one write', async () => {
    const lunch = await saved();
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      id: lunch.calendar_event_id,
      event_title: 'Lunch Break',
      event_start_time: '12:00',
      event_end_time: '12:30',
      duration: 30,
      is_lunch: true,
      location: '5',
      event_color: 'green',
      recurring: false,
      remind_me: false,
    });
    const [write, ...rest] = await unsentWrites(device.db);
    expect(rest).toEqual([]);
    expect(write).toMatchObject({
      endpoint: 'lunch.create',
      lane: `day:${provider}:${DAY}`,
      brings: event?.id,
      content: { body: { calendar_event_id: lunchEventId(lunch.id) } },
    });
    expect(await outboxCounts(device.db)).toMatchObject({ waiting: 1, attention: 0 });
    expect(event).toMatchObject({ record_state: 'waiting' });
  });

  test('is stored with its event or not at all, whenever the app is closed', async () => {
    const seen: number[][] = [];
    const watched = liveQuery(async () => [
      await device.db.lunchBreaks.count(),
      await device.db.calendarEvents.count(),
    ]).subscribe((counts) => seen.push(counts));
    await vi.waitFor(() => expect(seen).toEqual([[0, 0]]));
    await saved();
    await vi.waitFor(() =>
      expect(seen).toEqual([
        [0, 0],
        [1, 1],
      ]),
    );
    watched.unsubscribe();
  });

  test('has no event if it is waived', async () => {
    const lunch = await saved({ waiver_type: 'first_meal_6h' });
    expect(lunch.calendar_event_id).toBeNull();
    expect(await events()).toEqual([]);
    expect(await endpoints()).toEqual(['lunch.create']);
  });

  test("isn't saved if a rule fails", async () => {
    const recorded = await createLunch(
      device.workspace,
      provider,
      uuidv7(),
      fields({ lunch_start_time: '2026-03-20T19:00:00.000Z' }),
    );
    expect(recorded).toMatchObject({ kind: 'refused', problems: { lunch_start_time: expect.any(String) } });
    expect(await device.db.outbox.count()).toBe(0);
  });
});

describe('a changed lunch break', () => {
  test('moves its event with it', async () => {
    const lunch = await saved();
    await changeLunch(device.workspace, lunch, fields({ lunch_start_time: '2026-03-10T19:45:00.000Z' }));
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      id: lunch.calendar_event_id,
      event_start_time: '12:45',
      event_end_time: '13:15',
    });
    expect(await endpoints()).toEqual(['lunch.create']);
  });

  test('moves its event to another day', async () => {
    const lunch = await saved();
    await changeLunch(device.workspace, lunch, fields({ lunch_start_time: '2026-03-09T19:00:00.000Z' }));
    expect(await events()).toEqual([]);
    expect(await events('2026-03-09')).toMatchObject([{ id: lunch.calendar_event_id }]);
  });

  test('keeps the event, and names the waiver in its note, when it is waived', async () => {
    const lunch = await saved();
    await sendAll();
    await changeLunch(device.workspace, lunch, fields({ waiver_type: 'on_duty' }));
    const [event] = await events();
    expect(event).toMatchObject({ id: lunch.calendar_event_id, event_start_time: '12:00' });
    expect(event?.meeting_notes).toContain('on_duty');
  });

  test('loses an event that no one else has seen when it is waived', async () => {
    const lunch = await saved();
    await changeLunch(device.workspace, lunch, fields({ waiver_type: 'on_duty' }));
    expect(await events()).toEqual([]);
    expect(await endpoints()).toEqual(['lunch.create']);
  });

  test('keeps the other event that it names', async () => {
    const lunch = await saved();
    const other = { ...lunch, calendar_event_id: uuidv7() };
    await changeLunch(device.workspace, other, fields({ lunch_duration: 45 }));
    const [write] = await unsentWrites(device.db);
    expect(write).toMatchObject({ brings: other.calendar_event_id });
  });

  test('gets its own event when the waiver is removed', async () => {
    const lunch = await saved({ waiver_type: 'first_meal_6h' });
    await changeLunch(device.workspace, lunch, fields());
    const { calendar_event_id } = await newest(lunch.id);
    expect(calendar_event_id).toBe(lunchEventId(lunch.id));
    expect(await events()).toMatchObject([{ id: calendar_event_id }]);
  });

  test('leaves its event alone when only its note changes', async () => {
    const lunch = await saved();
    await changeLunch(device.workspace, lunch, fields({ notes: 'In the staff room.' }));
    const writes = await unsentWrites(device.db);
    expect(writes.map(({ endpoint }) => endpoint)).toEqual(['lunch.create']);
    expect(await events()).toMatchObject([{ event_start_time: '12:00', duration: 30 }]);
    expect(writes[0]?.content.body).toMatchObject({ notes: 'In the staff room.' });
  });
});

describe('a deleted lunch break', () => {
  test('that never left the device is removed with its event', async () => {
    const lunch = await saved();
    await deleteLunch(device.workspace, lunch);
    expect(await lunchBreaksOfDay(device.db, provider, DAY)).toEqual([]);
    expect(await events()).toEqual([]);
    expect(await endpoints()).toEqual([]);
  });

  test('that the server has is deleted there with one write', async () => {
    const lunch = await saved();
    await sendAll();
    expect(await endpoints()).toEqual([]);
    expect(await events()).toMatchObject([{ record_state: 'sent' }]);

    await deleteLunch(device.workspace, await newest(lunch.id));
    expect(await endpoints()).toEqual(['lunch.delete']);
    expect(await events()).toEqual([]);
  });
});

describe("an event that can't be stored", () => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.mocked(console.warn).mockRestore();
  });

  test('never fails the lunch break, and is logged', async () => {
    const mend = breakCalendar('creating');
    const lunch = await saved();
    mend();
    expect(lunch.record_state).toBe('waiting');
    expect(await events()).toEqual([]);
    expect(console.warn).toHaveBeenCalledWith(
      expect.stringContaining(lunch.id),
      expect.objectContaining({ message: expect.stringContaining('The disk is full.') }),
    );
  });

  test('is created with the next saved lunch break', async () => {
    const mend = breakCalendar('creating');
    const lunch = await saved();
    mend();
    const later = await saved({ lunch_start_time: '2026-03-10T23:00:00.000Z' });
    expect((await events()).map(({ id }) => id)).toEqual([lunch.calendar_event_id, later.calendar_event_id]);
  });

  test('is still deleted on the server with its lunch break', async () => {
    const lunch = await saved();
    await sendAll();
    const mend = breakCalendar('deleting', 'updating');
    await deleteLunch(device.workspace, await newest(lunch.id));
    mend();
    expect(await endpoints()).toEqual(['lunch.delete']);
    expect(await lunchBreaksOfDay(device.db, provider, DAY)).toEqual([]);
  });
});
