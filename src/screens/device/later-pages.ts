import { useMemo, useState } from 'react';
import type { ApiClient } from '#sync/api-client.ts';
import { useSignedIn } from './signed-in.ts';

interface Page {
  /** Null on the last one. */
  next: string | null;
}

export interface LaterPages<Row> {
  /** Of all pages that are loaded. */
  rows: readonly Row[];
  hasMore: boolean;
  isLoading: boolean;
  /** Why the last page wasn't loaded. */
  problem: string | null;
  /** Loads the next page, or all of them. @returns everything that is loaded then, or null if that failed */
  load: (isWhole: boolean) => Promise<readonly Row[] | null>;
}

/**
 * The pages after the first one of a list, when they are asked for.
 * @param rowsOf the same function on every render
 * @param limit how many rows are loaded at most, and what is said if there are more
 */
export function useLaterPages<Row, One extends Page>(
  first: One | undefined,
  rowsOf: (page: One) => readonly Row[],
  ask: (api: ApiClient, after: string, isWhole: boolean) => Promise<One>,
  limit: { most: number; words: string } = { most: Number.POSITIVE_INFINITY, words: '' },
): LaterPages<Row> {
  const { engine } = useSignedIn();
  const [later, setLater] = useState<{
    to: One | undefined;
    rows: readonly Row[];
    next: string | null;
  } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  // A first page that was asked for again has other pages after it.
  const known = later !== null && later.to === first ? later : null;
  const rows = useMemo(
    () => [...(first === undefined ? [] : rowsOf(first)), ...(known?.rows ?? [])],
    [first, known, rowsOf],
  );
  const next = known === null ? (first?.next ?? null) : known.next;

  const load = async (isWhole: boolean) => {
    const found = [...(known?.rows ?? [])];
    let after = next;
    setLoading(true);
    setProblem(null);
    try {
      while (after !== null) {
        const page: One = await ask(engine.api, after, isWhole);
        found.push(...rowsOf(page));
        after = page.next;
        if (!isWhole) break;
        if (found.length > limit.most) throw new Error(limit.words);
      }
      setLater({ to: first, rows: found, next: after });
      return [...(first === undefined ? [] : rowsOf(first)), ...found];
    } catch (fault) {
      setProblem(fault instanceof Error ? fault.message : String(fault));
      return null;
    } finally {
      setLoading(false);
    }
  };
  return { rows, hasMore: next !== null, isLoading, problem, load };
}
