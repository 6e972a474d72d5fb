import { eq, type SQL, sql } from 'drizzle-orm';
import type { CaseloadMove, ListedMove } from '#contract/caseload-moves.ts';
import { ApiError } from '#contract/errors.ts';
import { lastMoveUndoDay } from '#domain/caseloads/handover-dates.ts';
import { counted } from '#domain/text/counted.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { type Stored, storedRow, tableFacts } from '#server/db/entity-rows.ts';
import { arrayParam, isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { personNameOf } from '#server/db/person-name.ts';
import { caseload_moves, type MoveWrite } from '#server/db/schema/caseload-moves.ts';
import { eventRecords } from '#server/modules/calendar/queries.ts';
import { followStudentServices } from '#server/modules/students/assignments.ts';
import { recordsOf } from '#server/modules/students/file-rows.ts';
import { ringBell, tellUndone } from '#server/records/bell.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems, wireRow } from '#server/records/changing-rows.ts';

type NewMove = Pick<
  typeof caseload_moves.$inferInsert,
  'id' | 'subject' | 'target' | 'start_date' | 'end_date' | 'hands_back' | 'note' | 'writes'
>;

/** Keeps what a move wrote, for its undo. */
export async function keepMove(call: Call, move: NewMove): Promise<void> {
  const { tx, context, actor } = call;
  await tx.insert(caseload_moves).values({ ...move, made_at: context.now, made_by: actor.user_id });
}

/** What a move between these two wrote, or `record.absent`. */
export async function movedBetween(
  tx: Transaction,
  id: string,
  { subject, target }: Pick<CaseloadMove, 'subject' | 'target'>,
): Promise<readonly MoveWrite[]> {
  const move = await moveById(tx, id);
  if (move.subject !== subject || move.target !== target) throw new ApiError('record.absent');
  return move.writes;
}

type Counted = 'services' | 'events' | 'handed_back_at';

interface KeptMove extends Omit<ListedMove, Counted> {
  writes: MoveWrite[];
  subject_is_archived: boolean;
  /** Those that handed some of it back, the newest last. */
  backs: Pick<KeptMove, 'made_at' | 'writes'>[];
}

/** What `countsOf` reads of the writes: a list of all moves doesn't carry every row that they changed. */
const countedWrites = (writes: string) =>
  sql.raw(`(select coalesce(jsonb_agg(jsonb_build_object('entity', w -> 'entity', 'before',
    case when jsonb_typeof(w -> 'before') = 'object' then jsonb_build_object('student', w #> '{before,student}',
      'service', w #> '{before,service}', 'recurring', w #> '{before,recurring}',
      'event_start_date', w #> '{before,event_start_date}') end)), '[]') from jsonb_array_elements(${writes}) w)`);

/** @param read what of a column of writes is read */
function keptMoves(
  tx: Transaction,
  where: SQL,
  read: (writes: string) => SQL = sql.raw,
): Promise<KeptMove[]> {
  return jsonRows(
    tx,
    sql`select m.id, m.subject, m.target, m.start_date, m.end_date, m.hands_back, m.note, ${read('m.writes')} as writes,
        ${sql.raw(isoInstant('made_at', 'm'))}, ${sql.raw(isoInstant('undone_at', 'm'))},
        ${sql.raw(personNameOf('m.made_by'))} as made_by_name,
        (select coalesce(json_agg(json_build_object('made_at', made_at, 'writes', writes) order by b.made_at), '[]')
          from (select ${sql.raw(isoInstant('made_at', 'h'))}, ${read('h.writes')} as writes from caseload_moves h
            where h.hands_back = m.id and h.undone_at is null) b) as backs,
        coalesce(s.provider_first || ' ' || s.provider_last, '') as subject_name,
        coalesce(t.provider_first || ' ' || t.provider_last, '') as target_name,
        coalesce(s.archived, false) as subject_is_archived
      from caseload_moves m left join providers s on s.id = m.subject left join providers t on t.id = m.target
      where ${where} order by m.made_at desc, m.id`,
  );
}

/** The moves from or to a provider, newest first. */
export async function movesOf(call: Call, id: string): Promise<CaseloadMove[]> {
  const moves = await keptMoves(call.tx, sql`m.subject = ${id} or m.target = ${id}`);
  const told: CaseloadMove[] = [];
  for (const move of moves) told.push(await toldMove(call, move));
  return told;
}

/** The moves of all providers that cover any of these days. */
export async function movesOnDays(
  { tx, context }: Call,
  { start_date, end_date }: { start_date: string; end_date: string },
): Promise<{ as_of: string; moves: ListedMove[] }> {
  const covers = sql`m.start_date <= ${end_date} and coalesce(m.end_date, 'infinity') >= ${start_date}`;
  const moves = await keptMoves(tx, covers, countedWrites);
  return {
    as_of: new Date(context.now).toISOString(),
    moves: moves.map(({ writes, backs, subject_is_archived: _, ...move }) => ({
      ...move,
      ...countsOf({ ...move, writes, backs }),
    })),
  };
}

/** One move, or `record.absent`. */
export async function storedMove(call: Call, id: string): Promise<CaseloadMove> {
  return toldMove(call, await moveById(call.tx, id));
}

async function moveById(tx: Transaction, id: string): Promise<KeptMove> {
  const [move] = await keptMoves(tx, sql`m.id = ${id}`);
  if (move === undefined) throw new ApiError('record.absent');
  return move;
}

async function toldMove(call: Call, kept: KeptMove): Promise<CaseloadMove> {
  const { writes: _, backs: __, hands_back: ___, ...move } = kept;
  return {
    ...move,
    ...countsOf(kept),
    undo_until: lastMoveUndoDay(pacificDay(move.made_at)),
    undo_refusal: await undoRefusal(call, kept),
  };
}

function countsOf(
  move: Pick<KeptMove, 'writes' | 'backs' | 'start_date' | 'end_date'>,
): Pick<CaseloadMove, Counted> {
  const { services, events } = movedRecords(move.writes, move);
  return {
    services: services.length,
    events: events.length,
    handed_back_at: handedBackAt(move.writes, move.backs),
  };
}

function handedBackAt(writes: readonly MoveWrite[], backs: KeptMove['backs']): string | null {
  const pairs = (moved: readonly MoveWrite[]) =>
    rowsBefore(moved, 'student_service').map(({ student, service }) => `${student} ${service}`);
  const back = new Set(backs.flatMap((one) => pairs(one.writes)));
  return pairs(writes).every((pair) => back.has(pair)) ? (backs.at(-1)?.made_at ?? null) : null;
}

function rowsBefore(writes: readonly MoveWrite[], entity: MoveWrite['entity']): Record<string, unknown>[] {
  return writes.flatMap((write) => (write.entity === entity && write.before !== null ? [write.before] : []));
}

/** What moved, as the preview counts it: not the parts that a split created, nor later occurrences that follow their series. */
function movedRecords(
  writes: readonly MoveWrite[],
  { start_date, end_date }: Pick<KeptMove, 'start_date' | 'end_date'>,
): { services: unknown[]; events: unknown[] } {
  const isBetween = (day: unknown) =>
    String(day) >= start_date && (end_date === null || String(day) <= end_date);
  return {
    services: rowsBefore(writes, 'student_service'),
    events: rowsBefore(writes, 'calendar_event').filter(
      ({ recurring, event_start_date }) => recurring === true || isBetween(event_start_date),
    ),
  };
}

/** Why a move can't be undone; empty if it can. */
async function undoRefusal({ tx, context }: Call, move: KeptMove): Promise<string> {
  if (move.undone_at !== null) return 'Already undone.';
  if (pacificDay(context.now) > lastMoveUndoDay(pacificDay(move.made_at))) {
    return 'The 30 days to undo it are over.';
  }
  if (move.subject_is_archived) return `${move.subject_name} is deactivated.`;
  const changed = await changedSince(tx, move.writes);
  if (changed > 0) return `${counted(changed, 'record')} changed since.`;
  const [used] = await jsonRows<{ count: number }>(
    tx,
    sql`select count(*)::int as count from sessions s
      where s.provider = ${move.target} and s.session_date >= ${move.start_date}::date and s.deleted_at is null
        and s.received_at >= ${move.made_at}::timestamptz and s.student_ids && array(
          select a.student from assigned_services a where a.id in (
            select (w ->> 'id')::uuid from caseload_moves m, jsonb_array_elements(m.writes) w
            where m.id = ${move.id} and w ->> 'entity' = 'student_service'))`,
  );
  return used === undefined || used.count === 0 ? '' : `${counted(used.count, 'session')} recorded since.`;
}

/** How many of the written rows have another version now. */
async function changedSince(tx: Transaction, writes: readonly MoveWrite[]): Promise<number> {
  let changed = 0;
  for (const [entity, own] of groupedBy(writes, (write) => write.entity)) {
    const rows = await jsonRows<{ id: string; version: number }>(
      tx,
      sql`select id, version from ${sql.raw(tableFacts(entity).name)}
        where id = any(${arrayParam(
          own.map(({ id }) => id),
          'uuid',
        )})`,
    );
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    changed += own.filter(({ id, version }) => versions.get(id) !== version).length;
  }
  return changed;
}

/** Takes back everything that a move wrote, in reverse order, or refuses. */
export async function undoMove(call: Call, id: string): Promise<void> {
  const { tx, context, actor } = call;
  await tx.execute(sql`select 1 from caseload_moves where id = ${id} for update`);
  const move = await moveById(tx, id);
  const refusal = await undoRefusal(call, move);
  if (refusal !== '') refuseProblems({ move: refusal });
  const step = call.withContext({ base_version: null });
  const students = new Set<string>();
  for (const write of move.writes.toReversed()) {
    if (write.entity === 'student_service') students.add(await takeBackService(step, write));
    else await takeBackEvent(step, write);
  }
  await followStudentServices(tx, [...students].sort(), pacificDay(context.now));
  await tx
    .update(caseload_moves)
    .set({ undone_at: context.now, undone_by: actor.user_id })
    .where(eq(caseload_moves.id, id));
  const both = [move.target, move.subject];
  const told = await tellUndone(call, { change: id, receivers: both, isWhole: true });
  // Who made the move wasn't told of it.
  for (const receiver of both.filter((one) => !told.has(one))) {
    const notice = { day: move.start_date, provider_name: actor.name };
    await ringBell(call, { ...notice, event: 'caseload-undone', receiver });
  }
}

async function takeBackService(call: Call, { id, before }: MoveWrite): Promise<string> {
  const row = await storedRow(call.tx, 'student_service', id);
  if (row === null) throw new ApiError('record.absent');
  const records = recordsOf('student_service', { id: row.student });
  if (before === null) await call.remove(records, row);
  else await call.change(records, row, { ...wireRow(row), ...fieldsBefore<'student_service'>(before) });
  return row.student;
}

async function takeBackEvent(call: Call, { id, before }: MoveWrite): Promise<void> {
  const row = await storedRow(call.tx, 'calendar_event', id);
  if (row === null) throw new ApiError('record.absent');
  if (before === null) await call.remove(eventRecords, row);
  else await call.change(eventRecords, row, { ...wireRow(row), ...fieldsBefore<'calendar_event'>(before) });
}

/** What a row was before, without what the server counts itself. */
function fieldsBefore<Name extends 'student_service' | 'calendar_event'>(
  before: Record<string, unknown>,
): Partial<Omit<Stored<Name>, 'id' | 'version' | 'deleted_at'>> {
  const { id: _, version: __, deleted_at: ___, ...fields } = before;
  return fields as Partial<Omit<Stored<Name>, 'id' | 'version' | 'deleted_at'>>;
}
