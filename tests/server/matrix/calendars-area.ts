import { type Area, CLIENTS, DAYS, EVERYONE, LEADS, OFFICE } from './matrix-people.ts';

/** Calendars: own; leads edit their services', supervisors view supervisees'. */
export const CALENDARS_AREA: Area[] = [
  {
    calls: ['calendar.read'],
    kind: 'event',
    may: EVERYONE,
    who: { anna: `${OFFICE} ${LEADS} paula`, ben: `${OFFICE} otto sven`, dora: `${OFFICE} ${LEADS} paula` },
  },
  {
    calls: ['calendar.read-series'],
    kind: 'series',
    may: EVERYONE,
    who: { anna: `${OFFICE} ${LEADS} paula`, ben: `${OFFICE} otto sven`, dora: `${OFFICE} ${LEADS} paula` },
  },
  {
    calls: ['calendar.update', 'calendar.delete'],
    kind: 'event',
    may: EVERYONE,
    who: {
      anna: `${OFFICE} ${LEADS} paula`,
      ben: `${OFFICE} otto -sven`,
      dora: `${OFFICE} ${LEADS} paula`,
    },
  },
  { calls: ['calendar.of-client'], kind: 'client', may: EVERYONE, who: CLIENTS },
  { calls: ['calendar.of-provider'], kind: 'provider', may: EVERYONE, who: { ...DAYS, fern: OFFICE } },
];
