import { type Area, EVERYONE, LEADS, OFFICE, STAFF } from './matrix-people.ts';

/** Sessions: own; in their services for leads; supervisors only read those of supervisees. */
export const SESSIONS_AREA: Area[] = [
  {
    calls: ['session.read', 'soap.list-of-session'],
    kind: 'session',
    may: EVERYONE,
    who: { anna: `${OFFICE} ${LEADS} paula`, ben: `${OFFICE} otto sven`, dora: `${OFFICE} ${LEADS} paula` },
  },
  {
    calls: ['session.update', 'session.delete', 'session.request'],
    kind: 'session',
    may: EVERYONE,
    who: { anna: `${OFFICE} ${LEADS} paula`, ben: `${OFFICE} otto`, dora: `${OFFICE} ${LEADS} paula` },
  },
  {
    calls: ['session.decide-duration'],
    kind: 'session',
    may: STAFF,
    // No one decides on their own.
    who: { anna: STAFF, ben: OFFICE, dora: STAFF, lead: `${OFFICE} -lead lena` },
  },
  {
    calls: ['session.decide-request'],
    kind: 'session',
    may: STAFF,
    who: { anna: STAFF, ben: OFFICE, dora: STAFF },
  },
];
