import { useEffect } from 'react';
import { APP_VERSION } from '#contract/app-version.ts';
import { draftOf, keepDraft } from '#db/drafts.ts';
import { type ServerResult, useLocal, useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';

interface KeptAnswer {
  /** With the version of the app: another one may read answers otherwise. */
  question: string;
  answered_at: number;
  result: unknown;
}

/**
 * An answer of the server, of which the last is kept sealed on this device and read where
 * nobody answers.
 *
 * @param report whose answers these are; one is kept of each
 * @param question what is asked, as JSON
 * @param ask the same function as long as the question is the same
 * @returns with `other`, the question of the kept answer, where that is another one and nobody answers
 */
export function useKeptAnswer<Answer>(
  report: string,
  question: string,
  ask: (api: ApiClient) => Promise<Answer>,
): ServerResult<Answer> & { other: Record<string, unknown> | null } {
  const { db } = useSignedIn().workspace;
  const asked = useServerData(ask);
  const name = `report-answer|${report}`;
  const versioned = `${APP_VERSION} ${question}`;
  const kept = useLocal((local) => draftOf(local, name).catch(() => null), [name]) as
    | KeptAnswer
    | null
    | undefined;
  const { result, answeredAt } = asked;
  useEffect(() => {
    if (result === undefined || answeredAt === null) return;
    const answer: KeptAnswer = { question: versioned, answered_at: answeredAt, result };
    keepDraft(db, name, answer).catch((problem) => console.warn('An answer was not kept.', problem));
  }, [db, name, versioned, result, answeredAt]);
  // Where the server refuses, what it once answered is not to be seen either.
  if (result !== undefined || !asked.isOffline || kept == null) return { ...asked, other: null };
  if (kept.question === versioned) {
    return { ...asked, result: kept.result as Answer, answeredAt: kept.answered_at, other: null };
  }
  const isReadable = kept.question.startsWith(`${APP_VERSION} `);
  return { ...asked, other: isReadable ? JSON.parse(kept.question.slice(APP_VERSION.length + 1)) : null };
}
