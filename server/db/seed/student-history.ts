import { sql } from 'drizzle-orm';
import type { AuditChanges } from '#contract/audit-trail.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { loadRows } from '#server/db/entity-rows.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import type { HistoryFacts } from './demo-history.ts';
import type { PastMoment } from './history-log.ts';
import { IMPORT_OF_STUDENTS } from './imports.ts';
import { FIRST_NAMES, LAST_NAMES } from './names.ts';
import type { Random } from './random.ts';
import { GRADES, type SeededStudent } from './students.ts';

/** A large demo has the history of so many students only, so that seeding it stays quick. */
const STUDENTS_WITH_HISTORY = 600;

/** Students came in with a file, moved up a grade, met for their IEP, changed schools, and some were corrected. */
export async function studentHistory(tx: Transaction, facts: HistoryFacts): Promise<void> {
  const { log, learners, random } = facts;
  const entered = facts.atMoveIn('09:20');
  const told = learners.students.slice(0, STUDENTS_WITH_HISTORY);
  const ids = told.map(({ id }) => id);
  const accounts = new Map((await loadRows(tx, 'student_account', ids)).map((row) => [row.id, row]));
  const [renewal] = await jsonRows<{ made_at: string; by: string }>(
    tx,
    sql`select ${sql.raw(isoInstant('made_at'))}, made_by as by from bulk_changes where kind = 'renewal'`,
  );
  const details = { import: IMPORT_OF_STUDENTS };
  for (const student of told) {
    log.create('student', student.id, entered, details);
    log.create('student_account', student.id, entered, details);
    if (renewal !== undefined) movedUp(facts, student, { at: renewal.made_at, by: renewal.by });
    metForIep(facts, student);
    if (random.chance(0.12)) {
      log.change('student', student.id, facts.officeSometime(), { changes: corrected(random, student) });
    }
    const account = accounts.get(student.id);
    if (account !== undefined) accountHistory(facts, account);
    const { archived_on } = student;
    if (archived_on !== null && facts.isPast(archived_on)) {
      log.change('student', student.id, facts.officeOn(archived_on), {
        changes: { archived: [false, true], archived_on: [null, archived_on] },
      });
    }
  }
  await fileHistory(tx, facts, new Set(ids));
}

/** A year older since the renewal, some at the next school. */
function movedUp({ log, catalog }: HistoryFacts, student: SeededStudent, moment: PastMoment): void {
  const grade = GRADES.indexOf(student.grade as (typeof GRADES)[number]);
  if (grade <= 0 || student.archived) return;
  const schools = catalog.districts.find(({ client }) => client.id === student.client)?.schools ?? [];
  const school = schools.find(({ id }) => id === student.location);
  const kindBefore = FEEDS[`${student.grade} ${school?.name.split(' ').at(-1)}`];
  const before = schools.find(({ name }) => kindBefore !== undefined && name.includes(kindBefore));
  log.change('student', student.id, moment, {
    changes: {
      grade: [GRADES[grade - 1], student.grade],
      ...(before !== undefined && { location: [before.id, student.location] }),
    },
  });
}

/** Where children in the first grade of a school come from. */
const FEEDS: Readonly<Record<string, string>> = { '6 Middle': 'Elementary', '9 High': 'Middle' };

/** The annual review sets the next one. */
function metForIep({ log, random, isPast, officeOn }: HistoryFacts, student: SeededStudent): void {
  const { iep_annual_date: next } = student;
  if (next === null) return;
  const meeting = dayPlus(next, -365);
  const day = dayPlus(meeting, random.int(1, 6));
  if (!isPast(day)) return;
  log.change('student', student.id, officeOn(day), {
    changes: { iep_annual_date: [dayPlus(meeting, random.int(0, 14)), next] },
  });
}

/** What was wrong in the file that the office moved in with. */
function corrected(random: Random, student: SeededStudent): AuditChanges {
  const { first_name, last_name, home_language, date_of_birth, qualifications } = student;
  const [year, month, day] = (date_of_birth ?? '').split('-');
  return random.pick<AuditChanges>([
    { last_name: [misspelled(random, last_name), last_name] },
    { first_name: [misspelled(random, first_name), first_name] },
    { home_language: [home_language === 'en' ? 'es' : 'en', home_language] },
    { qualifications: [qualifications.slice(0, -1), qualifications] },
    // Day and month were swapped.
    Number(day) <= 12
      ? { date_of_birth: [`${year}-${day}-${month}`, date_of_birth] }
      : { date_of_birth: [`${Number(year) + 1}-${month}-${day}`, date_of_birth] },
  ]);
}

/** With two letters in the wrong order. */
function misspelled(random: Random, name: string): string {
  const at = random.int(1, Math.max(1, name.length - 2));
  return `${name.slice(0, at)}${name[at + 1] ?? ''}${name[at] ?? ''}${name.slice(at + 2)}`;
}

interface Account {
  id: string;
  case_manager: string;
  district_student_id: string;
  member_id: string;
  consent_date: string | null;
  has_esy: boolean;
}

/** The yearly consent, new case managers, and decisions on summer services. */
function accountHistory(
  { log, random, isPast, officeOn, officeSometime }: HistoryFacts,
  account: Account,
): void {
  const { id, consent_date, case_manager, district_student_id, member_id } = account;
  if (consent_date !== null && isPast(dayPlus(consent_date, 2)) && random.chance(0.4)) {
    log.change('student_account', id, officeOn(dayPlus(consent_date, random.int(1, 2))), {
      changes: { consent_date: [dayPlus(consent_date, -random.int(355, 375)), consent_date] },
    });
  }
  if (case_manager !== '' && random.chance(0.1)) {
    const former = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
    log.change('student_account', id, officeSometime(), {
      changes: { case_manager: [former, case_manager] },
    });
  }
  if (account.has_esy && random.chance(0.4)) {
    log.change('student_account', id, officeSometime(), { changes: { has_esy: [false, true] } });
  }
  if (member_id !== '') {
    log.change('student_account', id, officeSometime(), { changes: { member_id: ['', member_id] } });
  } else if (random.chance(0.04)) {
    log.change('student_account', id, officeSometime(), {
      changes: { district_student_id: ['', district_student_id] },
    });
  }
}

/** Parents came in with the students; some have a new phone. More service minutes were authorized for a few. */
async function fileHistory(tx: Transaction, facts: HistoryFacts, told: ReadonlySet<string>): Promise<void> {
  const { log, random, officeSometime } = facts;
  const entered = facts.atMoveIn('09:31');
  const parents = await jsonRows<{ id: string; student: string; phone: string }>(
    tx,
    sql`select id, student, phone from parents order by id`,
  );
  for (const { id, student, phone } of parents.filter((one) => told.has(one.student))) {
    const details = { student };
    log.create('parent', id, entered, details);
    if (!random.chance(0.06)) continue;
    const former = `(555) 01${random.int(0, 9)}-${random.int(1000, 9999)}`;
    log.change('parent', id, officeSometime(), { changes: { phone: [former, phone] }, details });
  }
  const services = await jsonRows<{ id: string; student: string; minutes: number; start_date: string }>(
    tx,
    sql`select id, student, authorised_minutes as minutes, start_date from assigned_services
      where authorised_minutes >= 60 order by id`,
  );
  for (const { id, student, minutes, start_date } of services.filter((one) => told.has(one.student))) {
    if (!random.chance(0.08)) continue;
    const moment = officeSometime();
    if (moment.at <= start_date) continue;
    const former = Math.max(30, Math.round((minutes * 0.75) / 15) * 15);
    log.change('student_service', id, moment, {
      changes: { authorised_minutes: [former, minutes] },
      details: { student },
    });
  }
}
