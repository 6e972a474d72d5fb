import { awaitsCoSign, isFinished } from '../notes/soap-commands.ts';
import type { SoapState } from '../notes/soap-note.ts';
import { fiscalYearOf } from '../time/fiscal-year.ts';
import type { TimesheetStatus } from '../timesheets/timesheet.ts';
import { seesWholeOrganization } from './permissions.ts';
import { knownRole, ROLES } from './roles.ts';
import type { Actor } from './row-rules.ts';
import { scopeOfArchived, scopesByDay, scopesOfParts, yearPart } from './scope-parts.ts';

/**
 * A set of rows that is delivered to a device as a whole: `global`, `org`, `user:<id>`, `team:<supervisor>`,
 * `supervised:<provider>`, `service:<id>`, `student:<id>`, `client:<id>`, and parts of them as in `org:2026-11`, `org:open`,
 * `user:<id>:fy2026`. A row leaves the device when its last scope does.
 */
export type Scope = string;

/**
 * The scopes of a person. Together with `scopesOf…` below they select the same rows as the row rules, except the files of
 * students whom a lead or supervisor sees without serving them: a device has those that it follows. A test compares the two.
 * @param own students whom the person serves, and their clients
 */
export function scopesOfActor(
  actor: Actor,
  own: { student_ids: Iterable<string>; client_ids: Iterable<string> },
): Scope[] {
  if (knownRole(actor.role) === null) return [];
  if (seesWholeOrganization(actor)) return ['global', 'org', `user:${actor.user_id}`];
  const scopes = ['global', `user:${actor.user_id}`];
  for (const id of own.student_ids) scopes.push(`student:${id}`);
  for (const id of own.client_ids) scopes.push(`client:${id}`);
  if (actor.role === ROLES.serviceLead) for (const id of actor.service_ids) scopes.push(`service:${id}`);
  if (actor.role === ROLES.supervisor) {
    scopes.push(`team:${actor.user_id}`);
    for (const id of actor.supervisee_ids) scopes.push(`supervised:${id}`);
  }
  return scopes;
}

/**
 * The scopes of a session: by the fiscal year of its day its provider, and by the month the office, the provider's supervisors,
 * and leads of its service. It names no supervisor, so a change of supervision moves no sessions: a supervisor has
 * `supervised:<provider>` for each supervisee.
 */
export function scopesOfSession(session: {
  provider: string;
  service: string | null;
  session_date: string;
  approval_request: string;
}): Scope[] {
  const members = [
    `user:${session.provider}`,
    'org',
    `supervised:${session.provider}`,
    ...(session.service === null ? [] : [`service:${session.service}`]),
  ];
  return scopesByDay(members, session.session_date, session.approval_request === 'pending');
}

/**
 * The scopes of a note: by the fiscal year of its session its author, and by the month leads of its service and the author's
 * supervisors. It is open for them while it waits for a co-signature, and for its author until no signature is missing. The office
 * reads notes from the server: `holdsSoapNotes` says so to its devices.
 */
export function scopesOfSoapNote(note: {
  provider: string;
  service: string;
  supervisors: readonly string[];
  session_date: string;
  state: SoapState;
  needs_co_sign: boolean;
}): Scope[] {
  const others = [`service:${note.service}`, ...note.supervisors.map((id) => `team:${id}`)];
  return [
    ...scopesByDay([`user:${note.provider}`], note.session_date, !isFinished(note)),
    ...scopesByDay(others, note.session_date, awaitsCoSign(note)),
  ];
}

/** The scope of a lunch break or a timecard: its person. Everyone else reads them from the server. */
export function scopesOfOwnDay(row: { provider: string }): Scope[] {
  return [`user:${row.provider}`];
}

/**
 * The scopes of a timesheet: its provider, and by the month in which its period begins the office. It is open for the office while it
 * waits for a decision. Leads and supervisors read timesheets from the server.
 */
export function scopesOfTimesheet(sheet: {
  provider_id: string;
  period_start_date: string;
  status: TimesheetStatus;
}): Scope[] {
  const isOpen = sheet.status === 'submitted';
  return [`user:${sheet.provider_id}`, ...scopesByDay(['org'], sheet.period_start_date, isOpen)];
}

/** The scope of what was sent to one person: no one else has it, not even the office. */
export function scopesOfReceiver(row: { receiver: string }): Scope[] {
  return [`user:${row.receiver}`];
}

/**
 * The scopes of an event: by the fiscal years in which it begins and ends its owner, and invited people. A series ends with its
 * fiscal year, and a changed occurrence is in that year too, wherever it was moved. The office, leads, and supervisors read other
 * people's events from the server.
 */
export function scopesOfEvent(event: {
  provider: string;
  invites: readonly string[];
  event_start_date: string;
  event_end_date: string;
  original_date: string | null;
}): Scope[] {
  const { provider, invites, event_start_date, event_end_date, original_date } = event;
  const days = [event_start_date, event_end_date, original_date].filter((day) => day !== null);
  return scopesOfParts(new Set([provider, ...invites].map((id) => `user:${id}`)), [
    ...new Set(days.map((day) => yearPart(fiscalYearOf(day)))),
  ]);
}

/**
 * The scopes of a student's own row: the office, people who have the file, leads of the student's services, and
 * supervisors of the student's providers. Archived students are visible to the office only, which has them by the fiscal year in
 * which they were archived, and may follow the file: nobody else has `student:<id>` of an archived student. A record that was
 * merged into another student goes where that student goes, so that devices know whom their unsynced changes and old addresses
 * mean.
 * @param student for a merged record, everything but its own id and where it went is of the student who stays. An older server
 *   archives without a day: until the next sweep the student stays among the active ones
 */
export function scopesOfStudent(student: {
  id: string;
  archived: boolean;
  archived_on?: string | null | undefined;
  merged_into?: string | null | undefined;
  services: readonly string[];
  providers: readonly string[];
}): Scope[] {
  const [office, file] = ['org', `student:${student.merged_into ?? student.id}`];
  if (student.archived) {
    return [student.archived_on == null ? office : scopeOfArchived(student.archived_on), file];
  }
  return [
    office,
    file,
    ...student.services.map((id) => `service:${id}`),
    // No supervisor is named, so a change of supervision moves no students.
    ...student.providers.map((id) => `supervised:${id}`),
  ];
}

/**
 * An assigned service: the office and the people who have the file. It belongs to the directory: `placeServices` puts it where
 * its student is.
 */
export function scopesOfAssignedService(row: { student: string }): Scope[] {
  return ['org', `student:${row.student}`];
}

/** A row of a student's file: the people who have the file, by caseload or because they opened it, as the office does. */
export function scopesOfStudentFile(row: { student: string }): Scope[] {
  return [`student:${row.student}`];
}

/**
 * The scopes of a client: the office, providers of its students and their supervisors, and leads of its students' services.
 * @param client with the services and providers of its students who aren't archived
 */
export function scopesOfClient(client: {
  id: string;
  services: readonly string[];
  providers: readonly string[];
}): Scope[] {
  return [
    'org',
    `client:${client.id}`,
    ...client.services.map((id) => `service:${id}`),
    ...client.providers.map((id) => `supervised:${id}`),
  ];
}

/** The scopes of a provider: the office, the provider, leads of their services, and their supervisors. */
export function scopesOfProvider(provider: {
  id: string;
  services: readonly string[];
  supervisors: readonly string[];
}): Scope[] {
  return [
    'org',
    `user:${provider.id}`,
    ...provider.services.map((id) => `service:${id}`),
    ...provider.supervisors.map((id) => `team:${id}`),
  ];
}
