import { useLiveQuery } from 'dexie-react-hooks';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { LocalDatabase, SyncPosition } from '#db/local-database.ts';
import { type OutboxCounts, outboxCounts } from '#db/outbox.ts';
import { type ApiClient, NoAnswer } from '#sync/api-client.ts';
import { syncPosition } from '#sync/pull/pull.ts';
import type { StoredSignIn } from '#sync/sign-in/stored-sign-in.ts';
import type { SyncEngine, SyncStatus } from '#sync/sync-engine.ts';
import type { Workspace } from '#sync/workspace.ts';

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
  if (signedIn === null) throw new Error('This screen needs someone who is logged in.');
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

/** Everything that the status named "Sync" and the Sync center say. */
export function useSyncOverview(): SyncOverview | undefined {
  const { engine } = useSignedIn();
  const status = useSyncExternalStore(engine.subscribe, engine.getStatus);
  const counts = useLocal(outboxCounts, []);
  const position = useLocal(syncPosition, []);
  if (counts === undefined || position === undefined) return undefined;
  return { ...status, ...counts, position };
}

interface Answer<Result> {
  result: Result | undefined;
  /** When it came, in ms since the epoch; nothing before the first. */
  answeredAt: number | null;
  isAsking: boolean;
  /** Why the last try brought nothing, in words; nothing where it did. */
  problem: string | null;
  /** Nobody answered. It is asked again by itself once the office can be reached. */
  isOffline: boolean;
}

/** What only the office knows. A result stays while it is asked for anew, and when that fails. */
export interface Asked<Result> extends Answer<Result> {
  /** Resolves when the answer is there or has failed. */
  reload: () => Promise<void>;
}

const NOT_ASKED = { result: undefined, answeredAt: null, isAsking: true, problem: null, isOffline: false };

/**
 * Asks the office for facts that no device keeps, once the screen is there: a
 * loader would ask, and leave its row in the audit, for a link that is only
 * pointed at.
 *
 * @param ask the same function as long as the question is the same
 */
export function useAsked<Result>(ask: (api: ApiClient) => Promise<Result>): Asked<Result> {
  const { engine, workspace } = useSignedIn();
  const { isReachable } = useSyncExternalStore(engine.subscribe, engine.getStatus);
  const [kept, setKept] = useState<{ ask: unknown; answer: Answer<Result> }>({ ask, answer: NOT_ASKED });
  const latest = useRef(0);
  const answer = kept.ask === ask ? kept.answer : NOT_ASKED;

  const reload = useCallback(async () => {
    latest.current += 1;
    const turn = latest.current;
    const keep = (change: Partial<Answer<Result>>) => {
      if (turn !== latest.current) return;
      setKept((before) => ({
        ask,
        answer: { ...(before.ask === ask ? before.answer : NOT_ASKED), isAsking: false, ...change },
      }));
    };
    keep({ isAsking: true });
    try {
      const result = await ask(engine.api);
      keep({ result, answeredAt: workspace.clock.now(), problem: null, isOffline: false });
    } catch (problem) {
      const words = problem instanceof Error ? problem.message : String(problem);
      keep({ problem: words, isOffline: problem instanceof NoAnswer });
    }
  }, [ask, engine, workspace]);

  useEffect(() => {
    void reload();
    // What is still under way has no one to tell.
    return () => {
      latest.current += 1;
    };
  }, [reload]);

  const wasReachable = useRef(isReachable);
  useEffect(() => {
    const isBack = isReachable === true && wasReachable.current !== true;
    wasReachable.current = isReachable;
    if (isBack && answer.isOffline && !answer.isAsking) void reload();
  }, [isReachable, answer.isOffline, answer.isAsking, reload]);

  return { ...answer, reload };
}
