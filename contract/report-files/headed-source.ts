import { uuid } from '#entities/fields.ts';
import { type Asked, askedSource, type FileSource, type ReportCaller, type Unsynced } from './file-report.ts';

/** Whose changes an answer lacks. */
type Lacking = Unsynced | (Omit<Unsynced, 'id'> & { user_id: string });

/** What every answer of reports, payroll, and billing says of itself. */
interface Headed {
  as_of: string;
  unsynced: readonly Lacking[];
}

interface HeadedSource<Row, Answer extends Headed> {
  name: string;
  ask: (api: ReportCaller, asked: Asked) => Promise<Answer>;
  rows: (answer: Answer) => readonly Row[];
}

/** A source whose answers say when they were true and whose changes they lack. */
export function headedSource<Row, Answer extends Headed>(
  source: HeadedSource<Row, Answer>,
): FileSource<Row, unknown> {
  return askedSource({
    ...source,
    asOf: ({ as_of }) => as_of,
    unsynced: ({ unsynced }) =>
      unsynced.map((one) => {
        if ('id' in one) return one;
        const { user_id: id, ...person } = one;
        return { id, ...person };
      }),
  });
}

/** An id of the address; nothing if it isn't one. */
export function validId(id: unknown): string | undefined {
  return uuid.safeParse(id).data;
}

/** The query of the days that are asked about. */
export function daysQuery({ from, to }: Asked): { start_date: string; end_date: string } {
  return { start_date: from, end_date: to };
}

/** So many rows are asked for at a time where all are needed: fewer requests for files. */
export const LARGEST_PAGE = 2_000;

/** All pages of an answer; there is at least one. */
export async function allPages<Page extends { next: string | null }>(
  ask: (query: { limit: number; after?: string }) => Promise<Page>,
): Promise<[Page, ...Page[]]> {
  const pages: [Page, ...Page[]] = [await ask({ limit: LARGEST_PAGE })];
  for (let { next } = pages[0]; next !== null; ) {
    const page = await ask({ limit: LARGEST_PAGE, after: next });
    pages.push(page);
    next = page.next;
  }
  return pages;
}
