import { dayPlus } from '#domain/time/pacific.ts';
import type { SeededProvider } from './people.ts';
import { schoolDay, weekdayOf } from './school-year.ts';
import { type Assignment, leftBefore } from './students.ts';
import type { Slot, Timetable } from './timetable.ts';

/** How long ago they left. */
const LEFT_DAYS_AGO = 45;
/** After the last session of every timetable, including long ones. */
const FIRST_START = 15 * 60 + 15;
const APART = 45;

/** What a provider delivered to students who have left since: once a week, in the afternoon. */
export function formerSlots(
  caseload: readonly Assignment[],
  provider: SeededProvider,
  day: string,
  today: string,
): Slot[] {
  if (provider.row.archived || schoolDay(day) !== 'regular' || day > dayPlus(today, -LEFT_DAYS_AGO))
    return [];
  return caseload
    .filter(({ student }) => student.archived && !leftBefore(student, day))
    .flatMap(({ student, service }, index) =>
      1 + (index % 4) === weekdayOf(day)
        ? [
            {
              start: FIRST_START + Math.floor(index / 4) * APART,
              minutes: 30,
              students: [student],
              service,
              setting: 'individual' as const,
              location: student.location,
            },
          ]
        : [],
    );
}

/** Weekly minutes of each student, by provider, student, and service. */
export function weeklyMinutes(timetables: readonly Timetable[]): ReadonlyMap<string, number> {
  const planned = new Map<string, number>();
  for (const { provider, week } of timetables) {
    for (const { students, service, minutes } of week.flat()) {
      for (const { id } of students) {
        const key = `${provider.row.id} ${id} ${service.id}`;
        planned.set(key, (planned.get(key) ?? 0) + minutes);
      }
    }
  }
  return planned;
}
