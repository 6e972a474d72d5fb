import { sql } from 'drizzle-orm';
import type { BillingLine } from '#contract/billing-reports.ts';
import { type ClaimParties, claimFile837p, type FiledClaim } from '#domain/money/claim-837p.ts';
import { claimCsv, leftOutBecause } from '#domain/money/claim-filing.ts';
import {
  type ClaimFacts,
  claimModifiers,
  claimUnits,
  missingFields,
  placeOfService,
} from '#domain/money/insurance-claims.ts';
import { lineKey } from '#domain/money/invoices.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { claim_batches, claim_entries, claim_files } from '#server/db/schema/claim-batches.ts';
import { bulkInsert } from './bulk-insert.ts';
import { approvedSessions, type InvoiceFacts, linesOf } from './invoices.ts';
import type { Random } from './random.ts';

/** Invented: no such organization, clearinghouse, or payer exists. */
const FILER: Omit<ClaimParties, 'payer'> = {
  ...{ organization: 'Bright Harbor Therapy Services', npi: '1234567893', tax_id: '12-3456789' },
  ...{ street: '410 Harbor Street', city: 'Fresno', state: 'CA', zip: '93701-0001' },
  ...{ contact_name: 'Renata Solano', contact_phone: '559-555-0100', submitter_id: 'BRIGHTHARBOR' },
  ...{ receiver_name: 'Clearpath Exchange', receiver_id: 'CLEARPATH', payer_id: 'DEMO1' },
};

type StoredClaim = Omit<ClaimFacts, 'place_of_service'> &
  Pick<FiledClaim, 'session' | 'student' | 'first_name' | 'last_name'> & {
    modality: 'in_person' | 'remote';
    place: { name: string; client: string | null } | null;
    descriptions: string[];
  };

/** The claims of the month before last to the payer with the most, in a batch that was filed when invoices were sent. */
export async function seedClaimBatch(tx: Transaction, random: Random, facts: InvoiceFacts): Promise<void> {
  const { people, today } = facts;
  const sentMonth = dayPlus(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
  const month = dayPlus(`${sentMonth}-01`, -1).slice(0, 7);
  const sessions = await approvedSessions(
    tx,
    sql`to_char(session_date, 'YYYY-MM') = ${month} and client in (select id from client_accounts where is_insurance)`,
  );
  const clients = new Map(facts.catalog.families.map((client) => [client.id, client]));
  const lines = [...groupedBy(sessions, ({ client }) => client ?? '')].flatMap(([id, own]) => {
    const client = clients.get(id);
    return client === undefined ? [] : linesOf(random, own, client, facts);
  });
  const stored = await jsonRows<StoredClaim>(
    tx,
    sql`select s.id as session, n.student, t.first_name, t.last_name, t.date_of_birth, a.payer, a.member_id, a.sex,
        json_build_object('street', a.street, 'city', a.city, 'state', a.state, 'zip', a.zip) as address,
        coalesce(p.npi, '') as npi, coalesce(p.taxonomy_code, '') as taxonomy_code, s.modality,
        case when o.id is null then null else json_build_object('name', o.name, 'client', o.client) end as place,
        (n.state = 'co-signed' or (n.state = 'signed' and not n.needs_co_sign)) as has_signed_note,
        n.dx_codes, n.cpt_codes,
        array(select k.description from clinical_codes k where k.kind = 'cpt' and k.code = any(n.cpt_codes)) as descriptions
      from soap_notes n join sessions s on s.id = n.session join students t on t.id = n.student
        join student_accounts a on a.id = n.student
        left join provider_accounts p on p.id = s.provider left join locations o on o.id = s.location
      where n.deleted_at is null and s.id = any(${arrayParam(
        lines.map(({ session }) => session),
        'uuid',
      )})`,
  );
  const notes = new Map(stored.map((note) => [lineKey(note), note]));
  const found = lines.flatMap((line) => {
    const note = notes.get(lineKey(line));
    return note === undefined ? [] : [{ note, line }];
  });
  const ready = found.flatMap(({ note, line }): [payer: string, filed: FiledClaim][] => {
    const filed = filedClaim(note, line.facts);
    return filed === null ? [] : [[note.payer, filed]];
  });
  const [most] = [...groupedBy(ready, ([payer]) => payer)].sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return;
  const [payer, theirs] = most;
  const claims = theirs.map(([, filed]) => filed);
  const filedOn = `${sentMonth}-06`;
  const [next] = await jsonRows<{ number: number }>(
    tx,
    sql`select nextval('claim_control_numbers')::int as number`,
  );
  const number = next?.number ?? 1;
  const parties: ClaimParties = { ...FILER, payer };
  const control = { interchange: number, group: number, transaction: number };
  const batch = random.id();
  await bulkInsert(tx, claim_batches, [
    {
      ...{ id: batch, start_date: `${month}-01`, end_date: dayPlus(`${sentMonth}-01`, -1), ...parties },
      ...{ control_number: number, claim_count: claims.length },
      total_cents: claims.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      created_by: people.users.find(({ role }) => role === '0')?.id ?? '',
      captured_at: pacificInstant(filedOn, '09:30'),
      ...{ void_reason: '', voided_at: null, deleted_at: null, version: 1 },
    },
  ]);
  await bulkInsert(
    tx,
    claim_entries,
    claims.map(({ session, student }) => ({ batch, session, student })),
  );
  const files = {
    '837p': claimFile837p(claims, parties, control, { day: filedOn, time: '09:30' }),
    csv: claimCsv(claims, parties, number),
  };
  await bulkInsert(
    tx,
    claim_files,
    Object.entries(files).map(([format, content]) => ({
      ...{ batch, format: format as keyof typeof files, base64: Buffer.from(content).toString('base64') },
    })),
  );
}

/** Null if something is missing. */
function filedClaim(
  { modality, place, descriptions, ...note }: StoredClaim,
  { amount_cents, minutes, session_date, provider_name, location_name }: BillingLine,
): FiledClaim | null {
  const place_of_service = placeOfService(modality, place);
  const { session, student, first_name, last_name, date_of_birth, sex, address, npi } = note;
  const { taxonomy_code, dx_codes, cpt_codes, payer, member_id } = note;
  const [cpt_code] = cpt_codes;
  const reasons = leftOutBecause({
    missing: missingFields({ ...note, place_of_service }),
    ...{ is_approved: true, amount_cents, cpt_codes, dx_codes, names: [payer, member_id] },
  });
  if (reasons.length > 0 || cpt_code === undefined || date_of_birth === null || place_of_service === null)
    return null;
  return {
    ...{ session, student, session_date, first_name, last_name, date_of_birth, sex, address, member_id },
    ...{ provider_name, npi, taxonomy_code, dx_codes, cpt_code, modifiers: claimModifiers(modality) },
    ...{ units: claimUnits(minutes, descriptions), place_of_service, facility: location_name, amount_cents },
  };
}
