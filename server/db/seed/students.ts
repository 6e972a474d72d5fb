import { dayPlus } from '#domain/time/pacific.ts';
import type {
  student_accounts,
  student_providers,
  student_services,
  students,
} from '#server/db/schema/students.ts';
import { type Catalog, HOME, type SeededService } from './catalog.ts';
import { FIRST_NAMES, LAST_NAMES } from './names.ts';
import type { SeededProvider } from './people.ts';
import type { Random } from './random.ts';
import { fiscalYearStart } from './school-year.ts';

export type SeededStudent = typeof students.$inferSelect;

/** One student of one provider. */
export interface Assignment {
  student: SeededStudent;
  service: SeededService;
}

export interface Students {
  students: SeededStudent[];
  student_services: (typeof student_services.$inferSelect)[];
  student_providers: (typeof student_providers.$inferSelect)[];
  /** By provider id. */
  caseloads: Map<string, Assignment[]>;
}

const STUDENTS = 600;
const DEMO_CASELOAD = 18;
/** In the order in which children pass them. */
export const GRADES = ['TK', 'K', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const;

/** Students of all districts and a few families; most have one service, some two. */
export function seedStudents(
  random: Random,
  catalog: Catalog,
  providers: readonly SeededProvider[],
  scale: number,
  today: string,
): Students {
  const caseloads = new Map<string, Assignment[]>(providers.map(({ row }) => [row.id, []]));
  const working = providers.filter(({ row }) => !row.archived);
  const deals = Array.from({ length: Math.ceil(STUDENTS * scale) }, (_, index) => {
    const demo = working.find(({ isDemo }) => isDemo);
    const isDemos = demo !== undefined && index < DEMO_CASELOAD;
    const provider = isDemos ? demo : leastBusy(random, working, caseloads);
    const student = makeStudent(random, catalog, provider, index, today);
    const service = isDemos ? provider.services[0] : random.pick(provider.services);
    if (service !== undefined) caseloads.get(provider.row.id)?.push({ student, service });
    return student;
  });
  addSecondServices(random, working, caseloads);
  const pairs = [...caseloads].flatMap(([provider, assignments]) =>
    assignments
      .filter(({ student }) => !leftBefore(student, fiscalYearStart(today)))
      .map(({ student, service }) => ({ provider, student: student.id, service: service.id })),
  );
  return {
    students: deals,
    student_services: pairs.map(({ student, service }) => ({ student, service })),
    student_providers: pairs.map(({ student, provider }) => ({ student, provider })),
    caseloads,
  };
}

export function leftBefore({ archived_on }: Pick<SeededStudent, 'archived_on'>, day: string): boolean {
  return archived_on !== null && archived_on < day;
}

/** The least busy of a few, so that caseloads differ, but not wildly. The demo provider is full. */
function leastBusy(
  random: Random,
  working: readonly SeededProvider[],
  caseloads: ReadonlyMap<string, Assignment[]>,
): SeededProvider {
  const busyness = ({ row, isDemo }: SeededProvider) =>
    isDemo ? Number.POSITIVE_INFINITY : (caseloads.get(row.id)?.length ?? 0);
  const some = [random.pick(working), random.pick(working), random.pick(working)];
  return some.reduce((best, each) => (busyness(each) < busyness(best) ? each : best));
}

/** About one in six has a second service from another provider of the same district. */
function addSecondServices(
  random: Random,
  working: readonly SeededProvider[],
  caseloads: ReadonlyMap<string, Assignment[]>,
): void {
  const seconded = new Set<SeededStudent>();
  for (const provider of working.filter(({ isDemo }) => !isDemo)) {
    for (const { student, service } of [...(caseloads.get(provider.row.id) ?? [])]) {
      if (!random.chance(1 / 6) || seconded.has(student)) continue;
      const others = working.filter(
        (other) =>
          other.district === provider.district &&
          !other.isDemo &&
          other !== provider &&
          other.services.every(({ id }) => id !== service.id),
      );
      if (others.length === 0) continue;
      const other = random.pick(others);
      const second = other.services[0];
      if (second !== undefined) caseloads.get(other.row.id)?.push({ student, service: second });
      seconded.add(student);
    }
  }
}

function makeStudent(
  random: Random,
  catalog: Catalog,
  provider: SeededProvider,
  index: number,
  today: string,
): SeededStudent {
  const isOfFamily = index % 33 === 32;
  const families = catalog.families.filter(({ active }) => active === 1);
  const id = random.id();
  const first_name = random.pick(FIRST_NAMES);
  const last_name = random.pick(LAST_NAMES);
  const anyGrade = random.pick(GRADES);
  const client = isOfFamily ? random.pick(families).id : provider.district.client.id;
  const school = isOfFamily ? null : random.pick(provider.district.schools);
  const grade = gradeAt(school?.name ?? '', anyGrade);
  return {
    id,
    first_name,
    last_name,
    grade,
    ...seedDeparture(index, today),
    ...seedOrigin(index, grade, today),
    client,
    location: school?.id ?? HOME,
    merged_into: null,
    version: 1,
  };
}

/** When the last students left: their last session was before. */
const LEFT_DAYS_AGO = 40;

/** The first of them left so many years ago, however large the demo is. */
const YEARS_OF_LEAVERS = 10;

/** Most of those who left did so this school year, a few years ago. */
function seedDeparture(index: number, today: string): Pick<SeededStudent, 'archived' | 'archived_on'> {
  if (index % 25 !== 24) return { archived: false, archived_on: null };
  const place = Math.floor(index / 25);
  // On a day after the school year, two or more fiscal years ago.
  const isLongAgo = index % 125 === 124;
  const archived_on = isLongAgo
    ? dayPlus(fiscalYearStart(today), -380 - 365 * (Math.floor(index / 125) % YEARS_OF_LEAVERS))
    : dayPlus(today, -LEFT_DAYS_AGO + (place % 11));
  return { archived: true, archived_on };
}

type Grade = (typeof GRADES)[number];

/** Places in `GRADES`, by what the name of a school says; the others have all of them. */
const TAUGHT = { Elementary: [0, 7], Middle: [7, 10], High: [10, 14] } as const;

function gradeAt(school: string, drawn: Grade): Grade {
  const kind = Object.keys(TAUGHT).find((name) => school.includes(name)) as keyof typeof TAUGHT | undefined;
  const taught = kind === undefined ? GRADES : GRADES.slice(...TAUGHT[kind]);
  return taught[GRADES.indexOf(drawn) % taught.length] ?? drawn;
}

const QUALIFICATIONS = [
  ['Speech or language impairment'],
  ['Specific learning disability'],
  ['Autism', 'Speech or language impairment'],
  ['Other health impairment'],
  ['Orthopedic impairment'],
] as const;
const HOME_LANGUAGES = ['en', 'en', 'es', 'en', 'es', 'vi', 'en', 'zh', 'en', 'tl'] as const;
/** Typical age of children in the first grade of the list. */
const YOUNGEST = 4;

/** A student's initial file. */
function seedOrigin(index: number, grade: Grade, today: string) {
  const month = String((index % 12) + 1).padStart(2, '0');
  const date = String((index % 28) + 1).padStart(2, '0');
  const year = Number(fiscalYearStart(today).slice(0, 4)) - YOUNGEST - GRADES.indexOf(grade);
  return {
    date_of_birth: `${year}-${month}-${date}`,
    home_language: HOME_LANGUAGES[index % HOME_LANGUAGES.length] ?? 'en',
    qualifications: [...(QUALIFICATIONS[index % QUALIFICATIONS.length] ?? [])],
    iep_annual_date: dayPlus(today, ((index * 37) % 350) - 6),
    iep_triennial_date: dayPlus(today, 60 + ((index * 151) % 1_000)),
  };
}

const PAYERS = ['Golden Valley Health Plan', 'Sierra Community Care', 'Bayline Mutual'] as const;

/** What the office keeps about each student: a district number for all, insurance where the family's pays. */
export function seedStudentAccounts(
  random: Random,
  catalog: Catalog,
  learners: Students,
  today: string,
): (typeof student_accounts.$inferSelect)[] {
  const families = new Set(catalog.families.map(({ id }) => id));
  return learners.students.map(({ id, client }, index) => {
    const isOfFamily = families.has(client ?? '');
    const signed = dayPlus(today, -random.int(30, 330));
    return {
      id,
      district_student_id: isOfFamily ? '' : String(410_000 + index * 7),
      case_manager: isOfFamily ? '' : `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
      payer: isOfFamily ? random.pick(PAYERS) : '',
      member_id: isOfFamily ? `M${random.int(10_000_000, 99_999_999)}` : '',
      // Some families haven't told it yet: their claims say so.
      ...(isOfFamily && index % 5 !== 0 ? homeOf(index) : NO_HOME),
      consent_date: signed,
      release_date: random.chance(0.6) ? signed : null,
      has_esy: random.chance(0.15),
      version: 1,
    };
  });
}

const NO_HOME = { sex: '', street: '', city: '', state: '', zip: '' } as const;
const HOME_STREETS = ['Juniper Lane', 'Marigold Court', 'Third Street', 'Orchard Avenue'] as const;

function homeOf(index: number) {
  return {
    sex: index % 2 === 0 ? ('female' as const) : ('male' as const),
    street: `${12 + ((index * 17) % 900)} ${HOME_STREETS[index % HOME_STREETS.length]}`,
    ...{ city: 'Fresno', state: 'CA', zip: String(93_701 + (index % 20)) },
  };
}
