import { type Availability, AvailabilityBody } from '#contract/availability.ts';
import { availabilityProblems } from '#domain/providers/weekly-hours.ts';
import { WEEKDAYS } from '#domain/time/week.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { fieldLabel, fieldWords } from '#entities/words/words.ts';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';

/** What the form holds: a day without times is one on which the provider doesn't work. */
export interface AvailabilityValues {
  /** Sunday to Saturday. */
  hours: { from: string; to: string }[];
  days_off: { start_date: string; end_date: string; reason: string }[];
}

export function valuesOf({ weekly, days_off }: Availability): AvailabilityValues {
  return {
    hours: WEEKDAYS.map((_, weekday) => {
      const { from = '', to = '' } = weekly.find((one) => one.weekday === weekday) ?? {};
      return { from, to };
    }),
    days_off: days_off.map((one) => ({ ...one })),
  };
}

/** Time off of one day needs no last day. Lines in which nothing was entered are left out. */
export function bodyOf({ hours, days_off }: AvailabilityValues): AvailabilityBody {
  return {
    weekly: hours.flatMap(({ from, to }, weekday) =>
      from === '' && to === '' ? [] : [{ weekday, from, to }],
    ),
    days_off: days_off
      .filter((one) => Object.values(one).some((entered) => entered.trim() !== ''))
      .map(({ start_date, end_date, reason }) => ({
        ...{ start_date, end_date: end_date === '' ? start_date : end_date, reason: reason.trim() },
      })),
  };
}

/** What a day without times says nothing about is left out. */
export const HOURS_IN_WORDS = {
  label: fieldLabel('availability', 'weekly'),
  say(value: unknown, names: KnownNames) {
    const { weekly } = bodyOf({ hours: value as AvailabilityValues['hours'], days_off: [] });
    return fieldWords('availability', 'weekly', weekly, names);
  },
};

/** The same rules that the server checks. */
export function problemsOf(values: AvailabilityValues): Problems {
  const body = bodyOf(values);
  const problems = shapeProblems(AvailabilityBody, body);
  const half = values.hours.findIndex(({ from, to }) => (from === '') !== (to === ''));
  if (half >= 0) problems.weekly = `${WEEKDAYS[half]}: Enter both times, or neither.`;
  if (body.days_off.some(({ start_date }) => start_date === '')) problems.days_off = 'Enter the first day.';
  return Object.keys(problems).length > 0 ? problems : { ...availabilityProblems(body) };
}
