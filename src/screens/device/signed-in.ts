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
import { ApiError } from '#contract/errors.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import type { SyncPosition } from '#db/meta-rows.ts';
import { type OutboxCounts, outboxCounts } from '#db/outbox.ts';
import { type ApiClient, NoAnswer } from '#sync/api-client.ts';
import { syncPosition } from '#sync/pull/pull.ts';
import type { StoredSignIn } from '#sync/sign-in/stored-sign-in.ts';
import type { SyncEngine, SyncStatus } from '#sync/sync-engine.ts';
import type { Workspace } from '#sync/workspace.ts';

/** The logged-in person and their workspace. */
export interface SignedInDevice {
  profile: Omit<StoredSignIn, 'token' | 'refresh'>;
  workspace: Workspace;
  engine: SyncEngine;
}

export const SignedInContext = createContext<SignedInDevice | null>(null);

/** For screens behind the login guard. */
export function useSignedIn(): SignedInDevice {
  const signedIn = useContext(SignedInContext);
  if (signedIn === null) throw new Error('This screen needs someone who is logged in.');
  return signedIn;
}

/** A live query of this device; undefined until its first result. */
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

/** The data behind the status named "Sync" and the Sync center. */
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
  /** When it was answered, in ms since the epoch; null before the first answer. */
  answeredAt: number | null;
  isAsking: boolean;
  /** Why the last request failed; null if it succeeded. */
  problem: string | null;
  /** No answer. It is requested again automatically once the server is reachable. */
  isOffline: boolean;
}

/** Data from the server. A result stays while it is requested again, and if that fails. */
export interface ServerResult<Result> extends Answer<Result> {
  /** Resolves when the answer has arrived or failed. */
  reload: () => Promise<void>;
}

const NOT_LOADED = { result: undefined, answeredAt: null, isAsking: true, problem: null, isOffline: false };

/** Null where there is no such record, or none that the person may see. */
export async function absentAsNull<Result>(answer: Promise<Result>): Promise<Result | null> {
  try {
    return await answer;
  } catch (problem) {
    if (problem instanceof ApiError && problem.code === 'record.absent') return null;
    throw problem;
  }
}

/** Why a request failed: what is wrong with its fields, where the server says so. */
function failureWords(problem: unknown): string {
  const fields = problem instanceof ApiError ? Object.values(problem.fields ?? {}) : [];
  if (fields.length > 0) return fields.join(' ');
  return problem instanceof Error ? problem.message : String(problem);
}

/**
 * Requests data that no device stores, once the screen is rendered: a loader would request it, and leave an
 * audit entry, for a link that is only hovered.
 * @param ask the same function while the request is the same
 */
export function useServerData<Result>(ask: (api: ApiClient) => Promise<Result>): ServerResult<Result> {
  const { engine, workspace } = useSignedIn();
  const { isReachable } = useSyncExternalStore(engine.subscribe, engine.getStatus);
  const [kept, setKept] = useState<{ ask: unknown; answer: Answer<Result> }>({ ask, answer: NOT_LOADED });
  const latest = useRef(0);
  const answer = kept.ask === ask ? kept.answer : NOT_LOADED;

  const reload = useCallback(async () => {
    latest.current += 1;
    const turn = latest.current;
    const keep = (change: Partial<Answer<Result>>) => {
      if (turn !== latest.current) return;
      setKept((before) => ({
        ask,
        answer: { ...(before.ask === ask ? before.answer : NOT_LOADED), isAsking: false, ...change },
      }));
    };
    keep({ isAsking: true });
    try {
      const result = await ask(engine.api);
      keep({ result, answeredAt: workspace.clock.now(), problem: null, isOffline: false });
    } catch (problem) {
      keep({ problem: failureWords(problem), isOffline: problem instanceof NoAnswer });
    }
  }, [ask, engine, workspace]);

  useEffect(() => {
    void reload();
    // A running request no longer has a listener.
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
