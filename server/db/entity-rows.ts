import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { EntityRow } from '#contract/entities.ts';
import type { RecordName } from '#contract/entity-name.ts';
import { declared } from '#entities/declared.ts';
import type { Transaction } from './database.ts';
import { arrayParam, isoInstant, jsonRows } from './json-rows.ts';
import { personNameOf } from './person-name.ts';
import { assigned_services } from './schema/assigned-services.ts';
import { attachments } from './schema/attachments.ts';
import { billing_conditions } from './schema/billing-conditions.ts';
import { calendar_events } from './schema/calendar-events.ts';
import { claim_batches } from './schema/claim-batches.ts';
import { client_accounts } from './schema/client-accounts.ts';
import { clients } from './schema/clients.ts';
import { goals } from './schema/goals.ts';
import { invoice_payments, invoices, quickbooks_batches } from './schema/invoices.ts';
import { locations } from './schema/locations.ts';
import { lunch_breaks } from './schema/lunch-breaks.ts';
import { admin_messages, notification_receipts, notifications } from './schema/notifications.ts';
import { meal_policies, organizations, pay_period_steps } from './schema/organization.ts';
import { parents } from './schema/parents.ts';
import { pay_periods } from './schema/pay-periods.ts';
import { extra_pays, pay_rates, payroll_decisions, payroll_runs } from './schema/payroll.ts';
import { availabilities, provider_accounts, provider_rates } from './schema/provider-accounts.ts';
import { providers } from './schema/providers.ts';
import { rates } from './schema/rates.ts';
import { regions, sub_regions } from './schema/regions.ts';
import { report_schedules } from './schema/report-schedules.ts';
import { school_closures } from './schema/school-closures.ts';
import { service_categories, services } from './schema/services.ts';
import { sessions } from './schema/sessions.ts';
import { goal_entries, soap_notes } from './schema/soap-notes.ts';
import { clinical_codes, goal_options, plan_options } from './schema/soap-options.ts';
import { student_notes } from './schema/student-notes.ts';
import { student_accounts, students } from './schema/students.ts';
import { feedback, ticket_attachments, ticket_comments, tickets } from './schema/tickets.ts';
import { timecards } from './schema/timecards.ts';
import { timesheets } from './schema/timesheets.ts';
import { users } from './schema/users.ts';

type EntityTable = PgTable & { id: PgColumn; version: PgColumn };

/** The table of each entity. The fields that are read derive from the declaration and the columns. */
const TABLES: Readonly<Record<RecordName, EntityTable>> = {
  session: sessions,
  lunch: lunch_breaks,
  calendar_event: calendar_events,
  student: students,
  student_account: student_accounts,
  client: clients,
  client_account: client_accounts,
  rate: rates,
  billing_condition: billing_conditions,
  invoice: invoices,
  invoice_payment: invoice_payments,
  quickbooks_batch: quickbooks_batches,
  claim_batch: claim_batches,
  provider: providers,
  provider_account: provider_accounts,
  provider_rate: provider_rates,
  availability: availabilities,
  service: services,
  location: locations,
  pay_period: pay_periods,
  timecard: timecards,
  timesheet: timesheets,
  school_closure: school_closures,
  student_service: assigned_services,
  parent: parents,
  student_note: student_notes,
  attachment: attachments,
  goal: goals,
  soap_note: soap_notes,
  goal_entry: goal_entries,
  goal_option: goal_options,
  plan_option: plan_options,
  clinical_code: clinical_codes,
  service_category: service_categories,
  region: regions,
  sub_region: sub_regions,
  user: users,
  organization: organizations,
  meal_policy: meal_policies,
  pay_period_step: pay_period_steps,
  ticket: tickets,
  ticket_comment: ticket_comments,
  ticket_attachment: ticket_attachments,
  feedback,
  notification: notifications,
  admin_message: admin_messages,
  notification_receipt: notification_receipts,
  report_schedule: report_schedules,
  payroll_run: payroll_runs,
  payroll_decision: payroll_decisions,
  extra_pay: extra_pays,
  pay_rate: pay_rates,
};

/** An id list in its own table: the column that references the row, and the one with the ids. */
interface IdList {
  table: string;
  of: string;
  ids: string;
}

const LISTS: Partial<Record<RecordName, Readonly<Record<string, IdList>>>> = {
  student: {
    services: { table: 'student_services', of: 'student', ids: 'service' },
    providers: { table: 'student_providers', of: 'student', ids: 'provider' },
  },
  provider: {
    services: { table: 'provider_services', of: 'provider', ids: 'service' },
    supervisors: { table: 'supervisions', of: 'supervisee', ids: 'supervisor' },
  },
};

export function tableOf(entity: RecordName): EntityTable {
  return TABLES[entity];
}

/** What handwritten SQL needs to know about an entity's table. */
export function tableFacts(entity: RecordName): {
  name: string;
  keyType: 'uuid' | 'text';
  /** Whether deleted rows are kept for the audit, hidden from reads. */
  keepsDeleted: boolean;
} {
  const table = TABLES[entity];
  const keyType = table.id.getSQLType() === 'uuid' ? 'uuid' : 'text';
  return { name: getTableName(table), keyType, keepsDeleted: 'deleted_at' in getTableColumns(table) };
}

/**
 * The fields of an entity's API shape, for a query on its table.
 * @param as the table's alias in the query
 */
export function fieldsOf(entity: RecordName, as = tableFacts(entity).name): SQL {
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(TABLES[entity]);
  const fields = Object.keys(declared[entity].Row.shape).map((field) => {
    const type = columns[field]?.getSQLType();
    if (type === undefined) return `${readElsewhere(entity, field, as)} as ${field}`;
    return type.startsWith('timestamp') ? isoInstant(field, as) : `${as}."${field}"`;
  });
  return sql.raw(fields.join(', '));
}

/** A field without a column: a list in its own table, or the name of the person in another field. */
function readElsewhere(entity: RecordName, field: string, as: string): string {
  const list = LISTS[entity]?.[field];
  if (list === undefined) return personNameOf(`${as}.${field.replace(/_name$/, '')}`);
  return `array(select a.${list.ids} from ${list.table} a where a.${list.of} = ${as}.id order by 1)`;
}

/**
 * The rows that match a condition, without deleted ones, in the contract's shape.
 * @param where may continue with an order and a limit
 */
export function keptRows<Name extends RecordName>(
  tx: Transaction,
  entity: Name,
  where: SQL,
): Promise<EntityRow<Name>[]> {
  const { name, keepsDeleted } = tableFacts(entity);
  return jsonRows(
    tx,
    sql`select ${fieldsOf(entity)} from ${sql.raw(name)}
      where ${sql.raw(keepsDeleted ? 'deleted_at is null and' : '')} ${where}`,
  );
}

/** The rows with these ids in the contract's shape; missing ones are left out. */
export function loadRows<Name extends RecordName>(
  tx: Transaction,
  entity: Name,
  ids: readonly string[],
): Promise<EntityRow<Name>[]> {
  return keptRows(tx, entity, sql`id = any(${arrayParam(ids, tableFacts(entity).keyType)})`);
}

/** A row as stored: deleted ones stay for the audit. */
export interface Kept {
  version: number;
  deleted_at: string | null;
}

/** A row with its server-only fields. */
export type Stored<Name extends RecordName> = EntityRow<Name> & Kept & Received<EntityRow<Name>>;
type Received<Row> = Row extends { received_at: unknown } ? { received_at: string } : unknown;

/** Like `keptRows`, including deleted ones. */
export function storedRows<Name extends RecordName>(
  tx: Transaction,
  entity: Name,
  where: SQL,
): Promise<Stored<Name>[]> {
  const { name, keepsDeleted } = tableFacts(entity);
  const deleted = keepsDeleted ? isoInstant('deleted_at') : 'null as deleted_at';
  return jsonRows(
    tx,
    sql`select ${fieldsOf(entity)}, ${sql.raw(deleted)} from ${sql.raw(name)} where ${where}`,
  );
}

/** One row, deleted or not. */
export async function storedRow<Name extends RecordName>(
  tx: Transaction,
  entity: Name,
  id: string,
): Promise<Stored<Name> | null> {
  return (await storedRows(tx, entity, sql`id = ${id}`))[0] ?? null;
}
