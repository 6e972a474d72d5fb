import { useCallback, useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { TimelineEntry } from '#contract/student-timeline.ts';
import type { TimelineKind } from '#domain/students/student-timeline.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
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
  const { engine } = useSignedIn();
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
  const [later, setLater] = useState<{ to: Page | undefined; page: Page } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  // A first page that was asked for again has other pages after it.
  const known = later !== null && later.to === first.result ? later.page : null;
  const entries: readonly TimelineEntry[] = [...(first.result?.entries ?? []), ...(known?.entries ?? [])];
  const next = known === null ? (first.result?.next ?? null) : known.next;

  /** Loads the next page, or all of them. @returns everything that is loaded then, or null if that failed */
  const load = async (isWhole: boolean): Promise<readonly TimelineEntry[] | null> => {
    const found = [...(known?.entries ?? [])];
    let after = next;
    setLoading(true);
    setProblem(null);
    try {
      while (after !== null) {
        const page: Page = await ask(engine.api, after, isWhole ? LARGEST_PAGE : undefined);
        found.push(...page.entries);
        after = page.next;
        if (!isWhole) break;
      }
      setLater({ to: first.result, page: { entries: found, next: after } });
      return [...(first.result?.entries ?? []), ...found];
    } catch (fault) {
      setProblem(fault instanceof Error ? fault.message : String(fault));
      return null;
    } finally {
      setLoading(false);
    }
  };
  return { first, entries, hasMore: next !== null, load, isLoading, problem };
}
