import { sql } from 'drizzle-orm';
import { v5 as uuidv5 } from 'uuid';
import type { RecordName } from '#contract/entity-name.ts';
import { ApiError } from '#contract/errors.ts';
import type { ImportRecord, LineResult } from '#contract/imports.ts';
import type { ColumnMap } from '#domain/imports/import-columns.ts';
import { canUpdate, type ExistingChoice, type ImportKind } from '#domain/imports/import-kinds.ts';
import { type ImportLine, readLine } from '#domain/imports/import-lines.ts';
import { tableOf } from '#server/db/entity-rows.ts';
import { readFreeIds } from '#server/db/new-rows.ts';
import { UnitConflict } from '#server/db/write-unit.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { fieldFaults, type NewRow, type Plan, type Update } from './plan.ts';
import { plannerOf, saveChanges } from './planners.ts';
import { importRecord, refuseKind } from './queries.ts';

interface Chunk {
  kind: ImportKind;
  existing: ExistingChoice;
  lines: readonly ImportLine[];
}

interface RunBody extends Chunk {
  id: string;
  file_name: string;
  columns: ColumnMap;
  file_lines: number;
  faulty: number;
  from: number;
  is_last: boolean;
}

/** A record that was written, for undoing. */
interface WrittenRow {
  entity: RecordName;
  row_id: string;
  position: number;
  line: number;
  is_new: boolean;
  version: number;
  before: Readonly<Record<string, unknown>> | null;
}

/** Thrown to take back what a check has done. */
class CheckDone extends Error {
  readonly results: LineResult[];
  constructor(results: LineResult[]) {
    super('The lines were checked.');
    this.name = 'CheckDone';
    this.results = results;
  }
}

/** What importing lines would do: they are imported, and everything is rolled back. */
export async function checkLines(call: Call, chunk: Chunk): Promise<LineResult[]> {
  refuseKind(call, chunk.kind);
  try {
    return await call.apart(async (own) => {
      const { results } = await importLines(own, chunk, uuidv5(chunk.kind, uuidv5.URL), 0);
      throw new CheckDone(results);
    });
  } catch (done) {
    if (done instanceof CheckDone) return done.results;
    throw done;
  }
}

/**
 * Imports a chunk of a file in the call's transaction. Lines that the import has dealt with already are left out, so
 * that a chunk whose answer was lost can be sent again.
 */
export async function runImport(
  call: Call,
  body: RunBody,
): Promise<{ import: ImportRecord; results: LineResult[] }> {
  const { tx, actor, context } = call;
  const { id, kind } = body;
  refuseKind(call, kind);
  await tx.execute(
    sql`insert into imports (id, kind, file_name, existing, columns, lines, faulty, started_by, started_at)
      values (${id}, ${kind}, ${body.file_name}, ${body.existing}, ${JSON.stringify(body.columns)}::jsonb,
        ${body.file_lines}, ${body.faulty}, ${actor.user_id}, ${context.now}::timestamptz)
      on conflict do nothing`,
  );
  // One chunk at a time.
  const { rows } = await tx.execute<{ kind: string; done: number; is_undone: boolean }>(
    sql`select kind, done, undone_at is not null as is_undone from imports where id = ${id} for update`,
  );
  const known = rows[0];
  if (known === undefined || known.kind !== kind) throw new ApiError('record.exists');
  if (known.is_undone)
    throw new ApiError('access.denied', { message: 'This import was undone. Start a new one.' });
  if (body.from > known.done) refuseProblems({ from: 'Lines before these are missing.' });
  const lines = body.lines.slice(known.done - body.from);
  const { results, written } = await importLines(call, { ...body, lines }, id, known.done);
  await keepWritten(call, id, written);
  const count = (...outcomes: LineResult['outcome'][]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const [added, updated, skipped] = [count('add'), count('update'), count('same', 'exists')];
  await tx.execute(
    sql`update imports set done = done + ${lines.length}::int, added = added + ${added}::int,
        updated = updated + ${updated}::int, skipped = skipped + ${skipped}::int,
        faulty = faulty + ${count('faulty')}::int,
        finished_at = case when ${body.is_last} then coalesce(finished_at, ${context.now}::timestamptz) end
      where id = ${id}`,
  );
  const record = await importRecord(tx, id);
  if (body.is_last) {
    const details = { kind, added: record.added, changed: record.updated };
    await call.note({ action: 'import.finish', entity: 'import', row_id: id, details });
  }
  return { import: record, results };
}

/** Plans and writes lines, one after the other. Plans read; new rows are gathered and sent together. */
async function importLines(
  call: Call,
  { kind, existing, lines }: Chunk,
  importId: string,
  from: number,
): Promise<{ results: LineResult[]; written: WrittenRow[] }> {
  const planner = await plannerOf(kind, call, lines);
  const planned = lines.map(({ line, cells }, at) => {
    const { values, faults } = readLine(kind, cells);
    const idOf = (part = '') => uuidv5(`${line} ${part}`, importId);
    const plan: Plan = faults.length > 0 ? { outcome: 'faulty', faults } : planner.plan(values, idOf);
    return { line, position: from + at, plan };
  });
  await readFree(
    call,
    planned.flatMap(({ plan }) => (plan.outcome === 'add' ? plan.rows : [])),
  );
  const written: WrittenRow[] = [];
  const details = { import: importId };
  for (const { plan, position, line } of planned) {
    if (plan.outcome !== 'add') continue;
    for (const { entity, id, write } of plan.rows) {
      await write(call, { details });
      written.push({ entity, row_id: id, position, line, is_new: true, version: 1, before: null });
    }
  }
  await settled(async () =>
    planner.finish?.([...new Set(written.filter(({ is_new }) => is_new).map(({ row_id }) => row_id))]),
  );
  const results: LineResult[] = [];
  for (const { plan, position, line } of planned) {
    if (plan.outcome === 'faulty') results.push({ line, outcome: 'faulty', faults: plan.faults });
    else if (plan.outcome === 'add') results.push({ line, outcome: 'add', faults: [] });
    else if (existing === 'skip' || !canUpdate(kind)) results.push({ line, outcome: 'exists', faults: [] });
    else results.push(await update(call, kind, plan.update, { line, position, written }));
  }
  return { results, written };
}

async function update(
  call: Call,
  kind: ImportKind,
  { entity, id, changes, before }: Update,
  { line, position, written }: { line: number; position: number; written: WrittenRow[] },
): Promise<LineResult> {
  if (Object.keys(changes).length === 0) return { line, outcome: 'same', faults: [] };
  try {
    const version = await call.apart((own) => saveChanges(own, entity, id, changes));
    written.push({ entity, row_id: id, position, line, is_new: false, version, before });
    return { line, outcome: 'update', faults: [] };
  } catch (refused) {
    if (!(refused instanceof ApiError)) throw refused;
    const faults = refused.fields === undefined ? [refused.message] : fieldFaults(kind, refused.fields);
    return { line, outcome: 'faulty', faults };
  }
}

/** New rows whose ids are known to be free are inserted together. */
async function readFree({ tx }: Call, rows: readonly NewRow[]): Promise<void> {
  const ids = new Map<RecordName, string[]>();
  for (const { entity, id } of rows) ids.set(entity, [...(ids.get(entity) ?? []), id]);
  for (const [entity, some] of ids) await readFreeIds(tx, tableOf(entity), some);
}

/** Someone else added the same record in between: the chunk is sent again, and finds it. */
async function settled(work: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof UnitConflict) throw new ApiError('server.busy');
    throw error;
  }
}

async function keepWritten({ tx }: Call, importId: string, written: readonly WrittenRow[]): Promise<void> {
  if (written.length === 0) return;
  await settled(() =>
    tx.execute(
      sql`insert into import_rows (import, entity, row_id, position, line, is_new, version, before)
        select ${importId}::uuid, w.entity, w.row_id, w.position, w.line, w.is_new, w.version, w.before
        from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as w(
          entity text, row_id uuid, position integer, line integer, is_new boolean, version integer, before jsonb)`,
    ),
  );
}
