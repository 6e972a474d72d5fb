import { describe, expect, test } from 'vitest';
import type { Location, Provider } from '#contract/catalog.ts';
import type { LocalCalendarEvent, LocalOccurrence } from '#db/calendar-events.ts';
import type { LocalLunchBreak } from '#db/lunch-breaks.ts';
import type { LocalSession } from '#db/sessions.ts';
import {
  calendarEntries,
  type Entry,
  entryWords,
  isLoggable,
  isMovable,
  ownedDetail,
  showSame,
} from '#features/calendar/calendar-entries.ts';
import { eventEntry, lunchRow } from '#tests/support/device-entries.ts';

const PROVIDER = 'ana';
const DAY = '2026-03-10';
const NAMES = { studentNames: new Map(), services: [], locations: [], providers: new Map() };

function occurrence(
  change: Partial<LocalCalendarEvent> = {},
  skipped: string | null = null,
): LocalOccurrence {
  const event = {
    ...eventEntry({ event_title: 'Meeting', is_lunch: false, ...change }),
    provider: PROVIDER,
    version: 1,
    record_state: 'sent' as const,
    ...change,
  };
  return { id: event.id, event, series: null, original_date: null, skipped };
}

const sessionOf = (calendar_event_id: string) =>
  ({
    id: 'session',
    provider: PROVIDER,
    student_ids: [],
    service: 'slp',
    session_date: DAY,
    start_time: '12:00',
    end_time: '12:45',
    actual_minutes: 45,
    calendar_event_id,
    record_state: 'waiting',
  }) as unknown as LocalSession;

const lunchOf = (calendar_event_id: string, waiver_type: LocalLunchBreak['waiver_type'] = '') =>
  ({ ...lunchRow(PROVIDER, 1, { calendar_event_id, waiver_type }), record_state: 'sent' }) as LocalLunchBreak;

function entriesOf(
  occurrences: LocalOccurrence[],
  sessions: LocalSession[] = [],
  lunches: LocalLunchBreak[] = [],
): Entry[] {
  return calendarEntries({ occurrences, sessions, lunches }, NAMES);
}

describe('a calendar', () => {
  test('shows a planned session that was logged once, as the session', () => {
    const planned = occurrence();
    const entries = entriesOf([planned], [sessionOf(planned.id)]);
    expect(entries.map(({ kind, times }) => [kind, times])).toEqual([['session', '12:00–12:45 PM']]);
  });

  test('shows a lunch break once, and says when it was waived', () => {
    const planned = occurrence({ is_lunch: true });
    expect(entriesOf([planned], [], [lunchOf(planned.id)]).map(({ title }) => title)).toEqual([
      'Lunch Break',
    ]);
    expect(entriesOf([], [], [lunchOf('', 'on_duty')]).map(({ title }) => title)).toEqual(['Lunch waived']);
  });

  test('shows on each day the part of that day of what lasts over midnight', () => {
    const night = occurrence({
      event_start_time: '22:00',
      event_end_date: '2026-03-12',
      event_end_time: '00:00',
      duration: 1_560,
    });
    expect(entriesOf([night]).map(({ day, start, end }) => [day, start / 60, end / 60])).toEqual([
      ['2026-03-10', 22, 24],
      ['2026-03-11', 0, 24],
    ]);
  });

  test('says why an event is canceled', () => {
    const [entry] = entriesOf([occurrence({}, 'Cesar Chavez Day')]);
    expect(entry && entryWords(entry)).toBe('Meeting, 12:00–12:30 PM, Event, canceled: Cesar Chavez Day');
  });

  test("says where an event is, and in someone else's calendar whose it is", () => {
    const names = {
      ...NAMES,
      locations: [{ id: 'oak', name: 'Oak School' }] as unknown as Location[],
      providers: new Map([[PROVIDER, { provider_first: 'Ana', provider_last: 'Ruiz' } as Provider]]),
    };
    const rows = { occurrences: [occurrence({ location: 'oak' })], sessions: [], lunches: [] };
    const said = (self: string) => calendarEntries(rows, { ...names, self }).map((one) => ownedDetail(one));
    expect(said('ben')).toEqual(['Ana Ruiz · Event · Oak School']);
    expect(said(PROVIDER)).toEqual(['Event · Oak School']);
  });

  test("isn't redrawn if it was only read again", () => {
    const planned = occurrence();
    expect(showSame(entriesOf([planned]), entriesOf([structuredClone(planned)]))).toBe(true);
    const moved = { ...planned, event: { ...planned.event, event_end_time: '12:45' } };
    expect(showSame(entriesOf([planned]), entriesOf([moved]))).toBe(false);
  });
});

test.each([
  ['a plan of one day', occurrence(), true, true],
  ['what lasts over midnight', occurrence({ event_end_date: '2026-03-11' }), false, true],
  ['lunch', occurrence({ is_lunch: true }), false, false],
  ['what is skipped', occurrence({}, 'Cesar Chavez Day'), false, false],
])('%s', (_name, planned, movable, loggable) => {
  const [entry] = entriesOf([planned]);
  expect(entry && [isMovable(entry), isLoggable(entry, PROVIDER, DAY)]).toEqual([movable, loggable]);
});

test.each([
  ['tomorrow', PROVIDER, '2026-03-09'],
  ["somebody else's calendar", 'ben', DAY],
])("an event planned for %s isn't logged", (_name, provider, today) => {
  const [entry] = entriesOf([occurrence()]);
  expect(entry && isLoggable(entry, provider, today)).toBe(false);
});
