import { fiscalYearOf } from '#domain/money/rates.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { uuid } from '#entities/fields.ts';

/** The month that is billed next: the last one that is over. */
export function lastMonth(today: string): { from: string; to: string } {
  const to = dayPlus(`${today.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** From July 1 to today. */
export function fiscalYearSoFar(today: string): { from: string; to: string } {
  return { from: `${fiscalYearOf(today)}-07-01`, to: today };
}

/** An id of the URL; nothing if it isn't one. */
export function validId(id: string): string | undefined {
  return uuid.safeParse(id).success ? id : undefined;
}
