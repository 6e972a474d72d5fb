import { type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { ComparedCodes, ImportedCodes } from '#contract/soap-options.ts';
import { type CodeLine, codeProblem } from '#domain/students/clinical-code-file.ts';
import type { CodeKind } from '#domain/students/student-file.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows, jsonValue } from '#server/db/json-rows.ts';
import { keptList } from '#server/modules/catalog/kept-list.ts';
import { listServices, refuseUnknownService } from '#server/modules/catalog/queries.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';

function codeList(kind: CodeKind) {
  return keptList('clinical_code', {
    order: 'code',
    all: { kind },
    async check({ tx }, code, before) {
      if (code.code !== before?.code) await refuseWrongCode(tx, kind, code);
      await refuseUnknownService(tx, code.service);
    },
  });
}

export const codeLists = { cpt: codeList('cpt'), dx: codeList('dx') };

async function refuseWrongCode(
  tx: Transaction,
  kind: CodeKind,
  { id, code }: { id: string; code: string },
): Promise<void> {
  const problem = codeProblem(kind, code);
  if (problem !== null) refuseProblems({ code: problem });
  const taken = await jsonRows(
    tx,
    sql`select id from clinical_codes
      where kind = ${kind} and code = ${code} and id <> ${id} and deleted_at is null`,
  );
  if (taken.length > 0) refuseProblems({ code: `${code} is already in the list.` });
}

/** Refuses a batch with a code that can't be in the list, twice the same, or of an unknown service. */
async function refuseWrongBatch(tx: Transaction, kind: CodeKind, codes: readonly CodeLine[]): Promise<void> {
  const services = new Set((await listServices(tx)).map(({ id }) => id));
  const seen = new Set<string>();
  for (const { code, service } of codes) {
    const problem = seen.has(code)
      ? `${code} is in this batch twice.`
      : service != null && !services.has(service)
        ? `Service of ${code} not found.`
        : codeProblem(kind, code);
    if (problem !== null) refuseProblems({ codes: problem });
    seen.add(code);
  }
}

/** The table `line` of a batch. A code sent without a service keeps the one that it has in the list. */
function linesOf(kind: CodeKind, codes: readonly (CodeLine & { id?: string })[]): SQL {
  return sql`line as (
        select (sent->>'id')::uuid as id, sent->>'code' as code, sent->>'description' as description,
          case when jsonb_exists(sent, 'service') then (sent->>'service')::uuid else c.service end as service
        from jsonb_array_elements(${JSON.stringify(codes)}::jsonb) as batch(sent)
        left join clinical_codes c
          on c.kind = ${kind} and c.code = sent->>'code' and c.deleted_at is null
      )`;
}

/** What importing a batch would do to the list. Changes nothing. */
export async function compareCodes(
  { tx }: Call,
  kind: CodeKind,
  codes: readonly CodeLine[],
): Promise<ComparedCodes> {
  await refuseWrongBatch(tx, kind, codes);
  return jsonValue<ComparedCodes>(
    tx,
    sql`with ${linesOf(kind, codes)}, met as (
        select line.code, c.id is null as is_new,
          json_build_object('description', c.description, 'service', c.service, 'is_sample', c.is_sample,
            'archived', c.archived) as before,
          (c.description, c.service, c.is_sample, c.archived)
            is not distinct from (line.description, line.service, false, false) as is_same
        from line left join clinical_codes c
          on c.kind = ${kind} and c.code = line.code and c.deleted_at is null
      )
      select json_build_object(
        'added', count(*) filter (where is_new),
        'changed', count(*) filter (where not is_new and not is_same),
        'unchanged', count(*) filter (where not is_new and is_same),
        'changes', coalesce(
          json_agg(json_build_object('code', code, 'before', case when is_new then null else before end))
            filter (where is_new or not is_same),
          '[]'
        )
      )::text as value from met`,
  );
}

/**
 * Adds a batch of codes, all or none. A code that the list has takes the batch's description and service, and
 * is restored if it was archived; codes that the batch doesn't name stay as they are.
 */
export async function importCodes(
  call: Call,
  kind: CodeKind,
  codes: readonly CodeLine[],
): Promise<ImportedCodes> {
  const { tx } = call;
  await refuseWrongBatch(tx, kind, codes);
  const rows = codes.map((line) => ({ ...line, id: uuidv7() }));
  const { rows: done } = await tx.execute<{ id: string; is_new: boolean }>(
    sql`with ${linesOf(kind, rows)}
      insert into clinical_codes as c (id, kind, code, description, service, is_sample, archived, version)
      select id, ${kind}, code, description, service, false, false, 1 from line
      on conflict (kind, code) where deleted_at is null do update
        set description = excluded.description, service = excluded.service, is_sample = false,
          archived = false, version = c.version + 1
        where (c.description, c.service, c.is_sample, c.archived)
          is distinct from (excluded.description, excluded.service, false, false)
      returning c.id::text as id, c.version = 1 as is_new`,
  );
  const added = done.filter(({ is_new }) => is_new).length;
  const counts = { added, changed: done.length - added, unchanged: codes.length - done.length };
  const ids = done.map(({ id }) => id);
  await codeLists[kind].noteImport(call, ids, { kind, ...counts });
  return counts;
}
