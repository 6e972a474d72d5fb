import { type Area, EVERYONE, OFFICE, STAFF } from './matrix-people.ts';

/** Providers: self, of own services, supervisees; archived ones only for the office. */
export const PROVIDERS_AREA: Area[] = [
  {
    calls: ['provider.read'],
    kind: 'provider',
    may: `${STAFF} sven`,
    who: { paula: STAFF, otto: `${OFFICE} sven`, fern: OFFICE },
  },
  {
    calls: ['availability.read'],
    kind: 'provider',
    may: EVERYONE,
    who: { paula: `${STAFF} paula`, otto: `${OFFICE} otto sven`, fern: OFFICE },
  },
  {
    // Own, and for the office anyone's.
    calls: ['availability.save'],
    kind: 'provider',
    may: EVERYONE,
    who: { paula: `${OFFICE} paula -lead -lena`, otto: `${OFFICE} otto -sven`, fern: OFFICE },
  },
  {
    calls: ['student.list-of-provider', 'student-service.list-of-provider'],
    kind: 'provider',
    may: EVERYONE,
    who: { paula: `${STAFF} paula`, otto: `${OFFICE} otto sven`, fern: OFFICE },
  },
  {
    calls: ['provider.update', 'provider.deactivate', 'provider.reactivate'],
    kind: 'provider',
    may: OFFICE,
    who: { paula: OFFICE, otto: OFFICE, fern: OFFICE },
  },
  {
    calls: ['caseload-move.read-handover', 'caseload-move.hand-over'],
    kind: 'provider',
    may: OFFICE,
    who: { paula: OFFICE, otto: OFFICE, fern: OFFICE },
  },
  {
    calls: ['caseload-move.list'],
    kind: 'provider',
    may: OFFICE,
    who: { paula: OFFICE, fern: OFFICE },
    anyId: true,
  },
  { calls: ['caseload-move.undo'], kind: 'move', may: OFFICE, who: { one: OFFICE } },
];
