import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contract/errors.ts';
import type { ImportedCodes } from '#contract/soap-options.ts';
import { codeProblem, readCodeFile } from '#domain/students/clinical-code-file.ts';
import type { CodeKind } from '#domain/students/student-file.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { keptList } from '#server/modules/catalogue/kept-list.ts';
import { listServices, refuseUnknownService } from '#server/modules/catalogue/queries.ts';
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

/**
 * Imports a file of codes, all lines or none. An existing code takes the file's description and service, and
 * is restored if it was archived; codes missing from the file stay.
 */
export async function importCodes(call: Call, kind: CodeKind, csv: string): Promise<ImportedCodes> {
  const { tx } = call;
  const { codes, problems } = readCodeFile(csv, kind, await listServices(tx));
  if (problems.length > 0) {
    const lines = problems.slice(0, 20).map(({ line, message }) => `Line ${line}: ${message}`);
    const more = problems.length > lines.length ? ` And ${problems.length - lines.length} more.` : '';
    throw new Refusal('request.invalid', {
      message: "Some lines can't be read. Nothing was imported.",
      fields: { csv: lines.join(' ') + more },
    });
  }
  const rows = codes.map((line) => ({ ...line, id: uuidv7() }));
  // A statement can't contain a code twice: the file's rule has rejected that.
  const { rows: done } = await tx.execute<{ id: string; is_new: boolean }>(
    sql`with line as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as l(id uuid, code text, description text, service uuid)
      )
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
  const counts = { added, changed: done.length - added };
  const ids = done.map(({ id }) => id);
  await codeLists[kind].noteImport(call, ids, { kind, ...counts });
  return counts;
}
