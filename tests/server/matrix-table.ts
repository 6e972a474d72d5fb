import type { EndpointName } from '#contract/index.ts';
import { BILLING_AREA } from './matrix/billing-area.ts';
import { CALENDARS_AREA } from './matrix/calendars-area.ts';
import { CLIENTS_AREA } from './matrix/clients-area.ts';
import { DAYS_AREA } from './matrix/days-area.ts';
import { DEVICES_AREA } from './matrix/devices-area.ts';
import { LISTS_AREA } from './matrix/lists-area.ts';
import type { Area } from './matrix/matrix-people.ts';
import { MESSAGES_AREA } from './matrix/messages-area.ts';
import { NOTES_AREA } from './matrix/notes-area.ts';
import { PAY_AREA } from './matrix/pay-area.ts';
import { PROVIDERS_AREA } from './matrix/providers-area.ts';
import { SESSIONS_AREA } from './matrix/sessions-area.ts';
import { STUDENTS_AREA } from './matrix/students-area.ts';
import { TICKETS_AREA } from './matrix/tickets-area.ts';
import { USERS_AREA } from './matrix/users-area.ts';

/** All areas of the permission matrix, one file each. */
export const MATRIX: Area[] = [
  ...USERS_AREA,
  ...SESSIONS_AREA,
  ...STUDENTS_AREA,
  ...NOTES_AREA,
  ...DAYS_AREA,
  ...CALENDARS_AREA,
  ...PROVIDERS_AREA,
  ...PAY_AREA,
  ...CLIENTS_AREA,
  ...BILLING_AREA,
  ...LISTS_AREA,
  ...MESSAGES_AREA,
  ...DEVICES_AREA,
  ...TICKETS_AREA,
];

/** Calls whose parameters name no record of a person, or whose bytes another test sends; and why. */
export const OUTSIDE_MATRIX: Partial<Record<EndpointName, string>> = {
  'calendar.feed': 'its address is a secret: see calendar-feed.test.ts',
  'notification.attachment-content': 'its address is a signed token: see notifications.test.ts',
  'rate.list-of-services': 'it names a year only',
};
