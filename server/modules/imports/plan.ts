import type { RecordName } from '#contract/entity-name.ts';
import { IMPORT_COLUMNS, type LineValues } from '#domain/imports/import-columns.ts';
import type { ImportKind } from '#domain/imports/import-kinds.ts';
import type { AuditNote, Call, Records } from '#server/records/call.ts';

/** A record that a line adds. */
export interface NewRow {
  entity: RecordName;
  id: string;
  write(call: Call, note: AuditNote): Promise<unknown>;
}

/** What a line does to a record that exists. */
export interface Update {
  entity: RecordName;
  id: string;
  /** What changes; empty if the record is already as the line says. */
  changes: Readonly<Record<string, unknown>>;
  /** The same fields as they are. */
  before: Readonly<Record<string, unknown>>;
}

/** What a line is, before anything is written. */
export type Plan =
  | { outcome: 'faulty'; faults: string[] }
  | { outcome: 'add'; rows: NewRow[] }
  | { outcome: 'found'; update: Update };

export const faulty = (...faults: string[]): Plan => ({ outcome: 'faulty', faults });

/** Plans the lines of one kind, one after the other: a line sees what earlier ones add. */
export interface Planner<Kind extends ImportKind> {
  /** @param idOf the id of a new record of this line */
  plan(values: LineValues<Kind>, idOf: (part?: string) => string): Plan;
  /** Called after the rows of added lines were written, with their ids. */
  finish?(ids: readonly string[]): Promise<void>;
}

export function newRow<Row extends { id: string; version: number }>(
  records: Records<Row>,
  row: NoInfer<Row>,
): NewRow {
  return { entity: records.entity, id: row.id, write: (call, note) => call.create(records, row, note) };
}

/** Faults of fields, under the labels of the file's columns. */
export function fieldFaults(
  kind: ImportKind,
  problems: Readonly<Record<string, string | undefined>>,
): string[] {
  const columns: Readonly<Record<string, { label: string }>> = IMPORT_COLUMNS[kind];
  return Object.entries(problems).flatMap(([field, message]) => {
    if (message === undefined) return [];
    const label = Object.hasOwn(columns, field) ? columns[field]?.label : undefined;
    return label === undefined ? message : `${label}: ${message}`;
  });
}

/** The fields in which a record differs from what a line says. What the line doesn't say stays. */
export function updateOf(
  entity: RecordName,
  id: string,
  now: object,
  wanted: Readonly<Record<string, unknown>>,
): Plan {
  const known = now as Readonly<Record<string, unknown>>;
  const differs = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isSame(value, known[field]),
  );
  const before = Object.fromEntries(differs.map(([field]) => [field, known[field] ?? null]));
  return { outcome: 'found', update: { entity, id, changes: Object.fromEntries(differs), before } };
}

/** Lists of ids are sets: their order doesn't matter. */
function isSame(a: unknown, b: unknown): boolean {
  const plain = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
  return plain(a) === plain(b);
}
