import { z } from 'zod';
import { MEAL_KINDS } from '#domain/lunch/meal-kinds.ts';
import { FORECAST_STATUSES, NOTE_STATUSES, OWED_STATES } from '#domain/reports/report-statuses.ts';
import { AUTHORIZATION_USED } from '#domain/sessions/authorization-alerts.ts';
import { ATTENDANCE_CODES } from '#domain/sessions/session.ts';
import { AUTHORIZED_PER } from '#domain/students/student-file.ts';
import { day, instant, text, uuid, wallTime } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';
import { Waiting } from './home.ts';
import { withinDays } from './within-days.ts';

/** A fiscal year. */
const MOST_DAYS = 366;

const days = { start_date: day, end_date: day };

/** When the answer was true, and whose devices have changes that it lacks. */
const head = {
  as_of: instant,
  unsynced: z.array(
    z.object({ user_id: uuid, name: z.string(), changes: z.int(), since: instant.nullable() }),
  ),
};

/** Whom and what rows are about, with what people call them. */
const ofStudent = { student: uuid, student_name: z.string() };
const ofService = { service: uuid, service_name: z.string() };
const ofProvider = { provider: uuid, provider_name: z.string() };

/** Minutes of a service in some days. */
const delivery = {
  /** Sessions in which the service was received, and those in which it wasn't. */
  sessions: z.int(),
  missed: z.int(),
  /** Minutes of the plan: of recorded sessions, and of what is on the calendar without one. */
  planned_minutes: z.int(),
  delivered_minutes: z.int(),
  /** What is billed for it; null for people who don't see money. */
  amount_cents: z.int().nullable(),
  /** Sessions that can't be billed until something is resolved, such as a missing rate. */
  unbillable: z.int(),
};

const billedClient = {
  /** The paying district, or the client itself. */
  group: uuid.nullable(),
  group_name: z.string(),
  client: uuid.nullable(),
  client_name: z.string(),
};

/** A service of a student, paid by a client of a group. */
export const GroupedClient = z.object({
  ...billedClient,
  ...ofStudent,
  ...ofService,
  ...delivery,
});
export type GroupedClient = z.output<typeof GroupedClient>;

/** A service that a client receives. */
export const ClientService = z.object({
  ...billedClient,
  ...ofService,
  students: z.int(),
  providers: z.int(),
  ...delivery,
});
export type ClientService = z.output<typeof ClientService>;

/** The note of one student in one session: written, or still to be written. */
export const ReportedNote = z.object({
  session: uuid,
  session_date: day,
  start_time: wallTime,
  minutes: z.int(),
  ...ofProvider,
  ...ofStudent,
  ...ofService,
  /** Null while there is none. */
  note: uuid.nullable(),
  status: z.enum(NOTE_STATUSES),
  is_late: z.boolean(),
  signed_at: instant.nullable(),
  co_signed_at: instant.nullable(),
  co_signed_by_name: z.string().nullable(),
  /** From the session to its signature; null without one. */
  days_to_sign: z.int().nullable(),
});
export type ReportedNote = z.output<typeof ReportedNote>;

/** How far a provider's notes of some days are. Needed = signed + co-signed + to co-sign + open. */
export const NoteCompletion = z.object({
  ...ofProvider,
  /** Notes that delivered sessions need, one for each student. */
  needed: z.int(),
  /** Signed, and needing no co-signature. */
  signed: z.int(),
  co_signed: z.int(),
  /** Signed, and waiting for a supervisor. */
  to_co_sign: z.int(),
  /** Not started, in draft, or returned. */
  open: z.int(),
  /** Of the open ones, those that are late, by how many days. */
  late_week: z.int(),
  late_month: z.int(),
  late_longer: z.int(),
  /** Signed after the days that people have for a note. */
  signed_late: z.int(),
});
export type NoteCompletion = z.output<typeof NoteCompletion>;

/** The workdays of a provider that need a meal, by outcome. */
export const MealDays = z.object({
  ...ofProvider,
  days: z.array(z.object({ work_date: day, worked_minutes: z.int(), kind: z.enum(MEAL_KINDS) })),
});
export type MealDays = z.output<typeof MealDays>;

/** A student's notes in some days. */
export const StudentNotes = z.object({
  ...ofStudent,
  client_name: z.string(),
  /** Notes that delivered sessions need, by status. */
  needed: z.int(),
  done: z.int(),
  to_co_sign: z.int(),
  started: z.int(),
  not_started: z.int(),
  late: z.int(),
  /** The newest day with a signed note. */
  last_note_date: day.nullable(),
  /** Notes in the student's file that aren't about a session. */
  file_notes: z.int(),
});
export type StudentNotes = z.output<typeof StudentNotes>;

/** A session of a student whose note isn't signed. */
export const OpenNote = z.object({
  session: uuid,
  session_date: day,
  provider_name: z.string(),
  service_name: z.string(),
  status: z.enum(NOTE_STATUSES),
});
export type OpenNote = z.output<typeof OpenNote>;

/** An authorized service of a student in this fiscal year. */
export const AuthorizedService = z.object({
  /** Of the assigned service. */
  id: uuid,
  ...ofStudent,
  client_name: z.string(),
  ...ofService,
  /** Null while no one delivers it. */
  provider: uuid.nullable(),
  provider_name: z.string(),
  authorised_minutes: z.int().nullable(),
  authorised_per: z.enum(AUTHORIZED_PER),
  start_date: day,
  end_date: day.nullable(),
  /** Whether the same service of the student goes on after its last day. */
  is_renewed: z.boolean(),
  /** Of the minutes of the current week, month, or year. */
  used: z.enum(AUTHORIZATION_USED).nullable(),
  total_minutes: z.int().nullable(),
  due_minutes: z.int().nullable(),
  delivered_minutes: z.int(),
  forecast_minutes: z.int().nullable(),
  status: z.enum(FORECAST_STATUSES),
  /** The twelve months from July. */
  months: z.array(z.object({ month: z.string(), authorized_minutes: z.int(), delivered_minutes: z.int() })),
});
export type AuthorizedService = z.output<typeof AuthorizedService>;

/** What authorized services can be sorted by: the columns of the report. */
export const AUTHORIZATION_COLUMNS = [
  ...(['student', 'used', 'client', 'service', 'provider', 'limit'] as const),
  ...(['due', 'delivered', 'forecast', 'total', 'status', 'ends'] as const),
] as const;

/** A service, and what it was sorted by as JSON, unless that is a name. An earlier version of the app has its id only. */
export const AUTHORIZATION_PLACE =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?: (null|-?\d+|"[^"\\]*"))?$/;

/** Which authorized services are listed or added up. Each filter narrows the others. */
const authorizationFilters = {
  status: z.enum(FORECAST_STATUSES).optional(),
  used: z.enum(AUTHORIZATION_USED).optional(),
  /** Within so many days, or already over, where nothing follows. */
  ends: z.enum(['30', '60', '90', 'over']).optional(),
  service: uuid.optional(),
  provider: uuid.optional(),
  /** Words that the names of student, client, service, or provider have. */
  search: text(200).optional(),
};

/** What authorized services add up to. */
const AuthorizationSums = z.object({
  ...head,
  services: z.int(),
  /** Those with a limit. The minutes are theirs. */
  limited: z.int(),
  due_minutes: z.int(),
  delivered_minutes: z.int(),
  forecast_minutes: z.int(),
  total_minutes: z.int(),
  /** How many services each status has, whichever status is asked for. */
  statuses: z.array(z.object({ status: z.enum(FORECAST_STATUSES), services: z.int() })),
  months: AuthorizedService.shape.months,
  /** Whose services there are, without any filter. */
  names: z.object({
    services: z.array(z.object({ id: uuid, name: z.string() })),
    providers: z.array(z.object({ id: uuid, name: z.string() })),
  }),
});
export type AuthorizationSums = z.output<typeof AuthorizationSums>;

/** A provider's caseload, and how their working time was spent in a date range. */
export const ProviderLoad = z.object({
  ...ofProvider,
  /** Active students now, and how many the provider takes at most. */
  students: z.int(),
  max_caseload: z.int().nullable(),
  /** Sessions in which the provider worked, and those that were not delivered. */
  sessions: z.int(),
  missed: z.int(),
  direct_minutes: z.int(),
  indirect_minutes: z.int(),
  /** Of timecards; null for people without any. */
  worked_minutes: z.int().nullable(),
  /** Workdays under the meal rules, and how many of them are out of compliance. */
  meal_days: z.int(),
  meal_violations: z.int(),
  /** The twelve months up to the last day, those with recorded sessions; the last one until that day. */
  months: z.array(
    z.object({
      month: z.string(),
      direct_minutes: z.int(),
      indirect_minutes: z.int(),
      /** All recorded sessions, and those entered too late for their pay period or invoice. */
      entered: z.int(),
      late: z.int(),
    }),
  ),
});
export type ProviderLoad = z.output<typeof ProviderLoad>;

/** Sessions of a provider that weren't delivered for one reason. */
export const Cancellation = z.object({
  attendance: z.enum(ATTENDANCE_CODES),
  /** Empty where none was given. */
  reason: z.string(),
  ...ofProvider,
  ...ofService,
  sessions: z.int(),
  students: z.int(),
  scheduled_minutes: z.int(),
  /** How many have a makeup session that names them. */
  made_up: z.int(),
  /** The newest of them. */
  newest: z.array(z.object({ session: uuid, session_date: day, minutes: z.int() })),
});
export type Cancellation = z.output<typeof Cancellation>;

/** What a student is owed from one missed session, in whole minutes. */
export const MakeUp = z.object({
  session: uuid,
  session_date: day,
  attendance: z.enum(ATTENDANCE_CODES),
  ...ofStudent,
  client_name: z.string(),
  ...ofService,
  ...ofProvider,
  owed_minutes: z.int(),
  made_up_minutes: z.int(),
  /** The last day on which it can be made up. */
  until: day,
  state: z.enum(OWED_STATES),
});
export type MakeUp = z.output<typeof MakeUp>;

/** A report over a range of days: rows of one kind, under the name that the reply gives them. */
function overDays<Name extends string, Row extends z.ZodType>(rows: Name, row: Row) {
  const named = { [rows]: z.array(row) } as Record<Name, z.ZodArray<Row>>;
  return {
    method: 'GET',
    query: withinDays(MOST_DAYS, z.strictObject(days)),
    isReport: true,
    reply: z.object({ ...head, ...named }),
    rows,
  } as const;
}

/** What waits on the screens of the Reports dashboard, and what it is made of. */
const PendingCount = z.object({
  as_of: instant,
  pending: z.int(),
  made_of: z.array(Waiting),
});
export type PendingCount = z.output<typeof PendingCount>;

export const reportEndpoints = defineEndpoints({
  'report.grouped-clients': {
    ...overDays('services', GroupedClient),
    path: '/api/reports/grouped-clients/',
    summary: 'Delivered and planned minutes by group, client, student, and service',
    policy: 'report.grouped-clients',
  },
  'report.client-services': {
    ...overDays('services', ClientService),
    path: '/api/reports/client-services/',
    summary: 'Delivered and planned minutes by client and service',
    policy: 'report.client-services',
  },
  'report.provider-notes': {
    method: 'GET',
    path: '/api/reports/provider-notes/',
    summary: 'SOAP notes of sessions, written and missing, newest session first, page by page',
    policy: 'report.provider-notes',
    query: withinDays(
      MOST_DAYS,
      z.strictObject({
        ...days,
        /** Only this provider's sessions. */
        provider: uuid.optional(),
        /** The `next` of the page before. */
        after: text(200).optional(),
        /** Sessions of one page. */
        limit: z.coerce.number().int().min(1).max(2_000).default(500),
      }),
    ),
    isReport: true,
    reply: z.object({ ...head, notes: z.array(ReportedNote), next: z.string().nullable() }),
    rows: 'notes',
  },
  'report.note-completion': {
    ...overDays('providers', NoteCompletion),
    path: '/api/reports/note-completion/',
    summary: 'How many notes each provider has signed, has open, and is late with',
    policy: 'report.provider-notes',
  },
  'report.meal-compliance': {
    ...overDays('providers', MealDays),
    path: '/api/reports/meal-compliance/',
    summary: 'Workdays that need a meal, by provider and outcome',
    policy: 'lunch.report',
  },
  'report.student-notes': {
    ...overDays('students', StudentNotes),
    path: '/api/reports/student-notes/',
    summary: 'How many notes each accessible student has, by status',
    policy: 'report.student-notes',
  },
  'report.open-notes': {
    ...overDays('notes', OpenNote),
    path: '/api/reports/student-notes/{id}/',
    params: z.strictObject({ id: uuid }),
    summary: "A student's sessions without a signed note, newest first",
    policy: 'report.student-notes',
  },
  'report.authorizations': {
    method: 'GET',
    path: '/api/reports/authorizations/',
    summary:
      "Delivered minutes against this fiscal year's authorized minutes, with a forecast to its end, page by page",
    policy: 'report.authorizations',
    query: z.strictObject({
      ...authorizationFilters,
      /** By a column, from its other end with `-` before it. */
      sort: z
        .enum(AUTHORIZATION_COLUMNS.flatMap((column) => [column, `-${column}`] as const))
        .default('student'),
      /** The `next` of the page before. */
      after: text(200).regex(AUTHORIZATION_PLACE, 'Use the `next` of the page before.').optional(),
      /** Services of one page. An earlier version of the app asks without it, for all of them. */
      limit: z.coerce.number().int().min(1).max(2_000).optional(),
    }),
    isReport: true,
    reply: z.object({
      ...{ ...head, from: day, to: day, services: z.array(AuthorizedService) },
      next: z.string().nullable(),
    }),
    rows: 'services',
  },
  'report.sum-authorizations': {
    method: 'GET',
    path: '/api/reports/authorizations/sums/',
    summary: 'How many authorized services this fiscal year has by status, and what they add up to',
    policy: 'report.authorizations',
    query: z.strictObject(authorizationFilters),
    isReport: true,
    reply: AuthorizationSums,
  },
  'report.productivity': {
    ...overDays('providers', ProviderLoad),
    path: '/api/reports/productivity/',
    summary: "Providers' caseloads, sessions, worked time, and meal compliance",
    policy: 'report.productivity',
  },
  'report.cancellations': {
    ...overDays('cancellations', Cancellation),
    path: '/api/reports/cancellations/',
    summary: "Sessions that weren't delivered, by attendance and reason",
    policy: 'report.cancellations',
  },
  'report.make-ups': {
    ...overDays('make_ups', MakeUp),
    path: '/api/reports/make-ups/',
    summary: 'What students are owed from missed sessions, what was made up, and the deadline for the rest',
    policy: 'report.make-ups',
  },
  'report.count-pending': {
    method: 'GET',
    path: '/api/reports/pending-count/',
    summary: 'Counts of pending approvals on the Reports dashboard, by kind',
    policy: 'report.badge',
    reply: PendingCount,
  },
});
