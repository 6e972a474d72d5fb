import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { MOST_NAMES, type StudentName } from '#contract/student.ts';
import { draftOf, keepDraft } from '#db/drafts.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { syncPosition, wasWhole } from '#sync/pull/pull.ts';
import { type ById, useAbsentPeople, usePeopleById } from './people-by-id.ts';
import { askedOnce } from './running-questions.ts';
import { useLocal, useSignedIn } from './signed-in.ts';

/** Names of students who aren't on this device, as the server last told them. */
interface KeptNames {
  asked_at: number;
  names: Readonly<Record<string, StudentName | null>>;
}

const KEPT = 'former-students';
/** What the person may see can change. */
const KEPT_FOR = 30 * 24 * 60 * 60 * 1_000;
const NONE: KeptNames['names'] = {};

/**
 * The names of students by id, live: of those on this device, and of those who have left it and are in sessions that the person may
 * see, such as own ones of before a hand-over. Those names come from the server once, and are kept encrypted for reading offline.
 */
export function useStudentNames(): ById<StudentName> {
  const { engine, workspace } = useSignedIn();
  const students = usePeopleById('student');
  const absent = useAbsentPeople('student');
  const isReachable = useSyncExternalStore(engine.subscribe, () => engine.getStatus().isReachable);
  const kept = useLocal(async (db) => (absent.length === 0 ? null : keptNames(db)), [absent]);
  const now = workspace.clock.now();
  const names = kept != null && now - kept.asked_at < KEPT_FOR ? kept.names : NONE;
  const unknown = kept == null ? '' : absent.filter((id) => !(id in names)).join();
  useEffect(() => {
    if (unknown === '' || isReachable === false) return;
    const ids = unknown.split(',').slice(0, MOST_NAMES).join();
    askNames(engine.api, ids)
      .then((told) => keepNames(workspace.db, ids.split(','), told, workspace.clock.now()))
      .catch((problem) => console.warn('Names of former students were not loaded.', problem));
  }, [engine, workspace, unknown, isReachable]);
  return useMemo(() => ({ get: (id) => students.get(id) ?? names[id] ?? undefined }), [students, names]);
}

const askNames = askedOnce((api: ApiClient, ids) => api.call('student.list-names', { query: { ids } }));

/** Null while the device isn't whole: the students may still arrive. */
async function keptNames(db: LocalDatabase): Promise<KeptNames | null> {
  if (!wasWhole(await syncPosition(db))) return null;
  return ((await draftOf(db, KEPT)) as KeptNames | null) ?? { asked_at: 0, names: NONE };
}

async function keepNames(
  db: LocalDatabase,
  ids: readonly string[],
  told: readonly StudentName[],
  now: number,
): Promise<void> {
  const known = await keptNames(db);
  const areCurrent = known !== null && now - known.asked_at < KEPT_FOR;
  const absent = Object.fromEntries(ids.map((id) => [id, null]));
  const named = Object.fromEntries(told.map((name) => [name.id, name]));
  const names = { ...(areCurrent ? known.names : NONE), ...absent, ...named };
  await keepDraft(db, KEPT, { asked_at: areCurrent ? known.asked_at : now, names } satisfies KeptNames);
}
