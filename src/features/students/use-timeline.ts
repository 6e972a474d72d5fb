import { useCallback, useMemo } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { TimelineEntry } from '#contract/student-timeline.ts';
import type { TimelineKind } from '#domain/students/student-timeline.ts';
import { useLaterPages } from '#screens/device/later-pages.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';

/** What of a timeline is asked for. */
export interface TimelineQuery {
  kind?: TimelineKind | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

type Page = ReplyOf<Endpoints['student.read-timeline']>;

/** Entries in a file: fewer requests, each of which is in the access record. */
const LARGEST_PAGE = 500;

/**
 * A student's timeline: the first page, kept for reading offline, and when they are asked for, pages of what is earlier and
 * of what is further ahead.
 * @param query JSON of a `TimelineQuery`
 */
export function useTimeline(student: string, query: string) {
  const ask = useCallback(
    (api: ApiClient, page: { after?: string; before?: string; limit?: number } = {}) =>
      api.call('student.read-timeline', {
        params: { id: student },
        query: { ...(JSON.parse(query) as TimelineQuery), ...page },
      }),
    [student, query],
  );
  const first = useKeptAnswer<Page>(
    'student-timeline',
    JSON.stringify({ student, query }),
    useCallback((api: ApiClient) => ask(api), [ask]),
  );
  const { rows, ...earlier } = useLaterPages(first.result, entriesOf, (api, after, isWhole) =>
    ask(api, { after, ...largest(isWhole) }),
  );
  const { result } = first;
  const { rows: further, ...ahead } = useLaterPages(
    useMemo(() => result && { entries: [], next: aheadOf(result).next }, [result]),
    entriesOf,
    async (api, before, isWhole) => aheadOf(await ask(api, { before, ...largest(isWhole) })),
  );
  const entries = useMemo(() => [...further.toReversed(), ...rows], [further, rows]);
  /** Everything, newest first; null if it couldn't be loaded. */
  const loadAll = async () => {
    const [later, others] = [await ahead.load(true), await earlier.load(true)];
    return later === null || others === null ? null : [...later.toReversed(), ...others];
  };
  return { first, entries, earlier, ahead, hasMore: earlier.hasMore || ahead.hasMore, loadAll };
}

interface Stretch {
  entries: readonly TimelineEntry[];
  next: string | null;
}

/** A page of what is later, the next first. Answers that a device kept before there were such pages have none. */
function aheadOf({ entries, previous }: Page): Stretch {
  return { entries: entries.toReversed(), next: previous ?? null };
}

function largest(isWhole: boolean): { limit?: number } {
  return isWhole ? { limit: LARGEST_PAGE } : {};
}

function entriesOf({ entries }: Stretch): readonly TimelineEntry[] {
  return entries;
}
