import { uuid } from '#entities/fields.ts';
import { type Asked, askedSource, type FileSource, type ReportCaller, type Unsynced } from './file-report.ts';

/** What every answer of payroll and billing says of itself. */
interface Headed {
  as_of: string;
  unsynced: readonly Unsynced[];
}

interface MoneySource<Row, Answer extends Headed> {
  name: string;
  ask: (api: ReportCaller, asked: Asked) => Promise<Answer>;
  rows: (answer: Answer) => readonly Row[];
}

/** A source of payroll or billing, whose answers say when they were true and whose changes they lack. */
export function moneySource<Row, Answer extends Headed>(
  source: MoneySource<Row, Answer>,
): FileSource<Row, unknown> {
  return askedSource({ ...source, asOf: ({ as_of }) => as_of, unsynced: ({ unsynced }) => unsynced });
}

/** An id of the address; nothing if it isn't one. */
export function validId(id: unknown): string | undefined {
  return uuid.safeParse(id).data;
}

/** The query of the days that are asked about. */
export function daysQuery({ from, to }: Asked): { start_date: string; end_date: string } {
  return { start_date: from, end_date: to };
}
