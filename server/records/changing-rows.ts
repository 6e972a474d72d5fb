import { Refusal } from '#contract/errors.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import type { FieldProblems } from '#domain/sessions/session-rules.ts';
import type { Kept } from '#server/db/entity-rows.ts';

/** The fields that a change may carry: only the touched ones travel. */
type Touched<Row> = { [Field in keyof Row]?: Row[Field] | undefined };

/** The row with the touched fields replaced; the others stay as they are. */
export function withTouched<Row extends object>(row: Row, changes: Touched<NoInfer<Row>>): Row {
  const touched = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...row, ...Object.fromEntries(touched) };
}

/** Refuses the call when a field has a problem, in the problem's words. */
export function refuseProblems(fields: FieldProblems): void {
  if (Object.keys(fields).length > 0) throw new Refusal('request.invalid', { fields });
}

/** Whose day a new row belongs to: the one that is named, else the caller. */
export function ownerOf(actor: Actor, named: string | undefined): string {
  const owner = named ?? actor.provider_id;
  if (owner === null) throw new Refusal('request.invalid', { fields: { provider: 'Choose a provider.' } });
  return owner;
}

/** Refuses a change of a row that is deleted, or that is newer than the version the change was made upon. */
export function refuseOutdated(row: Kept, base_version: number | null): void {
  if (row.deleted_at !== null) throw new Refusal('record.deleted', { deleted_version: row.version });
  if (base_version !== null && base_version !== row.version) {
    throw new Refusal('record.stale', { current: wireRow(row) });
  }
}

/** A kept row in its contract's shape. */
export function wireRow<Row extends Kept>(row: Row): Omit<Row, 'deleted_at'> {
  const { deleted_at: _, ...wire } = row;
  return wire;
}
