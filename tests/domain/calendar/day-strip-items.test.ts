import { describe, expect, test } from 'vitest';
import { type DaySpan, dayStrip } from '#domain/calendar/day-strip-items.ts';

function span(id: string, start_time: string, minutes: number, occupies = true): DaySpan {
  return { id, start_time, minutes, occupies };
}

/** The strip as a compact string: `a 09:00-09:30`, `a!b` for an overlap, `gap 09:30-10:00`. */
function script(spans: readonly DaySpan[]): string[] {
  return dayStrip(spans, '2026-03-10').map((item) =>
    item.kind === 'gap'
      ? `gap ${item.start_time}-${item.end_time} ${item.minutes}`
      : `${[item.span.id, ...item.overlaps.map(({ id }) => id)].join('!')} ${item.span.start_time}-${item.end_time}`,
  );
}

describe('the strip of a day', () => {
  test.each<{ name: string; spans: DaySpan[]; strip: string[] }>([
    { name: 'is empty for an empty day', spans: [], strip: [] },
    {
      name: 'follows the clock, whatever the order of what it is given',
      spans: [span('late', '13:00', 30), span('early', '12:50', 10)],
      strip: ['early 12:50-13:00', 'late 13:00-13:30'],
    },
    {
      name: 'shows a quarter of an hour between two spans as a gap',
      spans: [span('a', '09:00', 30), span('b', '09:45', 30)],
      strip: ['a 09:00-09:30', 'gap 09:30-09:45 15', 'b 09:45-10:15'],
    },
    {
      name: 'takes fourteen minutes for the way to the next room',
      spans: [span('a', '09:00', 30), span('b', '09:44', 30)],
      strip: ['a 09:00-09:30', 'b 09:44-10:14'],
    },
    {
      name: 'marks both sides of an overlap',
      spans: [span('a', '10:00', 45), span('b', '10:30', 30)],
      strip: ['a!b 10:00-10:45', 'b!a 10:30-11:00'],
    },
    {
      name: 'lets ends touch',
      spans: [span('a', '10:00', 30), span('b', '10:30', 30)],
      strip: ['a 10:00-10:30', 'b 10:30-11:00'],
    },
    {
      name: 'measures a gap from the longest of what came before',
      spans: [span('long', '08:00', 180), span('short', '09:00', 15), span('next', '11:15', 30)],
      strip: ['long!short 08:00-11:00', 'short!long 09:00-09:15', 'gap 11:00-11:15 15', 'next 11:15-11:45'],
    },
    {
      name: 'counts the time of a waived meal as free',
      spans: [span('a', '11:00', 30), span('waived', '11:45', 30, false), span('b', '12:30', 30)],
      strip: ['a 11:00-11:30', 'waived 11:45-12:15', 'gap 11:30-12:30 60', 'b 12:30-13:00'],
    },
    {
      name: 'marks no overlap with a waived meal',
      spans: [span('a', '12:00', 60), span('waived', '12:15', 30, false)],
      strip: ['a 12:00-13:00', 'waived 12:15-12:45'],
    },
    {
      name: 'has no gap before the first and after the last',
      spans: [span('only', '10:00', 30)],
      strip: ['only 10:00-10:30'],
    },
  ])('$name', ({ spans, strip }) => {
    expect(script(spans)).toEqual(strip);
  });
});
