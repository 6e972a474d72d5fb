import { randomUUID } from 'node:crypto';
import { getTableColumns, type InferInsertModel, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { NOBODY } from '#domain/notifications/message-audience.ts';
import type { Database } from '#server/db/database.ts';
import { assigned_services } from '#server/db/schema/assigned-services.ts';
import { attachments } from '#server/db/schema/attachments.ts';
import { billing_conditions } from '#server/db/schema/billing-conditions.ts';
import { bulk_changes } from '#server/db/schema/bulk-changes.ts';
import { calendar_events } from '#server/db/schema/calendar-events.ts';
import { caseload_moves } from '#server/db/schema/caseload-moves.ts';
import { claim_batches, claim_files } from '#server/db/schema/claim-batches.ts';
import { goals } from '#server/db/schema/goals.ts';
import { imports } from '#server/db/schema/imports.ts';
import {
  invoice_payments,
  invoices,
  quickbooks_batches,
  quickbooks_files,
} from '#server/db/schema/invoices.ts';
import { locations } from '#server/db/schema/locations.ts';
import { lunch_breaks } from '#server/db/schema/lunch-breaks.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { meal_policies } from '#server/db/schema/organization.ts';
import { parents } from '#server/db/schema/parents.ts';
import { pay_periods } from '#server/db/schema/pay-periods.ts';
import {
  extra_pays,
  pay_rates,
  payroll_files,
  payroll_lines,
  payroll_runs,
} from '#server/db/schema/payroll.ts';
import { provider_accounts, provider_rates } from '#server/db/schema/provider-accounts.ts';
import { provider_services, providers } from '#server/db/schema/providers.ts';
import { rates } from '#server/db/schema/rates.ts';
import { regions, sub_regions } from '#server/db/schema/regions.ts';
import { report_schedules } from '#server/db/schema/report-schedules.ts';
import { school_closures } from '#server/db/schema/school-closures.ts';
import { service_categories, services } from '#server/db/schema/services.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { sign_ins } from '#server/db/schema/sign-ins.ts';
import { goal_entries, soap_notes } from '#server/db/schema/soap-notes.ts';
import { clinical_codes, goal_options, plan_options } from '#server/db/schema/soap-options.ts';
import { student_merges } from '#server/db/schema/student-merges.ts';
import { student_notes } from '#server/db/schema/student-notes.ts';
import { student_accounts, students } from '#server/db/schema/students.ts';
import { audit_entries, quarantined_writes } from '#server/db/schema/sync.ts';
import { ticket_comments, tickets } from '#server/db/schema/tickets.ts';
import { timecards } from '#server/db/schema/timecards.ts';
import { timesheets } from '#server/db/schema/timesheets.ts';
import { users } from '#server/db/schema/users.ts';
import { pngOf } from './attachment-files.ts';
import { messageBody, sendForm } from './message-forms.ts';
import { DISTRICT, FAMILY, GONE, MOTOR, type OfficeWorld, type PersonName, SPEECH } from './office-world.ts';

const NOW = '2026-03-10T17:00:00.000Z';

/** What a required column without a default holds if a record doesn't say. */
const BLANKS: Record<string, () => unknown> = {
  PgUUID: () => randomUUID(),
  PgText: () => '',
  PgInteger: () => 1,
  PgBigInt53: () => 1,
  PgBoolean: () => false,
  PgDateString: () => '2026-03-10',
  PgArray: () => [],
  PgJsonb: () => [],
  PgCustomColumn: () => NOW,
};

/** Stores a row; columns that it doesn't name hold their default, or a blank. Returns its id. */
async function add<T extends PgTable>(
  db: Database,
  table: T,
  given: Partial<InferInsertModel<T>>,
): Promise<string> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([name, { notNull, hasDefault, generatedIdentity }]) =>
      !Object.hasOwn(given, name) && notNull && !hasDefault && generatedIdentity === undefined,
  );
  const blanks = columns.map(([name, { columnType }]) => {
    const blank = BLANKS[columnType];
    if (blank === undefined) throw new Error(`no blank for ${name}: ${columnType}`);
    return [name, blank()] as const;
  });
  const row = { ...Object.fromEntries(blanks), ...given };
  await db.insert(table).values(row as InferInsertModel<T>);
  return String('id' in row ? row.id : '');
}

/** Ids of records, by kind, and by whom or what they belong to. */
export type MatrixRecords = Record<string, Record<string, string>>;

/** What Paula has with Anna, Otto with Ben, and Paula with Dora, who is archived. */
const CARE = ['anna', 'ben', 'dora'] as const;

/**
 * Fills a small organization with at least one record of each kind that a call names by an id.
 *
 * Records of a student's file and of care are kept under the student (`anna`, `ben`, `dora`), those of a person's day
 * under the person (`paula`, `otto`), those of money under the client (`district`, `family`, `gone`).
 */
export async function addMatrixRecords(world: OfficeWorld): Promise<MatrixRecords> {
  const { db, people } = world;
  const id = (name: keyof typeof people) => people[name].id;
  const records: MatrixRecords = {};
  const keep = async (kind: string, name: string, made: Promise<string>) => {
    records[kind] = { ...records[kind], [name]: await made };
    return records[kind]?.[name] ?? '';
  };

  const fern = await world.addPerson();
  await db.update(providers).set({ archived: true }).where(sql`id = ${fern.id}`);
  await db.insert(provider_services).values({ provider: fern.id, service: SPEECH });
  records.person = { paula: id('paula'), otto: id('otto'), fern: fern.id, root: id('superadmin') };
  records.provider = { paula: id('paula'), otto: id('otto'), fern: fern.id };
  records.student = { anna: world.anna, ben: world.ben, dora: world.dora };
  records.client = { district: DISTRICT, family: FAMILY, gone: GONE };
  await db.update(students).set({ client: GONE }).where(sql`id = ${world.dora}`);

  for (const name of CARE) {
    const isBen = name === 'ben';
    const provider = isBen ? id('otto') : id('paula');
    const service = isBen ? MOTOR : SPEECH;
    const student = records.student[name] ?? '';
    const session = await keep('session', name, add(db, sessions, aSession(provider, service, student)));
    const note = await keep(
      'soap',
      name,
      add(db, soap_notes, { student, session, provider, service, state: 'draft', version: 1 }),
    );
    const goal = await keep(
      'goal',
      name,
      add(db, goals, { student, goal_text: 'Names ten pictures.', start_date: '2026-01-05', version: 1 }),
    );
    await keep(
      'goal-entry',
      name,
      add(db, goal_entries, {
        soap_note: note,
        student,
        provider,
        goal,
        prompt_level: 'independent',
        version: 1,
      }),
    );
    await keep(
      'parent',
      name,
      add(db, parents, {
        student,
        first_name: 'Elena',
        last_name: 'Abara',
        relationship: 'mother',
        language: 'en',
        version: 1,
      }),
    );
    await keep(
      'student-note',
      name,
      add(db, student_notes, { student, provider, note: 'Likes trains.', version: 1 }),
    );
    await keep(
      'student-service',
      name,
      add(db, assigned_services, { student, service, provider, authorised_per: 'week', version: 1 }),
    );
    await keep(
      'attachment',
      name,
      add(db, attachments, {
        student,
        file_name: 'plan.pdf',
        content_type: 'application/pdf',
        uploaded_by: provider,
        version: 1,
      }),
    );
    await keep('event', name, add(db, calendar_events, anEvent(provider, service, student)));
    await keep(
      'series',
      name,
      add(db, calendar_events, {
        ...anEvent(provider, service, student),
        ...{ recurring: true, recurring_type: 'weekly', recurring_days: [2], recurring_timeframe: '3' },
      }),
    );
  }
  // A changed duration that its own provider, a lead, may not decide.
  await keep('session', 'lead', add(db, sessions, aSession(id('lead'), SPEECH, world.anna)));

  for (const name of ['paula', 'otto'] as const) {
    const provider = id(name);
    await keep(
      'lunch',
      name,
      add(db, lunch_breaks, { provider, source: 'manual', version: 1, lunch_duration: 30 }),
    );
    await keep(
      'timecard',
      name,
      add(db, timecards, { provider, started_at: '2026-03-10T15:00:00.000Z', version: 1 }),
    );
    await keep(
      'timesheet',
      name,
      add(db, timesheets, {
        ...{ provider_id: provider, period_start_date: '2026-03-01', period_end_date: '2026-03-15' },
        ...{ revision: 1, status: 'submitted', waiting_for: 0, version: 1, totals: NO_TOTALS },
      }),
    );
    await keep(
      'provider-rate',
      name,
      add(db, provider_rates, { provider, service: SPEECH, start_year: 2025 }),
    );
    const ticket = await keep('ticket', name, add(db, tickets, { requester: provider, ...A_TICKET }));
    await keep(
      'comment',
      name,
      add(db, ticket_comments, { ticket, author: provider, comment: 'Since Monday.' }),
    );
    await keep('ticket-file', name, attachToTicket(world, name, ticket));
    await keep(
      'notice',
      name,
      add(db, notifications, { receiver: provider, kind: 'notice', title: 'Approved' }),
    );
    const device = randomUUID();
    await world.as(name, 'device.register', {
      params: { id: device },
      body: { app_version: '1', data_key: Buffer.alloc(32).toString('base64') },
    });
    await keep('device', name, Promise.resolve(device));
    await keep(
      'login',
      name,
      add(db, sign_ins, { user_id: provider, expires_at: '2027-01-01T00:00:00.000Z' }),
    );
  }
  await keep(
    'timesheet',
    'lead',
    add(db, timesheets, {
      ...{ provider_id: id('lead'), period_start_date: '2026-03-01', period_end_date: '2026-03-15' },
      ...{ revision: 1, status: 'submitted', waiting_for: 0, version: 1, totals: NO_TOTALS },
    }),
  );
  const held = (author: string, cause: string) => {
    const content = JSON.stringify({ endpoint: 'lunch.delete', endpoint_version: 1, params: {}, body: null });
    const write_id = randomUUID();
    return add(db, quarantined_writes, { write_id, author, cause, content }).then(() => write_id);
  };
  await keep('held', 'paula', held(id('paula'), 'handed-over'));
  await keep('held', 'otto', held(id('otto'), 'handed-over'));
  await keep('held', 'lost', held(id('paula'), 'lost-device'));

  await addMoney(db, id('admin'), records, keep);
  await addLists(db, keep);
  await addOfficeRecords(world, records, keep);
  return records;
}

/** A file of a ticket, sent as its form sends it. */
async function attachToTicket(world: OfficeWorld, person: PersonName, ticket: string): Promise<string> {
  const { token } = await world.signIn(world.people[person]);
  const form = new FormData();
  const id = randomUUID();
  form.append('id', id);
  form.append('file', new Blob([pngOf(40)], { type: 'image/png' }), 'screen.png');
  const encoded = new Request('http://caseload.test/', { method: 'POST', body: form });
  await world.app.inject({
    ...{ method: 'POST', url: `/api/tickets/${ticket}/attachments/` },
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
  });
  return id;
}

type Keep = (kind: string, name: string, made: Promise<string>) => Promise<string>;

async function addMoney(db: Database, created_by: string, records: MatrixRecords, keep: Keep): Promise<void> {
  for (const [name, client] of Object.entries(records.client ?? {})) {
    await keep('rate', name, add(db, rates, { level: 'client', service: SPEECH, client, start_year: 2025 }));
    await keep('condition', name, add(db, billing_conditions, { client, type: 'no_show', percent: 50 }));
    const invoice = await keep(
      'invoice',
      name,
      add(db, invoices, { client, month: '2026-02', kind: 'monthly', status: 'draft', created_by }),
    );
    await keep(
      'payment',
      name,
      add(db, invoice_payments, { invoice, method: 'check', recorded_by: created_by }),
    );
  }
  const batch = await keep('quickbooks', 'one', add(db, quickbooks_batches, {}));
  await db.insert(quickbooks_files).values({ batch, format: 'csv', base64: 'YQ==' });
  const claims = await keep('claims', 'one', add(db, claim_batches, { ...A_CLAIM_BATCH, created_by }));
  await db.insert(claim_files).values({ batch: claims, format: '837p', base64: 'YQ==' });
}

async function addLists(db: Database, keep: Keep): Promise<void> {
  for (const [name, archived] of [
    ['live', false],
    ['archived', true],
  ] as const) {
    await keep(
      'goal-option',
      name,
      add(db, goal_options, { archived, translations: {}, option_text: `Goal ${name}`, version: 1 }),
    );
    await keep(
      'plan-option',
      name,
      add(db, plan_options, { archived, translations: {}, option_text: `Plan ${name}`, version: 1 }),
    );
    for (const kind of ['cpt', 'dx'] as const) {
      await keep(kind, name, add(db, clinical_codes, { kind, archived, code: `X${name}`, version: 1 }));
    }
    const category = await keep(
      'category',
      name,
      add(db, service_categories, { archived, name: `Other ${name}` }),
    );
    await keep(
      'service',
      name,
      add(db, services, { archived, category, name: `Art ${name}`, short_name: 'AR' }),
    );
    await keep(
      'location',
      name,
      add(db, locations, {
        id: archived ? '902' : '901',
        archived,
        name: `Annex ${name}`,
        is_billable: true,
      }),
    );
    const region = await keep('region', name, add(db, regions, { archived, name: `North ${name}` }));
    await keep('sub-region', name, add(db, sub_regions, { archived, region, name: `Upper ${name}` }));
  }
  await keep('closure', 'one', add(db, school_closures, { reason: 'Holiday', version: 1 }));
  await keep('meal-policy', 'one', add(db, meal_policies, { starts_on: '2027-01-01', policy_version: 7 }));
}

async function addOfficeRecords(world: OfficeWorld, records: MatrixRecords, keep: Keep): Promise<void> {
  const { db, people } = world;
  await keep(
    'report-schedule',
    'one',
    add(db, report_schedules, {
      ...{ report: 'cancellations', rhythm: 'daily', days: 'usual', send_at: '07:00', file_format: 'csv' },
      ...{ name: 'Weekly', recipients: [people.admin.id], owner: people.admin.id },
    }),
  );
  await keep('pay-period', 'one', add(db, pay_periods, { start_date: '2026-05-01', end_date: '2026-05-15' }));
  const run = await keep(
    'run',
    'one',
    add(db, payroll_runs, { kind: 'regular', state: 'exported', number: 'R-1', warnings: NO_WARNINGS }),
  );
  await keep('line', 'one', add(db, payroll_lines, { run, kind: 'session', provider: people.paula.id }));
  await db.insert(payroll_files).values({
    ...{ run, file_name: 'pay.csv', head: ['Name'], rows: [['Robin']], sha256: '', made_at: NOW },
  });
  await keep(
    'extra-pay',
    'one',
    add(db, extra_pays, {
      ...{ provider: people.paula.id, pay_type: 'mileage', pay_day: '2026-05-02', reason: 'Two schools' },
      ...{ quantity_hundredths: 1_240, rate_tenths: 725 },
    }),
  );
  await keep(
    'pay-rate',
    'one',
    add(db, pay_rates, { pay_type: 'mileage', starts_on: '2026-01-01', rate_tenths: 725 }),
  );
  await keep(
    'move',
    'one',
    add(db, caseload_moves, { subject: people.paula.id, target: people.otto.id, made_by: people.admin.id }),
  );
  await keep(
    'bulk-change',
    'one',
    add(db, bulk_changes, {
      ...{ kind: 'renewal', about: '', start_date: '2026-07-01', records: [] },
      ...{ made_at: NOW, made_by: people.admin.id },
    }),
  );
  const merged = await add(db, students, { first_name: 'Anne', last_name: 'Abara', archived: true });
  await db.insert(student_accounts).values({ id: merged });
  records.merge = { merged };
  await keep(
    'merge',
    'one',
    add(db, student_merges, {
      ...{ stays: world.anna, merged, merged_at: NOW, merged_by: people.admin.id },
      record: {
        ...{ replaced: {}, was_archived: false, had: {}, pointers: [] },
        links: { stays: { services: [], providers: [] }, merged: { services: [], providers: [] } },
      },
    }),
  );
  const { body: sent } = await sendForm(
    world,
    'admin',
    messageBody({ audience: { ...NOBODY, people: [people.paula.id] } }),
    { files: [{ name: 'a.png', bytes: pngOf(40) }] },
  );
  await keep('message', 'one', Promise.resolve(sent.id));
  await keep('message-file', 'paula', Promise.resolve(sent.attachments[0]?.key ?? ''));
  await keep(
    'import',
    'one',
    add(db, imports, { kind: 'client', existing: 'skip', finished_at: NOW, columns: {} }),
  );
  const [entry] = await db.select({ id: audit_entries.id }).from(audit_entries).limit(1);
  await keep('audit', 'one', Promise.resolve(String(entry?.id)));
  await db.insert(provider_accounts).values({ id: people.lead.id }).onConflictDoNothing();
  await db
    .update(users)
    .set({ grants: ['billing.view', 'payroll.view'] })
    .where(sql`id = ${people.sven.id}`);
}

const A_CLAIM_BATCH = {
  ...{ payer: 'Blue Heron', payer_id: '77', receiver_name: 'House', receiver_id: '1', submitter_id: '2' },
  ...{ organization: 'Agency', npi: '1234567893', tax_id: '12', street: 'Main', city: 'Town', state: 'CA' },
  ...{ zip: '95000', contact_name: 'Jo Lee', contact_phone: '555' },
};

const NO_WARNINGS = { unsynced: [], unsubmitted: [], undecided: [], requests: [] };

const NO_TOTALS = {
  ...{ sessions: 0, direct_minutes: 0, indirect_minutes: 0, meal_minutes: 0 },
  ...{ paused_minutes: 0, paid_minutes: 0, expected_minutes: 0 },
};

const A_TICKET = {
  category: 1 as const,
  title: 'Slow',
  details: 'Very slow.',
  status: 'Open' as const,
  list: 'bug-issue' as const,
};

/** A session with a changed duration that waits for a decision. */
function aSession(
  provider: string,
  service: string,
  student: string,
): Partial<InferInsertModel<typeof sessions>> {
  return {
    ...{ provider, service, student_ids: [student], session_date: '2026-03-09', version: 1 },
    ...{ start_time: '09:00', end_time: '09:30', time_zone: 'America/Los_Angeles' },
    ...{ scheduled_minutes: 30, actual_minutes: 45, direct_minutes: 45, indirect_minutes: 0 },
    ...{ setting: 'individual', modality: 'in_person', attendance: 'delivered', state: 'logged' },
    ...{ changeDuration: true, approval_request: 'pending' },
    requests: [
      {
        ...{ kind: 'duration', state: 'pending', reason: 'Ran over.', asked_by: provider, asked_at: NOW },
        ...{ before: { actual_minutes: 30 }, changes: { actual_minutes: 45 } },
        ...{ decided_by: null, decided_at: null, note: '' },
      },
    ],
  };
}

function anEvent(
  provider: string,
  service: string,
  student: string,
): Partial<InferInsertModel<typeof calendar_events>> {
  return {
    ...{ provider, service, student, event_title: 'Speech', event_color: 'blue', duration: 30, version: 1 },
    ...{ event_start_time: '09:00', event_end_time: '09:30', recurring_type: '' },
  };
}
