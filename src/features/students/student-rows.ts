import type { Client, Location, Provider, Service } from '#contract/catalog.ts';
import type { Student } from '#contract/student.ts';
import type { StudentService } from '#contract/student-service.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { wasDelivered } from '#domain/reports/service-minutes.ts';
import { authorizationAlerts, endedAlert } from '#domain/sessions/authorization-alerts.ts';
import { type AuthorizedUse, authorizedUse, type UsingSession } from '#domain/sessions/authorized-minutes.ts';
import { isInForce } from '#domain/students/file-rules.ts';
import { dueReviews, type IepReview } from '#domain/students/iep-reviews.ts';
import { notesDue } from '#domain/students/notes-due.ts';
import { authorizedText } from '#domain/students/student-file.ts';
import { fullName } from '#domain/students/student-name.ts';
import type { ById } from '#screens/device/people-by-id.ts';
import { namesById } from '#screens/device/record-names.ts';

/** A student with what the list shows, sorts by, and searches. */
export interface StudentRow {
  student: Student;
  /** "Rivera, Maya" */
  name: string;
  /** Whose record this one was merged into; null if it wasn't. */
  mergedInto: string | null;
  school: string;
  client: string;
  services: string;
  /** By their short names. */
  shortServices: readonly string[];
  providers: string;
  /** Minutes authorized today: "240 min/month"; "SP: 240 min/month, OT: 60 min/week" if there are several services. */
  authorized: string;
  /**
   * The remaining minutes of the services that the user delivers, and the lowest of them; empty if there is no limit. Several
   * limits name their services.
   */
  left: string;
  leastLeft: number | null;
  /** What is used up or ends soon, with the service's short name: "SP used up". */
  alerts: readonly string[];
  /** Pacific day and start of the next session in the calendar, and of the last one: `2026-03-10 09:00`. */
  next: string | null;
  last: string | null;
  due: number;
  /** The IEP reviews that are overdue or coming up, earliest first. */
  reviews: IepReview[];
}

/** What this device knows besides the students. */
export interface RowFacts {
  services: readonly Service[];
  locations: readonly Location[];
  clients: readonly Client[];
  providers: ById<Provider>;
  students: ById<Student>;
  /** The user as a provider. */
  own: string;
  assigned: readonly StudentService[];
  /** The user's sessions, as far back as notes can be due or authorization periods reach. */
  sessions: readonly (UsingSession & { start_time: string })[];
  /** The first Pacific day for due notes and for the last session. */
  since: string;
  notes: readonly { student: string; session: string; state: string }[];
  /** The user's calendar from now on. */
  planned: readonly { student: string | null; service: string | null; day: string; time: string }[];
  today: string;
}

/** One row for each student, in the order of their names. */
export function studentRows(students: readonly Student[], facts: RowFacts): StudentRow[] {
  const names = namesById(facts.services);
  const shortNames = new Map(facts.services.map(({ id, short_name }) => [id, short_name]));
  const schools = namesById(facts.locations);
  const clients = namesById(facts.clients);
  const assigned = byStudent(facts.assigned, ({ student }) => [student]);
  const sessions = byStudent(facts.sessions, ({ student_ids }) => student_ids);
  const notes = byStudent(facts.notes, ({ student }) => [student]);
  const planned = byStudent(facts.planned, ({ student }) => (student === null ? [] : [student]));
  const rows = students.map((student) => {
    const { id } = student;
    const own = sessions.get(id) ?? [];
    const lately = own.filter(({ session_date }) => session_date >= facts.since);
    const uses: [StudentService, AuthorizedUse][] = [];
    const authorized: string[] = [];
    const alerts: string[] = [];
    const named = ({ service }: StudentService, words: string) =>
      `${shortNames.get(service) ?? '?'}: ${words}`;
    const services = assigned.get(id) ?? [];
    const daysOf = (service: string) => [
      ...own.flatMap((one) => (one.service === service && wasDelivered(one) ? one.session_date : [])),
      ...(planned.get(id) ?? []).flatMap((one) => (one.service === service ? one.day : [])),
    ];
    for (const row of services) {
      // Only from the user's own sessions; everyone's are counted on the student's page.
      const use = row.provider === facts.own ? authorizedUse(row, own, facts.today) : null;
      if (use !== null) uses.push([row, use]);
      const ended = student.archived ? null : endedAlert(row, services, daysOf(row.service), facts.today);
      if (ended !== null) alerts.push(named(row, ended.words));
      if (!isInForce(row, facts.today)) continue;
      if (row.authorised_minutes !== null) {
        const limit = authorizedText(row);
        authorized.push(student.services.length > 1 ? named(row, limit) : limit);
      }
      if (student.archived) continue;
      for (const { kind, words } of authorizationAlerts(row, use, facts.today)) {
        // At the end of a week nearly every student would have it.
        if (kind !== 'week-used-up') alerts.push(named(row, words));
      }
    }
    return {
      student,
      name: `${student.last_name}, ${student.first_name}`,
      mergedInto: mergedIntoName(student, facts.students),
      school: schools.get(student.location ?? '') ?? '',
      client: clients.get(student.client ?? '') ?? '',
      services: student.services.map((service) => names.get(service) ?? 'Unknown service').join(', '),
      shortServices: student.services.map((service) => shortNames.get(service) ?? '?'),
      providers: student.providers
        .flatMap((one) => {
          const provider = facts.providers.get(one);
          return provider === undefined ? [] : [providerName(provider)];
        })
        .join(', '),
      authorized: authorized.join(', '),
      left: uses
        .map(([row, use]) => (uses.length > 1 ? named(row, leftWords(use)) : leftWords(use)))
        .join(', '),
      alerts,
      leastLeft: uses.length === 0 ? null : Math.min(...uses.map(([, { left_minutes }]) => left_minutes)),
      next: outermost(
        (planned.get(id) ?? []).map(({ day, time }) => `${day} ${time}`),
        0,
      ),
      last: outermost(
        own.map(({ session_date, start_time }) => `${session_date} ${start_time}`),
        -1,
      ),
      due: notesDue(id, lately, notes.get(id) ?? []),
      reviews: student.archived ? [] : dueReviews(student, facts.today),
    };
  });
  return rows.sort((a, b) => a.name.localeCompare(b.name));
}

function mergedIntoName({ merged_into }: Student, students: RowFacts['students']): string | null {
  if (merged_into == null) return null;
  const other = students.get(merged_into);
  return other === undefined ? 'another record' : fullName(other);
}

/** "240 min this month"; "60 min over this month" if more was used than authorized. */
function leftWords({ left_minutes, per }: AuthorizedUse): string {
  const minutes = Math.abs(left_minutes).toLocaleString('en-US');
  return left_minutes < 0 ? `${minutes} min over this ${per}` : `${minutes} min this ${per}`;
}

/** Grouped, so that each row reads only its own student's records. */
function byStudent<Row>(
  rows: readonly Row[],
  studentsOf: (row: Row) => readonly string[],
): ReadonlyMap<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    for (const student of studentsOf(row)) {
      const own = found.get(student);
      if (own === undefined) found.set(student, [row]);
      else own.push(row);
    }
  }
  return found;
}

/** The first or last moment. */
function outermost(moments: readonly string[], at: 0 | -1): string | null {
  return [...moments].sort().at(at) ?? null;
}

/** The text that a search looks through. */
export function haystackOf({ student, school, services, client }: StudentRow): string {
  return `${student.first_name} ${student.last_name} ${student.grade} ${school} ${services} ${client}`;
}
