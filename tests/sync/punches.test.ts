import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import { calendarEventsOfProvider } from '#db/calendar-events.ts';
import { type LocalLunchBreak, lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { unsentWrites } from '#db/outbox.ts';
import { timecardById, timecardsOfProvider } from '#db/timecards.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { startPunchedLunch, timePunchedLunch } from '#features/lunch/punched-lunch.ts';
import { changeLunch, createLunch, deleteLunch } from '#features/lunch/record-lunch.ts';
import { correctTimecard, PunchRefused, punch, startDay } from '#features/timecard/record-timecard.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import {
  openDevice,
  outboxStates,
  pulledSoFar,
  scriptedServer,
  type TestDevice,
} from '#tests/support/device.ts';

const lunches = { start: startPunchedLunch, time: timePunchedLunch };
let device: TestDevice;
let provider: string;
let start: number;

beforeEach(async () => {
  device = await openDevice();
  await pulledSoFar(device.db);
  provider = device.workspace.user_id;
  // The punches of these tests are in the past by now.
  start = Math.floor(device.clock.now() / 1_000) * 1_000 - 4 * 3_600_000;
});
afterEach(() => device.close());

const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

async function today() {
  const day = pacificDay(start);
  const [card] = await timecardsOfProvider(device.db, provider, day, day);
  if (card === undefined) throw new Error('There is no card.');
  return card;
}

const endpoints = async () => (await unsentWrites(device.db)).map(({ endpoint }) => endpoint);

async function titlesInCalendar() {
  const events = await calendarEventsOfProvider(device.db, provider, pacificDay(start), pacificDay(start));
  return events.map(({ event_title }) => event_title);
}

async function punched(kind: Parameters<typeof punch>[3], minutes: number) {
  await punch(device.workspace, lunches, (await today()).id, kind, at(minutes));
}

describe('a workday on a device', () => {
  test("can't begin before the first pull has delivered today's rows", async () => {
    const today = pacificDay(start);
    await pulledSoFar(device.db, { was_whole: false, is_refreshing: true });
    await expect(startDay(device.workspace, provider, at(0))).rejects.toThrow(
      'Your records for today are still loading. Try again in a moment.',
    );
    expect(await unsentWrites(device.db)).toEqual([]);
    await pulledSoFar(device.db, { was_whole: false, is_refreshing: true, whole_from: today });
    await startDay(device.workspace, provider, at(0));
    expect(await unsentWrites(device.db)).toHaveLength(1);
  });

  test('rejects punches in the future', async () => {
    const future = 'This time is in the future.';
    const ahead = (minutes: number) => new Date(device.clock.now() + minutes * 60_000).toISOString();
    await expect(startDay(device.workspace, provider, ahead(6))).rejects.toThrow(future);
    await startDay(device.workspace, provider, at(0));
    const { id } = await today();
    await expect(punch(device.workspace, lunches, id, 'end-day', ahead(6))).rejects.toThrow(future);
    await punch(device.workspace, lunches, id, 'end-day', ahead(4));
  });

  test('keeps every punch as a separate write, behind its lunch entry', async () => {
    await startDay(device.workspace, provider, at(0));
    await punched('start-lunch', 10);
    await punched('end-lunch', 41.5);
    await punched('pause', 50);
    await punched('unpause', 55);
    await punched('end-day', 60);
    const written = await unsentWrites(device.db);
    expect(written.map(({ endpoint }) => endpoint).filter((name) => !name.startsWith('calendar.'))).toEqual([
      'timecard.create',
      'lunch.create',
      'timecard.start-lunch',
      'timecard.end-lunch',
      'timecard.pause',
      'timecard.unpause',
      'timecard.end-day',
    ]);
    const [lunch] = await lunchBreaksOfDay(device.db, provider, pacificDay(start));
    expect(lunch).toMatchObject({ source: 'punch', lunch_end_time: at(41.5), lunch_duration: 31 });
    expect(await today()).toMatchObject({
      ended_at: at(60),
      record_state: 'waiting',
      breaks: [
        { kind: 'lunch', started_at: at(10), ended_at: at(41.5), lunch_id: lunch?.id },
        { kind: 'pause', started_at: at(50), ended_at: at(55) },
      ],
    });
  });

  test("rejects a punch that isn't allowed, and stores nothing of it", async () => {
    await startDay(device.workspace, provider, at(0));
    await expect(punched('end-lunch', 5)).rejects.toBeInstanceOf(PunchRefused);
    await expect(startDay(device.workspace, provider, at(5))).rejects.toThrow("You're already clocked in.");
    expect(await unsentWrites(device.db)).toHaveLength(1);
  });

  test.each([
    ['as it was begun, when the press was made again at once', 10.5, 10],
    ['from the later press on', 30, 30],
  ])('uses the lunch entry whose punch was never written, %s', async (_, pressed, begins) => {
    await startDay(device.workspace, provider, at(0));
    const begun = await startPunchedLunch(device.workspace, await today(), at(10));
    await punched('start-lunch', pressed);
    const entries = await lunchBreaksOfDay(device.db, provider, pacificDay(start));
    expect(entries).toMatchObject([{ id: begun.lunch_id, lunch_start_time: at(begins) }]);
    expect((await today()).breaks).toMatchObject([{ lunch_id: begun.lunch_id, started_at: at(begins) }]);
  });

  test('uses a lunch entry only from this press on if the day went on in between', async () => {
    await startDay(device.workspace, provider, at(0));
    const { lunch_id } = await startPunchedLunch(device.workspace, await today(), at(10));
    await punched('pause', 10.1);
    await punched('unpause', 10.2);
    await punched('start-lunch', 10.5);
    const [lunch] = await lunchBreaksOfDay(device.db, provider, pacificDay(start));
    expect(lunch).toMatchObject({ id: lunch_id, lunch_start_time: at(10.5) });
    expect((await today()).breaks.at(-1)).toMatchObject({ lunch_id, started_at: at(10.5) });
  });

  test('shows a lunch entry in the calendar even if its punch was refused', async () => {
    await startDay(device.workspace, provider, at(0));
    const { id } = await today();
    const interrupted: typeof startPunchedLunch = async (...pressed) => {
      const begun = await startPunchedLunch(...pressed);
      // Removed from this device between the entry and the punch.
      await device.db.outbox.where('entity_id').equals(id).delete();
      await device.db.timecards.delete(id);
      return begun;
    };
    const pressed = punch(device.workspace, { ...lunches, start: interrupted }, id, 'start-lunch', at(10));
    await expect(pressed).rejects.toThrow(ApiError);
    expect(await titlesInCalendar()).toEqual(['Lunch Break']);
  });

  test('shows a lunch entry in the calendar immediately, even if another tab starts it and is closed', async () => {
    await startDay(device.workspace, provider, at(0));
    await startPunchedLunch(device.workspace, await today(), at(10));
    expect(await titlesInCalendar()).toEqual(['Lunch Break']);
    await punched('start-lunch', 10.5);
    expect(await titlesInCalendar()).toEqual(['Lunch Break']);
  });

  test('sends the deletion of a lunch entry after its unsent punch', async () => {
    await startDay(device.workspace, provider, at(0));
    await punched('start-lunch', 10);
    const [lunch] = await lunchBreaksOfDay(device.db, provider, pacificDay(start));
    await deleteLunch(device.workspace, lunch as NonNullable<typeof lunch>);
    expect((await unsentWrites(device.db)).map(({ endpoint }) => endpoint)).toEqual([
      'timecard.create',
      'lunch.create',
      'timecard.start-lunch',
      'lunch.delete',
    ]);
    expect(await lunchBreaksOfDay(device.db, provider, pacificDay(start))).toEqual([]);
  });

  describe('with a lunch entry from the form', () => {
    const day = () => pacificDay(start);
    const entry = { waiver_type: '' as const, exception_reason: '' as const, notes: 'Sandwich' };
    const enter = (minutes: number, lunch_duration = 30) =>
      createLunch(device.workspace, provider, uuidv7(), {
        ...{ ...entry, lunch_start_time: at(minutes), lunch_duration },
      });
    const stored = () => lunchBreaksOfDay(device.db, provider, day());

    test('uses it when lunch is punched over it: one entry, one event, punched times', async () => {
      await enter(60);
      await startDay(device.workspace, provider, at(0));
      await punched('start-lunch', 62.5);
      await punched('end-lunch', 95.25);
      const [lunch, ...others] = await stored();
      expect(others).toEqual([]);
      expect(lunch).toMatchObject({
        ...{ lunch_start_time: at(62.5), lunch_end_time: at(95.25), lunch_duration: 32, notes: 'Sandwich' },
      });
      expect((await today()).breaks).toMatchObject([{ lunch_id: lunch?.id, started_at: at(62.5) }]);
      expect(await titlesInCalendar()).toEqual(['Lunch Break']);
    });

    test('leaves one at another time alone', async () => {
      await enter(60);
      await startDay(device.workspace, provider, at(0));
      await punched('start-lunch', 120);
      expect(await stored()).toMatchObject([{ lunch_start_time: at(60) }, { lunch_start_time: at(120) }]);
    });

    test('rejects it over a punched lunch, and stores nothing of it', async () => {
      await startDay(device.workspace, provider, at(0));
      await punched('start-lunch', 60);
      await punched('end-lunch', 90);
      const before = await endpoints();
      expect(await enter(75)).toMatchObject({
        kind: 'refused',
        problems: {
          start_time: expect.stringMatching(/^You punched lunch \(.*\)\. Change that one instead\.$/),
        },
      });
      expect(await endpoints()).toEqual(before);
      expect(await enter(90)).toMatchObject({ kind: 'saved' });
      const lunch = (await stored()).find(({ source }) => source === 'manual') as LocalLunchBreak;
      const moved = { ...entry, lunch_start_time: at(80), lunch_duration: 30 };
      expect(await changeLunch(device.workspace, lunch, moved)).toMatchObject({ kind: 'refused' });
      const noted = { ...moved, lunch_start_time: at(90), notes: 'A walk' };
      expect(await changeLunch(device.workspace, lunch, noted)).toMatchObject({ kind: 'saved' });
    });
  });

  test('is corrected together with its lunch entry, and keeps both values', async () => {
    await startDay(device.workspace, provider, at(0));
    await punched('start-lunch', 10);
    await punched('end-lunch', 20);
    const card = await today();
    await correctTimecard(device.workspace, lunches, card, {
      ended_at: at(90),
      breaks: card.breaks.map((taken) => ({ ...taken, ended_at: at(40) })),
      reason: 'Forgot it',
    });
    expect(await timecardById(device.db, card.id)).toMatchObject({
      ended_at: at(90),
      corrections: [
        { field: 'ended_at', before: null, after: at(90), reason: 'Forgot it' },
        { field: 'breaks.0.ended_at', before: at(20), after: at(40) },
      ],
    });
    const [lunch] = await lunchBreaksOfDay(device.db, provider, pacificDay(start));
    expect(lunch).toMatchObject({ lunch_end_time: at(40), lunch_duration: 30 });
  });

  test('keeps punches waiting behind one that was refused', async () => {
    const id = uuidv7();
    const lane = 'day:x';
    await queueWrite(device.workspace, {
      ...{ endpoint: 'timecard.create', id, lane },
      body: { id, provider, started_at: at(0) },
    });
    const refuse = () => ({ status: 422, code: 'period.locked', message: 'The period is locked.' });
    await drainBatch(device.db, scriptedServer(refuse).transport, device.clock, device.lock);
    await queueWrite(device.workspace, { endpoint: 'timecard.pause', id, lane, body: { at: at(5) } });
    await queueWrite(device.workspace, { endpoint: 'timecard.unpause', id, lane, body: { at: at(6) } });
    expect(Object.values(await outboxStates(device.db))).toEqual(['parked', 'blocked', 'blocked']);
  });
});
