import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { LocalDatabase, SyncPosition } from '#db/local-database.ts';
import { type OutboxCounts, outboxCounts } from '#db/outbox.ts';
import { syncPosition } from './pull.ts';
import type { StoredSignIn } from './stored-sign-in.ts';
import type { SyncEngine, SyncStatus } from './sync-engine.ts';
import type { Workspace } from './workspace.ts';

/** Who is signed in on this device, and what they work with. */
export interface SignedInDevice {
  profile: Omit<StoredSignIn, 'token' | 'refresh'>;
  workspace: Workspace;
  engine: SyncEngine;
}

export const SignedInContext = createContext<SignedInDevice | null>(null);

/** For screens behind the sign-in guard. */
export function useSignedIn(): SignedInDevice {
  const signedIn = useContext(SignedInContext);
  if (signedIn === null) throw new Error('This screen needs a signed-in person.');
  return signedIn;
}

/** A query of this device that follows its changes; nothing until its first answer. */
export function useLocal<Result>(
  query: (db: LocalDatabase) => Promise<Result>,
  inputs: readonly unknown[],
): Result | undefined {
  const { db } = useSignedIn().workspace;
  return useLiveQuery(() => query(db), [db, ...inputs]);
}

export interface SyncOverview extends SyncStatus, OutboxCounts {
  position: SyncPosition;
}

/** Everything that the status named "Sync" and the Sync centre say. */
export function useSyncOverview(): SyncOverview | undefined {
  const { engine } = useSignedIn();
  const status = useSyncExternalStore(engine.subscribe, engine.getStatus);
  const counts = useLocal(outboxCounts, []);
  const position = useLocal(syncPosition, []);
  if (counts === undefined || position === undefined) return undefined;
  return { ...status, ...counts, position };
}
