import type { LunchBreak } from '#contract/lunch.ts';
import { DEFAULT_LUNCH_MINUTES, type WaiverType } from '#domain/lunch/lunch-break.ts';
import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { repeatedTimeWords, skippedTimeProblem } from '#domain/time/clock-change.ts';
import { displayTime, pacificDay, pacificInstant, pacificTime } from '#domain/time/pacific.ts';
import type { LunchFields } from './record-lunch.ts';

/** The form's values. Pacific day and wall time are separate; an empty number is null. */
export interface LunchValues {
  day: string;
  start_time: string;
  minutes: number | null;
  waiver_type: WaiverType;
  exception_reason: LunchBreak['exception_reason'];
  notes: string;
}

/**
 * The values as the contract's fields. An unchanged start keeps its seconds, as a punch recorded them.
 * @param before the lunch break being edited; absent for a new one
 */
export function fieldsOfValues(values: LunchValues, before: LunchBreak | null): LunchFields {
  const isUnmoved =
    before !== null &&
    values.day === pacificDay(before.lunch_start_time) &&
    values.start_time === pacificTime(before.lunch_start_time);
  const isEntered = values.day !== '' && values.start_time !== '';
  return {
    lunch_start_time: isUnmoved
      ? before.lunch_start_time
      : isEntered
        ? pacificInstant(values.day, values.start_time)
        : '',
    lunch_duration: values.minutes ?? Number.NaN,
    waiver_type: values.waiver_type,
    exception_reason: values.exception_reason,
    notes: values.notes,
  };
}

export function valuesOfLunch(lunch: LunchBreak): LunchValues {
  return {
    day: pacificDay(lunch.lunch_start_time),
    start_time: pacificTime(lunch.lunch_start_time),
    minutes: lunch.lunch_duration,
    waiver_type: lunch.waiver_type,
    exception_reason: lunch.exception_reason,
    notes: lunch.notes,
  };
}

/** Around noon a new break starts now; at other times of the day it starts at noon. */
export function newLunchValues(day: string, now: { day: string; time: string }): LunchValues {
  const isAroundNoon = day === now.day && now.time >= '11:00' && now.time < '14:00';
  return {
    day,
    start_time: isAroundNoon ? now.time : '12:00',
    minutes: DEFAULT_LUNCH_MINUTES,
    waiver_type: '',
    exception_reason: '',
    notes: '',
  };
}

/** Errors by the form's fields; an empty field says what to enter. */
export function problemsByValue(
  problems: FieldErrors,
  values: LunchValues,
): Partial<Record<keyof LunchValues, string>> {
  const { lunch_start_time, lunch_duration, ...rest } = problems;
  const shown: Partial<Record<keyof LunchValues, string>> = { ...rest };
  if (values.day === '') shown.day = 'Enter a date.';
  if (values.start_time === '') shown.start_time = 'Enter a start time.';
  // The rules about the start concern its day.
  if (lunch_start_time !== undefined && values.day !== '' && values.start_time !== '')
    shown.day = lunch_start_time;
  const skipped = skippedTimeProblem(values.day, values.start_time);
  if (skipped !== null) shown.start_time = skipped;
  if (lunch_duration !== undefined) {
    shown.minutes = values.minutes === null ? 'Enter the minutes.' : lunch_duration;
  }
  return shown;
}

/**
 * "Until 12:30 PM"; empty while the time isn't entered.
 * @param before the lunch break being edited; absent for a new one
 */
export function endWords(values: LunchValues, before: LunchBreak | null): string | undefined {
  const { lunch_start_time: start } = fieldsOfValues(values, before);
  if (start === '' || values.minutes === null || !Number.isInteger(values.minutes)) return undefined;
  const until = `Until ${displayTime(pacificTime(Date.parse(start) + values.minutes * 60_000))}`;
  const repeated =
    start === before?.lunch_start_time ? null : repeatedTimeWords(values.day, values.start_time);
  return repeated === null ? until : `${until}. ${repeated}`;
}
