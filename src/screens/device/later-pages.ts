import { useMemo, useState } from 'react';
import type { ApiClient } from '#sync/api-client.ts';
import { useSignedIn } from './signed-in.ts';

interface Page {
  /** Null on the last one. */
  next: string | null;
}

/** Where the pages after the first one are kept. */
export interface PageStore<One> {
  /** Those that go with this first page. */
  kept: readonly One[];
  keep(pages: readonly One[]): void;
}

const NO_STORE: PageStore<never> = { kept: [], keep() {} };

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
  store: PageStore<One> = NO_STORE,
): LaterPages<Row> {
  const { engine } = useSignedIn();
  const [loaded, setLoaded] = useState<{ to: One | undefined; pages: readonly One[] } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  // A first page that was asked for again has other pages after it.
  const later = loaded !== null && loaded.to === first ? loaded.pages : store.kept;
  const rows = useMemo(
    () => (first === undefined ? [] : [first, ...later].flatMap((page) => [...rowsOf(page)])),
    [first, later, rowsOf],
  );
  const next = (later.at(-1) ?? first)?.next ?? null;

  const load = async (isWhole: boolean) => {
    const pages = [...later];
    let found = rows.length;
    let after = next;
    setLoading(true);
    setProblem(null);
    try {
      while (after !== null) {
        const page: One = await ask(engine.api, after, isWhole);
        pages.push(page);
        found += rowsOf(page).length;
        after = page.next;
        if (!isWhole) break;
        if (found > limit.most) throw new Error(limit.words);
      }
      setLoaded({ to: first, pages });
      store.keep(pages);
      return first === undefined ? [] : [first, ...pages].flatMap((page) => [...rowsOf(page)]);
    } catch (fault) {
      setProblem(fault instanceof Error ? fault.message : String(fault));
      return null;
    } finally {
      setLoading(false);
    }
  };
  return { rows, hasMore: next !== null, isLoading, problem, load };
}
