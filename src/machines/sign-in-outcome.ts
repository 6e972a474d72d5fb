import type { SignedIn } from '#contract/auth.ts';
import { errorCatalogue } from '#contract/errors.ts';

/** Who is signed in: the stored values without the tokens. */
export type Profile = Omit<SignedIn, 'token' | 'refresh'>;

/** A sign-in that stands. `online` is false when the vault on this device opened it without the server. */
export interface Standing {
  kind: 'signed-in';
  profile: Profile;
  /** The stored token. */
  token: string;
  online: boolean;
}

export type RestoreOutcome =
  | Standing
  /** A token is stored, but no tab and no worker holds the data key: the password is needed. */
  | { kind: 'locked' }
  | { kind: 'signed-out' }
  | StorageFailure;

/** What is kept on this device could not be opened or updated; it was left as it was. The words say what to do. */
interface StorageFailure {
  kind: 'storage';
  message?: string;
}

export type SignInOutcome =
  | Standing
  /** The server's refusal, with its words where it gave any. */
  | { kind: 'rejected'; message?: string }
  /** No answer, and the password does not open the vault of this device. */
  | { kind: 'wrong-password-offline' }
  /** No answer, and this device holds no vault for this person. */
  | { kind: 'no-answer' }
  | StorageFailure;

/** What went wrong, with the words to show. */
export interface SignInProblem {
  kind: 'rejected' | 'wrong-password-offline' | 'no-answer' | 'storage' | 'failed';
  message: string;
}

const PROBLEM_WORDS: Record<SignInProblem['kind'], string> = {
  rejected: errorCatalogue['login.rejected'].message,
  'wrong-password-offline':
    'Wrong password. Nothing was deleted. If you changed it on another device, connect to the internet and log in.',
  'no-answer':
    "Can't reach the server, and you haven't logged in on this device before. Connect to a network and try again.",
  storage: "This device's storage couldn't be opened. Everything you saved is safe. Reload this page.",
  failed: errorCatalogue['server.failed'].message,
};

export function problem(kind: SignInProblem['kind'], message?: string): SignInProblem {
  return { kind, message: message || PROBLEM_WORDS[kind] };
}

export function problemOf(outcome: SignInOutcome | RestoreOutcome): SignInProblem | null {
  if (outcome.kind === 'signed-in' || outcome.kind === 'signed-out' || outcome.kind === 'locked') return null;
  return problem(outcome.kind, 'message' in outcome ? outcome.message : undefined);
}
