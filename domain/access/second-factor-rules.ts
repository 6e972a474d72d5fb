import { ROLES } from './roles.ts';

/** `required`: super admins and admins must have a second factor. `offered`: no one must. */
export type SecondFactorPolicy = 'required' | 'offered';

/** How long an app shows one code, in seconds. */
export const CODE_SECONDS = 30;

/** How many codes before and after the current one are accepted, for clocks that differ. */
export const CODE_DRIFT = 1;

/** How many recovery codes a person gets at once. */
export const RECOVERY_CODES = 10;

/** Without the characters that people confuse: 0 and o, 1, i and l, u and v. */
export const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstwxyz';
/** Characters of a recovery code, without its hyphen: about 48 bits. */
export const RECOVERY_LENGTH = 10;

const APP_CODE = /^\d{6}$/;

/** Whether a person with this role must log in with a second factor. */
export function needsSecondFactor(policy: SecondFactorPolicy, role: string): boolean {
  return policy === 'required' && (role === ROLES.superAdmin || role === ROLES.admin);
}

/** A typed code in the form in which it is compared: spaces, hyphens, and case don't matter. */
export function comparedCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toLowerCase();
}

/** Whether a typed code is from an app; any other is a recovery code. */
export function isAppCode(typed: string): boolean {
  return APP_CODE.test(comparedCode(typed));
}

/** A recovery code as people read it: "abcde-23456". */
export function writtenRecoveryCode(code: string): string {
  return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`;
}

/** The period of an instant in which an app shows one code, counted since the epoch. */
export function codePeriod(now: Date): number {
  return Math.floor(now.getTime() / 1_000 / CODE_SECONDS);
}

/**
 * Whether the code of a period can be used: within the drift, and newer than the last one used, so that
 * no one who watched it being typed can use it again.
 */
export function isPeriodUsable(period: number, current: number, lastUsed: number | null): boolean {
  return Math.abs(period - current) <= CODE_DRIFT && (lastUsed === null || period > lastUsed);
}

/** Why the person can't turn off their second factor; null if they can. */
export function turningOffProblem(policy: SecondFactorPolicy, role: string): string | null {
  return needsSecondFactor(policy, role)
    ? 'Your role needs a second factor. To use another phone, set it up again.'
    : null;
}

/** Why this person can't reset the user's second factor; null if they can. */
export function resetProblem(
  actor: { user_id: string },
  user: { id: string; has_second_factor: boolean },
): string | null {
  if (user.id === actor.user_id) return "You can't reset your own second factor here. Use your profile.";
  return user.has_second_factor ? null : 'This user has no second factor.';
}
