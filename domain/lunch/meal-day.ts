import { pacificDay } from '#domain/time/pacific.ts';
import {
  type TimecardBreak,
  type TimecardTimes,
  type WorkedSpan,
  workedSpans,
} from '#domain/timecards/timecard.ts';
import { DEFAULT_LUNCH_MINUTES } from './lunch-break.ts';
import { isOffDuty, type LunchTimes } from './same-lunch.ts';

/** What the meal rules need to know of a lunch entry. */
export type MealLunch = LunchTimes;

/** A Pacific workday of one provider. */
export interface MealDay {
  provider: string;
  work_date: string;
  cards: readonly TimecardTimes[];
  lunches: readonly MealLunch[];
  /** Whether a device of this person holds work that has not arrived. */
  has_unsent: boolean;
  /** ISO 8601 instant. */
  now: string;
}

/** A meal that was taken, in ms since the epoch. */
export interface TakenMeal {
  start: number;
  /** Nothing while it runs. */
  end: number | null;
  /** The entry that counts; nothing for a punch that names none. */
  lunch: MealLunch | null;
  /** The ids of all entries that it was entered with. */
  entries: readonly string[];
}

/**
 * The cards with their meals as the lunch entries have them.
 *
 * A punch and its entry are one record, so what the entry says counts: corrected
 * times move the break, a deleted entry takes it away, and an entry that the form
 * wrote beside the card interrupts the work as a punched one does. All that reckons
 * working time from cards takes them through here first.
 */
export function cardsWithLunches<Card extends TimecardTimes>(
  cards: readonly Card[],
  lunches: readonly MealLunch[],
): Card[] {
  const byId = new Map(lunches.map((lunch) => [lunch.id, lunch]));
  const beside = besideCards(cards, lunches).filter(isOffDuty);
  return cards.map((card) => ({
    ...card,
    breaks: [
      ...card.breaks.flatMap((taken) => correctedBreak(taken, byId)),
      ...beside.filter((lunch) => touches(card, lunch)).map(breakOf),
    ],
  }));
}

/**
 * The meals of a day in the order in which they began. Waivers and reasons for no meal are none.
 *
 * Entries off duty that share minutes are one meal, as long as both together: what was
 * punched and also entered in the form is taken once.
 */
export function takenMeals(day: MealDay): TakenMeal[] {
  const byId = new Map(day.lunches.map((lunch) => [lunch.id, lunch]));
  const punched = cardBreaks(day.cards).flatMap((taken) =>
    correctedBreak(taken, byId).map(({ started_at, ended_at, lunch_id }) => ({
      start: Date.parse(started_at),
      end: ended_at === null ? null : Date.parse(ended_at),
      lunch: lunch_id === null ? null : (byId.get(lunch_id) ?? null),
      entries: lunch_id === null ? [] : [lunch_id],
    })),
  );
  const beside = besideCards(day.cards, day.lunches)
    .filter((lunch) => isOffDuty(lunch) || lunch.waiver_type === 'on_duty')
    .map((lunch) => ({
      start: Date.parse(lunch.lunch_start_time),
      ...{ end: endOf(lunch), lunch, entries: [lunch.id] },
    }));
  const meals = [...punched, ...beside].sort((a, b) => a.start - b.start);
  const isOnDuty = ({ lunch }: TakenMeal) => lunch?.waiver_type === 'on_duty';
  const offDuty = joinedMeals(meals.filter((meal) => !isOnDuty(meal)));
  return [...offDuty, ...meals.filter(isOnDuty)].sort((a, b) => a.start - b.start);
}

/** @param meals in the order in which they began */
function joinedMeals(meals: readonly TakenMeal[]): TakenMeal[] {
  const joined: TakenMeal[] = [];
  for (const meal of meals) {
    const last = joined.at(-1);
    if (last === undefined || meal.start >= plannedEnd(last)) {
      joined.push(meal);
      continue;
    }
    joined[joined.length - 1] = {
      start: last.start,
      end: last.end === null || meal.end === null ? null : Math.max(last.end, meal.end),
      lunch: countingEntry(last.lunch, meal.lunch),
      entries: [...last.entries, ...meal.entries],
    };
  }
  return joined;
}

/** Of two entries of one meal the one with a reason, else the one that was punched. */
function countingEntry(a: MealLunch | null, b: MealLunch | null): MealLunch | null {
  const known = [a, b].filter((lunch) => lunch !== null);
  return (
    known.find(({ exception_reason }) => exception_reason !== '') ??
    known.find(({ source }) => source === 'punch') ??
    known[0] ??
    null
  );
}

/** A meal that runs reaches as far as it is planned. */
function plannedEnd({ start, end, lunch }: TakenMeal): number {
  return end ?? start + (lunch?.lunch_duration ?? DEFAULT_LUNCH_MINUTES) * 60_000;
}

/** The stretches of a day that were worked, joined where cards overlap; what runs goes up to now. */
export function workedSpansOf(day: MealDay): WorkedSpan[] {
  const spans = cardsWithLunches(day.cards, day.lunches)
    .flatMap((card) => workedSpans(card, Date.parse(day.now)))
    .sort((a, b) => a.start - b.start);
  const joined: WorkedSpan[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last === undefined || span.start > last.end) joined.push({ ...span });
    else last.end = Math.max(last.end, span.end);
  }
  return joined;
}

/** Whether something of the day still runs: a card, a pause or a punched meal. */
function isOpenDay(day: MealDay): boolean {
  return (
    day.cards.some(
      ({ ended_at, breaks }) => ended_at === null || breaks.some((taken) => isRunningPause(taken)),
    ) || takenMeals(day).some(({ end }) => end === null)
  );
}

/** Whether more is to come of a day: something runs, or a device has not sent all of it. */
export function canStillChange(day: MealDay): boolean {
  return day.has_unsent || isOpenDay(day);
}

/**
 * Sorts cards and lunch entries of one provider into workdays.
 *
 * A card belongs wholly to the Pacific day on which it began; so does a meal within
 * it, also one taken past midnight. Any other entry belongs to the day of its start.
 */
export function workdays<Card extends TimecardTimes & { work_date: string }, Lunch extends MealLunch>(
  cards: readonly Card[],
  lunches: readonly Lunch[],
): Map<string, { cards: Card[]; lunches: Lunch[] }> {
  const days = new Map<string, { cards: Card[]; lunches: Lunch[] }>();
  const dayAt = (date: string) => {
    const day = days.get(date) ?? { cards: [], lunches: [] };
    days.set(date, day);
    return day;
  };
  for (const card of cards) dayAt(card.work_date).cards.push(card);
  for (const lunch of lunches) {
    const card =
      cards.find(({ breaks }) => breaks.some(({ lunch_id }) => lunch_id === lunch.id)) ??
      cards.find((other) => beganWithin(other, lunch));
    dayAt(card?.work_date ?? pacificDay(lunch.lunch_start_time)).lunches.push(lunch);
  }
  return days;
}

function cardBreaks(cards: readonly TimecardTimes[]): TimecardBreak[] {
  return cards.flatMap(({ breaks }) => breaks).filter(({ kind }) => kind === 'lunch');
}

/** The entries that no punch of these cards wrote. */
function besideCards(cards: readonly TimecardTimes[], lunches: readonly MealLunch[]): MealLunch[] {
  const punched = new Set(cardBreaks(cards).map(({ lunch_id }) => lunch_id));
  return lunches.filter(({ id }) => !punched.has(id));
}

function correctedBreak(taken: TimecardBreak, byId: ReadonlyMap<string, MealLunch>): TimecardBreak[] {
  if (taken.kind === 'pause' || taken.lunch_id === null) return [taken];
  const lunch = byId.get(taken.lunch_id);
  if (lunch === undefined) return [];
  return [{ ...taken, started_at: lunch.lunch_start_time, ended_at: lunch.lunch_end_time ?? taken.ended_at }];
}

function breakOf(lunch: MealLunch): TimecardBreak {
  const end = endOf(lunch);
  return {
    kind: 'lunch',
    started_at: lunch.lunch_start_time,
    ended_at: end === null ? null : new Date(end).toISOString(),
    lunch_id: lunch.id,
  };
}

/** Of the form: its start and duration. Of a punch: its end, or nothing while it runs. */
function endOf(lunch: MealLunch): number | null {
  if (lunch.lunch_end_time !== null) return Date.parse(lunch.lunch_end_time);
  return lunch.source === 'punch' ? null : Date.parse(lunch.lunch_start_time) + lunch.lunch_duration * 60_000;
}

function touches(card: TimecardTimes, lunch: MealLunch): boolean {
  const end = endOf(lunch);
  return (
    (card.ended_at === null || Date.parse(lunch.lunch_start_time) < Date.parse(card.ended_at)) &&
    (end === null || end > Date.parse(card.started_at))
  );
}

/** An open card reaches no further than the day on which it began. */
function beganWithin(card: TimecardTimes & { work_date: string }, lunch: MealLunch): boolean {
  const start = Date.parse(lunch.lunch_start_time);
  if (start < Date.parse(card.started_at)) return false;
  return card.ended_at === null ? pacificDay(start) === card.work_date : start < Date.parse(card.ended_at);
}

function isRunningPause({ kind, ended_at }: TimecardBreak): boolean {
  return kind === 'pause' && ended_at === null;
}
