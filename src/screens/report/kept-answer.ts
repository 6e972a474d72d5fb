import { useEffect } from 'react';
import { APP_VERSION } from '#contract/app-version.ts';
import { draftOf, keepDraft } from '#db/drafts.ts';
import type { PageStore } from '#screens/device/later-pages.ts';
import { type ServerResult, useLocal, useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';

interface KeptAnswer {
  /** Includes the app version: another version may expect other answers. */
  question: string;
  answered_at: number;
  result: unknown;
}

/** The name under which the last answer of a report is kept. */
const nameOf = (report: string) => `report-answer|${report}`;

/**
 * The server's answer. The last one is stored encrypted on this device and used while the server is unreachable.
 *
 * @param report the report's name; one answer is stored for each
 * @param question the request, as JSON
 * @param ask the same function while the question is the same; null where there is nothing to ask
 * @returns with `other`, the stored answer's question, if it differs and the server is unreachable
 */
export function useKeptAnswer<Answer>(
  report: string,
  question: string,
  ask: (api: ApiClient) => Promise<Answer>,
): ServerResult<Answer> & { other: Record<string, unknown> | null } {
  const { db } = useSignedIn().workspace;
  const answer = useServerData(ask);
  const name = nameOf(report);
  const versioned = `${APP_VERSION} ${question}`;
  const kept = useLocal((local) => draftOf(local, name).catch(() => null), [name]) as
    | KeptAnswer
    | null
    | undefined;
  const { result, answeredAt } = answer;
  useEffect(() => {
    if (result == null || answeredAt === null) return;
    const toKeep: KeptAnswer = { question: versioned, answered_at: answeredAt, result };
    keepDraft(db, name, toKeep).catch((problem) => console.warn('An answer was not kept.', problem));
  }, [db, name, versioned, result, answeredAt]);
  // If the server refuses, don't show an earlier answer either.
  if (result !== undefined || !answer.isOffline || kept == null) return { ...answer, other: null };
  if (kept.question === versioned) {
    return { ...answer, result: kept.result as Answer, answeredAt: kept.answered_at, other: null };
  }
  const isReadable = kept.question.startsWith(`${APP_VERSION} `);
  return { ...answer, other: isReadable ? JSON.parse(kept.question.slice(APP_VERSION.length + 1)) : null };
}

interface KeptPages extends Omit<KeptAnswer, 'result'> {
  pages: readonly unknown[];
}

const NONE: readonly never[] = [];
/** So many pages after the first one are kept: with more, every press of "Show more" would take longer. */
const MOST_KEPT_PAGES = 20;

/**
 * The pages that were loaded after the first one, kept as it is, and read with it while the server is unreachable.
 * @param answeredAt when the first page was answered: others go with another first page
 */
export function useKeptPages<Page>(
  report: string,
  question: string,
  answeredAt: number | null,
): PageStore<Page> {
  const { db } = useSignedIn().workspace;
  const name = `${nameOf(report)}-later`;
  const versioned = `${APP_VERSION} ${question}`;
  const stored = useLocal((local) => draftOf(local, name).catch(() => null), [name]) as
    | KeptPages
    | null
    | undefined;
  const isOfFirst = stored?.question === versioned && stored.answered_at === answeredAt;
  return {
    kept: isOfFirst ? (stored.pages as readonly Page[]) : NONE,
    keep(pages) {
      if (answeredAt === null) return;
      const toKeep: KeptPages = {
        ...{ question: versioned, answered_at: answeredAt },
        pages: pages.slice(0, MOST_KEPT_PAGES),
      };
      keepDraft(db, name, toKeep).catch((problem) => console.warn('Pages were not kept.', problem));
    },
  };
}
