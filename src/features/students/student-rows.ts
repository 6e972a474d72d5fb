import type { Client, Location, Provider, Service } from '#contract/catalogue.ts';
import type { Student } from '#contract/student.ts';
import type { StudentService } from '#contract/student-service.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { isInForce } from '#domain/students/file-rules.ts';
import { notesDue } from '#domain/students/notes-due.ts';
import { AUTHORISED_PER_LABELS } from '#domain/students/student-file.ts';

/** A student with what the list shows, sorts by and searches. */
export interface StudentRow {
  student: Student;
  /** "Rivera, Maya" */
  name: string;
  school: string;
  client: string;
  services: string;
  providers: string;
  /** What is authorised today, service by service: "240 min a month". */
  authorised: string;
  /** Pacific day and start of the next session in the calendar, and of the last one: `2026-03-10 09:00`. */
  next: string | null;
  last: string | null;
  due: number;
}

/** What this device knows beside the students. */
export interface RowFacts {
  services: readonly Service[];
  locations: readonly Location[];
  clients: readonly Client[];
  providers: ReadonlyMap<string, Provider>;
  assigned: readonly StudentService[];
  /** Sessions of the person, as far back as notes are asked for. */
  sessions: readonly {
    id: string;
    student_ids: readonly string[];
    attendance: string;
    session_date: string;
    start_time: string;
  }[];
  notes: readonly { student: string; session: string; state: string }[];
  /** What the person's calendar holds from now on. */
  planned: readonly { student: string | null; day: string; time: string }[];
  today: string;
}

export function studentRows(students: readonly Student[], facts: RowFacts): StudentRow[] {
  const names = new Map(facts.services.map(({ id, name }) => [id, name]));
  const schools = new Map(facts.locations.map(({ id, name }) => [id, name]));
  const clients = new Map(facts.clients.map(({ id, name }) => [id, name]));
  return students.map((student) => {
    const sessions = facts.sessions.filter(({ student_ids }) => student_ids.includes(student.id));
    const own = facts.assigned.filter(
      (row) => row.student === student.id && isInForce(row, facts.today) && row.authorised_minutes !== null,
    );
    return {
      student,
      name: `${student.last_name}, ${student.first_name}`,
      school: schools.get(student.location ?? '') ?? '',
      client: clients.get(student.client ?? '') ?? '',
      services: student.services.map((id) => names.get(id) ?? 'Unknown service').join(', '),
      providers: student.providers
        .flatMap((id) => {
          const provider = facts.providers.get(id);
          return provider === undefined ? [] : [providerName(provider)];
        })
        .join(', '),
      authorised: own.map((row) => authorisedText(row)).join(', '),
      next: first(
        facts.planned
          .filter((event) => event.student === student.id)
          .map(({ day, time }) => `${day} ${time}`),
      ),
      last:
        sessions
          .map(({ session_date, start_time }) => `${session_date} ${start_time}`)
          .sort()
          .at(-1) ?? null,
      due: notesDue(student.id, sessions, facts.notes),
    };
  });
}

function first(moments: readonly string[]): string | null {
  return [...moments].sort()[0] ?? null;
}

/** "240 min a month"; "No limit" where none is authorised. */
export function authorisedText({
  authorised_minutes,
  authorised_per,
}: Pick<StudentService, 'authorised_minutes' | 'authorised_per'>): string {
  return authorised_minutes === null
    ? 'No limit'
    : `${authorised_minutes.toLocaleString('en-US')} min ${AUTHORISED_PER_LABELS[authorised_per]}`;
}

/** What stands in the address. */
export interface StudentFilter {
  search?: string;
  service?: string;
  school?: string;
  due?: true;
}

export function filteredStudents(rows: readonly StudentRow[], filter: StudentFilter): StudentRow[] {
  const words = (filter.search ?? '').trim().toLowerCase().split(/\s+/);
  return rows.filter(
    (row) =>
      (filter.service === undefined || row.student.services.includes(filter.service)) &&
      (filter.school === undefined || row.student.location === filter.school) &&
      (filter.due === undefined || row.due > 0) &&
      words.every((word) => haystackOf(row).includes(word)),
  );
}

function haystackOf({ student, school, services, client }: StudentRow): string {
  return `${student.first_name} ${student.last_name} ${student.grade} ${school} ${services} ${client}`.toLowerCase();
}
