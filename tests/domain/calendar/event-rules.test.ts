import { describe, expect, test } from 'vitest';
import { type EventTimes, eventProblems } from '#domain/calendar/event-rules.ts';

const event: EventTimes = {
  event_start_date: '2026-03-10',
  event_start_time: '12:00',
  event_end_date: '2026-03-10',
  event_end_time: '12:30',
  duration: 30,
  recurring: false,
  recurring_type: '',
  recurring_timeframe: '',
  recurring_days: [],
  original_id: null,
};

describe('a calendar event', () => {
  test.each<[string, Partial<EventTimes>, string[]]>([
    ['as planned', {}, []],
    [
      'past midnight',
      { event_start_time: '23:45', event_end_date: '2026-03-11', event_end_time: '00:15' },
      [],
    ],
    ['over a day', { event_end_date: '2026-03-11', duration: 1_470 }, []],
    ['that recurs', { recurring: true, recurring_type: 'weekly' }, []],
    [
      'counted by the wall clock on the night clocks go forward',
      {
        event_start_date: '2026-03-08',
        event_start_time: '01:30',
        event_end_date: '2026-03-08',
        event_end_time: '03:30',
        duration: 120,
      },
      ['duration'],
    ],
    [
      'counted by what passes on the night clocks go forward',
      {
        event_start_date: '2026-03-08',
        event_start_time: '01:30',
        event_end_date: '2026-03-08',
        event_end_time: '03:30',
        duration: 60,
      },
      [],
    ],
    ['that ends as it starts', { event_end_time: '12:00', duration: 0 }, ['event_end_time']],
    ['that ends before it starts', { event_end_date: '2026-03-09' }, ['event_end_time']],
    ['with another duration', { duration: 31 }, ['duration']],
    ['that recurs in no way', { recurring: true }, ['recurring_type']],
    ['that does not recur, but weekly', { recurring_type: 'weekly' }, ['recurring_type']],
  ])('%s', (_, changes, fields) => {
    expect(Object.keys(eventProblems({ ...event, ...changes }))).toEqual(fields);
  });
});
