import { type Area, EVERYONE, LEADS, OFFICE } from './matrix-people.ts';

/** Notes: written by their provider, read by the office, co-signed by leads and supervisors. */
export const NOTES_AREA: Area[] = [
  {
    calls: ['soap.update', 'soap.delete', 'soap.sign', 'soap.withdraw', 'soap.amend'],
    kind: 'soap',
    may: `${LEADS} paula otto sven`,
    who: { anna: 'paula -lead -lena', ben: 'otto -sven', dora: 'paula -lead -lena' },
  },
  {
    calls: ['goal-entry.update', 'goal-entry.delete'],
    kind: 'goal-entry',
    may: `${LEADS} paula otto sven`,
    who: { anna: 'paula -lead -lena', ben: 'otto -sven', dora: 'paula -lead -lena' },
  },
  {
    calls: ['soap.co-sign', 'soap.return'],
    kind: 'soap',
    may: `${LEADS} sven`,
    who: { anna: LEADS, ben: 'sven', dora: LEADS },
  },
  {
    calls: ['goal-entry.read'],
    kind: 'soap',
    may: EVERYONE,
    who: { anna: `${OFFICE} ${LEADS} paula`, ben: `${OFFICE} otto sven`, dora: `${OFFICE} ${LEADS} paula` },
  },
];
