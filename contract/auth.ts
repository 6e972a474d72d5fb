import { z } from 'zod';
import { SHORTEST_PASSWORD } from '#domain/access/password-rules.ts';
import { GRANTS } from '#domain/access/roles.ts';
import { TIME_FORMATS } from '#domain/time/time-format.ts';
import { instant, requiredText, text, uuid } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';
import { secondFactorCode } from './second-factor.ts';

const email = z.email('Enter an email address.').max(254);
const password = requiredText(200);

const newPassword = text(200).min(SHORTEST_PASSWORD, `Use at least ${SHORTEST_PASSWORD} characters.`);

/** The stored session values, with the specification's names, and two ids. */
export const SignedIn = z.object({
  token: z.string(),
  refresh: z.string(),
  username: z.string(),
  /** The role code, a string. */
  auth: z.string(),
  email: z.string(),
  last_password_update: instant,
  /** Employment type: `w2_nonexempt`, `w2_exempt` or `contractor`. */
  emp: z.string(),
  user_id: uuid,
  provider_id: uuid.nullable(),
});
export type SignedIn = z.output<typeof SignedIn>;

export const CurrentUser = z.object({
  id: uuid,
  profile_id: uuid.nullable(),
  username: z.string(),
  /** What others call the person. */
  name: z.string(),
  email: z.string(),
  role: z.string(),
  emp: z.string(),
  grants: z.array(z.enum(GRANTS)),
  /** The person's own services; for a service lead the ones they lead. */
  services: z.array(uuid),
  time_format: z.enum(TIME_FORMATS),
});
export type CurrentUser = z.output<typeof CurrentUser>;

/** A device on which the caller is logged in. */
export const OwnDevice = z.object({
  /** The newest login there. */
  id: uuid,
  /** Null until the device has registered. */
  device_id: uuid.nullable(),
  /** Such as "Chrome on Windows"; empty if unknown. */
  browser: z.string(),
  signed_in_at: instant,
  last_seen_at: instant,
  /** The one that asks. */
  is_current: z.boolean(),
});
export type OwnDevice = z.output<typeof OwnDevice>;

export const authEndpoints = defineEndpoints({
  'auth.login': {
    method: 'POST',
    path: '/api/login/',
    summary: 'Log in with an email address or a user name',
    policy: 'public',
    /** `code` only if the password alone was answered with `login.code-needed` or `login.setup-needed`. */
    body: z.strictObject({ email: requiredText(254), password, code: secondFactorCode.optional() }),
    reply: SignedIn,
  },
  'auth.logout': {
    method: 'POST',
    path: '/api/logout/',
    summary: 'End the session of the refresh or access token; unknown tokens are fine',
    policy: 'public',
    body: z.strictObject({ token: text(4_000) }),
  },
  'auth.refresh': {
    method: 'POST',
    path: '/api/token/refresh/',
    summary: 'Exchange a refresh token for new tokens',
    policy: 'public',
    body: z.strictObject({ refresh: requiredText(400) }),
    reply: z.object({ token: z.string(), refresh: z.string() }),
  },
  'auth.update-password': {
    method: 'PUT',
    path: '/api/update-password/',
    summary: "Change the caller's password and end their other sessions",
    policy: 'account.use',
    body: z.strictObject({ current_password: password, new_password: newPassword }),
    reply: z.object({ last_password_update: instant }),
  },
  'auth.request-reset': {
    method: 'POST',
    path: '/api/password-reset-confirm/',
    summary: 'Email a reset link; the same answer whether or not the address exists',
    policy: 'public',
    body: z.strictObject({ email }),
    reply: z.object({ message: z.string() }),
  },
  'auth.confirm-reset': {
    method: 'PUT',
    path: '/api/password-reset-confirm/',
    summary: 'Set a new password with the emailed token',
    policy: 'public',
    body: z.strictObject({ token: requiredText(400), password: newPassword }),
    reply: z.object({ message: z.string() }),
  },
  'auth.user-id': {
    method: 'GET',
    path: '/api/user/id/',
    summary: "The logged-in user's ID",
    policy: 'account.use',
    reply: z.object({ id: uuid }),
  },
  'auth.current-user': {
    method: 'GET',
    path: '/api/user/current/',
    summary: 'The logged-in user: UUID, profile ID, role, grants',
    policy: 'account.use',
    reply: CurrentUser,
  },
  'auth.set-time-format': {
    method: 'PUT',
    path: '/api/user/time-format/',
    summary: "Choose the caller's time format",
    policy: 'account.use',
    body: z.strictObject({ time_format: z.enum(TIME_FORMATS) }),
  },
  'auth.list-own-devices': {
    method: 'GET',
    path: '/api/user/devices/',
    summary: 'Devices on which the caller is logged in, last seen first',
    policy: 'account.use',
    reply: z.array(OwnDevice),
  },
  'auth.end-own-device': {
    method: 'DELETE',
    path: '/api/user/device/{id}/',
    summary: 'Log the caller out on one of their other devices',
    policy: 'account.use',
    params: z.strictObject({ id: uuid }),
  },
  'auth.force-logout': {
    method: 'POST',
    path: '/api/users/force-logout/',
    summary: 'Log a user out everywhere',
    policy: 'user.force-logout',
    body: z.strictObject({ username: requiredText(254) }),
  },
  'auth.list-logins': {
    method: 'GET',
    path: '/api/users/logins/',
    summary: "Logins, newest first; admins don't see those of super admins",
    policy: 'user.read-logins',
    query: z.strictObject({
      before: instant.optional(),
      /** Only those of this user. */
      user: uuid.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    reply: z.array(
      z.object({
        id: uuid,
        user_id: uuid,
        username: z.string(),
        signed_in_at: instant,
        last_seen_at: instant,
        ended_at: instant.nullable(),
      }),
    ),
  },
  'auth.logout-status': {
    method: 'GET',
    path: '/api/user/logout-status/',
    summary: 'Whether the office ended this session',
    policy: 'account.use',
    answersForcedOut: true,
    reply: z.object({ logged_out: z.boolean() }),
  },
});
