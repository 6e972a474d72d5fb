import { describe, expect, test } from 'vitest';
import {
  type Closure,
  type Occurrence,
  occurrenceId,
  occurrenceOn,
  occurrencesBetween,
  type SeriesEvent,
} from '#domain/calendar/series.ts';
import { pacificInstant } from '#domain/time/pacific.ts';

const SERIES = '00000000-0000-4000-8000-000000000001';
const single: SeriesEvent = {
  id: '00000000-0000-4000-8000-000000000002',
  provider: 'p1',
  student: null,
  location: null,
  event_start_date: '2026-01-05',
  event_start_time: '09:00',
  event_end_date: '2026-01-05',
  event_end_time: '09:30',
  duration: 30,
  recurring: false,
  recurring_type: '',
  recurring_timeframe: '',
  recurring_days: [],
  excluded_dates: [],
  original_id: null,
  original_date: null,
};
const weekly: SeriesEvent = {
  ...single,
  id: SERIES,
  student: 's1',
  recurring: true,
  recurring_type: 'weekly',
  recurring_timeframe: '4',
};
const overnight = {
  event_start_time: '22:00',
  event_end_date: '2026-01-06',
  event_end_time: '01:00',
  duration: 180,
};

function changed(original_date: string, fields: Partial<SeriesEvent> = {}): SeriesEvent {
  return { ...occurrenceOn(weekly, original_date), ...fields };
}

function movedTo(day: string): Partial<SeriesEvent> {
  return { event_start_date: day, event_end_date: day };
}

function shown(events: readonly SeriesEvent[], [from, to]: [string, string], closures: Closure[] = []) {
  return occurrencesBetween(
    events,
    closures,
    ({ student }) => (student === 's1' ? 'c1' : null),
    from,
    to,
  ).map(words);
}

function words({ event, skipped }: Occurrence<SeriesEvent>): string {
  const start = `${event.event_start_date.slice(5)} ${event.event_start_time}`;
  return skipped === null ? start : `${start} ${skipped}`;
}

const JANUARY: [string, string] = ['2026-01-01', '2026-01-31'];

describe('events between two days', () => {
  test.each<[string, SeriesEvent[], [string, string], string[]]>([
    ['a single event', [single], JANUARY, ['01-05 09:00']],
    ['a single event on the first day', [single], ['2026-01-05', '2026-01-06'], ['01-05 09:00']],
    ['a single event on the last day', [single], ['2026-01-01', '2026-01-05'], ['01-05 09:00']],
    ['nothing of the day before', [single], ['2026-01-06', '2026-01-07'], []],
    ['nothing of the day after', [single], ['2026-01-01', '2026-01-04'], []],
    ['a series', [weekly], JANUARY, ['01-05 09:00', '01-12 09:00', '01-19 09:00', '01-26 09:00']],
    ['a part of a series', [weekly], ['2026-01-12', '2026-01-19'], ['01-12 09:00', '01-19 09:00']],
    ['one day of a series', [weekly], ['2026-01-19', '2026-01-19'], ['01-19 09:00']],
    ['a day between', [weekly], ['2026-01-13', '2026-01-18'], []],
    [
      'what was taken out is not there',
      [{ ...weekly, excluded_dates: ['2026-01-12'] }],
      JANUARY,
      ['01-05 09:00', '01-19 09:00', '01-26 09:00'],
    ],
    [
      'a count counts what was taken out',
      [{ ...weekly, excluded_dates: ['2026-01-05', '2026-01-26'] }],
      ['2026-01-01', '2026-03-31'],
      ['01-12 09:00', '01-19 09:00'],
    ],
    [
      'a day taken out that is none of the series',
      [{ ...weekly, excluded_dates: ['2026-01-13'] }],
      ['2026-01-12', '2026-01-13'],
      ['01-12 09:00'],
    ],
    [
      'all taken out',
      [{ ...weekly, excluded_dates: ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26'] }],
      JANUARY,
      [],
    ],
    [
      'a changed time',
      [weekly, changed('2026-01-12', { event_start_time: '10:00' })],
      ['2026-01-12', '2026-01-12'],
      ['01-12 10:00'],
    ],
    [
      'moved to another day',
      [weekly, changed('2026-01-12', movedTo('2026-01-14'))],
      ['2026-01-11', '2026-01-17'],
      ['01-14 09:00'],
    ],
    [
      'moved before its series',
      [weekly, changed('2026-01-05', movedTo('2026-01-02'))],
      ['2026-01-01', '2026-01-11'],
      ['01-02 09:00'],
    ],
    [
      'moved out of sight',
      [weekly, changed('2026-01-12', movedTo('2026-02-14'))],
      JANUARY,
      ['01-05 09:00', '01-19 09:00', '01-26 09:00'],
    ],
    [
      'moved into sight',
      [weekly, changed('2026-01-12', movedTo('2026-02-14'))],
      ['2026-02-01', '2026-02-28'],
      ['02-14 09:00'],
    ],
    [
      'moved onto the day of another',
      [weekly, changed('2026-01-12', movedTo('2026-01-19'))],
      ['2026-01-12', '2026-01-19'],
      ['01-19 09:00', '01-19 09:00'],
    ],
    [
      'changed and taken out shows the changed one',
      [{ ...weekly, excluded_dates: ['2026-01-12'] }, changed('2026-01-12')],
      ['2026-01-12', '2026-01-12'],
      ['01-12 09:00'],
    ],
    ['a changed one without its series', [changed('2026-01-12')], JANUARY, ['01-12 09:00']],
    [
      'a changed one of a series that has ended before',
      [{ ...weekly, recurring_timeframe: '2026-01-11' }, changed('2026-01-12')],
      JANUARY,
      ['01-05 09:00', '01-12 09:00'],
    ],
    [
      'a changed one of another series changes nothing',
      [weekly, { ...changed('2026-01-12'), original_id: 'other' }],
      ['2026-01-12', '2026-01-12'],
      ['01-12 09:00', '01-12 09:00'],
    ],
    [
      'over midnight, seen on its first day',
      [{ ...single, ...overnight }],
      ['2026-01-05', '2026-01-05'],
      ['01-05 22:00'],
    ],
    [
      'over midnight, seen on its second day',
      [{ ...single, ...overnight }],
      ['2026-01-06', '2026-01-06'],
      ['01-05 22:00'],
    ],
    [
      'to midnight, not seen on the next day',
      [{ ...single, ...overnight, event_end_time: '00:00' }],
      ['2026-01-06', '2026-01-06'],
      [],
    ],
    [
      'a series over midnight, on the second day',
      [{ ...weekly, ...overnight }],
      ['2026-01-13', '2026-01-13'],
      ['01-12 22:00'],
    ],
    [
      'a series over midnight, before it begins',
      [{ ...weekly, ...overnight }],
      ['2026-01-04', '2026-01-04'],
      [],
    ],
    [
      'a series of two days',
      [{ ...weekly, event_end_date: '2026-01-07', event_end_time: '12:00', duration: 3_060 }],
      ['2026-01-14', '2026-01-14'],
      ['01-12 09:00'],
    ],
    [
      'ordered by day and clock',
      [{ ...single, event_start_time: '08:30' }, weekly],
      ['2026-01-05', '2026-01-12'],
      ['01-05 08:30', '01-05 09:00', '01-12 09:00'],
    ],
    [
      'two series',
      [weekly, { ...weekly, id: 'x', event_start_date: '2026-01-06', event_end_date: '2026-01-06' }],
      ['2026-01-05', '2026-01-12'],
      ['01-05 09:00', '01-06 09:00', '01-12 09:00'],
    ],
  ])('%s', (_, events, range, expected) => {
    expect(shown(events, range)).toEqual(expected);
  });
});

describe('school closures', () => {
  const closed = (client: string | null, closure_date = '2026-01-12'): Closure => ({
    client,
    closure_date,
    reason: 'Holiday',
  });
  const day: [string, string] = ['2026-01-12', '2026-01-12'];
  test.each<[string, SeriesEvent[], Closure[], string[]]>([
    ['of all', [weekly], [closed(null)], ['01-12 09:00 Holiday']],
    ['of the client', [weekly], [closed('c1')], ['01-12 09:00 Holiday']],
    ['of another client', [weekly], [closed('c2')], ['01-12 09:00']],
    ['on another day', [weekly], [closed(null, '2026-01-13')], ['01-12 09:00']],
    ['of the client beside another', [weekly], [closed('c2'), closed('c1')], ['01-12 09:00 Holiday']],
    [
      'of a client, for what belongs to none',
      [{ ...weekly, student: null }],
      [closed('c1')],
      ['01-12 09:00'],
    ],
    [
      'of all, for what belongs to none',
      [{ ...weekly, student: null }],
      [closed(null)],
      ['01-12 09:00 Holiday'],
    ],
    [
      'leave a single event alone',
      [{ ...single, ...movedTo('2026-01-12') }],
      [closed(null)],
      ['01-12 09:00'],
    ],
    [
      'leave alone what was moved there',
      [weekly, changed('2026-01-19', movedTo('2026-01-12'))],
      [closed(null)],
      ['01-12 09:00', '01-12 09:00 Holiday'],
    ],
    [
      'leave alone what was changed there',
      [weekly, changed('2026-01-12', { event_start_time: '11:00' })],
      [closed(null)],
      ['01-12 11:00'],
    ],
    [
      'count as occurrences',
      [{ ...weekly, recurring_timeframe: '2' }],
      [closed(null, '2026-01-05')],
      ['01-12 09:00'],
    ],
  ])('%s', (_, events, closures, expected) => {
    expect(shown(events, day, closures).toSorted()).toEqual(expected.toSorted());
  });
});

describe('an occurrence', () => {
  test('has the same id everywhere, and a different one on every day and in every series', () => {
    expect(occurrenceId(SERIES, '2026-01-12')).toBe(occurrenceId(SERIES, '2026-01-12'));
    expect(occurrenceId(SERIES, '2026-01-12')).not.toBe(occurrenceId(SERIES, '2026-01-19'));
    expect(occurrenceId(SERIES, '2026-01-12')).not.toBe(occurrenceId(single.id, '2026-01-12'));
    expect(occurrenceId(SERIES, '2026-01-12')).toBe('32bbd68b-c294-51c6-83a7-4efef8de2c86');
  });

  test('has the shape of the row that changes it', () => {
    const [found] = occurrencesBetween([weekly], [], () => null, '2026-01-12', '2026-01-12');
    expect(found).toEqual({
      id: occurrenceId(SERIES, '2026-01-12'),
      event: {
        ...weekly,
        id: occurrenceId(SERIES, '2026-01-12'),
        ...movedTo('2026-01-12'),
        recurring: false,
        recurring_type: '',
        recurring_timeframe: '',
        original_id: SERIES,
        original_date: '2026-01-12',
      },
      series: weekly,
      original_date: '2026-01-12',
      skipped: null,
    });
  });

  test('names its series if it is known', () => {
    const moved = changed('2026-01-12', movedTo('2026-01-14'));
    const range = ['2026-01-14', '2026-01-14'] as const;
    expect(occurrencesBetween([weekly, moved], [], () => null, ...range)[0]?.series).toBe(weekly);
    expect(occurrencesBetween([moved], [], () => null, ...range)[0]?.series).toBeNull();
    expect(occurrencesBetween([moved], [], () => null, ...range)[0]?.original_date).toBe('2026-01-12');
    expect(occurrencesBetween([single], [], () => null, '2026-01-05', '2026-01-05')[0]).toEqual({
      id: single.id,
      event: single,
      series: null,
      original_date: null,
      skipped: null,
    });
  });

  test.each([
    ['2026-03-01', '2026-03-01T17:00:00.000Z'],
    ['2026-03-08', '2026-03-08T16:00:00.000Z'],
    ['2026-10-25', '2026-10-25T16:00:00.000Z'],
    ['2026-11-01', '2026-11-01T17:00:00.000Z'],
  ])('keeps its wall time over the nights clocks change: %s', (day, instant) => {
    const series = { ...weekly, ...movedTo('2026-02-22'), recurring_timeframe: '' };
    const autumn = { ...weekly, ...movedTo('2026-10-04'), recurring_timeframe: '' };
    const [found] = occurrencesBetween([series, autumn], [], () => null, day, day);
    expect(found?.event).toMatchObject({ event_start_time: '09:00', event_end_time: '09:30', duration: 30 });
    expect(pacificInstant(day, found?.event.event_start_time ?? '')).toBe(instant);
  });
});

test('the cost grows linearly with the visible events', () => {
  let asked = 0;
  const counting = (length: number) => {
    asked = 0;
    const events = Array.from({ length }, (_, index) => ({ ...weekly, id: `series ${index}` }));
    const watched = new Proxy(events, {
      get(target, key, receiver) {
        asked += 1;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const found = occurrencesBetween(watched, [], () => null, ...JANUARY);
    return { found: found.length, asked };
  };
  const small = counting(50);
  const large = counting(500);
  expect([small.found, large.found]).toEqual([200, 2_000]);
  expect(large.asked).toBeLessThan(small.asked * 11);
});
