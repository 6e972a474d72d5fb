import { type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { ImportOverview, ImportRecord } from '#contract/imports.ts';
import type { ColumnMap } from '#domain/imports/import-columns.ts';
import { IMPORT_KINDS, type ImportKind, mayImport } from '#domain/imports/import-kinds.ts';
import { LUNCH_LOCATION } from '#domain/lunch/desired-event.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { personNameOf } from '#server/db/person-name.ts';
import type { Call } from '#server/records/call.ts';

const MOST_IMPORTS = 200;

export function refuseKind({ actor }: Call, kind: ImportKind): void {
  if (!mayImport(actor, kind)) throw new ApiError('access.denied');
}

function importsWhere(tx: Transaction, where: SQL): Promise<ImportRecord[]> {
  return jsonRows(
    tx,
    sql`select i.id, i.kind, i.file_name, i.existing, i.lines, i.faulty, i.done, i.added, i.updated, i.skipped,
        i.started_by, ${sql.raw(personNameOf('i.started_by'))} as started_by_name,
        ${sql.raw(isoInstant('started_at', 'i'))}, ${sql.raw(isoInstant('finished_at', 'i'))},
        ${sql.raw(personNameOf('i.undone_by'))} as undone_by_name, ${sql.raw(isoInstant('undone_at', 'i'))},
        (select count(distinct r.row_id)::int from import_rows r where r.import = i.id and not r.is_undone)
          as remaining
      from imports i where ${where} order by i.started_at desc, i.id desc limit ${MOST_IMPORTS}`,
  );
}

export async function importRecord(tx: Transaction, id: string): Promise<ImportRecord> {
  const [found] = await importsWhere(tx, sql`i.id = ${id}`);
  if (found === undefined) throw new ApiError('record.absent');
  return found;
}

/** The past imports of the kinds that a person may import, how many records there are, and the columns of files as they were chosen last. */
export async function importOverview({ tx, actor }: Call): Promise<ImportOverview> {
  const [counts] = await jsonRows<Record<ImportKind, number>>(
    tx,
    sql`select (select count(*)::int from service_categories where deleted_at is null) as category,
      (select count(*)::int from services where deleted_at is null) as service,
      (select count(*)::int from regions where deleted_at is null) as region,
      (select count(*)::int from sub_regions where deleted_at is null) as "sub-region",
      (select count(*)::int from goal_options where deleted_at is null) as "goal-option",
      (select count(*)::int from plan_options where deleted_at is null) as "plan-option",
      (select count(*)::int from clients where deleted_at is null) as client,
      (select count(*)::int from locations where deleted_at is null and id <> ${LUNCH_LOCATION}) as school,
      (select count(*)::int from students) as student,
      (select count(*)::int from parents where deleted_at is null) as guardian,
      (select count(*)::int from providers) as provider,
      (select count(*)::int from assigned_services where deleted_at is null) as assignment,
      (select count(*)::int from rates where deleted_at is null) as rate,
      (select count(*)::int from sessions where deleted_at is null and is_history) as session,
      (select count(*)::int from extra_pays where deleted_at is null) as "extra-pay"`,
  );
  if (counts === undefined) throw new TypeError('The query gave no row.');
  const chosen = await jsonRows<{ kind: ImportKind; columns: ColumnMap }>(
    tx,
    sql`select kind, columns from imports order by started_at desc, id desc limit ${MOST_IMPORTS}`,
  );
  const columns = Object.fromEntries(IMPORT_KINDS.map((kind) => [kind, {}])) as Record<ImportKind, ColumnMap>;
  for (const { kind, columns: older } of chosen) columns[kind] = { ...older, ...columns[kind] };
  const kinds = IMPORT_KINDS.filter((kind) => mayImport(actor, kind));
  return {
    imports: await importsWhere(tx, sql`i.kind = any(${arrayParam(kinds, 'text')})`),
    counts,
    columns,
  };
}
