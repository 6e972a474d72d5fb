import type { Timecard } from '#contract/timecard.ts';
import { dayPlus, pacificDay, pacificInstant, pacificTime } from '#domain/time/pacific.ts';
import type { CorrectionFields } from '#domain/timecards/correction.ts';

/** What the form holds: wall times `HH:mm`, empty where there is none. */
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
 * The touched fields as the contract wants them. A time that was not moved keeps its
 * seconds; one before the start of the day is of the night after.
 */
export function fieldsOfCorrection(values: CorrectionValues, card: Timecard): CorrectionFields {
  const started_at = instantOf(values.start, card.started_at, card.work_date, '00:00') ?? card.started_at;
  const start = pacificTime(started_at);
  const inDay = (time: string, before: string | null) => instantOf(time, before, card.work_date, start);
  const ended_at = inDay(values.end, card.ended_at);
  const breaks = card.breaks.map((taken, n) => ({
    ...taken,
    started_at: inDay(values.breaks[n]?.start ?? '', taken.started_at) ?? taken.started_at,
    ended_at: inDay(values.breaks[n]?.end ?? '', taken.ended_at),
  }));
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

function instantOf(time: string, before: string | null, day: string, dayStart: string): string | null {
  if (time === '') return null;
  if (before !== null && pacificTime(before) === time) return before;
  const isNight = time < dayStart && pacificDay(pacificInstant(day, time)) === day;
  return pacificInstant(isNight ? dayPlus(day, 1) : day, time);
}
