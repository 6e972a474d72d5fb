import { useCallback } from 'react';
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
 * A student's timeline: the first page, kept for reading offline, and more pages when they are asked for.
 * @param query JSON of a `TimelineQuery`
 */
export function useTimeline(student: string, query: string) {
  const ask = useCallback(
    (api: ApiClient, after?: string, limit?: number) =>
      api.call('student.read-timeline', {
        params: { id: student },
        query: {
          ...(JSON.parse(query) as TimelineQuery),
          ...(after !== undefined && { after }),
          ...(limit !== undefined && { limit }),
        },
      }),
    [student, query],
  );
  const first = useKeptAnswer<Page>(
    'student-timeline',
    JSON.stringify({ student, query }),
    useCallback((api: ApiClient) => ask(api), [ask]),
  );
  const { rows: entries, ...pages } = useLaterPages(first.result, entriesOf, (api, after, isWhole) =>
    ask(api, after, isWhole ? LARGEST_PAGE : undefined),
  );
  return { first, entries, ...pages };
}

function entriesOf({ entries }: Page): readonly TimelineEntry[] {
  return entries;
}
