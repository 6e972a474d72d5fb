import { ROLES } from '#domain/access/roles.ts';
import type { SessionSetting } from '#domain/sessions/session.ts';
import { type Catalog, REMOTE, type SeededService } from './catalog.ts';
import type { SeededProvider } from './people.ts';
import type { Random } from './random.ts';
import { weekdayOf } from './school-year.ts';
import type { Assignment, SeededStudent } from './students.ts';

/** One slot in a provider's week. Times are minutes since midnight. */
export interface Slot {
  start: number;
  minutes: number;
  students: SeededStudent[];
  service: SeededService;
  setting: SessionSetting;
  location: string | null;
}

export interface Timetable {
  provider: SeededProvider;
  /** By weekday, 1 is Monday; each in order, without overlaps. */
  week: Slot[][];
  /** Start of the lunch break, half an hour without sessions. */
  lunch: number;
  /** The demo provider's slots on the day of the demo, whichever weekday it is. */
  today: Slot[] | null;
}

const LAST_END = 14 * 60 + 50;
/** Sessions per school day; leads and supervisors have other work too. */
const SESSIONS_PER_DAY: Record<string, readonly [number, number]> = {
  [ROLES.provider]: [6, 8],
  [ROLES.serviceLead]: [3, 4],
  [ROLES.supervisor]: [2, 3],
};

export function seedTimetable(
  random: Random,
  catalog: Catalog,
  provider: SeededProvider,
  caseload: readonly Assignment[],
): Timetable {
  const taught = random.shuffled(caseload.filter(({ student }) => !student.archived));
  const lunch = 11 * 60 + 30 + random.int(0, 4) * 15;
  let turn = 0;

  function nextStudents(): Assignment[] {
    const first = taught[turn % taught.length];
    turn += 1;
    if (first === undefined) return [];
    if (!random.chance(0.22)) return [first];
    const mates = taught.filter(
      ({ student, service }) =>
        student !== first.student && service === first.service && student.location === first.student.location,
    );
    return [first, ...mates.slice(0, random.int(1, 3))];
  }

  function dayOf(weekday: number): Slot[] {
    const slots: Slot[] = [];
    const [least, most] = SESSIONS_PER_DAY[provider.role] ?? [0, 0];
    const wanted = random.int(least, most);
    let start = 8 * 60 + random.int(0, 2) * 15;
    while (slots.length < wanted) {
      const members = nextStudents();
      const slot = slotOf(random, start, members);
      if (slot === null) break;
      if (start < lunch + 30 && start + slot.minutes > lunch) slot.start = lunch + 30 + random.int(0, 1) * 15;
      if (slot.start + slot.minutes > LAST_END) break;
      slots.push(slot);
      start = slot.start + slot.minutes + random.pick([0, 0, 5, 10, 15]);
    }
    if (weekday === 5 && slots.length > 0) slots.push(reportWriting(catalog, LAST_END + 10));
    return slots;
  }

  const week = [0, 1, 2, 3, 4, 5, 6].map((weekday) => (weekday === 0 || weekday === 6 ? [] : dayOf(weekday)));
  return { provider, week, lunch, today: provider.isDemo ? demoDay(taught) : null };
}

/** A provider's slots on a day: the demo day's, the weekday's, or a short summer program's. */
export function slotsOn(
  timetable: Timetable,
  day: string,
  kind: 'regular' | 'summer' | 'none',
  today: string,
): Slot[] {
  if (day === today && timetable.today !== null) return timetable.today;
  const slots = timetable.week[weekdayOf(day)] ?? [];
  if (kind === 'regular') return slots;
  return kind === 'summer' ? slots.slice(0, 2) : [];
}

function slotOf(random: Random, start: number, members: readonly Assignment[]): Slot | null {
  const [first] = members;
  if (first === undefined) return null;
  const { service } = first;
  const minutes = random.pick([service.default_minutes, service.default_minutes, 45]);
  return {
    start,
    minutes,
    students: members.map(({ student }) => student),
    service,
    setting: members.length > 1 ? 'group' : random.chance(0.03) ? 'consult' : 'individual',
    location: random.chance(0.05) ? REMOTE : first.student.location,
  };
}

function reportWriting(catalog: Catalog, start: number): Slot {
  const service = catalog.services.find(({ is_billable }) => !is_billable);
  if (service === undefined) throw new RangeError('There is no indirect service.');
  return { start, minutes: 45, students: [], service, setting: 'indirect', location: '3' };
}

/** Seven slots over a school day, with an overlap at ten, a gap before noon, and time for lunch. */
function demoDay(taught: readonly Assignment[]): Slot[] {
  const plan = [
    { at: '08:30', minutes: 30, students: 1 },
    { at: '09:15', minutes: 30, students: 1 },
    { at: '10:00', minutes: 45, students: 3 },
    { at: '10:30', minutes: 30, students: 1 },
    { at: '13:00', minutes: 30, students: 1 },
    { at: '13:30', minutes: 30, students: 2 },
    { at: '14:15', minutes: 30, students: 1 },
  ];
  let turn = 0;
  return plan.map(({ at, minutes, students: count }) => {
    const members = taught.slice(turn, turn + count);
    turn += count;
    const [first] = members;
    if (first === undefined) throw new RangeError('The demo provider has too few students.');
    return {
      start: Number(at.slice(0, 2)) * 60 + Number(at.slice(3)),
      minutes,
      students: members.map(({ student }) => student),
      service: first.service,
      setting: count > 1 ? ('group' as const) : ('individual' as const),
      location: first.student.location,
    };
  });
}
