import { pacificDay } from '#domain/time/pacific.ts';

/** A write of a record, as the audit has it. */
export interface RecordedWrite {
  kind: 'create' | 'update';
  /** The record's version after it. */
  version: number;
  /** What a change replaced and by what, by field; null of a creation. */
  changes: Readonly<Record<string, readonly [from: unknown, to: unknown]>> | null;
}

/**
 * A record as it was before some writes; null if one of them created it.
 * @param later what was written to it since, newest first
 */
export function rowBefore<Row extends { version: number }>(
  row: Row | null,
  later: readonly RecordedWrite[],
): Row | null {
  let before = row;
  for (const { kind, version, changes } of later) {
    if (before === null || kind === 'create') return null;
    const replaced = Object.entries(changes ?? {}).map(([field, [from]]) => [field, from]);
    before = { ...before, ...Object.fromEntries(replaced), version: version - 1 };
  }
  return before;
}

/** The steps of a run up to the end of a Pacific day; empty if it had not started yet. */
export function stepsUntil<Step extends { at: string }>(steps: readonly Step[], day: string): Step[] {
  return steps.filter(({ at }) => pacificDay(at) <= day);
}

/** The Pacific days among some instants, each once, oldest first. */
export function daysOf(instants: Iterable<string>): string[] {
  return [...new Set(Array.from(instants, (at) => pacificDay(at)))].sort();
}
