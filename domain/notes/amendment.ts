import { displayDay } from '#domain/time/pacific.ts';

/**
 * A text as an addition to a note that is signed and never changes.
 *
 * @param day the Pacific day on which it is added
 */
export function amendmentOf(text: string, day: string): string {
  return `Amendment ${displayDay(day)}: ${text.trim()}`;
}
