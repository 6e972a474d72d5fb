import type { StudentName } from '#contract/student.ts';
import { nameIfKnown, shortName } from '#domain/students/student-name.ts';
import { displaySpan, displayTime, pacificTime } from '#domain/time/pacific.ts';
import type { FigurePart } from '#domain/timesheets/figure-parts.ts';
import type { TimesheetTotals } from '#domain/timesheets/timesheet.ts';
import type { ById } from '#screens/device/people-by-id.ts';
import type { Why, WhyPart, WhyTarget } from '#screens/report/why.tsx';
import { dayWords, FIGURES, figureText } from './hours-columns.ts';

const RULES: Record<keyof TimesheetTotals, string> = {
  sessions: 'All sessions on these days, regardless of attendance.',
  direct_minutes: 'Direct minutes of sessions, except when the provider was absent or the school was closed.',
  indirect_minutes:
    'Indirect minutes of sessions, except when the provider was absent or the school was closed.',
  meal_minutes: 'Off-duty meal breaks.',
  paused_minutes: 'Breaks on the timecard.',
  paid_minutes:
    'Timecard hours without meal breaks and pauses, rounded down to the minute once a day. On a day without a timecard: direct and indirect minutes.',
  expected_minutes: 'Planned events, except lunches and school closures.',
};

type Name = keyof TimesheetTotals;
interface SessionPart {
  id: string;
  start_time: string;
  student_ids: readonly string[];
}
interface PlannedPart {
  id: string;
  event_title: string;
  event_start_time: string;
}

const SPANS = { worked: 'Worked', meal: 'Meal break', pause: 'Pause' } as const;

/** The records behind a figure, in the order of their times. */
export function recordParts(
  name: Name,
  parts: readonly FigurePart<SessionPart, PlannedPart>[],
  students: ById<StudentName>,
): WhyPart[] {
  return parts
    .toSorted((a, b) => startOf(a).localeCompare(startOf(b)))
    .map((part) => recordPart(name, part, students));
}

function startOf(part: FigurePart<SessionPart, PlannedPart>): string {
  if (part.kind === 'session') return part.session.start_time;
  if (part.kind === 'planned') return part.event.event_start_time;
  return new Date(part.start).toISOString();
}

function recordPart(
  name: Name,
  part: FigurePart<SessionPart, PlannedPart>,
  students: ById<StudentName>,
): WhyPart {
  const figure = figureText(name, part.figure);
  if (part.kind === 'session') {
    const { id, start_time, student_ids } = part.session;
    const names = student_ids.map((one) => studentName(students, one)).join(', ');
    return {
      ...{ id, figure, to: { kind: 'session', id } },
      label: [displayTime(start_time), names].filter((words) => words !== '').join(', '),
    };
  }
  if (part.kind === 'planned') {
    const { id, event_start_time, event_title } = part.event;
    return {
      id: `${id} ${event_start_time}`,
      figure,
      label: `${displayTime(event_start_time)}, ${event_title}`,
    };
  }
  const span = displaySpan(pacificTime(part.start), pacificTime(part.end));
  return { id: `${part.kind} ${part.start}`, figure, label: `${SPANS[part.kind]} ${span}` };
}

/** Where a figure of one or more days comes from: the days that add to it, or the records of the only one. */
export function whyOfDays(
  name: Name,
  of: string,
  days: readonly (TimesheetTotals & { day: string })[],
  recordsOf: (day: string) => readonly WhyPart[],
  target?: (day: string) => WhyTarget,
): Pick<Why, 'title' | 'rule'> & { parts: WhyPart[] } {
  const [only] = days;
  return {
    ...whyHead(name, of),
    parts:
      days.length === 1 && only !== undefined
        ? [...recordsOf(only.day)]
        : days
            .filter((day) => day[name] !== 0)
            .map((day) => ({
              id: day.day,
              label: dayWords(day.day),
              figure: figureText(name, day[name]),
              ...(target !== undefined && { to: target(day.day) }),
              parts: recordsOf(day.day),
            })),
  };
}

/** What the figure is, and its rule. */
export function whyHead(name: Name, of: string): Pick<Why, 'title' | 'rule'> {
  const header = FIGURES.find((figure) => figure.name === name)?.header ?? '';
  return { title: `${header}, ${of}`, rule: RULES[name] };
}

/** The name of a student, also of one who is no longer on this device. */
export function studentName(students: ById<StudentName>, id: string): string {
  return nameIfKnown(students.get(id), shortName);
}
