import { z } from 'zod';
import { instant, requiredText, text } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

const password = requiredText(200);

/** A code from an app, or a recovery code. */
export const secondFactorCode = text(40);

/** What a person needs to set up an app, and their recovery codes. Shown once. */
export const SecondFactorSetup = z.object({
  /** For typing in: Base32. */
  secret: z.string(),
  /** For the QR code: `otpauth://totp/…`. */
  uri: z.string(),
  recovery_codes: z.array(z.string()),
});
export type SecondFactorSetup = z.output<typeof SecondFactorSetup>;

export const SecondFactorStatus = z.object({
  is_on: z.boolean(),
  /** The person's role needs one. */
  is_required: z.boolean(),
  turned_on_at: instant.nullable(),
  recovery_codes_left: z.int(),
});
export type SecondFactorStatus = z.output<typeof SecondFactorStatus>;

const ownPassword = z.strictObject({ password });

export const secondFactorEndpoints = defineEndpoints({
  'auth.set-up-to-log-in': {
    method: 'POST',
    path: '/api/login/second-factor/',
    summary: 'Start setting up the second factor that a role needs to log in',
    policy: 'public',
    body: z.strictObject({ email: requiredText(254), password }),
    reply: SecondFactorSetup,
  },
  'auth.read-second-factor': {
    method: 'GET',
    path: '/api/user/second-factor/',
    summary: "The state of the caller's second factor",
    policy: 'account.use',
    reply: SecondFactorStatus,
  },
  'auth.set-up-second-factor': {
    method: 'POST',
    path: '/api/user/second-factor/',
    summary:
      "Start setting up the caller's second factor; the current one stays on until a code confirms the new one",
    policy: 'account.use',
    body: ownPassword,
    reply: SecondFactorSetup,
  },
  'auth.confirm-second-factor': {
    method: 'PUT',
    path: '/api/user/second-factor/',
    summary: "Turn on the caller's second factor with a code from the app",
    policy: 'account.use',
    body: z.strictObject({ code: requiredText(40) }),
    reply: SecondFactorStatus,
  },
  'auth.turn-off-second-factor': {
    method: 'POST',
    path: '/api/user/second-factor/off/',
    summary: "Turn off the caller's second factor, unless their role needs one",
    policy: 'account.use',
    body: ownPassword,
    reply: SecondFactorStatus,
  },
  'auth.renew-recovery-codes': {
    method: 'POST',
    path: '/api/user/second-factor/recovery-codes/',
    summary: 'Replace the recovery codes of the caller',
    policy: 'account.use',
    body: ownPassword,
    reply: z.object({ recovery_codes: z.array(z.string()) }),
  },
});
