import { z } from 'zod';
import { EMPLOYMENT_TYPES } from '#domain/access/employment.ts';
import { GRANTS, PROVIDER_ROLES, ROLES } from '#domain/access/roles.ts';
import { instant, requiredText, text, uuid } from '#entities/fields.ts';
import { user } from '#entities/user.ts';
import { defineEndpoints } from './endpoint.ts';

/** The last email with a link to choose a password, to someone who hasn't chosen one. */
export const Invitation = z.object({
  /** Null if none was sent, or if its link stopped working because the email address changed. */
  sent_at: instant.nullable(),
  expires_at: instant.nullable(),
});
export type Invitation = z.output<typeof Invitation>;

/** A user with what the office wants to know about them. */
export const UserFile = z.object({
  ...user.Row.shape,
  /** First and last name, or the user name where none was entered. */
  name: z.string(),
  is_provider: z.boolean(),
  /** Invited, and has not chosen a password. */
  is_invited: z.boolean(),
  /** Null for people who have chosen a password. */
  invitation: Invitation.nullable(),
  /** Logs in with a code too. */
  has_second_factor: z.boolean(),
  last_login_at: instant.nullable(),
  /** Logins that have neither ended nor expired. */
  open_logins: z.int(),
  /** Changes that their devices have not sent, as last reported. */
  unsynced: z.int(),
});
export type UserFile = z.output<typeof UserFile>;

const role = z.enum(Object.values(ROLES), 'Choose a role.');

export const UserRoleBody = z.strictObject({
  role,
  grants: z.array(z.enum(GRANTS)).max(GRANTS.length),
  /** Sent by earlier versions of the app; unchanged if it isn't given. */
  full_name: text(100).optional(),
});
export type UserRoleBody = z.output<typeof UserRoleBody>;

const email = z.email('Enter an email address.').max(254);

export const UserNameBody = z.strictObject({ full_name: text(100), email });
export type UserNameBody = z.output<typeof UserNameBody>;

export const InvitationBody = z.strictObject({
  id: uuid,
  username: requiredText(100),
  full_name: text(100).default(''),
  email,
  /** Providers, service leads, and supervisors are added to the list of providers. */
  role: role.exclude(PROVIDER_ROLES, {
    error: ({ input }) =>
      PROVIDER_ROLES.some((one) => one === input)
        ? 'Add providers, service leads, and supervisors under Providers.'
        : 'Choose a role.',
  }),
  emp: z.enum(EMPLOYMENT_TYPES, 'Choose an employment type.'),
});
export type InvitationBody = z.output<typeof InvitationBody>;

const params = z.strictObject({ id: uuid });

export const userEndpoints = defineEndpoints({
  'user.list': {
    method: 'GET',
    path: '/api/users/',
    summary: "Everyone with an account; admins don't see super admins",
    policy: 'user.read',
    reply: z.array(UserFile),
  },
  'user.read': {
    method: 'GET',
    path: '/api/users/{id}/',
    summary: 'One user',
    policy: 'user.read',
    params,
    reply: UserFile,
  },
  'user.invite': {
    method: 'POST',
    path: '/api/users/',
    summary: 'Create a user who works in the office, and email them a link to choose a password',
    policy: 'user.invite',
    body: InvitationBody,
    reply: UserFile,
    status: 201,
  },
  'user.send-invitation': {
    method: 'POST',
    path: '/api/users/{id}/invitation/',
    summary: 'Email an invited user a new link; earlier ones stop working',
    policy: 'user.record',
    params,
  },
  'user.rename': {
    method: 'PUT',
    path: '/api/users/{id}/',
    summary: "Correct an office user's name, and the email address of one who hasn't chosen a password",
    policy: 'user.record',
    params,
    body: UserNameBody,
    reply: UserFile,
  },
  'user.set-role': {
    method: 'PUT',
    path: '/api/users/{id}/role/',
    summary: "Change a user's role and grants, effective immediately",
    policy: 'user.assign-role',
    params,
    body: UserRoleBody,
    reply: UserFile,
  },
  'user.reset-second-factor': {
    method: 'POST',
    path: '/api/users/{id}/second-factor/reset/',
    summary: 'Turn off the second factor of someone who lost it, and end their sessions',
    policy: 'user.reset-second-factor',
    params,
    reply: UserFile,
  },
  'user.set-active': {
    method: 'PUT',
    path: '/api/users/{id}/active/',
    summary: 'Lock a user out and end their sessions, or let them log in again',
    policy: 'user.lock',
    params,
    body: z.strictObject({ is_active: z.boolean() }),
    reply: UserFile,
  },
});
