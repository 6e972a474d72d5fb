import type { SignedOutReason } from '#machines/sign-in.ts';

const KEY = 'caseload-left';

const REASONS: readonly string[] = ['logged-out', 'idle', 'expired', 'forced', 'device-locked', 'replaced'];

/** Tells the next page why the person was logged out. */
export function noteDeparture(reason: SignedOutReason): void {
  sessionStorage.setItem(KEY, reason);
}

function takeDeparture(): SignedOutReason {
  const noted = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return noted !== null && REASONS.includes(noted) ? (noted as SignedOutReason) : 'none';
}

/** Why the previous page ended. Returned once, so that a later reload says nothing about it. */
export const departure: SignedOutReason = takeDeparture();

/** The message on the login page. */
export const departureWords: Record<SignedOutReason, string | null> = {
  none: null,
  'logged-out': 'You are logged out.',
  idle: 'You were logged out after an hour without activity. Your work is locked on this device. Nothing was lost.',
  expired: 'Your session has expired. Log in to continue. Your changes are safe.',
  forced: 'Your office logged you out. Log in to continue. Your changes are safe.',
  'device-locked':
    'We locked this device to protect student data. Log in to continue. Your changes are safe.',
  replaced: 'Someone else has logged in on this device.',
};
