import { workdays } from '#domain/lunch/meal-day.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { LocalDatabase } from './local-database.ts';
import { type LocalLunchBreak, lunchBreaksOfDay } from './lunch-breaks.ts';
import { type LocalTimecard, timecardsOfProvider } from './timecards.ts';

export interface LocalWorkday {
  cards: LocalTimecard[];
  lunches: LocalLunchBreak[];
}

/**
 * A provider's cards and lunch entries of a Pacific workday, including those past midnight that belong to it.
 */
export async function workdayOf(db: LocalDatabase, provider: string, day: string): Promise<LocalWorkday> {
  // All reads must begin before anything is decrypted.
  const [cards, early, late] = await Promise.all([
    timecardsOfProvider(db, provider, dayPlus(day, -1), day),
    lunchBreaksOfDay(db, provider, day),
    lunchBreaksOfDay(db, provider, dayPlus(day, 1)),
  ]);
  return workdays(cards, [...early, ...late]).get(day) ?? { cards: [], lunches: [] };
}
