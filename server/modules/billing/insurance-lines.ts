import { sql } from 'drizzle-orm';
import type { InsuranceClaim, InsuranceClaims } from '#contract/insurance.ts';
import {
  claimModifiers,
  claimUnits,
  type HomeAddress,
  missingFields,
  placeOfService,
} from '#domain/money/insurance-claims.ts';
import { lineKey } from '#domain/money/invoices.ts';
import type { StudentSex } from '#domain/students/student-file.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import type { Call } from '#server/records/call.ts';
import { billedLines } from './billed-lines.ts';
import type { LineQuery } from './line-narrowing.ts';
import { reportHead } from './report-answers.ts';

interface StudentFacts {
  id: string;
  first_name: string;
  last_name: string;
  date_of_birth: string | null;
  payer: string;
  member_id: string;
  sex: StudentSex;
  address: HomeAddress;
}

interface SessionFacts {
  id: string;
  modality: 'in_person' | 'remote';
  npi: string;
  taxonomy_code: string;
  location: { name: string; client: string | null } | null;
}

interface NoteFacts {
  session: string;
  student: string;
  is_signed: boolean;
  dx_codes: string[];
  cpt_codes: string[];
}

/** Billed sessions of insurance clients, with what their claims need and what is missing. */
export async function listInsurance(call: Call, query: LineQuery): Promise<InsuranceClaims> {
  const { tx, actor } = call;
  const clients = new Set(
    (await jsonRows<{ id: string }>(tx, sql`select id from client_accounts where is_insurance`)).map(
      ({ id }) => id,
    ),
  );
  const found = await billedLines(tx, actor, query, {
    among: {
      sessions: sql`s.client in (select id from client_accounts where is_insurance)`,
      fixed: sql`i.client in (select id from client_accounts where is_insurance)`,
    },
  });
  // Claims are for students.
  const lines = found.lines.filter(
    ({ kind, client, student }) => kind === 'billed' && student !== null && clients.has(client ?? ''),
  );
  const ids = arrayParam(new Set(lines.map(({ session }) => session)), 'uuid');
  const students = byId(
    await jsonRows<StudentFacts>(
      tx,
      sql`select s.id, s.first_name, s.last_name, s.date_of_birth, coalesce(a.payer, '') as payer,
          coalesce(a.member_id, '') as member_id, coalesce(a.sex, '') as sex,
          json_build_object('street', coalesce(a.street, ''), 'city', coalesce(a.city, ''),
            'state', coalesce(a.state, ''), 'zip', coalesce(a.zip, '')) as address
        from students s left join student_accounts a on a.id = s.id
        where s.id = any(${arrayParam(new Set(lines.flatMap(({ student }) => student ?? [])), 'uuid')})`,
    ),
  );
  const sessions = byId(
    await jsonRows<SessionFacts>(
      tx,
      sql`select s.id, s.modality, coalesce(p.npi, '') as npi,
          coalesce(p.taxonomy_code, '') as taxonomy_code,
          case when l.id is null then null else json_build_object('name', l.name, 'client', l.client) end as location
        from sessions s left join provider_accounts p on p.id = s.provider left join locations l on l.id = s.location
        where s.id = any(${ids})`,
    ),
  );
  const notes = new Map(
    (
      await jsonRows<NoteFacts>(
        tx,
        sql`select session, student, dx_codes, cpt_codes,
            (state = 'co-signed' or (state = 'signed' and not needs_co_sign)) as is_signed
          from soap_notes where deleted_at is null and session = any(${ids})`,
      )
    ).map((note) => [lineKey(note), note]),
  );
  const descriptions = new Map(
    (
      await jsonRows<{ code: string; description: string }>(
        tx,
        sql`select code, description from clinical_codes where kind = 'cpt' and deleted_at is null`,
      )
    ).map(({ code, description }) => [code, description]),
  );
  const claims = lines.flatMap((line): InsuranceClaim[] => {
    const { invoice: _, ...billed } = line;
    const student = students.get(line.student ?? '');
    const session = sessions.get(line.session);
    if (student === undefined || session === undefined) return [];
    const note = notes.get(lineKey(line));
    const facts = {
      ...{ payer: student.payer, member_id: student.member_id, date_of_birth: student.date_of_birth },
      ...{ sex: student.sex, address: student.address },
      ...{ has_signed_note: note?.is_signed === true, dx_codes: note?.dx_codes ?? [] },
      ...{ cpt_codes: note?.cpt_codes ?? [], npi: session.npi },
      taxonomy_code: session.taxonomy_code,
      place_of_service: placeOfService(session.modality, session.location),
    };
    return [
      {
        line: billed,
        ...{ student_first_name: student.first_name, student_last_name: student.last_name },
        ...facts,
        modifiers: claimModifiers(session.modality),
        units: claimUnits(
          line.minutes,
          facts.cpt_codes.flatMap((code) => descriptions.get(code) ?? []),
        ),
        missing: missingFields(facts),
      },
    ];
  });
  return { ...(await reportHead(call)), claims };
}

function byId<Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
