import { watchedBy } from '#domain/access/watched-entities.ts';
import { ACCESS_TOKEN_MS } from '#server/plugins/access-token.ts';
import { loadActorOfSignIn } from '#server/plugins/actor.ts';
import type { Dependencies, Module } from '#server/plugins/answered-call.ts';
import type { SignedInActor } from '#server/records/call.ts';
import { createHintHub } from './hints-hub.ts';
import { createSeats } from './hints-seats.ts';
import { type HintTimes, streamHints } from './hints-stream.ts';

const TIMES: HintTimes = { heartbeatMs: 20_000, longestMs: ACCESS_TOKEN_MS };
/** Every open tab has a stream. A tab without one pulls every minute. */
const SEATS = { most: 10, safeMs: 60_000 };

export const hintsRoutes: Module = (api) => {
  const { dependencies } = api;
  const hub = createHintHub(dependencies.db, (error) =>
    process.emitWarning(error instanceof Error ? error : String(error)),
  );
  api.onStop(() => hub.stop());
  const seats = createSeats(SEATS);
  api.handleRaw('sync.hints', async ({ actor, reply, signal }) => {
    const mayStay = () => isStillSignedIn(dependencies, actor);
    const seat = seats.take(actor.user_id, dependencies.now());
    const ended = AbortSignal.any([signal, seat.signal]);
    try {
      const reader = { userId: actor.user_id, watched: watchedBy(actor), reply, signal: ended, mayStay };
      await streamHints(hub, reader, TIMES);
    } finally {
      seat.leave();
    }
  });
};

/** Whether the session of an open stream is still valid, and the person still has the role it was opened with. */
export async function isStillSignedIn(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  actor: Pick<SignedInActor, 'sign_in_id' | 'role'>,
): Promise<boolean> {
  if (actor.sign_in_id === null) return false;
  const loaded = await loadActorOfSignIn(db, actor.sign_in_id);
  if (loaded === null || loaded.signIn === null) return false;
  const { ended, expires_at } = loaded.signIn;
  if (!loaded.is_active || loaded.actor.forced_out || loaded.actor.role !== actor.role) return false;
  return !ended && Date.parse(expires_at) > now().getTime();
}
