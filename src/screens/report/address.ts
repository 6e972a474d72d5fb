// Loaded with the routes, before any report: keep it small.
import { type AddressShape, addressOf, type Held } from '#screens/address.ts';

/**
 * The type of a filter: a range of days, a pay period by its first day, a day, an id or words, a flag, or one of
 * several values.
 */
export type FilterShape = SpanShape | 'day' | 'words' | 'flag' | readonly string[];
/** The days that a report is about. */
export type SpanShape = 'days' | 'period';
/** The names of the filters that narrow the rows of those days. */
export type Narrowing<Shapes extends FilterShapes> = {
  [Name in keyof Shapes]: Shapes[Name] extends SpanShape ? never : Name;
}[keyof Shapes];
export type FilterShapes = Readonly<Record<string, FilterShape>>;

/** A report's filters in the URL. A missing one doesn't narrow the rows. */
export type ReportAddress<Shapes extends FilterShapes> = {
  [Name in keyof Shapes as Shapes[Name] extends 'days' ? never : Name]?: Held<Shapes[Name]>;
} & { from?: string; to?: string; sort?: string; columns?: string };

/** Parses the URL of a report with these filters. */
export function reportAddress<const Shapes extends FilterShapes>(shapes: Shapes) {
  const { days, ...others }: FilterShapes = { ...shapes, sort: 'words', columns: 'words' };
  const read = addressOf(
    Object.fromEntries(
      Object.entries(days === undefined ? others : { from: 'day', to: 'day', ...others }).map(
        ([name, shape]) => [name, (shape === 'period' ? 'day' : shape) as AddressShape],
      ),
    ),
  );
  return (search: Record<string, unknown>) => read(search) as ReportAddress<Shapes>;
}
