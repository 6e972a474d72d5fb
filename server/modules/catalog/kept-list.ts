import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AuditDetails } from '#contract/audit-trail.ts';
import type { EntityRow } from '#contract/entities.ts';
import { isSynced, type RecordName } from '#contract/entity-name.ts';
import { ApiError } from '#contract/errors.ts';
import type { declared, Reaching } from '#entities/declared.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, type Stored, storedRow, tableFacts } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseOutdated, wireRow, withTouched } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';

/** Stored on every device. */
const EVERYBODY = ['global'];

type ListEntity = Reaching<'everybody' | 'office'>;
type Body<Name extends ListEntity> = z.output<(typeof declared)[Name]['Body']>;
type Changes<Name extends ListEntity> = z.output<(typeof declared)[Name]['Changes']>;

/** A field that holds the id of an entry; `any(…)` around one that holds several. */
type Naming = readonly [entity: RecordName, field: string];

interface ListRules<Name extends ListEntity> {
  /** SQL from this code. */
  order: string;
  /** Fixed values of all rows, if several lists share a table. */
  all?: Partial<EntityRow<Name>>;
  /**
   * Rejects an invalid row.
   * @param before null for a new row
   */
  check(call: Call, row: Body<Name>, before: EntityRow<Name> | null): Promise<void>;
  /** The fields that name an entry of the list: one in use is archived, not deleted. */
  namedBy?: readonly Naming[];
}

/** The calls of a list that the office maintains, on every device or on the server only. */
export function keptList<Name extends ListEntity>(
  entity: Name,
  { order, all = {}, check, namedBy = [] }: ListRules<Name>,
) {
  const records: Records<EntityRow<Name>> = { entity, scopes: () => EVERYBODY, about: () => ({}) };
  const marks = Object.entries(all);

  async function changeable({ tx, context }: Call, id: string): Promise<Stored<Name>> {
    const before = await storedRow(tx, entity, id);
    const isOfList = marks.every(([field, value]) => Object(before)[field] === value);
    if (before === null || !isOfList) throw new ApiError('record.absent');
    refuseOutdated(before, context.base_version);
    return before;
  }

  return {
    list(tx: Transaction): Promise<EntityRow<Name>[]> {
      const which = marks.map(([field, value]) => sql`${sql.identifier(field)} = ${value}`);
      const where = which.length === 0 ? sql`true` : sql.join(which, sql` and `);
      return keptRows(tx, entity, sql`${where} order by ${sql.raw(order)}`);
    },
    async create(call: Call, body: Body<Name>): Promise<EntityRow<Name>> {
      await check(call, body, null);
      return call.create(records, { ...firstRow(call, entity, body), ...all });
    },
    async update(call: Call, id: string, changes: Changes<Name>): Promise<EntityRow<Name>> {
      const before = await changeable(call, id);
      const next = wireRow(withTouched<object>(before, changes) as typeof before) as EntityRow<Name>;
      await check(call, next as Body<Name>, before);
      return call.change(records, before, next);
    },
    /** Deletes an entry of the list. Copies stay. */
    async remove(call: Call, id: string): Promise<void> {
      await call.remove(records, await changeable(call, id));
      await refuseNamed(call.tx, id, namedBy);
    },
    /** Many rows imported by one statement: one audit entry with the count. */
    async noteImport(call: Call, ids: readonly string[], details: AuditDetails): Promise<void> {
      if (isSynced(entity)) await call.follow(ids.map((id) => ({ entity, id, scopes: EVERYBODY })));
      await call.note({ action: 'clinical_code.import', entity, details });
    },
  };
}

async function refuseNamed(tx: Transaction, id: string, namedBy: readonly Naming[]): Promise<void> {
  for (const [entity, field] of namedBy) {
    const { name, keepsDeleted } = tableFacts(entity);
    const found = await jsonRows(
      tx,
      sql`select id from ${sql.raw(name)} where ${id} = ${sql.raw(field)}
        ${sql.raw(keepsDeleted ? 'and deleted_at is null' : '')} limit 1`,
    );
    if (found.length > 0) throw new ApiError('record.in-use');
  }
}
