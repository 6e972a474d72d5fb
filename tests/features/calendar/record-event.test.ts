import { v7 as uuidv7 } from 'uuid';
// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EntityRow } from '#contract/entities.ts';
import type { EntityName } from '#contract/entity-name.ts';
import { calendarEventOfDay, calendarOccurrences, type LocalOccurrence } from '#db/calendar-events.ts';
import { clearColumnsOf, encryptRow } from '#db/encrypted-rows.ts';
import { unsentWrites } from '#db/outbox.ts';
import { occurrenceId } from '#domain/calendar/series.ts';
import type { EditScope } from '#domain/calendar/series-edit.ts';
import {
  type ChangedEventFields,
  changeEvent,
  createEvent,
  deleteEvent,
  type EventFields,
} from '#features/calendar/event/record-event.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';

let device: TestDevice;
let provider: string;
beforeEach(async () => {
  device = await openDevice();
  provider = device.workspace.user_id;
});
afterEach(() => device.close());

/** Tuesdays 3, 10, 17 and 24 March 2026, 09:00 to 09:30. */
function fields(entered: Partial<EventFields> = {}): EventFields {
  return {
    provider,
    student: null,
    event_start_date: '2026-03-03',
    event_start_time: '09:00',
    event_end_date: '2026-03-03',
    event_end_time: '09:30',
    duration: 30,
    recurring: true,
    recurring_type: 'weekly',
    recurring_timeframe: '4',
    recurring_days: [],
    location: null,
    meeting_notes: '',
    event_color: 'blue',
    event_title: 'Meeting',
    remind_me: false,
    is_lunch: false,
    service: null,
    service_list: [],
    invites: [],
    ...entered,
  };
}

async function created(entered: Partial<EventFields> = {}): Promise<string> {
  const recorded = await createEvent(device.workspace, uuidv7(), fields(entered));
  if (recorded.kind === 'refused') throw new Error(JSON.stringify(recorded.problems));
  return recorded.id;
}

/** A row as a pull brings it. */
async function pulled<Name extends EntityName>(entity: Name, row: EntityRow<Name>): Promise<void> {
  await device.db.rowsOf(entity).put({
    id: row.id,
    version: 1,
    scopes: ['org'],
    record_state: 'sent',
    is_gone: 0,
    generation: 0,
    sealed: await encryptRow(device.db, entity, row),
    base: null,
    confirmed: [],
    is_withdrawn: 0,
    ...clearColumnsOf(entity, row),
  });
}

const march = (from = '2026-03-01', to = '2026-03-31') => calendarOccurrences(device.db, provider, from, to);

async function seen(): Promise<string[]> {
  return (await march()).map(({ event, skipped }) => {
    const { event_start_date: day, event_start_time: time } = event;
    return `${day.slice(5)} ${time}${skipped === null ? '' : ` ${skipped}`}`;
  });
}

async function occurrence(day: string): Promise<LocalOccurrence> {
  const found = (await march()).find(({ event }) => event.event_start_date === day);
  if (found === undefined) throw new Error(`nothing on ${day}`);
  return found;
}

async function change(day: string, scope: EditScope, touched: ChangedEventFields) {
  return changeEvent(device.workspace, await occurrence(day), touched, scope);
}

const to10: ChangedEventFields = { event_start_time: '10:00', event_end_time: '10:30' };
const written = async () =>
  (await unsentWrites(device.db)).map(({ endpoint, entity_id, lane }) => ({ endpoint, entity_id, lane }));

describe('a new series', () => {
  test('is one write, and appears on each of its days', async () => {
    const id = await created();
    expect(await written()).toEqual([{ endpoint: 'calendar.create', entity_id: id, lane: `event:${id}` }]);
    expect(await seen()).toEqual(['03-03 09:00', '03-10 09:00', '03-17 09:00', '03-24 09:00']);
    expect(await march('2026-03-24', '2026-03-24')).toMatchObject([
      { id: occurrenceId(id, '2026-03-24'), series: { id }, event: { record_state: 'waiting' } },
    ]);
  });

  test.each<[string, Partial<EventFields>, string]>([
    ['an end before its start', { event_end_time: '08:00' }, 'event_end_time'],
    ['no way to recur', { recurring_type: '' }, 'recurring_type'],
    ['words for a timeframe', { recurring_timeframe: 'forever' }, 'recurring_timeframe'],
    ['too long a title', { event_title: 'x'.repeat(201) }, 'event_title'],
  ])("isn't saved with %s", async (_, entered, field) => {
    const recorded = await createEvent(device.workspace, uuidv7(), fields(entered));
    expect(recorded).toMatchObject({ kind: 'refused', problems: { [field]: expect.any(String) } });
    expect(await written()).toEqual([]);
  });
});

describe('a change', () => {
  test.each<[EditScope, ChangedEventFields, string[]]>([
    ['this', to10, ['03-03 09:00', '03-10 09:00', '03-17 10:00', '03-24 09:00']],
    ['following', to10, ['03-03 09:00', '03-10 09:00', '03-17 10:00', '03-24 10:00']],
    ['all', to10, ['03-03 10:00', '03-10 10:00', '03-17 10:00', '03-24 10:00']],
    [
      'all',
      { event_start_date: '2026-03-18', event_end_date: '2026-03-18' },
      ['03-04 09:00', '03-11 09:00', '03-18 09:00', '03-25 09:00'],
    ],
  ])('of %s with %j', async (scope, touched, expected) => {
    await created();
    expect(await change('2026-03-17', scope, touched)).toMatchObject({ kind: 'saved' });
    expect(await seen()).toEqual(expected);
  });

  test('of one occurrence keeps its former values, in case someone else changes it too', async () => {
    await created();
    await change('2026-03-17', 'this', to10);
    const writes = await unsentWrites(device.db);
    expect(writes.map(({ content }) => content.base_values.event_start_time)).toEqual([undefined, '09:00']);
    expect(writes[1]?.content.base_values).toMatchObject({
      event_start_date: '2026-03-17',
      event_title: 'Meeting',
    });
  });

  test('of this and following arrives in order, each write behind the previous one', async () => {
    const id = await created();
    // The series has been seen by the server, so that nothing folds into its creation.
    await device.db.outbox.toCollection().modify({ attempts: 1 });
    await change('2026-03-17', 'following', to10);
    const [, rest, ended] = await unsentWrites(device.db);
    expect(rest).toMatchObject({ endpoint: 'calendar.create', lane: `event:${id}` });
    expect(rest?.content.body).toMatchObject({
      ...to10,
      event_start_date: '2026-03-17',
      recurring_timeframe: '2',
    });
    expect(ended).toMatchObject({ endpoint: 'calendar.update', entity_id: id, lane: `event:${id}` });
    expect(ended?.depends_on).toContain(rest?.write_id);
    expect(ended?.content.body).toEqual({ recurring_timeframe: '2026-03-16' });
  });

  test('of an already changed occurrence is based on its own row', async () => {
    const id = await created();
    await change('2026-03-17', 'this', to10);
    await change('2026-03-17', 'this', { event_start_date: '2026-04-02', event_end_date: '2026-04-02' });
    expect(await seen()).toEqual(['03-03 09:00', '03-10 09:00', '03-24 09:00']);
    const [moved] = await march('2026-04-02', '2026-04-02');
    expect(moved).toMatchObject({
      id: occurrenceId(id, '2026-03-17'),
      series: { id },
      original_date: '2026-03-17',
    });
  });

  test('of nothing creates no write', async () => {
    await created();
    await change('2026-03-17', 'all', { event_title: 'Meeting', recurring: true, recurring_timeframe: '4' });
    expect(await written()).toHaveLength(1);
  });

  test('that is invalid is rejected at its field', async () => {
    await created();
    const refused = await change('2026-03-17', 'this', { event_end_time: '08:00' });
    expect(refused).toMatchObject({ kind: 'refused', problems: { event_end_time: expect.any(String) } });
    expect(await written()).toHaveLength(1);
  });

  test('of a single event asks for no scope', async () => {
    const id = await created({ recurring: false, recurring_type: '', recurring_timeframe: '' });
    await device.db.outbox.toCollection().modify({ attempts: 1 });
    expect(await change('2026-03-03', 'all', { event_title: 'Other' })).toEqual({ kind: 'saved', id });
    expect((await written()).at(-1)).toEqual({
      endpoint: 'calendar.update',
      entity_id: id,
      lane: `event:${id}`,
    });
  });
});

describe('a deletion', () => {
  test.each<[EditScope, string[]]>([
    ['this', ['03-03 09:00', '03-10 09:00', '03-24 09:00']],
    ['following', ['03-03 09:00', '03-10 09:00']],
    ['all', []],
  ])('of %s', async (scope, expected) => {
    await created();
    await change('2026-03-17', 'this', to10);
    await deleteEvent(device.workspace, await occurrence('2026-03-17'), scope);
    expect(await seen()).toEqual(expected);
  });
});

describe('a logged occurrence', () => {
  test('is shown as its session, and stays', async () => {
    const id = await created();
    const logged = sessionEntry({
      session_date: '2026-03-10',
      calendar_event_id: occurrenceId(id, '2026-03-10'),
    });
    await queueWrite(device.workspace, {
      endpoint: 'session.create',
      id: logged.id,
      body: logged,
      lane: 's',
    });
    const refused = { kind: 'refused', problems: { event_start_date: expect.any(String) } };
    expect(await change('2026-03-10', 'this', to10)).toMatchObject(refused);
    expect(await deleteEvent(device.workspace, await occurrence('2026-03-10'), 'this')).toMatchObject(
      refused,
    );
    expect(await change('2026-03-10', 'this', { meeting_notes: 'went well' })).toMatchObject({
      kind: 'saved',
    });
    // The following take its place only from the next on.
    expect(
      await change('2026-03-17', 'all', { event_start_date: '2026-03-18', event_end_date: '2026-03-18' }),
    ).toMatchObject({ kind: 'saved' });
    expect(await seen()).toEqual(['03-04 09:00', '03-10 09:00', '03-18 09:00', '03-25 09:00']);
  });
});

describe('a day on this device', () => {
  test('knows an occurrence by its id', async () => {
    const id = await created();
    const known = occurrenceId(id, '2026-03-10');
    expect(await calendarEventOfDay(device.db, provider, '2026-03-10', known)).toMatchObject({
      id: known,
      event_start_date: '2026-03-10',
    });
    expect(await calendarEventOfDay(device.db, provider, '2026-03-11', known)).toBeNull();
    expect(await calendarEventOfDay(device.db, provider, '2026-03-11', id)).toMatchObject({ id });
  });

  test("shows school closures of the student's client and of all clients, with the reason", async () => {
    const [student, client, other] = [1, 2, 3].map((n) => `0195a000-0000-7000-8000-00000000000${n}`) as [
      string,
      string,
      string,
    ];
    await pulled('student', {
      id: student,
      first_name: 'Maya',
      last_name: 'Rivera',
      grade: '2',
      archived: false,
      date_of_birth: null,
      home_language: 'en',
      qualifications: [],
      client,
      location: null,
      services: [],
      providers: [],
      version: 1,
    });
    await created({ student });
    const closed = (id: string, of: string | null, closure_date: string) =>
      pulled('school_closure', { id, client: of, closure_date, reason: 'Holiday', version: 1 });
    await closed('0195a000-0000-7000-8000-000000000011', client, '2026-03-10');
    await closed('0195a000-0000-7000-8000-000000000012', other, '2026-03-17');
    await closed('0195a000-0000-7000-8000-000000000013', null, '2026-03-24');
    expect(await seen()).toEqual([
      '03-03 09:00',
      '03-10 09:00 Holiday',
      '03-17 09:00',
      '03-24 09:00 Holiday',
    ]);
  });

  test("uses the location's schools only if there is no student", async () => {
    const [student, client] = [
      '0195a000-0000-7000-8000-000000000031',
      '0195a000-0000-7000-8000-000000000032',
    ];
    const names = { first_name: 'Maya', last_name: 'Rivera', grade: '2', archived: false };
    const more = { date_of_birth: null, home_language: 'en' } as const;
    await pulled('student', {
      ...{
        id: student,
        ...names,
        ...more,
        qualifications: [],
        client: null,
        location: null,
        services: [],
        providers: [],
        version: 1,
      },
    });
    await pulled('location', {
      ...{ id: '101', name: 'Room 101', client, is_billable: true, archived: false, version: 1 },
    });
    const closure = { client, closure_date: '2026-03-10', reason: 'Holiday', version: 1 };
    await pulled('school_closure', { id: '0195a000-0000-7000-8000-000000000033', ...closure });
    await created({ student, location: '101' });
    expect(await seen()).toContain('03-10 09:00');
    await created({ location: '101' });
    expect(await seen()).toContain('03-10 09:00 Holiday');
  });

  test('shows events the person is invited to, and no other events of others', async () => {
    const series = { ...fields(), provider: '0195a000-0000-7000-8000-000000000021' };
    const row = {
      ...series,
      id: '0195a000-0000-7000-8000-000000000022',
      excluded_dates: [],
      original_id: null,
      original_date: null,
      version: 1,
    };
    await pulled('calendar_event', { ...row, invites: [provider] });
    await pulled('calendar_event', { ...row, id: '0195a000-0000-7000-8000-000000000023' });
    expect(await seen()).toEqual(['03-03 09:00', '03-10 09:00', '03-17 09:00', '03-24 09:00']);
  });

  test('skips series that have ended', async () => {
    await created({ recurring_timeframe: '2026-03-05' });
    await created({ recurring_timeframe: '2026-03-20' });
    const stored = await device.db.calendarEvents.toArray();
    expect(stored.map(({ series_until }) => series_until).sort()).toEqual(['2026-03-05', '2026-03-20']);
    expect(await march('2026-03-17', '2026-03-17')).toHaveLength(1);
  });
});
