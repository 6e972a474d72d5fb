import { hash, verify } from '@node-rs/argon2';

/** argon2id, 64 MiB, three passes: about 60 ms on one core of a small server. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Stored for someone who has not chosen a password: matches none. */
export const NO_PASSWORD = '';

let unknownPersonsHash: Promise<string> | undefined;

/**
 * Whether this is the password. Takes equally long if there is no such person, or one without a password, so
 * that response times don't reveal who has an account.
 */
export async function isPasswordOf(stored: string | null, password: string): Promise<boolean> {
  unknownPersonsHash ??= hashPassword('no one has this password');
  const hasPassword = stored !== null && stored !== NO_PASSWORD;
  const compared = hasPassword ? stored : await unknownPersonsHash;
  const isRight = await verify(compared, password).catch(() => false);
  return isRight && hasPassword;
}
