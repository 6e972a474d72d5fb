import { v7 as uuidv7 } from 'uuid';
// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { calendarEventsOfProvider } from '#db/calendar-events.ts';
import { type LocalLunchBreak, lunchBreakById, lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { unsentWrites } from '#db/outbox.ts';
import { sealRow } from '#db/sealed-rows.ts';
import { changeLunch, createLunch, deleteLunch, type LunchFields } from '#features/lunch/record-lunch.ts';
import { relinkLunches } from '#features/lunch/relink-lunches.ts';
import { drainBatch } from '#sync/drain.ts';
import { queueWrite } from '#sync/queue-write.ts';
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

/** The calendar's table takes nothing more, as when storage fails. */
function breakCalendar() {
  const broken = vi.fn((): never => {
    throw new Error('The disk is full.');
  });
  device.db.calendarEvents.hook('creating', broken);
  return () => device.db.calendarEvents.hook('creating').unsubscribe(broken);
}

describe('a new lunch break', () => {
  test('puts its linked event on the calendar, which waits for it', async () => {
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
    const [lunchWrite, eventWrite] = await unsentWrites(device.db);
    expect(lunchWrite).toMatchObject({ endpoint: 'lunch.create', lane: `day:${provider}:${DAY}` });
    expect(lunchWrite?.content.body).toMatchObject({ calendar_event_id: event?.id });
    expect(eventWrite).toMatchObject({
      endpoint: 'calendar.create',
      lane: `day:${provider}:${DAY}`,
      depends_on: [lunchWrite?.write_id],
    });
  });

  test('makes no event when it is waived', async () => {
    const lunch = await saved({ waiver_type: 'first_meal_6h' });
    expect(lunch.calendar_event_id).toBeNull();
    expect(await events()).toEqual([]);
    expect(await endpoints()).toEqual(['lunch.create']);
  });

  test('is not written where a rule fails', async () => {
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
  test('takes its event along when it moves', async () => {
    const lunch = await saved();
    await changeLunch(device.workspace, lunch, fields({ lunch_start_time: '2026-03-10T19:45:00.000Z' }));
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      id: lunch.calendar_event_id,
      event_start_time: '12:45',
      event_end_time: '13:15',
    });
    expect(await endpoints()).toEqual(['lunch.create', 'calendar.create']);
  });

  test('takes its event to another day', async () => {
    const lunch = await saved();
    await changeLunch(device.workspace, lunch, fields({ lunch_start_time: '2026-03-09T19:00:00.000Z' }));
    expect(await events()).toEqual([]);
    expect(await events('2026-03-09')).toMatchObject([{ id: lunch.calendar_event_id }]);
  });

  test('keeps the event, and names the waiver in its note, when it is waived', async () => {
    const lunch = await saved();
    await changeLunch(device.workspace, lunch, fields({ waiver_type: 'on_duty' }));
    const [event] = await events();
    expect(event).toMatchObject({ id: lunch.calendar_event_id, event_start_time: '12:00' });
    expect(event?.meeting_notes).toContain('on_duty');
  });

  test('gets an event of its own when it is waived no longer', async () => {
    const lunch = await saved({ waiver_type: 'first_meal_6h' });
    await changeLunch(device.workspace, lunch, fields());
    const { calendar_event_id } = await newest(lunch.id);
    expect(calendar_event_id).not.toBeNull();
    expect(await events()).toMatchObject([{ id: calendar_event_id }]);
  });

  test('leaves a moved event of a changed note alone', async () => {
    const lunch = await saved();
    await changeLunch(device.workspace, lunch, fields({ notes: 'In the staff room.' }));
    const writes = await unsentWrites(device.db);
    expect(writes.map(({ endpoint }) => endpoint)).toEqual(['lunch.create', 'calendar.create']);
    expect(writes[0]?.content.body).toMatchObject({ notes: 'In the staff room.' });
  });
});

describe('a deleted lunch break', () => {
  test('that never left the device takes its event along and leaves nothing', async () => {
    const lunch = await saved();
    await deleteLunch(device.workspace, lunch);
    expect(await lunchBreaksOfDay(device.db, provider, DAY)).toEqual([]);
    expect(await events()).toEqual([]);
    expect(await endpoints()).toEqual([]);
  });

  test('that the office has deletes both there, the lunch break first', async () => {
    const lunch = await saved();
    const rows = new Map<string, unknown>([
      [lunch.id, { ...lunch, version: 1 }],
      ...(await events()).map((event): [string, unknown] => [event.id, { ...event, version: 1 }]),
    ]);
    const server = scriptedServer(({ entity_id }) => ({ version: 1, row: rows.get(entity_id) }));
    await drainBatch(device.db, server.transport, device.clock, device.lock);
    expect(await endpoints()).toEqual([]);

    await deleteLunch(device.workspace, await newest(lunch.id));
    expect(await endpoints()).toEqual(['lunch.delete', 'calendar.delete']);
    expect(await events()).toEqual([]);
  });
});

describe('an event that cannot be stored', () => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.mocked(console.warn).mockRestore();
  });

  test('never fails the lunch break, and is logged', async () => {
    const mend = breakCalendar();
    const lunch = await saved();
    mend();
    expect(lunch.record_state).toBe('waiting');
    expect(await events()).toEqual([]);
    expect(console.warn).toHaveBeenCalledWith(
      expect.stringContaining(lunch.id),
      expect.objectContaining({ message: expect.stringContaining('The disk is full.') }),
    );
  });

  test('is made with the next lunch break that is saved', async () => {
    const mend = breakCalendar();
    const lunch = await saved();
    mend();
    const later = await saved({ lunch_start_time: '2026-03-10T23:00:00.000Z' });
    expect((await events()).map(({ id }) => id)).toEqual([lunch.calendar_event_id, later.calendar_event_id]);
  });

  test('is made at the next start of the app', async () => {
    const mend = breakCalendar();
    const lunch = await saved();
    mend();
    await relinkLunches({ ...device.workspace }, provider);
    expect(await events()).toMatchObject([{ id: lunch.calendar_event_id, event_title: 'Lunch Break' }]);
    const [lunchWrite, eventWrite] = await unsentWrites(device.db);
    expect(eventWrite?.depends_on).toEqual([lunchWrite?.write_id]);
  });
});

describe('looking over the lunch breaks at the start', () => {
  test('leaves an event alone that was deleted on the calendar', async () => {
    const lunch = await saved();
    await queueWrite(device.workspace, {
      endpoint: 'calendar.delete',
      id: lunch.calendar_event_id ?? '',
      body: undefined,
      lane: 'test',
    });
    await relinkLunches(device.workspace, provider);
    expect(await events()).toEqual([]);
  });

  test('leaves a lunch break alone that another device has written', async () => {
    const elsewhere = await openDevice({ user_id: provider });
    const recorded = await createLunch(elsewhere.workspace, provider, uuidv7(), fields());
    if (recorded.kind === 'refused') throw new Error('It was refused.');
    const lunch = await lunchBreakById(elsewhere.db, recorded.id);
    await elsewhere.close();
    if (lunch === null) throw new Error('The lunch break is not on the other device.');
    await device.db.lunchBreaks.put({
      id: lunch.id,
      provider,
      lunch_date: DAY,
      version: 1,
      scopes: [],
      record_state: 'sent',
      is_gone: 0,
      generation: 1,
      sealed: await sealRow(device.db, 'lunch', lunch),
      base: null,
      confirmed: [],
      is_withdrawn: 0,
    });
    await relinkLunches(device.workspace, provider);
    expect(await events()).toEqual([]);
    expect(await endpoints()).toEqual([]);
  });
});
