import { and, eq, lt } from 'drizzle-orm';
import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { sign_ins } from '#server/db/schema/sign-ins.ts';
import { devices } from '#server/db/schema/sync.ts';
import type { SignedInActor } from '#server/records/call.ts';
import { loadActorOfSignIn } from './actor.ts';
import type { Dependencies } from './answered-call.ts';
import { hashOfToken } from './tokens.ts';

const SEEN_EVERY_MS = 60_000;

/** The credentials of one scheme from `Authorization: <scheme> <credentials>`. */
function credentialsOf(header: string | undefined, scheme: string): string | null {
  const match = /^([A-Za-z]+) +(\S+)$/.exec(header ?? '');
  return match?.[1]?.toLowerCase() === scheme && match[2] !== undefined ? match[2] : null;
}

export interface Authenticated {
  actor: SignedInActor | null;
  /** The caller, or the author whose changes a device uploads. */
  person: string | null;
  credentials: string | null;
}

/**
 * Authenticates a call from its headers, before the body is read, so that no one without a valid token can
 * make the server parse one. Refuses if the call requires a user and the sign-in has ended, expired, or was
 * forced out, or its user is inactive; and an upload token that belongs to no device. One query.
 */
export async function authenticate(
  endpoint: Endpoint,
  header: string | undefined,
  dependencies: Dependencies,
): Promise<Authenticated> {
  if (endpoint.policy === 'public') {
    return { actor: null, person: null, credentials: credentialsOf(header, 'bearer') };
  }
  if (endpoint.policy === 'upload-token') {
    const credentials = credentialsOf(header, 'upload');
    const person = credentials === null ? null : await personOfUploadToken(dependencies, credentials);
    if (person === null) throw new ApiError('device.unknown');
    return { actor: null, person, credentials };
  }
  const token = credentialsOf(header, 'bearer');
  const now = dependencies.now();
  const claims = token === null ? null : await dependencies.tokens.verify(token, now);
  const loaded = claims === null ? null : await loadActorOfSignIn(dependencies.db, claims.sid);
  if (claims === null || loaded === null || loaded.signIn === null) throw new ApiError('auth.signed-out');
  const { actor, signIn } = loaded;
  const isOver = signIn.ended || Date.parse(signIn.expires_at) <= now.getTime() || actor.forced_out;
  if (!loaded.is_active || actor.user_id !== claims.sub) throw new ApiError('auth.signed-out');
  if (isOver && !(actor.forced_out && endpoint.answersForcedOut === true))
    throw new ApiError('auth.signed-out');
  if (!isOver) await noteSeen(dependencies, claims.sid, Date.parse(signIn.last_seen_at), now);
  return { actor, person: actor.user_id, credentials: token };
}

async function personOfUploadToken({ db }: Dependencies, token: string): Promise<string | null> {
  const [known] = await db
    .select({ user_id: devices.user_id })
    .from(devices)
    .where(eq(devices.upload_token_hash, hashOfToken(token)))
    .limit(1);
  return known?.user_id ?? null;
}

async function noteSeen(
  { db }: Dependencies,
  signInId: string,
  lastSeenMs: number,
  now: Date,
): Promise<void> {
  if (now.getTime() - lastSeenMs < SEEN_EVERY_MS) return;
  await db
    .update(sign_ins)
    .set({ last_seen_at: now.toISOString() })
    .where(and(eq(sign_ins.id, signInId), lt(sign_ins.last_seen_at, now.toISOString())));
}
