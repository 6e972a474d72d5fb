import type { Relationship } from '#domain/students/student-file.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import type { assigned_services } from '#server/db/schema/assigned-services.ts';
import type { goals } from '#server/db/schema/goals.ts';
import type { parents } from '#server/db/schema/parents.ts';
import type { student_notes } from '#server/db/schema/student-notes.ts';
import { FIRST_NAMES } from './names.ts';
import type { Random } from './random.ts';
import { fiscalYearStart } from './school-year.ts';
import type { SoapBank } from './soap-options.ts';
import { type Assignment, leftBefore, type SeededStudent, type Students } from './students.ts';

export type SeededGoal = typeof goals.$inferSelect;

/** The contents of all student files, apart from session notes. */
export interface StudentFiles {
  services: (typeof assigned_services.$inferSelect)[];
  parents: (typeof parents.$inferSelect)[];
  notes: (typeof student_notes.$inferSelect)[];
  goals: SeededGoal[];
}

const NOTES = [
  'Likes to walk to the room alone. Give a two-minute warning.',
  'The family asked for practice cards in both languages.',
  'New glasses. Now sits in the front row.',
  'Teacher reports more turns taken in class this month.',
  'Allergic to latex. No balloons in the room.',
] as const;

const BASELINES = [
  '2 of 10 trials',
  '40% with a model',
  'With full help',
  '3 of 10 trials, verbal prompt',
] as const;
const TARGETS = ['8 of 10 trials', '80% with one prompt', 'Independent', '9 of 10 trials'] as const;
const CRITERIA = ['In three sessions in a row', 'With two adults', 'In two settings'] as const;
const RELATIONS: readonly Relationship[] = ['mother', 'father', 'guardian', 'grandparent'];

export function seedStudentFiles(
  random: Random,
  learners: Students,
  bank: SoapBank,
  { today, weekly }: { today: string; weekly: ReadonlyMap<string, number> },
): StudentFiles {
  const files: StudentFiles = { services: [], parents: [], notes: [], goals: [] };
  const start = fiscalYearStart(today);
  for (const [provider, assignments] of learners.caseloads) {
    for (const assignment of assignments) {
      const planned = weekly.get(`${provider} ${assignment.student.id} ${assignment.service.id}`);
      const { student } = assignment;
      const left = leftBefore(student, start) ? student.archived_on : null;
      const since = left === null ? start : fiscalYearStart(left);
      const row = serviceOf(random, provider, assignment, since, planned);
      files.services.push({ ...row, end_date: left ?? soonEnd(student.id, today) });
      files.goals.push(...goalsOf(random, provider, assignment, bank, since));
      if (random.chance(0.3))
        files.notes.push(noteOf(random, provider, student, student.archived_on ?? today));
    }
  }
  for (const student of learners.students) files.parents.push(...parentsOf(random, student));
  return files;
}

/** Authorizes what the timetable needs, with a little room; for a few it's too little, as in practice. */
function serviceOf(
  random: Random,
  provider: string,
  { student, service }: Assignment,
  start: string,
  planned?: number,
) {
  const usual = service.default_minutes * random.int(1, 2);
  const isTight = student.id.startsWith('0');
  const perWeek = (planned ?? usual) * (isTight ? 0.75 : 1);
  const rounded = (minutes: number, to: number) => Math.ceil(minutes / to) * to;
  const authorized = random.pick([
    { authorised_minutes: rounded(perWeek + (isTight ? 0 : 15), 15), authorised_per: 'week' },
    { authorised_minutes: rounded(perWeek * 5, 30), authorised_per: 'month' },
    { authorised_minutes: rounded(perWeek * 42, 60), authorised_per: 'year' },
    { authorised_minutes: null, authorised_per: 'year' },
  ] as const);
  return {
    id: random.id(),
    student: student.id,
    service: service.id,
    provider,
    ...authorized,
    start_date: start,
    deleted_at: null,
    version: 1,
  };
}

/** A few authorizations end in the next weeks and need a renewal; chosen by the ID, so that nothing else changes. */
function soonEnd(student: string, today: string): string | null {
  const at = Number.parseInt(student.slice(0, 2), 16);
  return at < 12 ? dayPlus(today, 10 + at * 7) : null;
}

function goalsOf(
  random: Random,
  provider: string,
  { student, service }: Assignment,
  bank: SoapBank,
  start: string,
): SeededGoal[] {
  const fitting = bank.goalOptions.filter((option) => option.service === service.id);
  const captured_at = pacificInstant(dayPlus(start, random.int(35, 60)), '14:00');
  return random
    .shuffled(fitting)
    .slice(0, random.int(1, 3))
    .map((option, index) => ({
      id: random.id(),
      student: student.id,
      service: service.id,
      goal_option: option.id,
      goal_text: option.option_text,
      baseline: random.pick(BASELINES),
      target: random.pick(TARGETS),
      criterion: random.pick(CRITERIA),
      start_date: dayPlus(start, 50),
      target_date: dayPlus(start, 340),
      archived: index === 2,
      captured_by: provider,
      captured_at,
      received_at: captured_at,
      deleted_at: null,
      version: 1,
    }));
}

function noteOf(random: Random, provider: string, student: SeededStudent, today: string) {
  const note_date = dayPlus(today, -random.int(2, 60));
  const captured_at = pacificInstant(note_date, '15:30');
  return {
    id: random.id(),
    student: student.id,
    provider,
    note_date,
    note: random.pick(NOTES),
    captured_at,
    received_at: captured_at,
    deleted_at: null,
    version: 1,
  };
}

/** One or two; the phone numbers are from the range reserved for fiction. */
function parentsOf(random: Random, student: SeededStudent) {
  return random
    .shuffled(RELATIONS)
    .slice(0, random.int(1, 2))
    .map((relationship, index) => {
      const first_name = random.pick(FIRST_NAMES);
      return {
        id: random.id(),
        student: student.id,
        first_name,
        last_name: student.last_name,
        relationship,
        email: `${first_name}.${student.last_name}@family.example`.toLowerCase().replaceAll(/[^a-z.@]/g, ''),
        phone: `(555) 01${random.int(0, 9)}-${random.int(1000, 9999)}`,
        language: student.home_language,
        is_primary: index === 0,
        deleted_at: null,
        version: 1,
      };
    });
}
