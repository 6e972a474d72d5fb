import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { MOST_NAMES, type StudentName } from '#contract/student.ts';
import { draftOf, keepDraft } from '#db/drafts.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { useLacking } from './first-pull.ts';
import { type ById, useAbsentPeople, usePeopleById } from './people-by-id.ts';
import { askedOnce } from './running-questions.ts';
import { useLocal, useSignedIn } from './signed-in.ts';

/** What the server said of students who aren't on this device, by id; without a name, of those whom the person may not see. */
type KeptNames = Readonly<Record<string, { asked_at: number; name: StudentName | null }>>;

const KEPT = 'former-students';
/** What the person may see can change. */
const KEPT_FOR = 30 * 24 * 60 * 60 * 1_000;

/**
 * The names of students by id, live: of those on this device, and of those who have left it and are in sessions that the person may
 * see, such as own ones of before a hand-over. Those names come from the server once, and are kept encrypted for reading offline.
 */
export function useStudentNames(): ById<StudentName> {
  const { engine, workspace } = useSignedIn();
  const students = usePeopleById('student');
  const absent = useAbsentPeople('student');
  const isReachable = useSyncExternalStore(engine.subscribe, () => engine.getStatus().isReachable);
  // While it is, they may still arrive.
  const isLacking = useLacking('student');
  const kept = useLocal(
    async (db) => (absent.length === 0 ? null : keptNames(db, workspace.clock.now())),
    [absent, workspace],
  );
  const unknown = isLacking || kept == null ? '' : absent.filter((id) => !(id in kept)).join();
  useEffect(() => {
    if (unknown === '' || isReachable === false) return;
    const ids = unknown.split(',').slice(0, MOST_NAMES).join();
    askNames(engine.api, ids)
      .then((told) => keepNames(workspace.db, ids.split(','), told, workspace.clock.now()))
      .catch((problem) => console.warn('Names of former students were not loaded.', problem));
  }, [engine, workspace, unknown, isReachable]);
  return useMemo(
    () => ({ get: (id) => students.get(id) ?? kept?.[id]?.name ?? undefined }),
    [students, kept],
  );
}

const askNames = askedOnce((api: ApiClient, ids) => api.call('student.list-names', { query: { ids } }));

/** Those that are still current. */
async function keptNames(db: LocalDatabase, now: number): Promise<KeptNames> {
  const kept = ((await draftOf(db, KEPT)) as KeptNames | null) ?? {};
  return Object.fromEntries(Object.entries(kept).filter(([, { asked_at }]) => now - asked_at < KEPT_FOR));
}

async function keepNames(
  db: LocalDatabase,
  ids: readonly string[],
  told: readonly StudentName[],
  asked_at: number,
): Promise<void> {
  const names = new Map(told.map((name) => [name.id, name]));
  const asked = ids.map((id) => [id, { asked_at, name: names.get(id) ?? null }] as const);
  const kept = { ...(await keptNames(db, asked_at)), ...Object.fromEntries(asked) };
  await keepDraft(db, KEPT, kept satisfies KeptNames);
}
