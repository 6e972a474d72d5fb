import {
  type Availability,
  type DaySpan,
  unavailableReason,
  unavailableWords,
} from '#domain/providers/weekly-hours.ts';
import { displayDay } from '#domain/time/pacific.ts';
import type { Closure } from './series.ts';
import { daysBetween, isSeriesDay, type SeriesPattern, seriesDays } from './series-days.ts';

/** An event that is being planned. Wall times `HH:mm`; without a pattern it takes place once. */
export interface PlannedTimes extends SeriesPattern {
  event_start_time: string;
  event_end_date: string;
  event_end_time: string;
}

/** The series that an event is an occurrence of, as it is stored. */
interface KnownSeries {
  event_start_date: string;
  excluded_dates: readonly string[];
}

/**
 * When an event takes place until its fiscal year ends, without what a series leaves out.
 * @param series of the occurrence that is edited: a count counts from its start; null for a new event
 */
export function plannedSpans(event: PlannedTimes, series: KnownSeries | null): DaySpan[] {
  const { event_start_date: first, event_start_time: from, event_end_date, event_end_time } = event;
  const spanOn = (day: string): DaySpan => ({
    ...{ day, from },
    to: daysBetween(first, event_end_date) > 0 ? '23:59' : event_end_time,
  });
  if (event.recurring_type === '') return [spanOn(first)];
  const whole = { ...event, event_start_date: series?.event_start_date ?? first };
  const pattern = isSeriesDay(whole, first) ? whole : event;
  return seriesDays(pattern, first)
    .filter((day) => series === null || !series.excluded_dates.includes(day))
    .map(spanOn);
}

/** How many days a warning names. */
const NAMED_DAYS = 3;

/**
 * When a provider isn't available, as a sentence; null if they always are. Days on which the series is skipped don't count.
 * @param who how the sentence begins: "Sam Cho is", "You're"
 */
export function unavailableSentence(
  who: string,
  availability: Availability,
  spans: readonly DaySpan[],
): string | null {
  const [only] = spans;
  if (spans.length === 1 && only !== undefined) {
    const words = unavailableWords(availability, only);
    return words === null ? null : `${who} ${words}.`;
  }
  const days = spans.flatMap((span) => {
    const reason = unavailableReason(availability, span);
    return reason === null ? [] : [{ day: span.day, reason }];
  });
  return days.length === 0
    ? null
    : `${who} not available on ${outOf(days.length, spans.length)}: ${firstDays(days)}.`;
}

/** The closures of a client's schools, by day; those of all clients count for each. */
export function closedDays(closures: readonly Closure[], client: string | null): ReadonlyMap<string, string> {
  const own = closures.filter((one) => one.client === null || one.client === client);
  return new Map(own.toReversed().map(({ closure_date, reason }) => [closure_date, reason]));
}

/** On which days schools are closed, as a sentence; null if on none. A series is skipped then, a single event isn't. */
export function closedSentence(
  closed: ReadonlyMap<string, string>,
  spans: readonly DaySpan[],
  isSeries: boolean,
): string | null {
  const days = spans.flatMap(({ day }) => {
    const reason = closed.get(day);
    return reason === undefined ? [] : [{ day, reason }];
  });
  if (days.length === 0) return null;
  if (!isSeries) return `School is closed on ${firstDays(days)}.`;
  const skipped = days.length === 1 ? 'It is skipped.' : 'They are skipped.';
  return `School is closed on ${outOf(days.length, spans.length)}: ${firstDays(days)}. ${skipped}`;
}

function outOf(count: number, all: number): string {
  return `${count.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} days`;
}

/** "11/26/2026 (Thanksgiving), 11/27/2026 (Thanksgiving), 12/24/2026 (Winter break), and 6 more" */
function firstDays(days: readonly { day: string; reason: string }[]): string {
  const named = days
    .slice(0, NAMED_DAYS)
    .map(({ day, reason }) => `${displayDay(day)}${reason === '' ? '' : ` (${reason})`}`);
  const more = days.length - named.length;
  if (more > 0) return `${named.join(', ')}, and ${more.toLocaleString('en-US')} more`;
  return named.length < 3
    ? named.join(' and ')
    : `${named.slice(0, -1).join(', ')}, and ${named.at(-1) ?? ''}`;
}
