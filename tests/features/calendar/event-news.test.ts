import { expect, test } from 'vitest';
import { meetNews } from '#features/calendar/event/event-news.ts';
import { type EventValues, newEventValues } from '#features/calendar/event/event-values.ts';
import type { Lookups } from '#screens/device/lookups.ts';

const lookups = {
  students: new Map(),
  services: [{ id: 'slp', name: 'Speech' }],
  locations: [
    { id: 'oak', name: 'Oak School' },
    { id: 'elm', name: 'Elm School' },
  ],
  providers: new Map(),
} as unknown as Lookups;
const before: EventValues = {
  ...newEventValues('paula', '2026-03-10', '09:00'),
  event_title: 'Meeting',
  location: 'oak',
};

test.each<[string, Partial<EventValues>, Partial<EventValues>, Partial<EventValues>, string[]]>([
  [
    'what only they changed comes into the form',
    { event_title: 'Mine' },
    { location: 'elm' },
    { event_title: 'Mine', location: 'elm' },
    ['Location: Oak School → Elm School'],
  ],
  [
    'what both changed stays as the person entered it, and is named',
    { location: '' },
    { location: 'elm' },
    { location: '' },
    ['Location: Oak School → Elm School, mine: none'],
  ],
  [
    'what both changed to the same is no question',
    { location: 'elm' },
    { location: 'elm' },
    { location: 'elm' },
    ['Location: Oak School → Elm School'],
  ],
  [
    'of two clocks none is half the other one',
    { event_end_time: '10:00', duration: 60 },
    { event_start_time: '08:30', duration: 60 },
    { event_start_time: '09:00', event_end_time: '10:00', duration: 60 },
    [
      'Time: Tue 03/10/2026, 9:00–9:30 AM → Tue 03/10/2026, 8:30–9:30 AM, mine: Tue 03/10/2026, 9:00–10:00 AM',
    ],
  ],
  [
    'how often it repeats is one matter',
    {},
    { recurring_type: 'weekly', recurring_days: [2], ends: 'count', count: 5 },
    { recurring_type: 'weekly', count: 5 },
    ["Repeats: Doesn't repeat → Every week on Tuesday, 5 times"],
  ],
  ['nothing that people see may have changed', { event_title: 'Mine' }, {}, { event_title: 'Mine' }, []],
])('%s', (_name, mine, theirs, expected, news) => {
  const met = meetNews(before, { ...before, ...mine }, { ...before, ...theirs }, lookups);
  expect(met.values).toMatchObject(expected);
  expect(
    met.news.map(
      ({ label, before: was, now, entered }) =>
        `${label}: ${was} → ${now}${entered === null ? '' : `, mine: ${entered}`}`,
    ),
  ).toEqual(news);
});
