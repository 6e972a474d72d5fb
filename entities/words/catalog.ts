import { EMPLOYMENT_LABELS } from '#domain/access/employment.ts';
import { GRANT_LABELS, roleLabel } from '#domain/access/roles.ts';
import { CONDITION_CHOICE_LABELS, CONDITION_LABELS } from '#domain/money/billing-conditions.ts';
import { fiscalYearText, RATE_LEVEL_LABELS } from '#domain/money/rates.ts';
import { SETTING_LABELS } from '#domain/sessions/session.ts';
import { LANGUAGE_LABELS } from '#domain/students/student-file.ts';
import { WEEKDAYS } from '#domain/time/week.ts';
import type { EntityWords } from './entity-words.ts';
import {
  beginning,
  category as categoryName,
  client as clientName,
  coded,
  day,
  each,
  instant,
  minutes,
  money,
  NONE,
  person,
  plain,
  region as regionName,
  type Say,
  service as serviceName,
  student as studentName,
  timeSpan,
} from './say.ts';

export const service: EntityWords<'service'> = {
  one: 'service',
  title: (row) => [[plain, row.name]],
  fields: {
    name: 'Name',
    short_name: 'Short name',
    category: { label: 'Category', say: categoryName },
    default_minutes: 'Default minutes',
    is_billable: 'Billable',
    archived: 'Archived',
  },
};

export const location: EntityWords<'location'> = {
  one: 'location',
  title: (row) => [[plain, row.name]],
  fields: {
    name: 'Name',
    client: { label: 'Client', say: clientName },
    is_billable: 'Billable',
    archived: 'Archived',
  },
};

const makeUpWindow: Say<object> = (value, names) => {
  const { starts_on, days }: { starts_on?: unknown; days?: unknown } = Object(value);
  return `${days} days from ${day(starts_on, names)}`;
};

export const client: EntityWords<'client'> = {
  one: 'client',
  title: (row) => [[plain, row.name]],
  fields: {
    name: 'Name',
    active: { label: 'Active', say: (value) => (value === 1 ? 'Yes' : 'No') },
    needs_codes: 'Notes need codes',
    makeup_windows: { label: 'Makeup windows', say: each(makeUpWindow) },
  },
};

const contact: Say<object> = (value) => {
  const { name, role, email, phone }: Record<string, unknown> = Object(value);
  return [name, role, email, phone].filter((part) => typeof part === 'string' && part !== '').join(', ');
};

export const client_account: EntityWords<'client_account'> = {
  one: 'client details',
  short: 'client',
  title: (row) => [[clientName, row.id]],
  fields: {
    district: { label: 'District', say: clientName },
    manager: { label: 'Manager', say: person },
    services: { label: 'Services', say: each(serviceName) },
    regions: { label: 'Regions', say: each(regionName) },
    is_insurance: 'Insurance client',
    contacts: { label: 'Contacts', say: each(contact) },
    contract_number: 'Contract number',
    contract_start: { label: 'Contract start', say: day },
    contract_end: { label: 'Contract end', say: day },
    contract_cap_cents: { label: 'Contract cap', say: money },
    purchase_order: 'Purchase order',
    invoice_address: 'Invoice address',
  },
};

const year: Say<number> = (value, names) =>
  typeof value === 'number' ? fiscalYearText(value) : plain(value, names);

export const rate: EntityWords<'rate'> = {
  one: 'rate',
  title: (row) => [
    [serviceName, row.service],
    [studentName, row.student],
    [clientName, row.client],
    [regionName, row.region],
    [year, row.start_year],
  ],
  fields: {
    level: { label: 'Applies to', say: coded(RATE_LEVEL_LABELS) },
    service: { label: 'Service', say: serviceName },
    student: { label: 'Student', say: studentName },
    client: { label: 'Client', say: clientName },
    region: { label: 'Region', say: regionName },
    setting: { label: 'Setting', say: coded(SETTING_LABELS) },
    start_year: { label: 'Fiscal year', say: year },
    amount_cents: { label: 'Hourly rate', say: money },
    is_draft: 'Draft',
  },
};

export const billing_condition: EntityWords<'billing_condition'> = {
  one: 'billing condition',
  short: 'condition',
  title: (row) => [
    [coded(CONDITION_LABELS), row.type],
    [clientName, row.client],
    [day, row.starts_on],
  ],
  fields: {
    client: { label: 'Client', say: clientName },
    type: { label: 'Condition', say: coded(CONDITION_LABELS) },
    service: { label: 'Service', say: serviceName },
    percent: 'Percent of the rate',
    minutes: { label: 'Minutes', say: minutes },
    days: 'Days',
    choice: { label: 'Method', say: coded(CONDITION_CHOICE_LABELS) },
    starts_on: { label: 'Starts on', say: day },
    note: 'Note',
    archived: 'Archived',
  },
};

export const provider: EntityWords<'provider'> = {
  one: 'provider',
  title: ({ provider_first = '', provider_last = '' }) => [
    [plain, `${provider_first} ${provider_last}`.trim()],
  ],
  fields: {
    provider_first: 'First name',
    provider_last: 'Last name',
    credentials: 'Credentials',
    services: { label: 'Services', say: each(serviceName) },
    supervisors: { label: 'Supervisors', say: each(person) },
    needs_co_sign: 'Needs a co-signature',
    archived: 'Archived',
  },
};

const credential: Say<object> = (value, names) => {
  const { name, number, expires_on }: Record<string, unknown> = Object(value);
  const expiry = typeof expires_on === 'string' ? `expires ${day(expires_on, names)}` : '';
  return [name, number, expiry].filter((part) => typeof part === 'string' && part !== '').join(', ');
};

export const provider_account: EntityWords<'provider_account'> = {
  one: 'provider details',
  short: 'provider',
  title: (row) => [[person, row.id]],
  fields: {
    phone: 'Phone',
    npi: 'NPI',
    license_number: 'License number',
    license_state: 'License state',
    taxonomy_code: 'Taxonomy code',
    credential_records: { label: 'Credentials on file', say: each(credential) },
    payroll_id: 'Payroll ID',
    hired_on: { label: 'Hire date', say: day },
    left_on: { label: 'End date', say: day },
    max_caseload: 'Maximum caseload',
    availability: 'Notes on availability',
    time_off: 'Notes on time off',
  },
};

const weeklyHours: Say<object> = (value, names) => {
  const { weekday, from, to }: Record<string, unknown> = Object(value);
  return `${WEEKDAYS[Number(weekday)] ?? ''} ${timeSpan(from, to, names)}`;
};

const daysOff: Say<object> = (value, names) => {
  const { start_date, end_date, reason }: Record<string, unknown> = Object(value);
  const days = [...new Set([start_date, end_date])].map((one) => day(one, names)).join(' – ');
  return [days, reason].filter((part) => typeof part === 'string' && part !== '').join(', ');
};

export const availability: EntityWords<'availability'> = {
  one: 'availability',
  title: (row) => [[person, row.id]],
  fields: {
    weekly: { label: 'Weekly hours', say: each(weeklyHours) },
    days_off: { label: 'Time off', say: each(daysOff) },
  },
};

export const provider_rate: EntityWords<'provider_rate'> = {
  one: 'pay rate',
  title: (row) => [
    [person, row.provider],
    [serviceName, row.service],
    [year, row.start_year],
  ],
  fields: {
    provider: { label: 'Provider', say: person },
    service: { label: 'Service', say: serviceName },
    start_year: { label: 'Fiscal year', say: year },
    amount_cents: { label: 'Hourly pay', say: money },
  },
};

/** The languages in which there is a text. */
const languages: Say<object> = (value, names) =>
  Object.entries(Object(value) as object)
    .filter(([, text]) => text !== '')
    .map(([language]) => coded(LANGUAGE_LABELS)(language, names))
    .join(', ') || NONE;

const option: Omit<EntityWords<'goal_option'>, 'one'> = {
  title: (row) => [[beginning, row.option_text]],
  fields: {
    option_text: 'Text',
    service: { label: 'Service', say: serviceName },
    translations: { label: 'Translations', say: languages },
    archived: 'Archived',
  },
};

export const goal_option: EntityWords<'goal_option'> = { one: 'goal template', short: 'goal', ...option };
export const plan_option: EntityWords<'plan_option'> = { one: 'plan template', short: 'plan', ...option };

export const user: EntityWords<'user'> = {
  one: 'user',
  title: (row) => [[plain, row.username]],
  fields: {
    username: 'User name',
    full_name: 'Name',
    email: 'Email',
    role: { label: 'Role', say: (value) => roleLabel(String(value)) },
    grants: { label: 'Grants', say: each(coded<string>(GRANT_LABELS)) },
    emp: { label: 'Employment type', say: coded<string>(EMPLOYMENT_LABELS) },
    is_active: 'Active',
  },
  extraFields: {
    password_hash: 'Password',
    last_password_update: { label: 'Password changed', say: instant },
    forced_logout_at: { label: 'Logged out by the office', say: instant },
    invited_at: { label: 'Invitation sent', say: instant },
    time_format: 'Time format',
    mail_settings: 'Emails about notifications',
  },
};

export const clinical_code: EntityWords<'clinical_code'> = {
  one: 'code',
  title: (row) => [
    [plain, row.code],
    [plain, row.description],
  ],
  fields: {
    kind: { label: 'List', say: coded({ cpt: 'CPT', dx: 'DX' }) },
    code: 'Code',
    description: 'Description',
    service: { label: 'Service', say: serviceName },
    is_sample: 'Sample',
    archived: 'Archived',
  },
};
