import { recordsLunch } from '#domain/lunch/lunch-rules.ts';
import { type MealDay, workdays, workedSpansOf } from '#domain/lunch/meal-day.ts';
import { tookPlace } from '#domain/sessions/attendance.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import { isExpected, mealsOffDuty, type PeriodFacts, type PeriodWork, pausesOf } from './period-days.ts';
import type { TimesheetTotals } from './timesheet.ts';

/** One record or time span that contributes to a day's figure. */
export type FigurePart<Session, Planned> = {
  /** Its contribution in whole minutes; for the number of sessions, 1. */
  figure: number;
} & (
  | { kind: 'session'; session: Session }
  | { kind: 'planned'; event: Planned }
  /** In ms since the epoch. */
  | { kind: 'worked' | 'meal' | 'pause'; start: number; end: number }
);

type Facts = Pick<PeriodFacts, 'provider' | 'emp' | 'now' | 'today'>;

/**
 * The parts of a day's figure, by the rules of `periodDays`. A figure is floored to whole minutes once; each
 * span contributes the minutes by which it raises the running sum, so the parts add up to it.
 * @param work including the surrounding days, as for `periodDays`
 */
export function figureParts<
  Session extends PeriodWork['sessions'][number],
  Planned extends PeriodWork['planned'][number],
>(
  name: keyof TimesheetTotals,
  day: string,
  work: Omit<PeriodWork, 'sessions' | 'planned'> & {
    sessions: readonly Session[];
    planned: readonly Planned[];
  },
  { provider, emp, now: asOf, today }: Facts,
): FigurePart<Session, Planned>[] {
  const isHourly = recordsLunch(emp);
  const clocked = workdays(isHourly ? work.timecards : [], isHourly ? work.lunches : []).get(day);
  const now = day < today ? pacificInstant(dayPlus(day, 1), '00:00') : asOf;
  const mealDay: MealDay = {
    ...{ provider, work_date: day, has_unsent: false, now },
    ...(clocked ?? { cards: [], lunches: [] }),
  };
  const sessions = work.sessions.filter(({ session_date }) => session_date === day);
  const ofSessions = (figureOf: (session: Session) => number) =>
    sessions
      .map((session) => ({ kind: 'session' as const, session, figure: figureOf(session) }))
      .filter(({ figure }) => figure > 0);
  const direct = (one: Session) => (tookPlace(one.attendance) ? one.direct_minutes : 0);
  const indirect = (one: Session) => (tookPlace(one.attendance) ? one.indirect_minutes : 0);
  switch (name) {
    case 'sessions':
      return ofSessions(() => 1);
    case 'direct_minutes':
      return ofSessions(direct);
    case 'indirect_minutes':
      return ofSessions(indirect);
    case 'paid_minutes':
      return mealDay.cards.length > 0
        ? stretches('worked', workedSpansOf(mealDay))
        : ofSessions((one) => direct(one) + indirect(one));
    case 'expected_minutes':
      return work.planned
        .filter((event) => event.event_start_date === day && isExpected(event))
        .map((event) => ({ kind: 'planned', event, figure: event.duration }));
    case 'meal_minutes':
      return stretches('meal', mealsOffDuty(mealDay, day < today));
    case 'paused_minutes':
      return stretches('pause', pausesOf(mealDay.cards, now));
  }
}

function stretches<Kind extends 'worked' | 'meal' | 'pause'>(
  kind: Kind,
  spans: readonly { start: number; end: number }[],
): { kind: Kind; start: number; end: number; figure: number }[] {
  let [passedMs, told] = [0, 0];
  return spans.map(({ start, end }) => {
    passedMs += end - start;
    const figure = Math.floor(passedMs / 60_000) - told;
    told += figure;
    return { kind, start, end, figure };
  });
}
