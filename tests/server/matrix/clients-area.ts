import { type Area, LISTED, OFFICE, OPENED_CLIENTS, STAFF } from './matrix-people.ts';

/** Clients: the office; leads edit those of their services, except for what is money. */
export const CLIENTS_AREA: Area[] = [
  {
    calls: ['client.read', 'client.update', 'client.list-students', 'client.list-providers'],
    kind: 'client',
    may: STAFF,
    who: OPENED_CLIENTS,
  },
  {
    calls: ['client.update-billing', 'client.set-active'],
    kind: 'client',
    may: OFFICE,
    who: { district: OFFICE, family: OFFICE, gone: OFFICE },
  },
  {
    calls: ['client.delete'],
    kind: 'client',
    may: 'superadmin',
    who: { district: 'superadmin', family: 'superadmin', gone: 'superadmin' },
  },
  { calls: ['client.list-of-region'], kind: 'region', may: STAFF, who: LISTED(STAFF), anyId: true },
];
