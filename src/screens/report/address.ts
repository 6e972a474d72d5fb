// Loaded with the routes, before any report: it stays small.

/** What a filter may hold: two days, an id or words, yes, or one of several. */
export type FilterShape = 'days' | 'words' | 'flag' | readonly string[];
export type FilterShapes = Readonly<Record<string, FilterShape>>;

type Held<Shape> = Shape extends readonly (infer One)[] ? One : Shape extends 'flag' ? true : string;

/** What the address of a report says. What it leaves out narrows nothing. */
export type ReportAddress<Shapes extends FilterShapes> = {
  [Name in keyof Shapes as Shapes[Name] extends 'days' ? never : Name]?: Held<Shapes[Name]>;
} & { from?: string; to?: string; sort?: string; columns?: string };

/** Reads the address of a report with these filters. Only what is set, and can be read, stays in it. */
export function reportAddress<const Shapes extends FilterShapes>(shapes: Shapes) {
  const { days, ...others }: FilterShapes = { ...shapes, sort: 'words', columns: 'words' };
  const all = Object.entries(days === undefined ? others : { from: 'day', to: 'day', ...others });
  return (search: Record<string, unknown>) =>
    Object.fromEntries(
      all.flatMap(([name, shape]) => (fits(shape, search[name]) ? [[name, search[name]]] : [])),
    ) as ReportAddress<Shapes>;
}

function fits(shape: string | readonly string[], value: unknown): boolean {
  if (shape === 'flag') return value === true;
  if (typeof value !== 'string') return false;
  if (shape === 'day') return /^\d{4}-\d{2}-\d{2}$/.test(value);
  return shape === 'words' ? value !== '' : shape.includes(value);
}
