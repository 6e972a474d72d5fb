import { eq, type SQL, sql } from 'drizzle-orm';
import type { BulkChange } from '#contract/bulk-changes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { RecordName } from '#contract/entity-name.ts';
import type { Endpoints } from '#contract/index.ts';
import { goesOnAfter } from '#domain/students/file-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { type Kept, storedRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { bulk_changes, type ChangedRecord, type RecordedWrite } from '#server/db/schema/bulk-changes.ts';
import { canSupervise } from '#server/modules/providers/queries.ts';
import { followStudentServices } from '#server/modules/students/assignments.ts';
import { tellUndone } from '#server/records/bell.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { gatheredCall } from '#server/records/gathered-call.ts';
import { type RowsNow, rowKey, takeBack } from './former-rows.ts';
import { changeById, type KeptChange, keptChange, undoRefusal } from './kept-changes.ts';
import { cancelTransfers } from './transfer-days.ts';

type UndoPreview = ReplyOf<Endpoints['bulk-change.read-undo']>;

/**
 * Rows that also get new versions by what others write, such as a student by their services: changed since is
 * whatever has another value than the step left.
 */
const COMPARED_BY_FIELD: readonly RecordName[] = [
  'student',
  'student_account',
  'provider',
  'provider_account',
  'client',
  'client_account',
];

/** What undoing would take back, and what it would leave. */
export async function readUndo(call: Call, id: string): Promise<UndoPreview> {
  const change = await keptChange(call.tx, id);
  const kept = await keptRecords(call, change, await rowsNow(call.tx, change.records));
  const names = await namesOf(call.tx, [...kept.keys()]);
  const open = change.records.filter(({ is_undone }) => is_undone !== true);
  return {
    undoable: open.length - kept.size,
    kept: [...kept].map(([record, because]) => ({ id: record, name: names.get(record) ?? '', because })),
  };
}

/** Takes back what a change wrote, record by record; those that were changed since stay as they are. */
export async function undoChange(call: Call, id: string): Promise<BulkChange> {
  const { tx, context, actor } = call;
  await tx.execute(sql`select 1 from bulk_changes where id = ${id} for update`);
  const change = await keptChange(tx, id);
  const refusal = undoRefusal(call, change);
  if (refusal !== '') refuseProblems({ change: refusal });
  const rows = await rowsNow(tx, change.records);
  const kept = await keptRecords(call, change, rows);
  if (kept.size === change.records.length) refuseProblems({ change: 'Nothing in it can be undone now.' });
  const step = call.withContext({ base_version: null });
  const records = await gatheredCall(step, async (many) => {
    const left: ChangedRecord[] = [];
    for (const record of change.records) {
      const stays = kept.has(record.id);
      if (!stays) await takeBack(many, record, rows);
      left.push(stays ? record : { ...record, is_undone: true });
    }
    return left;
  });
  const students = records.filter(({ is_undone }) => is_undone).map((record) => record.id);
  if (isTransfer(change)) await cancelTransfers(step, id, students);
  await followStudentServices(tx, students.sort(), pacificDay(context.now));
  await tx
    .update(bulk_changes)
    .set({ records, undone_at: context.now, undone_by: actor.user_id })
    .where(eq(bulk_changes.id, id));
  const receivers = change.records.flatMap(({ writes }) => providersOf(writes));
  await tellUndone(call, { change: id, receivers, isWhole: kept.size === 0 });
  await call.note({
    ...{ action: 'bulk_change.take-back', entity: 'bulk_change', row_id: id },
    details: { kind: change.kind, changed: students.length },
  });
  return changeById(call, id);
}

/** The providers of the services that were written, before and after. */
function providersOf(writes: readonly RecordedWrite[]): string[] {
  return writes.flatMap(({ entity, before, after }) =>
    entity === 'student_service'
      ? [before ?? {}, after ?? {}].flatMap(({ provider }) => (typeof provider === 'string' ? provider : []))
      : [],
  );
}

function isTransfer({ kind }: Pick<KeptChange, 'kind'>): boolean {
  return kind === 'transfer' || kind === 'transfer-students';
}

/** Records that stay as they are, each with the reason. */
async function keptRecords(
  { tx, context }: Call,
  change: KeptChange,
  now: RowsNow,
): Promise<Map<string, string>> {
  // What is recorded of a transferred student is billed by its day again.
  const used = isTransfer(change) ? new Set<string>() : await usedSince(tx, change);
  const today = pacificDay(context.now);
  const gone = new Map([...(await goneSince(tx, change, today)), ...(await inUseSince(tx, change))]);
  const kept = new Map<string, string>();
  for (const { id, writes } of change.records) {
    const missing = gone.get(id);
    const changed = writes.some((write) => isChanged(write, now.get(rowKey(write))));
    if (changed) kept.set(id, 'Changed since.');
    else if (used.has(id)) kept.set(id, 'A session was recorded since.');
    else if (missing !== undefined) kept.set(id, missing);
  }
  return kept;
}

/**
 * Records that would go back to someone or something that nothing new may name: a deactivated provider, a supervisor who is
 * none now, an archived client or school. By record, with the reason.
 */
async function goneSince(
  tx: Transaction,
  { records }: KeptChange,
  today: string,
): Promise<Map<string, string>> {
  const named = new Map(
    records.map(({ id, writes }) => [id, writes.flatMap((one) => namedBefore(one, today))]),
  );
  const among = arrayParam(new Set([...named.values()].flat()), 'text');
  const rows = await jsonRows<{ id: string; words: string }>(
    tx,
    sql`select p.id::text as id, p.provider_first || ' ' || p.provider_last || ' is deactivated.' as words
        from providers p where p.archived and p.id::text = any(${among})
      union all select 'supervisor ' || p.id, p.provider_first || ' ' || p.provider_last || ' isn''t an active supervisor.'
        from providers p join users u on u.id = p.id where not (${canSupervise()}) and 'supervisor ' || p.id = any(${among})
      union all select c.id::text, c.name || ' is archived.' from clients c where c.active = 0 and c.id::text = any(${among})
      union all select 'school ' || l.id, l.name || ' is archived.'
        from locations l where l.archived and 'school ' || l.id = any(${among})`,
  );
  const words = new Map(rows.map((row) => [row.id, row.words]));
  const gone = new Map<string, string>();
  for (const [id, names] of named) {
    const found = names.find((one) => words.has(one));
    if (found !== undefined) gone.set(id, words.get(found) ?? '');
  }
  return gone;
}

/**
 * Restored students and activated clients and providers that have something since which archiving them would end or leave
 * behind. By record, with the reason.
 */
async function inUseSince(tx: Transaction, change: KeptChange): Promise<Map<string, string>> {
  const found = gainedSince(change);
  if (found === null) return new Map();
  const rows = await jsonRows<{ id: string; words: string }>(tx, found);
  return new Map(rows.map(({ id, words }) => [id, words]));
}

/** @returns SQL of `id` and `words`; null for changes that archive nothing when they are undone */
function gainedSince({ kind, records, made_at }: KeptChange): SQL | null {
  const among = arrayParam(
    records.map(({ id }) => id),
    'uuid',
  );
  const since = sql`${made_at}::timestamptz`;
  const changed = (entity: RecordName, id: SQL) =>
    sql`exists (select from audit_entries e
      where e.entity = ${entity} and e.row_id = ${id}::text and e.at >= ${since})`;
  switch (kind) {
    case 'restore-students':
      return sql`select distinct a.student as id, 'Services changed since.' as words from assigned_services a
        where a.student = any(${among}) and a.deleted_at is null and ${changed('student_service', sql`a.id`)}`;
    case 'restore-clients':
      return sql`select distinct client as id, 'Has active students.' as words from students
        where client = any(${among}) and not archived`;
    case 'restore-providers':
      // What they had before they were activated would stay with them again.
      return sql`select a.provider as id, 'Services changed since.' as words from assigned_services a
          where a.provider = any(${among}) and a.deleted_at is null and ${changed('student_service', sql`a.id`)}
        union all select c.provider, 'Calendar changed since.' from calendar_events c
          where c.provider = any(${among}) and c.deleted_at is null and ${changed('calendar_event', sql`c.id`)}
        union all select v.supervisor, 'Supervisees changed since.' from supervisions v
          join audit_entries e on e.entity = 'provider' and e.row_id = v.supervisee::text
          where v.supervisor = any(${among}) and e.at >= ${since}
            and (e.action = 'provider.create' or e.details -> 'fields' @> '["supervisors"]')
        union all select s.provider, 'A session was recorded since.' from sessions s
          where s.provider = any(${among}) and s.deleted_at is null and s.received_at >= ${since}`;
    default:
      return null;
  }
}

/** What an undone write would name again. */
function namedBefore({ entity, before, after }: RecordedWrite, today: string): string[] {
  if (before === null) return [];
  const text = (value: unknown) => (typeof value === 'string' ? [value] : []);
  if (entity === 'student_service') {
    const [last = null] = text(before.end_date);
    return goesOnAfter(last, today) ? text(before.provider) : [];
  }
  const changes = (field: string) => after !== null && field in after;
  if (entity === 'student') {
    return [
      ...(changes('client') ? text(before.client) : []),
      ...(changes('location') ? text(before.location).map((id) => `school ${id}`) : []),
    ];
  }
  if (entity !== 'provider' || !changes('supervisors') || !Array.isArray(before.supervisors)) return [];
  return before.supervisors.map((id) => `supervisor ${id}`);
}

/** All rows that a change wrote, and the students whom it is about. */
async function rowsNow(tx: Transaction, records: readonly ChangedRecord[]): Promise<RowsNow> {
  const writes = records.flatMap((record) => record.writes);
  const ids = new Map<RecordName, Set<string>>();
  const add = (entity: RecordName, id: string) => ids.set(entity, (ids.get(entity) ?? new Set()).add(id));
  for (const { entity, id } of writes) add(entity, id);
  if (ids.has('student_service')) for (const { id } of records) add('student', id);
  const found: RowsNow = new Map();
  for (const [entity, wanted] of ids) {
    const rows = await storedRows(tx, entity, sql`id = any(${arrayParam(wanted, 'uuid')})`);
    for (const row of rows) {
      found.set(rowKey({ entity, id: row.id }), row as unknown as Record<string, unknown> & Kept);
    }
  }
  return found;
}

function isChanged(
  { entity, version, before, after }: RecordedWrite,
  row: (Record<string, unknown> & Kept) | undefined,
): boolean {
  if (row === undefined) return true;
  if (before !== null && after !== null && COMPARED_BY_FIELD.includes(entity)) {
    return Object.entries(after).some(([field, value]) => !isSame(row[field], value));
  }
  return row.version !== version;
}

/** Lists of ids are sets: their order doesn't matter. */
function isSame(a: unknown, b: unknown): boolean {
  const plain = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
  return plain(a) === plain(b);
}

/** Students for whom a provider has recorded a session of a service that the step gave them. */
async function usedSince(tx: Transaction, { id, made_at }: KeptChange): Promise<Set<string>> {
  const rows = await jsonRows<{ student: string }>(
    tx,
    sql`select distinct r ->> 'id' as student
      from bulk_changes c, jsonb_array_elements(c.records) r, jsonb_array_elements(r -> 'writes') w
      join assigned_services a on a.id = (w ->> 'id')::uuid
      join sessions s on s.provider = a.provider and s.service = a.service and s.student_ids @> array[a.student]
        and s.session_date >= a.start_date and s.deleted_at is null
        and s.received_at >= ${made_at}::timestamptz
      where c.id = ${id} and w ->> 'entity' = 'student_service' and a.deleted_at is null
        and coalesce(w #>> '{before,provider}', '') <> a.provider::text`,
  );
  return new Set(rows.map(({ student }) => student));
}

/** What a person reads of each record. */
async function namesOf(tx: Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  const among = sql`id = any(${arrayParam(ids, 'uuid')})`;
  const rows = await jsonRows<{ id: string; name: string }>(
    tx,
    sql`select id, first_name || ' ' || last_name as name from students where ${among}
      union all select id, provider_first || ' ' || provider_last from providers where ${among}
      union all select id, name from clients where ${among}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
