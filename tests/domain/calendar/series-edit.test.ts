import { describe, expect, test } from 'vitest';
import { eventProblems } from '#domain/calendar/event-rules.ts';
import {
  type Occurrence,
  occurrenceId,
  occurrenceOn,
  occurrencesBetween,
  type SeriesEvent,
} from '#domain/calendar/series.ts';
import {
  changeWrites,
  deleteWrites,
  type EditScope,
  type EventWrite,
  editProblems,
  pinnedOccurrences,
  type SeriesFacts,
} from '#domain/calendar/series-edit.ts';

interface Event extends SeriesEvent {
  event_title: string;
}

/** Mondays 5, 12, 19 and 26 January and 2 February 2026, 09:00 to 09:30. */
const series: Event = {
  id: '00000000-0000-4000-8000-000000000001',
  provider: 'p1',
  student: null,
  location: null,
  event_title: 'Meeting',
  event_start_date: '2026-01-05',
  event_start_time: '09:00',
  event_end_date: '2026-01-05',
  event_end_time: '09:30',
  duration: 30,
  recurring: true,
  recurring_type: 'weekly',
  recurring_timeframe: '5',
  recurring_days: [],
  excluded_dates: [],
  original_id: null,
  original_date: null,
};
const FRESH = 'fresh';
const nothing: SeriesFacts<Event> = { overrides: [], logged: new Set() };
const idOn = (day: string) => occurrenceId(series.id, day);
const override = (day: string, fields: Partial<Event> = {}): Event => ({
  ...occurrenceOn(series, day),
  ...fields,
});
const logged = (...days: string[]): SeriesFacts<Event> => ({
  overrides: [],
  logged: new Set(days.map(idOn)),
});

function occurrence(day: string, facts = nothing, of = series): Occurrence<Event> {
  const found = occurrencesBetween([of, ...facts.overrides], [], () => null, '2025-07-01', '2026-06-30');
  const one = found.find(({ original_date }) => original_date === day);
  if (one === undefined) throw new Error(`nothing stands for ${day}`);
  return one;
}

/** The rows after an edit; every intermediate state may be visible to others. */
function carriedOut(rows: readonly Event[], writes: readonly EventWrite<Event>[]): Event[] {
  const after = new Map(rows.map((row) => [row.id, row]));
  for (const write of writes) {
    if (write.kind === 'create') after.set(write.event.id, write.event);
    else if (write.kind === 'delete') after.delete(write.id);
    else after.set(write.id, { ...(after.get(write.id) as Event), ...write.changes });
  }
  return [...after.values()];
}

function seen(rows: readonly Event[]): string[] {
  return occurrencesBetween(rows, [], () => null, '2025-07-01', '2026-06-30').map(({ event }) => {
    const { event_start_date: day, event_start_time: time, event_title } = event;
    return `${day.slice(5)} ${time}${event_title === 'Meeting' ? '' : ` ${event_title}`}`;
  });
}

const to10: Partial<Event> = { event_start_time: '10:00', event_end_time: '10:30' };
const to8: Partial<Event> = { event_start_time: '08:00', event_end_time: '08:30' };
const on = (day: string): Partial<Event> => ({ event_start_date: day, event_end_date: day });

describe('changing an event', () => {
  test.each<[string, string, EditScope, Partial<Event>, Partial<Event>, SeriesFacts<Event>, string]>([
    [
      'of this one',
      '2026-01-12',
      'this',
      to10,
      {},
      nothing,
      '01-05 09:00|01-12 10:00|01-19 09:00|01-26 09:00|02-02 09:00',
    ],
    [
      'of this one to another day',
      '2026-01-12',
      'this',
      on('2026-01-14'),
      {},
      nothing,
      '01-05 09:00|01-14 09:00|01-19 09:00|01-26 09:00|02-02 09:00',
    ],
    [
      'of this one, changed before',
      '2026-01-12',
      'this',
      { event_title: 'B' },
      {},
      { ...nothing, overrides: [override('2026-01-12', to10)] },
      '01-05 09:00|01-12 10:00 B|01-19 09:00|01-26 09:00|02-02 09:00',
    ],
    [
      'of the first one',
      '2026-01-05',
      'this',
      to10,
      {},
      nothing,
      '01-05 10:00|01-12 09:00|01-19 09:00|01-26 09:00|02-02 09:00',
    ],
    [
      'of this one takes no repetition',
      '2026-01-12',
      'this',
      { recurring_days: [2] },
      {},
      nothing,
      '01-05 09:00|01-12 09:00|01-19 09:00|01-26 09:00|02-02 09:00',
    ],
    [
      'of all times',
      '2026-01-12',
      'all',
      to10,
      {},
      nothing,
      '01-05 10:00|01-12 10:00|01-19 10:00|01-26 10:00|02-02 10:00',
    ],
    [
      'of all days',
      '2026-01-12',
      'all',
      on('2026-01-13'),
      {},
      nothing,
      '01-06 09:00|01-13 09:00|01-20 09:00|01-27 09:00|02-03 09:00',
    ],
    [
      'of all to an earlier day',
      '2026-01-12',
      'all',
      on('2026-01-11'),
      {},
      nothing,
      '01-04 09:00|01-11 09:00|01-18 09:00|01-25 09:00|02-01 09:00',
    ],
    [
      'of all days named',
      '2026-01-12',
      'all',
      on('2026-01-14'),
      { recurring_days: [1] },
      nothing,
      '01-07 09:00|01-14 09:00|01-21 09:00|01-28 09:00|02-04 09:00',
    ],
    [
      'of all keeps what was taken out',
      '2026-01-12',
      'all',
      to10,
      { excluded_dates: ['2026-01-19'] },
      nothing,
      '01-05 10:00|01-12 10:00|01-26 10:00|02-02 10:00',
    ],
    [
      'of all days takes along what was taken out',
      '2026-01-12',
      'all',
      on('2026-01-13'),
      { excluded_dates: ['2026-01-19'] },
      nothing,
      '01-06 09:00|01-13 09:00|01-27 09:00|02-03 09:00',
    ],
    [
      'of all days takes along the end date',
      '2026-01-12',
      'all',
      on('2026-01-13'),
      { recurring_timeframe: '2026-02-02' },
      nothing,
      '01-06 09:00|01-13 09:00|01-20 09:00|01-27 09:00|02-03 09:00',
    ],
    [
      'of all times leaves a changed one',
      '2026-01-19',
      'all',
      to10,
      {},
      { ...nothing, overrides: [override('2026-01-12', to8)] },
      '01-05 10:00|01-12 08:00|01-19 10:00|01-26 10:00|02-02 10:00',
    ],
    [
      'of all days leaves a changed one',
      '2026-01-19',
      'all',
      on('2026-01-20'),
      {},
      { ...nothing, overrides: [override('2026-01-12', to8)] },
      '01-06 09:00|01-12 08:00|01-20 09:00|01-27 09:00|02-03 09:00',
    ],
    [
      'of all from a changed one changes it too',
      '2026-01-12',
      'all',
      { event_title: 'B' },
      {},
      { ...nothing, overrides: [override('2026-01-12', to8)] },
      '01-05 09:00 B|01-12 08:00 B|01-19 09:00 B|01-26 09:00 B|02-02 09:00 B',
    ],
    [
      'of all weekdays',
      '2026-01-12',
      'all',
      { recurring_days: [1, 3] },
      {},
      nothing,
      '01-05 09:00|01-07 09:00|01-12 09:00|01-14 09:00|01-19 09:00',
    ],
    [
      'of the count of all',
      '2026-01-12',
      'all',
      { recurring_timeframe: '2' },
      {},
      nothing,
      '01-05 09:00|01-12 09:00',
    ],
    [
      'of all to no repetition',
      '2026-01-12',
      'all',
      { recurring: false, recurring_type: '' },
      { excluded_dates: ['2026-01-19'] },
      nothing,
      '01-05 09:00',
    ],
    [
      'from this one on',
      '2026-01-19',
      'following',
      to10,
      {},
      nothing,
      '01-05 09:00|01-12 09:00|01-19 10:00|01-26 10:00|02-02 10:00',
    ],
    [
      'from this one on, another day',
      '2026-01-19',
      'following',
      on('2026-01-21'),
      {},
      nothing,
      '01-05 09:00|01-12 09:00|01-21 09:00|01-28 09:00|02-04 09:00',
    ],
    [
      'from this one on, with an end date',
      '2026-01-19',
      'following',
      to10,
      { recurring_timeframe: '2026-01-26' },
      nothing,
      '01-05 09:00|01-12 09:00|01-19 10:00|01-26 10:00',
    ],
    [
      'from this one on, another count',
      '2026-01-19',
      'following',
      { recurring_timeframe: '2' },
      {},
      nothing,
      '01-05 09:00|01-12 09:00|01-19 09:00|01-26 09:00',
    ],
    [
      'from the first one on is all',
      '2026-01-05',
      'following',
      to10,
      {},
      nothing,
      '01-05 10:00|01-12 10:00|01-19 10:00|01-26 10:00|02-02 10:00',
    ],
    [
      'from the last one on',
      '2026-02-02',
      'following',
      to10,
      {},
      nothing,
      '01-05 09:00|01-12 09:00|01-19 09:00|01-26 09:00|02-02 10:00',
    ],
    [
      'from this one on keeps what was taken out',
      '2026-01-19',
      'following',
      to10,
      { excluded_dates: ['2026-01-12', '2026-01-26'] },
      nothing,
      '01-05 09:00|01-19 10:00|02-02 10:00',
    ],
    [
      'from this one on leaves a changed one',
      '2026-01-19',
      'following',
      to10,
      {},
      { ...nothing, overrides: [override('2026-01-26', on('2026-01-27'))] },
      '01-05 09:00|01-12 09:00|01-19 10:00|01-27 09:00|02-02 10:00',
    ],
    [
      'from a changed one on',
      '2026-01-19',
      'following',
      { event_title: 'B' },
      {},
      { ...nothing, overrides: [override('2026-01-19', to8)] },
      '01-05 09:00|01-12 09:00|01-19 08:00 B|01-26 09:00 B|02-02 09:00 B',
    ],
    [
      'from this one on, no repetition',
      '2026-01-19',
      'following',
      { recurring: false, recurring_type: '' },
      {},
      nothing,
      '01-05 09:00|01-12 09:00|01-19 09:00',
    ],
    [
      'from this one on, biweekly',
      '2026-01-19',
      'following',
      { recurring_type: 'biweekly' },
      {},
      nothing,
      '01-05 09:00|01-12 09:00|01-19 09:00|02-02 09:00|02-16 09:00',
    ],
  ])('%s', (_, day, scope, changes, stored, facts, expected) => {
    const before = { ...series, ...stored };
    const rows = [before, ...facts.overrides];
    const writes = changeWrites(occurrence(day, facts, before), scope, changes, facts, FRESH);
    const after = carriedOut(rows, writes);
    expect(seen(after).join('|')).toBe(expected);
    for (const row of after) expect(eventProblems(row)).toEqual({});
  });

  test('creates no more occurrences than a series at the limit had', () => {
    const daily: Event = { ...series, ...on('2025-07-01'), recurring_type: 'daily', recurring_timeframe: '' };
    const writes = changeWrites(occurrence('2025-07-11', nothing, daily), 'following', to10, nothing, FRESH);
    expect(seen(carriedOut([daily], writes))).toHaveLength(300);
  });

  test('changes only the row of a single event', () => {
    const single: Event = { ...series, recurring: false, recurring_type: '', recurring_timeframe: '' };
    const [one] = occurrencesBetween([single], [], () => null, '2026-01-05', '2026-01-05');
    expect(changeWrites(one as Occurrence<Event>, 'all', to10, nothing, FRESH)).toEqual([
      { kind: 'update', id: series.id, changes: to10 },
    ]);
  });

  test('has as many writes as affected rows', () => {
    const moved = override('2026-01-12', { event_start_time: '08:00', duration: 90 });
    const facts = { ...nothing, overrides: [moved] };
    const longer = { event_end_time: '10:00', duration: 120 };
    const writes = changeWrites(occurrence('2026-01-12', facts), 'all', longer, facts, FRESH);
    expect(writes.at(-1)).toEqual({
      kind: 'update',
      id: series.id,
      changes: { event_end_time: '10:00', duration: 60 },
    });
  });
});

describe('deleting an event', () => {
  test.each<[string, string, EditScope, SeriesFacts<Event>, string]>([
    ['of this one', '2026-01-12', 'this', nothing, '01-05 09:00|01-19 09:00|01-26 09:00|02-02 09:00'],
    ['of the first one', '2026-01-05', 'this', nothing, '01-12 09:00|01-19 09:00|01-26 09:00|02-02 09:00'],
    [
      'of a changed one',
      '2026-01-12',
      'this',
      { ...nothing, overrides: [override('2026-01-12', to10)] },
      '01-05 09:00|01-19 09:00|01-26 09:00|02-02 09:00',
    ],
    [
      'of this one leaves a changed one',
      '2026-01-12',
      'this',
      { ...nothing, overrides: [override('2026-01-19', to10)] },
      '01-05 09:00|01-19 10:00|01-26 09:00|02-02 09:00',
    ],
    ['from this one on', '2026-01-19', 'following', nothing, '01-05 09:00|01-12 09:00'],
    ['from the first one on', '2026-01-05', 'following', nothing, ''],
    [
      'from this one on, with changed ones',
      '2026-01-19',
      'following',
      { ...nothing, overrides: [override('2026-01-12', to10), override('2026-01-26', to10)] },
      '01-05 09:00|01-12 10:00',
    ],
    [
      'from this one on, but what was logged',
      '2026-01-19',
      'following',
      { overrides: [override('2026-01-26', to10)], logged: new Set([idOn('2026-01-26')]) },
      '01-05 09:00|01-12 09:00|01-26 10:00',
    ],
    ['of all', '2026-01-12', 'all', nothing, ''],
    [
      'of all, with changed ones',
      '2026-01-12',
      'all',
      { ...nothing, overrides: [override('2026-01-19', to10)] },
      '',
    ],
    [
      'of all, but what was logged',
      '2026-01-12',
      'all',
      { overrides: [override('2026-01-19', to10)], logged: new Set([idOn('2026-01-19')]) },
      '01-19 10:00',
    ],
  ])('%s', (_, day, scope, facts, expected) => {
    const writes = deleteWrites(occurrence(day, facts), scope, facts);
    expect(seen(carriedOut([series, ...facts.overrides], writes)).join('|')).toBe(expected);
  });

  test('deletes the row of a single event', () => {
    const single: Event = { ...series, recurring: false, recurring_type: '' };
    const [one] = occurrencesBetween([single], [], () => null, '2026-01-05', '2026-01-05');
    expect(deleteWrites(one as Occurrence<Event>, 'this', nothing)).toEqual([
      { kind: 'delete', id: series.id },
    ]);
  });
});

describe('a logged occurrence', () => {
  test.each<[string, Partial<Event> | null, SeriesFacts<Event>, string[]]>([
    [
      'stays when the series is deleted',
      null,
      logged('2026-01-12', '2026-01-19'),
      ['2026-01-12', '2026-01-19'],
    ],
    ['stays when the time changes', to10, logged('2026-01-12'), ['2026-01-12']],
    [
      'stays when the length changes',
      { event_end_time: '10:00', duration: 60 },
      logged('2026-01-12'),
      ['2026-01-12'],
    ],
    [
      'stays when the series ends before',
      { recurring_timeframe: '2026-01-15' },
      logged('2026-01-12', '2026-01-19'),
      ['2026-01-19'],
    ],
    ['stays when it is taken out', { excluded_dates: ['2026-01-12'] }, logged('2026-01-12'), ['2026-01-12']],
    ['stays when days change', on('2026-01-06'), logged('2026-01-12'), ['2026-01-12']],
    [
      'stays when nothing recurs any more',
      { recurring: false, recurring_type: '' },
      logged('2026-01-05', '2026-01-12'),
      ['2026-01-05', '2026-01-12'],
    ],
    ['needs no row of its own for another title', { event_title: 'B' }, logged('2026-01-12'), []],
    [
      'needs none where days are added',
      { recurring_days: [1, 2], recurring_timeframe: '9' },
      logged('2026-01-12'),
      [],
    ],
    [
      'needs none where it has one',
      null,
      { overrides: [override('2026-01-12')], logged: new Set([idOn('2026-01-12')]) },
      [],
    ],
    ['of another series is no matter here', null, { overrides: [], logged: new Set(['other']) }, []],
    ['nothing was logged', null, nothing, []],
  ])('%s', (_, changes, facts, days) => {
    const after = changes === null ? null : { ...series, ...changes };
    const pins = pinnedOccurrences(series, after, facts);
    expect(pins).toEqual(days.map((day) => occurrenceOn(series, day)));
  });

  test('stays deleted if it was deleted before', () => {
    const before = { ...series, excluded_dates: ['2026-01-12'] };
    expect(pinnedOccurrences(before, null, logged('2026-01-12'))).toEqual([]);
  });

  test('is not duplicated by the rest of the series', () => {
    const facts = logged('2026-01-26');
    const writes = changeWrites(occurrence('2026-01-19'), 'following', to10, facts, FRESH);
    const after = carriedOut([series, ...pinnedOccurrences(series, null, facts)], writes);
    expect(seen(after).join('|')).toBe('01-05 09:00|01-12 09:00|01-19 10:00|01-26 09:00|02-02 10:00');
  });

  test('is not duplicated on another weekday', () => {
    const facts = logged('2026-01-26');
    const writes = changeWrites(occurrence('2026-01-19'), 'all', on('2026-01-20'), facts, FRESH);
    const after = carriedOut([series, ...pinnedOccurrences(series, null, facts)], writes);
    expect(seen(after).join('|')).toBe('01-06 09:00|01-13 09:00|01-20 09:00|01-26 09:00|02-03 09:00');
  });

  test.each<[string, EditScope, Partial<Event> | null, boolean]>([
    ['is not moved by itself', 'this', to10, true],
    ['is not taken out by itself', 'this', null, true],
    ['may get another title', 'this', { event_title: 'B' }, false],
    ['is passed over by a change of all', 'all', to10, false],
    ['is passed over by a deletion of the following', 'following', null, false],
  ])('%s', (_, scope, changes, isRefused) => {
    const { logged: ids } = logged('2026-01-12');
    const problems = editProblems(occurrence('2026-01-12'), scope, ids, changes);
    expect(Object.keys(problems)).toEqual(isRefused ? ['event_start_date'] : []);
    expect(editProblems(occurrence('2026-01-19'), scope, ids, changes)).toEqual({});
  });
});
