import { useCallback, useSyncExternalStore } from 'react';
import { MOST_ARCHIVED, type Student } from '#contract/student.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { usePaused } from '#screens/device/paused.ts';
import { useLocal, useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import type { SummaryProps } from '#screens/report/define-report.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { syncPosition } from '#sync/pull/pull.ts';
import type { StudentRow } from './student-rows.ts';

/** All archived students, page by page. */
export async function askArchivedStudents(api: ApiClient): Promise<Student[]> {
  const found: Student[] = [];
  for (;;) {
    const after = found.at(-1)?.id;
    const page = await api.call('student.list-archived', {
      query: { limit: MOST_ARCHIVED, ...(after === undefined ? {} : { after }) },
    });
    found.push(...page);
    if (page.length < MOST_ARCHIVED) return found;
  }
}

const PAUSE_MS = 250;
/** With fewer letters half of all names are found. */
const FEWEST_LETTERS = 2;
/** So many at most are found by a name. */
const MOST_FOUND = 20;
const NOBODY: readonly Student[] = [];

/** Archived students whom the server finds by these words once nothing is typed for a moment; none for people who may not see them. */
export function useFoundArchived(words: string): readonly Student[] {
  const { profile } = useSignedIn();
  const maySee = mayUse({ role: profile.auth, grants: profile.grants }, 'student.read-archived');
  const search = usePaused(words.trim(), PAUSE_MS);
  const isAsked = maySee && search.length >= FEWEST_LETTERS;
  const ask = useCallback(
    async (api: ApiClient) =>
      isAsked ? api.call('student.list-archived', { query: { search, limit: MOST_FOUND } }) : NOBODY,
    [search, isAsked],
  );
  return useServerData(ask).result ?? NOBODY;
}

/** Offline the list has whom this device knows: it says so, unless it has an earlier answer of the server. */
export function ArchivedEarlier({ rows }: Pick<SummaryProps, 'rows'>) {
  const { engine } = useSignedIn();
  const isReachable = useSyncExternalStore(engine.subscribe, () => engine.getStatus().isReachable);
  const since = useLocal(syncPosition, [])?.own_from;
  if (isReachable !== false || since == null) return null;
  const isEarlier = ({ student }: StudentRow) => (student.archived_on ?? '') < since;
  if ((rows as readonly StudentRow[]).some(isEarlier)) return null;
  return (
    <p className="rounded-lg border border-border bg-warning-soft px-4 py-2.5 text-sm text-warning">
      {`You're offline. This list has students archived since ${displayDay(since)}. Connect to see all.`}
    </p>
  );
}
