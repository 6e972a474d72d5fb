import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { type DatedCard, futureProblem, toTheSecond } from './punch-rules.ts';
import type { TimecardBreak, TimecardCorrection } from './timecard.ts';

/** The corrected fields; absent ones stay as they are. */
export interface CorrectionFields {
  started_at?: string | undefined;
  ended_at?: string | null | undefined;
  breaks?: readonly TimecardBreak[] | undefined;
  reason: string;
}

interface CorrectableCard extends DatedCard {
  breaks: TimecardBreak[];
  corrections: TimecardCorrection[];
}

const LONGEST_DAY_MS = 24 * 3_600_000;

/**
 * The card with its correction applied: new values in place, and each former value recorded with the reason.
 * Unchanged values leave no record.
 */
export function corrected<Card extends CorrectableCard>(
  card: Card,
  fields: CorrectionFields,
  author: { user_id: string; at: string },
): Card {
  const next = {
    started_at: fields.started_at === undefined ? card.started_at : toTheSecond(fields.started_at),
    ended_at: fields.ended_at === undefined ? card.ended_at : orNothing(fields.ended_at),
    breaks: fields.breaks === undefined ? card.breaks : fields.breaks.map(keptBreak).sort(byStart),
  };
  const changes = [
    ...changed('started_at', card.started_at, next.started_at),
    ...changed('ended_at', card.ended_at, next.ended_at),
    ...changedBreaks(card.breaks, next.breaks),
  ];
  if (changes.length === 0) return card;
  const stamp = { reason: fields.reason.trim(), corrected_by: author.user_id, corrected_at: author.at };
  return {
    ...card,
    ...next,
    corrections: [...card.corrections, ...changes.map((change) => ({ ...change, ...stamp }))],
  };
}

/**
 * Validation errors of a corrected card, by field.
 * @param now the caller's clock
 */
export function correctionProblems(card: DatedCard, now: string | number): FieldErrors {
  const start = Date.parse(card.started_at);
  const end = card.ended_at === null ? null : Date.parse(card.ended_at);
  if (pacificDay(start) !== card.work_date) return { started_at: 'The start must stay on the same day.' };
  if (end !== null && end <= start) return { ended_at: 'The end must come after the start.' };
  if (end !== null && end - start > LONGEST_DAY_MS) return { ended_at: 'A day has at most 24 hours.' };
  if (futureProblem(start, now) !== null) return { started_at: 'The start is in the future.' };
  if (end !== null && futureProblem(end, now) !== null) return { ended_at: 'The end is in the future.' };
  let free = start;
  for (const taken of [...card.breaks].sort(byStart)) {
    const from = Date.parse(taken.started_at);
    const to = taken.ended_at === null ? null : Date.parse(taken.ended_at);
    if (from < free) return { breaks: 'Breaks must be within the day, one after another.' };
    if (to === null && end !== null) return { breaks: 'Enter an end for every break.' };
    if (to !== null && (to < from || (end !== null && to > end))) {
      return { breaks: 'A break must end after its start and within the day.' };
    }
    free = to ?? Number.POSITIVE_INFINITY;
  }
  return {};
}

type Change = Pick<TimecardCorrection, 'field' | 'before' | 'after'>;

function changed(field: string, before: string | null, after: string | null): Change[] {
  return before === after ? [] : [{ field, before, after }];
}

/** Breaks are matched by lunch entry or start, otherwise by position. */
function changedBreaks(before: readonly TimecardBreak[], after: readonly TimecardBreak[]): Change[] {
  const left = new Set(before);
  const partners = after.map((taken) => {
    const partner = [...left].find((one) => isSameBreak(one, taken));
    if (partner !== undefined) left.delete(partner);
    return partner;
  });
  const changes = after.flatMap((taken, n) => {
    const moved = [...left].find(({ kind, lunch_id }) => kind === taken.kind && lunch_id === taken.lunch_id);
    const partner = partners[n] ?? moved;
    if (partner !== undefined) left.delete(partner);
    return [
      ...changed(`breaks.${n}.started_at`, partner?.started_at ?? null, taken.started_at),
      ...changed(`breaks.${n}.ended_at`, partner?.ended_at ?? null, taken.ended_at),
    ];
  });
  const removed = [...left].flatMap((taken) => [
    ...changed(`breaks.${before.indexOf(taken)}.started_at`, taken.started_at, null),
    ...changed(`breaks.${before.indexOf(taken)}.ended_at`, taken.ended_at, null),
  ]);
  return [...changes, ...removed];
}

function isSameBreak(a: TimecardBreak, b: TimecardBreak): boolean {
  if (a.kind !== b.kind) return false;
  return a.lunch_id !== null || b.lunch_id !== null
    ? a.lunch_id === b.lunch_id
    : a.started_at === b.started_at;
}

function keptBreak(taken: TimecardBreak): TimecardBreak {
  return { ...taken, started_at: toTheSecond(taken.started_at), ended_at: orNothing(taken.ended_at) };
}

function orNothing(at: string | null): string | null {
  return at === null ? null : toTheSecond(at);
}

function byStart(a: TimecardBreak, b: TimecardBreak): number {
  return Date.parse(a.started_at) - Date.parse(b.started_at);
}
