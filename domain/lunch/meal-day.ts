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
  /** Whether a device of this person holds unsynced changes. */
  has_unsent: boolean;
  /** ISO 8601 instant. */
  now: string;
}

/** A meal that was taken, in ms since the epoch. */
export interface TakenMeal {
  start: number;
  /** Null while it is running. */
  end: number | null;
  /** The entry that counts; null for a punch that names none. */
  lunch: MealLunch | null;
  /** The ids of all entries for this meal. */
  entries: readonly string[];
}

/**
 * The cards with their meals corrected from the lunch entries.
 *
 * A punch and its entry are one record, and the entry wins: corrected times move the break, a deleted entry
 * removes it, and an entry without punches interrupts the work like a punched one. Every computation of
 * working time from cards must apply this first.
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
 * The meals of a day, ordered by start. Waivers and reasons for a missed meal are not meals.
 *
 * Overlapping off-duty entries are one meal that spans both: a lunch that was punched and also entered counts
 * once.
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

/** @param meals ordered by start */
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

/** Of two entries of one meal, the one with a reason, otherwise the punched one. */
function countingEntry(a: MealLunch | null, b: MealLunch | null): MealLunch | null {
  const known = [a, b].filter((lunch) => lunch !== null);
  return (
    known.find(({ exception_reason }) => exception_reason !== '') ??
    known.find(({ source }) => source === 'punch') ??
    known[0] ??
    null
  );
}

/** A running meal lasts until its planned end. */
function plannedEnd({ start, end, lunch }: TakenMeal): number {
  return end ?? start + (lunch?.lunch_duration ?? DEFAULT_LUNCH_MINUTES) * 60_000;
}

/** The worked spans of a day, joined where cards overlap; a running one ends now. */
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

/** Whether part of the day is still running: a card, a pause, or a punched meal. */
function isOpenDay(day: MealDay, meals: readonly TakenMeal[]): boolean {
  return (
    day.cards.some(
      ({ ended_at, breaks }) => ended_at === null || breaks.some((taken) => isRunningPause(taken)),
    ) || meals.some(({ end }) => end === null)
  );
}

/**
 * Whether the day may still change: something is running, or a device has unsynced changes.
 * @param meals those of the day
 */
export function canStillChange(day: MealDay, meals: readonly TakenMeal[] = takenMeals(day)): boolean {
  return day.has_unsent || isOpenDay(day, meals);
}

/**
 * Groups cards and lunch entries of one provider by workday.
 *
 * A card belongs entirely to the Pacific day on which it began, including meals within it past midnight. Any
 * other entry belongs to the day of its start.
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
  const punched = new Map<string, Card>();
  const spans = cards.map((card) => ({
    card,
    start: Date.parse(card.started_at),
    end: card.ended_at === null ? null : Date.parse(card.ended_at),
  }));
  for (const card of cards) {
    dayAt(card.work_date).cards.push(card);
    for (const { lunch_id } of card.breaks) {
      if (lunch_id !== null && !punched.has(lunch_id)) punched.set(lunch_id, card);
    }
  }
  for (const lunch of lunches) {
    const start = Date.parse(lunch.lunch_start_time);
    const card = punched.get(lunch.id) ?? spans.find((span) => beganWithin(span, start))?.card;
    dayAt(card?.work_date ?? pacificDay(lunch.lunch_start_time)).lunches.push(lunch);
  }
  return days;
}

function cardBreaks(cards: readonly TimecardTimes[]): TimecardBreak[] {
  return cards.flatMap(({ breaks }) => breaks).filter(({ kind }) => kind === 'lunch');
}

/** Entries without punches on these cards. */
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

/** For a form entry, start plus duration. For a punch, its end, or null while it is running. */
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

/** An open card doesn't extend past the day on which it began. */
function beganWithin(
  { card, start, end }: { card: { work_date: string }; start: number; end: number | null },
  began: number,
): boolean {
  if (began < start) return false;
  return end === null ? pacificDay(began) === card.work_date : began < end;
}

function isRunningPause({ kind, ended_at }: TimecardBreak): boolean {
  return kind === 'pause' && ended_at === null;
}
