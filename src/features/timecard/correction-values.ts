import type { Timecard } from '#contract/timecard.ts';
import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { pacificInstantAfter, skippedTimeProblem } from '#domain/time/clock-change.ts';
import { dayPlus, pacificTime } from '#domain/time/pacific.ts';
import type { CorrectionFields } from '#domain/timecards/correction.ts';

/** The form's values: wall times `HH:mm`, empty if there is none. */
export interface CorrectionValues {
  start: string;
  end: string;
  breaks: { start: string; end: string }[];
  reason: string;
}

export function valuesOfCard(card: Timecard): CorrectionValues {
  return {
    start: pacificTime(card.started_at),
    end: wall(card.ended_at),
    breaks: card.breaks.map(({ started_at, ended_at }) => ({
      start: pacificTime(started_at),
      end: wall(ended_at),
    })),
    reason: '',
  };
}

/**
 * The edited fields as the contract's. An unchanged time keeps its seconds; one before the start of the day
 * is after midnight.
 */
export function fieldsOfCorrection(values: CorrectionValues, card: Timecard): CorrectionFields {
  const started_at = instantOf(values.start, card.started_at, card, null) ?? card.started_at;
  const inDay = (time: string, before: string | null) => instantOf(time, before, card, started_at);
  const ended_at = inDay(values.end, card.ended_at);
  const breaks = card.breaks.map((taken, n) => {
    const from = inDay(values.breaks[n]?.start ?? '', taken.started_at) ?? taken.started_at;
    const to = instantOf(values.breaks[n]?.end ?? '', taken.ended_at, card, from);
    return { ...taken, started_at: from, ended_at: to };
  });
  const areMoved = JSON.stringify(breaks) !== JSON.stringify(card.breaks);
  return {
    ...(started_at === card.started_at ? {} : { started_at }),
    ...(ended_at === card.ended_at ? {} : { ended_at }),
    ...(areMoved ? { breaks } : {}),
    reason: values.reason,
  };
}

function wall(at: string | null): string {
  return at === null ? '' : pacificTime(at);
}

/**
 * The instant of an entered time: not before the start, if given. An unchanged time stays the same instant.
 */
function instantOf(
  time: string,
  before: string | null,
  { work_date: day }: Pick<Timecard, 'work_date'>,
  start: string | null,
): string | null {
  if (time === '') return null;
  if (before !== null && pacificTime(before) === time) return before;
  if (start === null) return pacificInstantAfter({ day, time }, '1970-01-01T00:00:00Z');
  const sameDay = pacificInstantAfter({ day, time }, start);
  const isNight = Date.parse(sameDay) < Date.parse(start) && time < pacificTime(start);
  return isNight ? pacificInstantAfter({ day: dayPlus(day, 1), time }, start) : sameDay;
}

/** Entered times that daylight saving time skips, by the form's fields. */
export function skippedTimes(values: CorrectionValues, card: Timecard): FieldErrors {
  const dayOf = (time: string) =>
    time !== '' && time < values.start ? dayPlus(card.work_date, 1) : card.work_date;
  const problems: FieldErrors = {};
  const check = (field: string, time: string) => {
    const problem = skippedTimeProblem(dayOf(time), time);
    if (problem !== null) problems[field] = problem;
  };
  check('started_at', values.start);
  check('ended_at', values.end);
  for (const taken of values.breaks) for (const time of [taken.start, taken.end]) check('breaks', time);
  return problems;
}
