import { type Area, DAYS, EVERYONE, LEADS, OFFICE, OWN_DAYS, STAFF } from './matrix-people.ts';

/** A person's day: own; leads and supervisors view those of their people; the office changes all. */
export const DAYS_AREA: Area[] = [
  { calls: ['lunch.read'], kind: 'lunch', may: EVERYONE, who: DAYS },
  { calls: ['lunch.list-of-day'], kind: 'provider', may: EVERYONE, who: { ...DAYS, fern: STAFF } },
  { calls: ['lunch.update', 'lunch.delete'], kind: 'lunch', may: EVERYONE, who: OWN_DAYS },
  { calls: ['lunch.acknowledge'], kind: 'lunch', may: OFFICE, who: { paula: OFFICE, otto: OFFICE } },
  { calls: ['timecard.read'], kind: 'timecard', may: EVERYONE, who: DAYS },
  {
    calls: ['timecard.update'],
    kind: 'timecard',
    may: EVERYONE,
    who: OWN_DAYS,
  },
  {
    // No one punches for someone else; the office corrects.
    calls: [
      ...(['timecard.start-lunch', 'timecard.end-lunch', 'timecard.end-day'] as const),
      ...(['timecard.pause', 'timecard.unpause'] as const),
    ],
    kind: 'timecard',
    may: EVERYONE,
    who: {
      paula: 'paula -superadmin -admin -bella -lead -lena',
      otto: 'otto -superadmin -admin -bella -sven',
    },
  },
  {
    calls: ['hours.of-provider', 'timesheet.days', 'timesheet.records', 'timesheet.status'],
    kind: 'provider',
    may: EVERYONE,
    who: { ...DAYS, fern: STAFF },
  },
  {
    // Approved by the office, never your own.
    calls: ['timesheet.decide'],
    kind: 'timesheet',
    may: EVERYONE,
    who: {
      paula: `${OFFICE} -paula -lead -lena`,
      otto: `${OFFICE} -otto -sven`,
      lead: `${OFFICE} -lead -lena`,
    },
  },
  {
    calls: ['timesheet.amend'],
    kind: 'timesheet',
    may: EVERYONE,
    who: {
      paula: 'paula -superadmin -admin -bella -lead -lena',
      otto: 'otto -superadmin -admin -bella -sven',
    },
  },
  {
    calls: ['timesheet.recommend'],
    kind: 'timesheet',
    may: `${LEADS} sven`,
    who: { paula: LEADS, otto: 'sven', lead: '-lead lena' },
  },
];
