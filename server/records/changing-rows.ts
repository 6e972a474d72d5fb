import { ApiError } from '#contract/errors.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import type { Kept } from '#server/db/entity-rows.ts';

/** The fields of a change: only edited fields are sent. */
type Touched<Row> = { [Field in keyof Row]?: Row[Field] | undefined };

/** The row with the edited fields replaced. */
export function withTouched<Row extends object>(row: Row, changes: Touched<NoInfer<Row>>): Row {
  const touched = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...row, ...Object.fromEntries(touched) };
}

/** Refuses the call if a field is invalid, with the validation errors. */
export function refuseProblems(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw new ApiError('request.invalid', { fields });
}

/** The owner of a new row: the named person, otherwise the caller. */
export function ownerOf(actor: Actor, named: string | undefined): string {
  const owner = named ?? actor.provider_id;
  if (owner === null) throw new ApiError('request.invalid', { fields: { provider: 'Choose a provider.' } });
  return owner;
}

/** Refuses a change of a row that is deleted, or newer than the change's base version. */
export function refuseOutdated(row: Kept, base_version: number | null): void {
  if (row.deleted_at !== null) throw new ApiError('record.deleted', { deleted_version: row.version });
  if (base_version !== null && base_version !== row.version) {
    throw new ApiError('record.stale', { current: wireRow(row) });
  }
}

/** A stored row in its contract's shape. */
export function wireRow<Row extends Kept>(row: Row): Omit<Row, 'deleted_at'> {
  const { deleted_at: _, ...wire } = row;
  return wire;
}
