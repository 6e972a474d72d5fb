import type { SignedOutReason } from '#machines/sign-in.ts';

const KEY = 'caseload-left';

const REASONS: readonly string[] = ['logged-out', 'idle', 'expired', 'forced', 'device-locked', 'replaced'];

/** Tells the page that follows why the person was signed out. */
export function noteDeparture(reason: SignedOutReason): void {
  sessionStorage.setItem(KEY, reason);
}

function takeDeparture(): SignedOutReason {
  const noted = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return noted !== null && REASONS.includes(noted) ? (noted as SignedOutReason) : 'none';
}

/** Why the page before this one ended; told once, so that a later reload says nothing of it. */
export const departure: SignedOutReason = takeDeparture();

/** What the login page says of it. */
export const departureWords: Record<SignedOutReason, string | null> = {
  none: null,
  'logged-out': 'You are logged out.',
  idle: 'You were logged out after an hour without activity. What is on this device is locked, nothing is lost.',
  expired: 'Your sign-in has expired. Log in again to go on; nothing is lost.',
  forced: 'The office has ended your sign-in. Log in again to go on; nothing is lost.',
  'device-locked': 'This device was locked to protect its data. Log in again to go on; nothing is lost.',
  replaced: 'Someone else has logged in on this device.',
};
