import { type Area, EVERYONE, OFFICE } from './matrix-people.ts';

/** Users and their logins: the office; nothing about super admins for admins; roles only by super admins. */
export const USERS_AREA: Area[] = [
  {
    calls: ['user.read', 'user.rename', 'user.send-invitation', 'user.set-active'],
    kind: 'person',
    may: OFFICE,
    who: { paula: OFFICE, otto: OFFICE, fern: OFFICE, root: 'superadmin' },
  },
  {
    calls: ['user.set-role', 'user.reset-second-factor'],
    kind: 'person',
    may: 'superadmin',
    who: { paula: 'superadmin', fern: 'superadmin' },
  },
  {
    calls: ['auth.end-own-device'],
    kind: 'login',
    may: EVERYONE,
    who: { paula: 'paula', otto: 'otto' },
  },
];
