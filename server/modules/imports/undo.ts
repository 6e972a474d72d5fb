import { sql } from 'drizzle-orm';
import { isRecordName, type RecordName } from '#contract/entity-name.ts';
import { ApiError } from '#contract/errors.ts';
import type { ImportRecord, KeptRow, UndoPreview } from '#contract/imports.ts';
import { mayImport } from '#domain/imports/import-kinds.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { type Kept, storedRows, tableFacts } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { NO_PASSWORD } from '#server/db/password-hash.ts';
import { settledExtraPays } from '#server/modules/payroll/extra-pays.ts';
import { sessionRecords } from '#server/modules/sessions/queries.ts';
import { followStudentServices } from '#server/modules/students/assignments.ts';
import { isReplaced } from '#server/modules/students/primary-contact.ts';
import type { Call, Records } from '#server/records/call.ts';
import { saveChanges } from './planners.ts';
import { importRecord } from './queries.ts';
import { referredTo } from './references.ts';

/** Records per call, and per look at what refers to them. */
const PER_CALL = 1_000;
const PER_LOOK = 5_000;
const KEPT_SHOWN = 200;

interface ImportRow {
  entity: RecordName;
  row_id: string;
  position: number;
  line: number;
  is_new: boolean;
  version: number;
  before: Record<string, unknown> | null;
  /** Its version now; null if it is deleted. */
  now: number | null;
}

/** What undoing would do, and what it would leave. */
export async function readUndo(call: Call, id: string): Promise<UndoPreview> {
  const { tx } = call;
  await ownImport(call, id);
  const gone = new Set<string>();
  const kept: { row: ImportRow; because: string }[] = [];
  let undoable = 0;
  for (let before: number | null = null; ; ) {
    const rows = await rowsOf(tx, id, before, PER_LOOK);
    if (rows.length === 0) break;
    const blocked = await blockedOf(tx, rows, gone);
    for (const [row_id, [row]] of groupedBy(rows, (one) => one.row_id)) {
      const because = blocked.get(row_id);
      if (because === undefined || row === undefined) {
        undoable += 1;
        gone.add(row_id);
      } else kept.push({ row, because });
    }
    before = rows.at(-1)?.position ?? 0;
  }
  kept.sort((a, b) => a.row.line - b.row.line);
  const shown = kept.slice(0, KEPT_SHOWN);
  const titles = await titlesOf(
    tx,
    shown.map(({ row }) => row),
  );
  return {
    undoable,
    kept_count: kept.length,
    kept: shown.map(({ row, because }): KeptRow => {
      return { line: row.line, title: titles.get(row.row_id) ?? '', because };
    }),
  };
}

/** An import of a kind that the person may import, or `record.absent`. */
async function ownImport({ tx, actor }: Call, id: string): Promise<void> {
  if (!mayImport(actor, (await importRecord(tx, id)).kind)) throw new ApiError('record.absent');
}

/** Takes back the last lines before a position that can be taken back. */
export async function undoImport(
  call: Call,
  id: string,
  before: number | null,
): Promise<{ next: number | null; undone: number; import: ImportRecord }> {
  const { tx, actor, context } = call;
  const { rows: locked } = await tx.execute(sql`select id from imports where id = ${id} for update`);
  if (locked.length === 0) throw new ApiError('record.absent');
  await ownImport(call, id);
  const rows = await rowsOf(tx, id, before, PER_CALL);
  const blocked = await blockedOf(tx, rows, []);
  const free = rows.filter(({ row_id }) => !blocked.has(row_id));
  await withdrawNew(
    call,
    id,
    free.filter(({ is_new, now }) => is_new && now !== null),
  );
  for (const row of free.filter(({ is_new }) => !is_new)) {
    await saveChanges(call, row.entity, row.row_id, await valuesBefore(tx, row));
  }
  await tx.execute(
    sql`update import_rows set is_undone = true where import = ${id}
      and row_id = any(${arrayParam(new Set(free.map(({ row_id }) => row_id)), 'uuid')})`,
  );
  const next = rows.at(-1)?.position ?? 0;
  if (rows.length > 0 && next > 0) {
    return { next, undone: free.length, import: await importRecord(tx, id) };
  }
  await tx.execute(
    sql`update imports set undone_by = ${actor.user_id}, undone_at = ${context.now}::timestamptz where id = ${id}`,
  );
  const record = await importRecord(tx, id);
  await call.note({ action: 'import.undo', entity: 'import', row_id: id, details: { kind: record.kind } });
  return { next: null, undone: free.length, import: record };
}

/** What the import replaced. Someone who was chosen as a student's primary contact since then stays it. */
async function valuesBefore(
  tx: Transaction,
  { entity, row_id, before }: ImportRow,
): Promise<Record<string, unknown>> {
  const { is_primary, ...others } = before ?? {};
  if (entity === 'parent' && is_primary === true && (await isReplaced(tx, row_id))) return others;
  return before ?? {};
}

/** Rows of whole lines that aren't undone yet, last lines first, about as many as asked for. */
async function rowsOf(
  tx: Transaction,
  id: string,
  before: number | null,
  most: number,
): Promise<ImportRow[]> {
  const isOpen = sql`import = ${id} and not is_undone ${before === null ? sql`` : sql`and position < ${before}::int`}`;
  // From the lowest of these positions on: asked for one by one, they would be looked up once for each row.
  const rows = await jsonRows<Omit<ImportRow, 'now'>>(
    tx,
    sql`select entity, row_id, position, line, is_new, version, before from import_rows
      where ${isOpen} and position >= (select min(last.position) from (
        select distinct position from import_rows where ${isOpen} order by position desc limit ${most}) last)
      order by position desc, row_id, entity`,
  );
  const versions = new Map<string, number>();
  for (const entity of new Set(rows.map((row) => row.entity))) {
    const ids = rows.filter((row) => row.entity === entity).map(({ row_id }) => row_id);
    const { name, keyType, keepsDeleted } = tableFacts(entity);
    const found = await jsonRows<{ id: string; version: number }>(
      tx,
      sql`select id, version from ${sql.identifier(name)} where id = any(${arrayParam(ids, keyType)})
        ${keepsDeleted ? sql`and deleted_at is null` : sql``}`,
    );
    for (const one of found) versions.set(`${entity} ${one.id}`, one.version);
  }
  return rows.map((row) => ({ ...row, now: versions.get(`${row.entity} ${row.row_id}`) ?? null }));
}

/**
 * Records that stay, each with the reason: `changed` since, or what refers to it.
 * @param gone records that were taken back before these
 */
async function blockedOf(
  tx: Transaction,
  rows: readonly ImportRow[],
  gone: Iterable<string>,
): Promise<Map<string, string>> {
  const blocked = new Map<string, string>();
  for (const { entity, row_id, version, now, is_new } of rows) {
    // Their services change it too. What people edit is the office's row, under the same id.
    if (entity === 'student') continue;
    // A new record that someone deleted needs no undoing.
    if (now !== version && !(is_new && now === null)) blocked.set(row_id, 'changed');
  }
  const people = rows.filter(({ entity }) => entity === 'user').map(({ row_id }) => row_id);
  if (people.length > 0) {
    const active = await jsonRows<{ id: string }>(
      tx,
      sql`select id from users where id = any(${arrayParam(people, 'uuid')}) and password_hash <> ${NO_PASSWORD}`,
    );
    for (const { id } of active) blocked.set(id, 'changed');
  }
  const extras = rows.filter(({ entity }) => entity === 'extra_pay').map(({ row_id }) => row_id);
  // A line of a run names its entry by its key.
  for (const id of await settledExtraPays(tx, extras)) blocked.set(id, 'payroll_run');
  const fresh = new Set(rows.filter(({ is_new }) => is_new).map(({ row_id }) => row_id));
  // What stays keeps what it refers to.
  for (;;) {
    const going = [...fresh].filter((id) => !blocked.has(id));
    const referred = await referredTo(tx, going, [...gone, ...going]);
    for (const [id, by] of referred) blocked.set(id, by);
    if (referred.size === 0) return blocked;
  }
}

/** How rows of an entity are taken back: sessions name their provider in the audit. */
function recordsOf(entity: RecordName): Records<{ id: string; version: number }> {
  if (entity === 'session') return sessionRecords as unknown as Records<{ id: string; version: number }>;
  return { entity, scopes: () => [], about: () => ({}) };
}

async function withdrawNew(call: Call, importId: string, rows: readonly ImportRow[]): Promise<void> {
  const { tx } = call;
  const people = rows.filter(({ entity }) => entity === 'user').map(({ row_id }) => row_id);
  for (const table of people.length === 0
    ? []
    : ([
        ['provider_services', 'provider'],
        ['supervisions', 'supervisee'],
        ['scope_members', 'user_id'],
      ] as const)) {
    await tx.execute(
      sql`delete from ${sql.identifier(table[0])}
        where ${sql.identifier(table[1])} = any(${arrayParam(people, 'uuid')})`,
    );
  }
  // A provider's row refers to the user's.
  const entities = [...new Set(rows.map(({ entity }) => entity))].sort(
    (a, b) => Number(a === 'user') - Number(b === 'user'),
  );
  for (const entity of entities) {
    const ids = rows.filter((row) => row.entity === entity).map(({ row_id }) => row_id);
    const stored = await storedRows(
      tx,
      entity,
      sql`id = any(${arrayParam(ids, tableFacts(entity).keyType)})`,
    );
    await call.withdraw(recordsOf(entity), stored as ({ id: string; version: number } & Kept)[], {
      details: { import: importId },
    });
    if (entity === 'student_service') await followStudents(call, ids);
  }
}

/** Students whose assigned services were taken back no longer have them. */
async function followStudents({ tx, context }: Call, assigned: readonly string[]): Promise<void> {
  const students = await jsonRows<{ student: string }>(
    tx,
    sql`select distinct student from assigned_services where id = any(${arrayParam(assigned, 'uuid')}) order by 1`,
  );
  await followStudentServices(
    tx,
    students.map(({ student }) => student),
    pacificDay(context.now),
  );
}

/** What tells the records from others: a name, or a day and time. */
async function titlesOf(tx: Transaction, rows: readonly ImportRow[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  const TITLES: Readonly<Record<string, string>> = {
    service: 'name',
    service_category: 'name',
    region: 'name',
    sub_region: 'name',
    goal_option: 'left(option_text, 100)',
    plan_option: 'left(option_text, 100)',
    client: 'name',
    location: 'name',
    student_service: `(select s.last_name || ', ' || s.first_name from students s where s.id = student)`,
    student: "last_name || ', ' || first_name",
    parent: "last_name || ', ' || first_name",
    provider: "provider_last || ', ' || provider_first",
    extra_pay: `(select p.provider_last || ', ' || p.provider_first from providers p where p.id = provider)`,
    rate: "start_year || '–' || (start_year + 1)",
    session: "to_char(session_date, 'MM/DD/YYYY') || ' ' || start_time",
  };
  const named = (entity: string) => entity.replace(/_account$/, '').replace(/^user$/, 'provider');
  for (const entity of new Set(rows.map((row) => named(row.entity)))) {
    const title = TITLES[entity];
    if (title === undefined || !isRecordName(entity)) continue;
    const ids = rows.filter((row) => named(row.entity) === entity).map(({ row_id }) => row_id);
    const found = await jsonRows<{ id: string; title: string }>(
      tx,
      sql`select id, ${sql.raw(title)} as title from ${sql.identifier(tableFacts(entity).name)}
        where id = any(${arrayParam(ids, tableFacts(entity).keyType)})`,
    );
    for (const one of found) titles.set(one.id, one.title);
  }
  return titles;
}
