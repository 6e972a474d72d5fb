import { dayPlus } from '#domain/time/pacific.ts';

/** What a student's timeline can be filtered by, in the order in which it is offered. */
export const TIMELINE_KINDS = [
  'sessions',
  'notes',
  'calendar',
  'services',
  'dates',
  'parents',
  'files',
  'record',
  'changes',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

export const TIMELINE_KIND_LABELS: Readonly<Record<TimelineKind, string>> = {
  sessions: 'Sessions',
  notes: 'SOAP notes',
  calendar: 'Calendar series',
  services: 'Services and providers',
  dates: 'IEP and consent',
  parents: 'Parents',
  files: 'Attachments and notes',
  record: 'Client and record',
  changes: 'Changed fields',
};

/** Kinds that only the office sees: what moved, merged, or changed the record itself. */
export const OFFICE_TIMELINE_KINDS: readonly TimelineKind[] = ['record', 'changes'];

/** Everything that a timeline shows, with the kind that it belongs to. */
export const KIND_OF_EVENT = {
  session: 'sessions',
  'note-sign': 'notes',
  'note-co-sign': 'notes',
  'note-return': 'notes',
  'note-withdraw': 'notes',
  'note-amend': 'notes',
  'series-begin': 'calendar',
  'series-end': 'calendar',
  'service-begin': 'services',
  'service-renew': 'services',
  'service-move': 'services',
  'service-end': 'services',
  date: 'dates',
  'parent-add': 'parents',
  'parent-remove': 'parents',
  attachment: 'files',
  'file-note': 'files',
  add: 'record',
  transfer: 'record',
  merge: 'record',
  'undo-merge': 'record',
  archive: 'record',
  restore: 'record',
  change: 'changes',
} as const satisfies Record<string, TimelineKind>;
export type TimelineEvent = keyof typeof KIND_OF_EVENT;

/** An assigned service, as far as its beginning and end depend on it. */
export interface ServiceStretch {
  id: string;
  service: string;
  provider: string | null;
  start_date: string;
  end_date: string | null;
}

/** One day in the life of assigned services. */
export interface ServiceEvent<Row> {
  what: Extract<TimelineEvent, `service-${string}`>;
  day: string;
  row: Row;
  /** What it follows without a gap, or what it renews. */
  former: Row | null;
}

/**
 * When services began, were renewed, went to another provider, and ended. A service that goes on the next day hasn't
 * ended: with another provider it moved, with the same one and other minutes or for another year it was renewed.
 */
export function serviceEvents<Row extends ServiceStretch>(rows: readonly Row[]): ServiceEvent<Row>[] {
  const inOrder = rows.toSorted(
    (a, b) => a.start_date.localeCompare(b.start_date) || a.id.localeCompare(b.id),
  );
  return inOrder.flatMap((row): ServiceEvent<Row>[] => {
    const others = inOrder.filter((one) => one.service === row.service && one.id !== row.id);
    const earlier = others.filter((one) => one.start_date < row.start_date);
    const joined = earlier.findLast((one) => one.end_date === dayPlus(row.start_date, -1)) ?? null;
    const former = joined ?? earlier.at(-1) ?? null;
    const isMoved = joined !== null && joined.provider !== row.provider;
    const began = isMoved ? 'service-move' : former === null ? 'service-begin' : 'service-renew';
    const begin: ServiceEvent<Row> = { what: began, day: row.start_date, row, former };
    const { end_date } = row;
    if (end_date === null) return [begin];
    const goesOn = others.some((one) => one.start_date === dayPlus(end_date, 1));
    return goesOn ? [begin] : [begin, { what: 'service-end', day: end_date, row, former: null }];
  });
}
