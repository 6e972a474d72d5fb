import { sql } from 'drizzle-orm';
import type { ClaimBatch, ClaimBatchBody, ClaimBatches } from '#contract/claim-batches.ts';
import { ApiError } from '#contract/errors.ts';
import type { InsuranceClaim } from '#contract/insurance.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { claimFile837p, type FiledClaim } from '#domain/money/claim-837p.ts';
import {
  type ClaimFormat,
  claimCsv,
  leftOutBecause,
  MOST_CLAIMS,
  partyProblems,
  payerKey,
} from '#domain/money/claim-filing.ts';
import { lineKey } from '#domain/money/invoices.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { pacificDay, pacificTime } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, loadRows, storedRow } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { claim_entries, claim_files } from '#server/db/schema/claim-batches.ts';
import { organizationSettings } from '#server/modules/catalog/organization-settings.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';
import { listInsurance } from './insurance-lines.ts';

const records: Records<ClaimBatch> = { entity: 'claim_batch', scopes: () => [], about: () => ({}) };

interface Days {
  start_date: string;
  end_date: string;
}

/** A batch has claims of all clients: only people who see all of them work with batches. */
function refuseOthers(actor: Actor): void {
  if (!seesWholeOrganization(actor)) throw new ApiError('access.denied');
}

export async function listClaimBatches(call: Call, days: Days): Promise<ClaimBatches> {
  const { tx, actor } = call;
  refuseOthers(actor);
  const { ready, left_out, claimed } = await toClaim(call, days);
  return {
    organization: (await organizationSettings(tx)).name,
    payers: [...groupedBy(ready, ({ payer }) => payerKey(payer)).values()]
      .map((claims) => ({
        payer: claims[0]?.payer.trim() ?? '',
        claims: claims.length,
        students: new Set(claims.map(({ filed }) => filed.student)).size,
        total_cents: sumOf(claims),
      }))
      .sort((a, b) => a.payer.localeCompare(b.payer)),
    left_out: [...left_out].map(([reason, lines]) => ({ reason, lines })),
    claimed,
    batches: await keptRows(tx, 'claim_batch', sql`true order by claim_batches.captured_at desc, id`),
  };
}

/** Makes a batch with its files. Refused while something is missing, or if there is nothing to claim. */
export async function createClaimBatch(call: Call, body: ClaimBatchBody): Promise<ClaimBatch> {
  const { tx, actor, context } = call;
  refuseOthers(actor);
  if (body.end_date < body.start_date) refuseProblems({ end_date: 'The end is before the start.' });
  refuseProblems(partyProblems(body));
  // Two batches at the same time would have the same lines: the second waits, and finds none.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('claim batches', 0))`);
  const found = (await toClaim(call, body)).ready.filter(
    ({ payer }) => payerKey(payer) === payerKey(body.payer),
  );
  if (found.length === 0) refuseProblems({ payer: 'This payer has no claims to file for these days.' });
  if (found.length > MOST_CLAIMS)
    refuseProblems({ end_date: `A batch has at most ${MOST_CLAIMS} claims. Choose fewer days.` });
  const [next] = await jsonRows<{ number: number }>(
    tx,
    sql`select nextval('claim_control_numbers')::int as number`,
  );
  if (next === undefined) throw new Error('The control numbers have run out.');
  const made = await call.create(records, {
    ...firstRow(call, 'claim_batch', body),
    ...{ control_number: next.number, claim_count: found.length, total_cents: sumOf(found) },
  });
  const claims = found.map(({ filed }) => filed);
  await tx
    .insert(claim_entries)
    .values(claims.map(({ session, student }) => ({ batch: made.id, session, student })));
  const control = { interchange: next.number, group: next.number, transaction: next.number };
  const written = { day: pacificDay(context.now), time: pacificTime(context.now) };
  const files: Record<ClaimFormat, string> = {
    '837p': claimFile837p(claims, body, control, written),
    csv: claimCsv(claims, body, next.number),
  };
  await tx.insert(claim_files).values(
    Object.entries(files).map(([format, content]) => ({
      batch: made.id,
      format: format as ClaimFormat,
      base64: Buffer.from(content).toString('base64'),
    })),
  );
  const [row] = await loadRows(tx, 'claim_batch', [made.id]);
  return row ?? made;
}

/** Voids a batch: its files stay, and its lines can be in another one. */
export async function voidClaimBatch(call: Call, id: string, reason: string): Promise<ClaimBatch> {
  const { tx, actor, context } = call;
  refuseOthers(actor);
  if (reason.trim() === '') refuseProblems({ reason: 'Enter a reason.' });
  await tx.execute(sql`select id from claim_batches where id = ${id} for update`);
  const before = await storedRow(tx, 'claim_batch', id);
  if (before === null || before.deleted_at !== null) throw new ApiError('record.absent');
  refuseOutdated(before, context.base_version);
  if (before.voided_at !== null) throw new ApiError('request.invalid', { message: 'This batch is void.' });
  const changed = await call.change(
    records,
    before,
    {
      ...wireRow(before),
      ...{ void_reason: reason.trim(), voided_at: new Date(context.now).toISOString() },
    },
    { verb: 'void' },
  );
  await tx.execute(sql`delete from claim_entries where batch = ${id}`);
  const [row] = await loadRows(tx, 'claim_batch', [id]);
  return row ?? changed;
}

interface ReadyClaim {
  payer: string;
  filed: FiledClaim;
}

const sumOf = (claims: readonly ReadyClaim[]) =>
  claims.reduce((sum, { filed }) => sum + filed.amount_cents, 0);

/** Claims of these days that no batch has, by date, and how many lines are left out for which reason. */
async function toClaim(
  call: Call,
  { start_date, end_date }: Days,
): Promise<{ ready: ReadyClaim[]; left_out: ReadonlyMap<string, number>; claimed: number }> {
  const { claims } = await listInsurance(call, { start_date, end_date });
  const sessions = arrayParam(new Set(claims.map(({ line }) => line.session)), 'uuid');
  const known = new Set(
    (
      await jsonRows<{ session: string; student: string }>(
        call.tx,
        sql`select e.session, coalesce(t.merged_into, e.student) as student
          from claim_entries e left join students t on t.id = e.student where e.session = any(${sessions})`,
      )
    ).map(lineKey),
  );
  const open = claims.filter(({ line }) => !known.has(lineKey(line)));
  const left_out = new Map<string, number>();
  const ready = open.flatMap((claim): ReadyClaim[] => {
    const reasons = reasonsOf(claim);
    for (const reason of reasons) left_out.set(reason, (left_out.get(reason) ?? 0) + 1);
    const filed = filedClaim(claim);
    return reasons.length > 0 || filed === null ? [] : [{ payer: claim.payer, filed }];
  });
  const order = ({ filed }: ReadyClaim) => `${filed.session_date} ${filed.last_name} ${filed.session}`;
  ready.sort((a, b) => order(a).localeCompare(order(b)));
  return { ready, left_out, claimed: claims.length - open.length };
}

function reasonsOf(claim: InsuranceClaim): string[] {
  const { line, missing, cpt_codes, dx_codes, payer, member_id } = claim;
  return leftOutBecause({
    ...{ missing, cpt_codes, dx_codes, is_approved: line.is_approved, amount_cents: line.amount_cents },
    names: [
      ...[payer, member_id, claim.student_last_name, claim.student_first_name, line.provider_name],
      ...[claim.address.street, claim.address.city],
    ],
  });
}

/** The claim as a file has it; null if something of it is missing. */
function filedClaim(claim: InsuranceClaim): FiledClaim | null {
  const { line, date_of_birth, place_of_service } = claim;
  const [cpt_code] = claim.cpt_codes;
  if (line.student === null || date_of_birth === null || place_of_service === null) return null;
  if (cpt_code === undefined) return null;
  return {
    ...{ session: line.session, student: line.student, session_date: line.session_date },
    ...{ last_name: claim.student_last_name, first_name: claim.student_first_name, date_of_birth },
    ...{ sex: claim.sex, address: claim.address },
    ...{ member_id: claim.member_id, provider_name: line.provider_name, npi: claim.npi },
    taxonomy_code: claim.taxonomy_code,
    ...{ dx_codes: claim.dx_codes, cpt_code, modifiers: claim.modifiers, units: claim.units },
    ...{ place_of_service, facility: line.location_name, amount_cents: line.amount_cents },
  };
}

const EXTENSIONS: Readonly<Record<ClaimFormat, string>> = { '837p': 'txt', csv: 'csv' };
const TYPES: Readonly<Record<ClaimFormat, string>> = {
  '837p': 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

/** The bytes of a batch's file, or `record.absent`. */
export async function claimBatchFile(
  tx: Transaction,
  actor: Actor,
  id: string,
  format: ClaimFormat,
): Promise<{ bytes: Buffer; file_name: string; type: string }> {
  refuseOthers(actor);
  const [file] = await jsonRows<{ base64: string; control_number: number }>(
    tx,
    sql`select f.base64, b.control_number from claim_files f join claim_batches b on b.id = f.batch
      where f.batch = ${id} and f.format = ${format} and b.deleted_at is null`,
  );
  if (file === undefined) throw new ApiError('record.absent');
  return {
    bytes: Buffer.from(file.base64, 'base64'),
    file_name: `claims-${file.control_number}.${EXTENSIONS[format]}`,
    type: TYPES[format],
  };
}
