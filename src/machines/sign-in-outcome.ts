import type { SignedIn } from '#contract/auth.ts';
import { errorCatalog } from '#contract/errors.ts';

/** The signed-in user: the stored values without the tokens. */
export type Profile = Omit<SignedIn, 'token' | 'refresh'>;

/** An active sign-in. `online` is false if this device's vault was opened without the server. */
export interface ActiveSignIn {
  kind: 'signed-in';
  profile: Profile;
  /** The stored token. */
  token: string;
  online: boolean;
}

export type RestoreOutcome =
  | ActiveSignIn
  /** A token is stored, but no tab or worker has the data key: the password is needed. */
  | { kind: 'locked' }
  | { kind: 'signed-out' }
  | StorageFailure;

/** This device's data could not be opened or upgraded; it is unchanged. The message says what to do. */
interface StorageFailure {
  kind: 'storage';
  message?: string;
}

export type SignInOutcome =
  | ActiveSignIn
  /** The server rejected the login, with its message if it gave one. */
  | { kind: 'rejected'; message?: string }
  /** The password is right; a code of the second factor is needed too. With a message if one was rejected. */
  | { kind: 'code-needed'; message?: string }
  /** The password is right; the person's role needs a second factor, and they have none. */
  | { kind: 'setup-needed'; message?: string }
  /** No response, and the password doesn't open this device's vault. */
  | { kind: 'wrong-password-offline' }
  /** No response, and this device has no vault for this person. */
  | { kind: 'no-answer' }
  | StorageFailure;

/** What the login page asks for: everyone's password, then what this person's second factor needs. */
export type SignInStep = 'password' | 'code' | 'setup';

const STEP_AFTER: Readonly<Record<string, SignInStep>> = { 'code-needed': 'code', 'setup-needed': 'setup' };

/** What the outcome of a login asks for next; null if it asks for nothing more. */
export function stepAfter({ kind }: SignInOutcome): SignInStep | null {
  return STEP_AFTER[kind] ?? null;
}

/** What went wrong, with the message to show. */
export interface SignInProblem {
  kind: 'rejected' | 'code' | 'wrong-password-offline' | 'no-answer' | 'storage' | 'failed';
  message: string;
}

const PROBLEM_WORDS: Record<SignInProblem['kind'], string> = {
  rejected: errorCatalog['login.rejected'].message,
  code: errorCatalog['login.code-needed'].message,
  'wrong-password-offline':
    'Wrong password. Nothing was deleted. If you changed it on another device, connect to the internet and log in.',
  'no-answer':
    "Can't reach the server, and you haven't logged in on this device before. Connect to a network and try again.",
  storage: "This device's storage couldn't be opened. Everything you saved is safe. Reload this page.",
  failed: errorCatalog['server.failed'].message,
};

export function problem(kind: SignInProblem['kind'], message?: string): SignInProblem {
  return { kind, message: message || PROBLEM_WORDS[kind] };
}

export function problemOf(outcome: SignInOutcome | RestoreOutcome): SignInProblem | null {
  if (outcome.kind === 'signed-in' || outcome.kind === 'signed-out' || outcome.kind === 'locked') return null;
  if (outcome.kind === 'code-needed' || outcome.kind === 'setup-needed') {
    return outcome.message === undefined ? null : problem('code', outcome.message);
  }
  return problem(outcome.kind, 'message' in outcome ? outcome.message : undefined);
}
