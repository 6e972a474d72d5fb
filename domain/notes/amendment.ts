import { displayDay } from '#domain/time/pacific.ts';

/**
 * A text formatted as an amendment to a signed note, which itself never changes.
 * @param day the Pacific day on which it is added
 */
export function amendmentOf(text: string, day: string): string {
  return `Amendment ${displayDay(day)}: ${text.trim()}`;
}
