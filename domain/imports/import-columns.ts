import { EMPLOYMENT_LABELS } from '#domain/access/employment.ts';
import { ROLES } from '#domain/access/roles.ts';
import { LINE_KIND_LABELS } from '#domain/payroll/pay-line.ts';
import { LICENSE_STATES } from '#domain/providers/states.ts';
import { ATTENDANCE_LABELS, MODALITY_LABELS, SETTING_LABELS } from '#domain/sessions/session.ts';
import { LONGEST_SESSION_MINUTES } from '#domain/sessions/session-rules.ts';
import {
  AUTHORIZED_PER_LABELS,
  FAMILY_LANGUAGES,
  LANGUAGE_LABELS,
  RELATIONSHIP_LABELS,
  SEX_LABELS,
} from '#domain/students/student-file.ts';
import {
  amount,
  birthDay,
  type CellReader,
  choice,
  day,
  email,
  fiscalYear,
  hireDay,
  minutes,
  personName,
  plain,
  scaled,
  several,
  time,
  wholeNumber,
  yesNo,
} from './cell-readers.ts';
import type { ImportKind } from './import-kinds.ts';

/** A column that a file of one kind can have. */
export interface ImportColumn<Value = unknown> {
  label: string;
  read: CellReader<Value>;
  /** Every line needs it. */
  required: boolean;
  /** Other headings under which files have it. */
  aliases: readonly string[];
  /** For the template. */
  example: string;
}

function column<Value>(
  label: string,
  read: CellReader<Value>,
  example: string,
  aliases: readonly string[] = [],
): ImportColumn<Value> {
  return { label, read, example, aliases, required: false };
}

function required<Value>(...[label, read, example, aliases = []]: Parameters<typeof column<Value>>) {
  return { ...column(label, read, example, aliases), required: true };
}

/** The bank's own texts are in English. */
export const TRANSLATED = FAMILY_LANGUAGES.filter((language) => language !== 'en');

const settings = choice(SETTING_LABELS, {
  'one on one': 'individual',
  '1 1': 'individual',
  ind: 'individual',
});
const languages = choice(LANGUAGE_LABELS);
const { '': _, ...SEXES } = SEX_LABELS;
const sexes = choice(SEXES, { f: 'female', m: 'male', u: 'unspecified', girl: 'female', boy: 'male' });
const PROVIDER_ROLE_LABELS = {
  [ROLES.provider]: 'Provider',
  [ROLES.serviceLead]: 'Service Lead',
  [ROLES.supervisor]: 'Supervisor',
} as const;
const STATES = Object.fromEntries(LICENSE_STATES.map((state) => [state, state])) as Record<
  (typeof LICENSE_STATES)[number],
  string
>;

const NUMBER = ['student id', 'student number', 'district id', 'id number', 'local id', 'sis id', 'state id'];
const BIRTH = ['dob', 'd o b', 'birth date', 'birthdate', 'birthday', 'student dob'];
const DISTRICT = ['paying district', 'lea', 'billing district'];

/** How a line says which student it is about: the number is enough, otherwise the name. */
const whichStudent = {
  district_student_id: column('District student ID', plain(60), '100234', NUMBER),
  student_name: column('Student name', personName, 'Rivera, Maya', ['student', 'pupil', 'name of student']),
  student_first: column('Student first name', plain(100), '', ['first name of student', 'child first name']),
  student_last: column('Student last name', plain(100), '', ['last name of student', 'child last name']),
  date_of_birth: column('Date of birth', birthDay, '', BIRTH),
  client: column('Client', plain(200), '', ['client name', 'school district', 'customer']),
};

const category = {
  name: required('Name', plain(100), 'Therapy', ['category', 'category name', 'service category']),
};

const region = {
  name: required('Name', plain(100), 'North Bay', ['region', 'region name']),
  region_number: column('Region number', plain(20), '12', ['number', 'region no', 'code']),
};

const subRegion = {
  region: required('Region', plain(100), 'North Bay', ['region name', 'region number']),
  name: required('Name', plain(100), 'Coast', ['sub-region', 'subregion', 'sub-region name']),
};

/** Goals and plans of the bank, with one column for each language of families. */
const option = {
  option_text: required('Text', plain(2_000), 'Will say 8 of 10 target words', [
    ...['goal', 'goals', 'plan', 'plans', 'goal text', 'plan text', 'template', 'option'],
  ]),
  service: column('Service', plain(100), 'Speech Therapy', ['service name', 'service type', 'discipline']),
  ...(Object.fromEntries(
    TRANSLATED.map((language) => [
      language,
      column(LANGUAGE_LABELS[language], plain(4_000), '', [`${LANGUAGE_LABELS[language]} text`]),
    ]),
  ) as Record<(typeof TRANSLATED)[number], ImportColumn<string>>),
};

const service = {
  name: required('Name', plain(100), 'Speech Therapy', ['service', 'service name', 'service type']),
  short_name: column('Short name', plain(12), 'ST', ['abbreviation', 'code', 'short']),
  category: column('Category', plain(100), 'Therapy', ['service category', 'group', 'discipline']),
  default_minutes: column('Default minutes', minutes(LONGEST_SESSION_MINUTES), '30', [
    ...['minutes', 'duration', 'default duration', 'session length'],
  ]),
  is_billable: column('Billable', yesNo, 'Yes', ['is billable', 'bill']),
};

const client = {
  name: required('Name', plain(200), 'Willow Creek Unified', [
    'client',
    'client name',
    'customer',
    'account',
  ]),
  district: column('District', plain(200), '', [...DISTRICT, 'parent client', 'parent account']),
  needs_codes: column('Notes need codes', yesNo, 'No', ['needs codes', 'codes required']),
  manager: column('Manager', plain(254), '', ['account manager', 'manager email']),
  services: column('Services', several(50), 'Speech Therapy', ['contracted services']),
  regions: column('Regions', several(20), '', ['region']),
  is_insurance: column('Insurance client', yesNo, 'No', ['billed to insurance', 'insurance', 'is insurance']),
  contact_name: column('Contact name', plain(100), 'Jordan Lee', ['contact', 'primary contact']),
  contact_role: column('Contact role', plain(100), 'Special education director', ['contact title', 'title']),
  contact_email: column('Contact email', email, 'jordan.lee@district.example', ['email', 'email address']),
  contact_phone: column('Contact phone', plain(40), '(555) 010-2000', ['phone', 'phone number', 'telephone']),
  contract_number: column('Contract number', plain(60), 'C-2025-18', ['contract', 'contract no']),
  contract_start: column('Contract start', day, '7/1/2025', ['start date', 'contract start date']),
  contract_end: column('Contract end', day, '6/30/2026', ['end date', 'contract end date']),
  contract_cap_cents: column('Contract cap', amount(100_000_000_000), '250,000.00', [
    'cap',
    'contract amount',
  ]),
  purchase_order: column('Purchase order', plain(60), 'PO 4471', ['po', 'po number']),
  invoice_address: column('Invoice address', plain(500), '', ['billing address', 'address']),
};

const school = {
  name: required('School', plain(200), 'Kestrel Hill Elementary', [
    ...['name', 'school name', 'location', 'site', 'campus'],
  ]),
  client: column('Client', plain(200), 'Willow Creek Unified', [
    ...['client name', 'district', 'school district', 'customer'],
  ]),
  is_billable: column('Billable', yesNo, 'Yes', ['is billable', 'bill']),
};

const student = {
  first_name: column('First name', plain(100), 'Maya', ['first', 'given name', 'student first name']),
  last_name: column('Last name', plain(100), 'Rivera', [
    'last',
    'surname',
    'family name',
    'student last name',
  ]),
  full_name: column('Full name', personName, '', ['name', 'student', 'student name']),
  district_student_id: column('District student ID', plain(60), '100234', NUMBER),
  date_of_birth: column('Date of birth', birthDay, '9/5/2016', BIRTH),
  client: column('Client', plain(200), 'Willow Creek Unified', [
    'client name',
    'school district',
    'district',
  ]),
  location: column('School', plain(200), '', ['location', 'school name', 'site', 'campus']),
  grade: column('Grade', plain(20), '3', ['grade level']),
  home_language: column('Home language', languages, 'English', ['language', 'primary language']),
  qualifications: column('Qualifications', several(20), 'SLI', [
    ...['eligibilities', 'eligibility', 'disability', 'primary disability'],
  ]),
  iep_annual_date: column('Annual IEP review', day, '3/12/2026', [
    ...['iep annual review', 'annual iep', 'iep date', 'annual review'],
  ]),
  iep_triennial_date: column('Triennial IEP review', day, '3/12/2027', [
    'iep triennial review',
    'triennial',
    'triennial date',
    'tri',
  ]),
  case_manager: column('Case manager', plain(100), '', ['case carrier']),
  payer: column('Payer', plain(100), '', ['insurance payer', 'insurance']),
  member_id: column('Member ID', plain(60), '', ['insurance id', 'policy number', 'medicaid id']),
  sex: column('Sex', sexes, '', ['gender', 'student sex', 'student gender']),
  street: column('Street', plain(55), '', ['address', 'street address', 'home address', 'address 1']),
  city: column('City', plain(30), '', ['home city', 'town']),
  state: column('State', choice(STATES), '', ['home state']),
  zip: column('ZIP code', plain(10), '', ['zip', 'postal code', 'home zip']),
  consent_date: column('Consent signed', day, '', ['consent', 'consent date']),
  release_date: column('Release of information signed', day, '', [
    ...['release', 'release date', 'release of information'],
  ]),
  has_esy: column('Extended school year', yesNo, 'No', ['esy']),
};

const guardian = {
  ...whichStudent,
  first_name: required('Guardian first name', plain(100), 'Elena', [
    'first name',
    'parent first name',
    'first',
  ]),
  last_name: required('Guardian last name', plain(100), 'Rivera', ['last name', 'parent last name', 'last']),
  relationship: column(
    'Relationship',
    choice(RELATIONSHIP_LABELS, {
      ...{ mom: 'mother', dad: 'father', parent: 'guardian', 'legal guardian': 'guardian', foster: 'foster' },
      ...{ grandmother: 'grandparent', grandfather: 'grandparent' },
    }),
    'Mother',
    ['relation', 'relationship to student'],
  ),
  email: column('Email', email, 'elena@home.example', ['email address', 'parent email', 'guardian email']),
  phone: column('Phone', plain(40), '(555) 010-3000', ['phone number', 'cell', 'mobile', 'parent phone']),
  language: column('Language', languages, 'Spanish', ['home language', 'preferred language']),
  is_primary: column('Primary contact', yesNo, 'Yes', ['primary', 'call first']),
};

const provider = {
  provider_first: required('First name', plain(100), 'Dana', ['first', 'given name', 'provider first name']),
  provider_last: required('Last name', plain(100), 'Ruiz', ['last', 'surname', 'provider last name']),
  email: required('Email', email, 'dana.ruiz@agency.example', ['email address', 'work email', 'e-mail']),
  username: column('User name', plain(100), '', ['username', 'login', 'user']),
  emp: required(
    'Employment type',
    choice(EMPLOYMENT_LABELS, {
      ...{ 'w 2': 'w2_nonexempt', w2: 'w2_nonexempt', hourly: 'w2_nonexempt', nonexempt: 'w2_nonexempt' },
      ...{
        'non exempt': 'w2_nonexempt',
        employee: 'w2_nonexempt',
        exempt: 'w2_exempt',
        salaried: 'w2_exempt',
      },
      ...{ salary: 'w2_exempt', '1099': 'contractor', 'independent contractor': 'contractor' },
    }),
    'Hourly employee (W-2, nonexempt)',
    ['employment', 'emp', 'type', 'classification', 'employee type'],
  ),
  role: column('Role', choice(PROVIDER_ROLE_LABELS, { lead: '3' }), 'Provider', ['user role']),
  credentials: column('Credentials', plain(60), 'M.S., CCC-SLP', ['degrees']),
  services: column('Services', several(50), 'Speech Therapy', ['service', 'discipline', 'specialty']),
  supervisors: column('Supervisors', several(20), '', ['supervisor', 'supervisor email']),
  needs_co_sign: column('Needs a co-signature', yesNo, 'No', [
    ...['needs co-signature', 'needs cosign', 'co-sign', 'cosign'],
  ]),
  phone: column('Phone', plain(40), '(555) 010-4000', ['phone number', 'cell', 'mobile']),
  npi: column('NPI', plain(10), '', ['npi number']),
  license_number: column('License number', plain(60), '', ['license', 'license no']),
  license_state: column('License state', choice(STATES), '', ['state']),
  taxonomy_code: column('Taxonomy code', plain(10), '', ['taxonomy']),
  payroll_id: column('Payroll ID', plain(40), 'E-1042', ['employee id', 'employee number', 'file number']),
  hired_on: column('Hire date', hireDay, '8/15/2023', ['hired', 'start date', 'date of hire']),
  max_caseload: column('Maximum caseload', wholeNumber(1, 500), '45', ['caseload', 'max caseload']),
};

const assignment = {
  ...whichStudent,
  service: required('Service', plain(100), 'Speech Therapy', [
    'service name',
    'service type',
    'related service',
  ]),
  provider: column('Provider', plain(254), 'dana.ruiz@agency.example', [
    ...['provider email', 'provider name', 'therapist', 'clinician', 'staff', 'case carrier'],
  ]),
  authorised_minutes: column('Authorized minutes', minutes(60_000), '120', [
    ...['minutes', 'mins', 'authorized mins', 'service minutes', 'iep minutes'],
  ]),
  authorised_per: column(
    'Per',
    choice(AUTHORIZED_PER_LABELS, {
      ...{ 'a week': 'week', weekly: 'week', 'per week': 'week', 'a month': 'month', monthly: 'month' },
      ...{
        'per month': 'month',
        'a fiscal year': 'year',
        year: 'year',
        yearly: 'year',
        annual: 'year',
        'per year': 'year',
      },
    }),
    'Month',
    ['authorized per', 'frequency', 'period', 'per period'],
  ),
  start_date: required('Start date', day, '8/15/2025', ['first day', 'start', 'begin date', 'from']),
  end_date: column('End date', day, '6/5/2026', ['last day', 'end', 'to', 'expires']),
};

const rate = {
  service: required('Service', plain(100), 'Speech Therapy', ['service name']),
  amount_cents: required('Hourly rate', amount(10_000_000), '98.00', [
    'rate',
    'amount',
    'price',
    'rate per hour',
  ]),
  start_year: required('Fiscal year', fiscalYear, '2025-2026', ['year', 'fy', 'school year']),
  client: column('Client', plain(200), 'Willow Creek Unified', ['client name', 'district', 'customer']),
  setting: column('Setting', settings, 'Individual', ['session setting', 'type']),
  region: column('Region', plain(100), '', ['region name']),
  district_student_id: column('District student ID', plain(60), '', NUMBER),
  student_name: column('Student name', personName, '', ['student']),
  is_draft: column('Draft', yesNo, 'No', ['is draft']),
};

const session = {
  provider: required('Provider', plain(254), 'dana.ruiz@agency.example', [
    ...['provider email', 'provider name', 'therapist', 'clinician', 'staff'],
  ]),
  ...whichStudent,
  district_student_id: column('District student IDs', several(30), '100234', [
    ...NUMBER,
    'district student id',
  ]),
  service: required('Service', plain(100), 'Speech Therapy', ['service name', 'service type']),
  session_date: required('Date', day, '9/5/2025', ['session date', 'date of service', 'service date', 'dos']),
  start_time: required('Start time', time, '9:00 AM', ['start', 'time', 'time in', 'begin', 'begin time']),
  end_time: column('End time', time, '', ['end', 'time out', 'finish']),
  actual_minutes: column('Minutes', minutes(LONGEST_SESSION_MINUTES), '30', [
    ...['duration', 'total minutes', 'length', 'session minutes', 'min'],
  ]),
  indirect_minutes: column('Indirect minutes', minutes(LONGEST_SESSION_MINUTES), '', ['indirect']),
  attendance: column(
    'Attendance',
    choice(ATTENDANCE_LABELS, {
      ...{ present: 'delivered', attended: 'delivered', completed: 'delivered', absent: 'student-absent' },
      ...{ 'make up': 'make-up', makeup: 'make-up', refused: 'student-refused', canceled: 'late-cancel' },
    }),
    'Delivered',
    ['status', 'attendance code', 'outcome'],
  ),
  reason: column('Attendance reason', plain(500), '', ['reason']),
  setting: column('Setting', settings, 'Individual', ['session type', 'group or individual']),
  modality: column(
    'Modality',
    choice(MODALITY_LABELS, {
      'in person': 'in_person',
      teletherapy: 'remote',
      virtual: 'remote',
      online: 'remote',
    }),
    'In person',
    ['delivery', 'delivery method'],
  ),
  location: column('Location', plain(200), '', ['school', 'site', 'place']),
  notes: column('Notes', plain(20_000), '', ['note', 'comments', 'session notes']),
};

/** The columns of each kind, in the order in which people read them. */
const extraPay = {
  provider: required('Provider', plain(254), 'dana.ruiz@agency.example', [
    ...['provider email', 'provider name', 'employee', 'employee name', 'staff', 'email'],
  ]),
  pay_type: required(
    'Pays for',
    choice(
      { mileage: LINE_KIND_LABELS.mileage, 'paid-time-off': LINE_KIND_LABELS['paid-time-off'] },
      {
        ...{ miles: 'mileage', mile: 'mileage', mi: 'mileage' },
        ...{ pto: 'paid-time-off', vacation: 'paid-time-off', sick: 'paid-time-off' },
        ...{ 'sick time': 'paid-time-off', 'sick day': 'paid-time-off', 'time off': 'paid-time-off' },
      },
    ),
    'Mileage',
    ['type', 'pay type', 'kind', 'code', 'pay code', 'earning', 'earning code'],
  ),
  pay_day: required('Date', day, '11/3/2025', ['day', 'pay day', 'work date', 'trip date', 'date of trip']),
  quantity_hundredths: required('Quantity', scaled(2, 'a number such as 12.4'), '12.4', [
    ...['miles', 'hours', 'miles or hours', 'units', 'amount', 'number'],
  ]),
  rate_tenths: column('Rate', scaled(3, 'an amount such as 0.725 or 48.50'), '', [
    ...['pay rate', 'rate per mile', 'hourly rate', 'rate dollars'],
  ]),
  reason: required('Reason', plain(500), 'Drove between two schools', [
    ...['note', 'notes', 'comment', 'description', 'purpose', 'memo'],
  ]),
};

export const IMPORT_COLUMNS = {
  category,
  service,
  region,
  'sub-region': subRegion,
  client,
  school,
  student,
  guardian,
  provider,
  assignment,
  rate,
  session,
  'goal-option': option,
  'plan-option': option,
  'extra-pay': extraPay,
} as const satisfies Record<ImportKind, Record<string, ImportColumn>>;

type Tables = typeof IMPORT_COLUMNS;

/** What a line says; an empty cell, and a column that the file doesn't have, say nothing. */
export type LineValues<Kind extends ImportKind> = {
  [Key in keyof Tables[Kind]]?: Tables[Kind][Key] extends ImportColumn<infer Value> ? Value : never;
};

/** The columns of a kind, all alike. */
export function columnsOf(kind: ImportKind): [key: string, column: ImportColumn][] {
  return Object.entries(IMPORT_COLUMNS[kind]);
}

/** Which column of a file, by its heading, is which column of ours. */
export type ColumnMap = Readonly<Record<string, string>>;

const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Guesses which column of a file is which: as the organization decided before, otherwise by the heading. Each column is
 * used once.
 * @param known from an earlier import, by heading as `headingKey` writes it
 * @returns by our key the position in the file
 */
export function guessColumns(
  kind: ImportKind,
  headings: readonly string[],
  known: ColumnMap = {},
): Record<string, number> {
  const columns = columnsOf(kind);
  const found: Record<string, number> = {};
  const used = new Set<number>();
  const take = (key: string, at: number) => {
    if (at < 0 || used.has(at) || key in found) return;
    found[key] = at;
    used.add(at);
  };
  const keys = headings.map(headingKey);
  for (const [at, heading] of keys.entries()) {
    const key = Object.hasOwn(known, heading) ? known[heading] : undefined;
    // An empty key: people said that this column isn't imported.
    if (key === '') used.add(at);
    else if (key !== undefined && columns.some(([own]) => own === key)) take(key, at);
  }
  for (const names of [
    (key: string, { label }: ImportColumn) => [label, key],
    (_: string, { aliases }: ImportColumn) => aliases,
  ]) {
    for (const [key, one] of columns) {
      const wanted = new Set(names(key, one).map(bare));
      take(
        key,
        keys.findIndex((heading, at) => !used.has(at) && wanted.has(heading)),
      );
    }
  }
  return found;
}

/** A heading without what differs between exports: case, punctuation, spaces. */
export function headingKey(heading: string): string {
  return bare(heading).slice(0, 100);
}

/**
 * Whether a record looks like the heading of a file of this kind: at least two columns are recognized, or its only one.
 * @param known from an earlier import, by heading as `headingKey` writes it
 */
export function isImportHeading(kind: ImportKind, cells: readonly string[], known: ColumnMap = {}): boolean {
  const recognized = Object.keys(guessColumns(kind, cells, known)).length;
  return recognized >= Math.min(2, cells.length) && recognized > 0;
}

/** Titles, dates, and notes are above the header row in at most so many lines. */
const MOST_LINES_ABOVE = 20;

/**
 * Where the heading is among the records of a file: the first one, or below the lines of a title the one in which most columns are
 * recognized.
 * @param known from an earlier import, by heading as `headingKey` writes it
 */
export function headingAt(
  kind: ImportKind,
  records: readonly { cells: readonly string[]; fault: string | null }[],
  known: ColumnMap = {},
): number {
  const recognized = records
    .slice(0, MOST_LINES_ABOVE + 1)
    .map(({ cells, fault }) => (fault === null ? Object.keys(guessColumns(kind, cells, known)).length : 0));
  const most = Math.max(...recognized);
  // A record with two of our columns is no title.
  return (recognized[0] ?? 0) > 1 || most < 1 ? 0 : recognized.indexOf(most);
}

/** Required columns that the file doesn't have, by their labels. */
export function missingColumns(kind: ImportKind, mapped: Readonly<Record<string, number>>): string[] {
  const missing = columnsOf(kind).filter(([key, one]) => one.required && !(key in mapped));
  const labels = missing.map(([, { label }]) => label);
  const has = (...keys: string[]) => keys.every((key) => key in mapped);
  if (kind === 'student' && !has('full_name') && !has('first_name', 'last_name')) {
    labels.unshift('First name and Last name');
  }
  // A session without students is indirect work.
  if ((kind === 'guardian' || kind === 'assignment') && !namesStudent(has))
    labels.unshift('District student ID or Student name');
  if (kind === 'session' && !has('actual_minutes') && !has('end_time')) labels.push('Minutes or End time');
  return labels;
}

function namesStudent(has: (...keys: string[]) => boolean): boolean {
  return has('district_student_id') || has('student_name') || has('student_first', 'student_last');
}
