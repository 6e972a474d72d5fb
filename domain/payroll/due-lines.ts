import { moneyText } from '#domain/money/money-text.ts';
import { durationText } from '#domain/time/duration.ts';
import type { PayLine } from './pay-line.ts';

/** What earlier runs have settled under a key: paid, or left out by the office on purpose. */
export interface SettledLine
  extends Pick<PayLine, 'key' | 'kind' | 'provider' | 'day' | 'service' | 'client'> {
  session: string | null;
  /** The sums that the records gave then: what the office adjusted stays adjusted. */
  minutes: number;
  amount_cents: number;
  /** The newest of them, such as "2026-11-15". */
  run: string;
}

/**
 * The lines that are still due: those that no run has settled as they are, and for the others the difference to what
 * was settled. Lines without a difference are left out.
 *
 * @param lines as the records give them now
 * @param settled of the same days and providers, by key; a key without a line is taken back
 * @param isLate whether the lines are from before the period that is paid
 * @param skipsEmpty leaves out lines that pay nothing: they say something of the first run of a period only
 */
export function dueLines(
  lines: readonly PayLine[],
  settled: ReadonlyMap<string, SettledLine>,
  { isLate, skipsEmpty }: { isLate: boolean; skipsEmpty: boolean },
): PayLine[] {
  const now = new Map(lines.map((line) => [line.key, line]));
  const due = lines.flatMap((line): PayLine[] => {
    const before = settled.get(line.key);
    if (before === undefined) {
      if (skipsEmpty && line.amount_cents === 0) return [];
      return [{ ...line, is_late: line.is_late || isLate }];
    }
    if (line.amount_cents === null)
      return line.minutes === before.minutes ? [] : [{ ...line, is_late: isLate }];
    const minutes = line.minutes - before.minutes;
    const amount_cents = line.amount_cents - before.amount_cents;
    if (minutes === 0 && amount_cents === 0) return [];
    return [{ ...line, minutes, amount_cents, is_late: isLate, why: [beforeWords(before), ...line.why] }];
  });
  const gone = [...settled.values()].filter(
    ({ key, minutes, amount_cents }) => !now.has(key) && (minutes !== 0 || amount_cents !== 0),
  );
  return [...due, ...gone.map((before) => reversal(before, isLate))];
}

function beforeWords({ run, minutes, amount_cents }: SettledLine): string {
  return `Run ${run} paid ${durationText(minutes)}, ${moneyText(amount_cents)}. This is the difference.`;
}

/** Takes back what was settled. */
function reversal(before: SettledLine, isLate: boolean): PayLine {
  const { run, minutes, amount_cents, ...subject } = before;
  const words = `Run ${run} paid ${durationText(minutes)}, ${moneyText(amount_cents)}.`;
  return {
    ...subject,
    ...{
      session_version: null,
      minutes: -minutes,
      amount_cents: -amount_cents,
      hourly_cents: null,
      percent: 100,
    },
    ...{ is_approved: true, is_late: isLate, finding: null },
    why: [words, 'The records no longer have it.'],
  };
}

/** Two snapshots of the same line. */
export interface LineDifference extends Pick<PayLine, 'key' | 'kind' | 'provider' | 'day' | 'session'> {
  service: string | null;
  client: string | null;
  before: LineFigures | null;
  after: LineFigures | null;
}

type LineFigures = Pick<PayLine, 'minutes' | 'amount_cents' | 'is_approved'>;

type Comparable = Omit<LineDifference, 'before' | 'after'> & LineFigures;

/**
 * The lines that a pay period has after an adjustment, which only has what is due on top of earlier runs. What they
 * hadn't approved is due as a whole.
 */
export function adjustedLines<Line extends Comparable>(
  before: readonly Line[],
  adjustment: readonly Line[],
): Line[] {
  const lines = new Map(before.map((line) => [line.key, line]));
  for (const line of adjustment) {
    const known = lines.get(line.key);
    lines.set(line.key, known?.is_approved === true ? sumOf(known, line) : line);
  }
  return [...lines.values()];
}

function sumOf<Line extends Comparable>(known: Line, line: Line): Line {
  const isUnknown = known.amount_cents === null || line.amount_cents === null;
  return {
    ...line,
    minutes: known.minutes + line.minutes,
    amount_cents: isUnknown ? null : (known.amount_cents ?? 0) + (line.amount_cents ?? 0),
  };
}

/** The lines that two snapshots don't have in common, in the order of the later one. */
export function differingLines(
  before: readonly Comparable[],
  after: readonly Comparable[],
): LineDifference[] {
  const earlier = new Map(before.map((line) => [line.key, line]));
  const later = new Set(after.map(({ key }) => key));
  return [
    ...after.flatMap((line) => {
      const known = earlier.get(line.key) ?? null;
      return known !== null && isSame(known, line) ? [] : [difference(line, known, line)];
    }),
    ...before.filter(({ key }) => !later.has(key)).map((line) => difference(line, line, null)),
  ];
}

function isSame(a: LineFigures, b: LineFigures): boolean {
  return a.minutes === b.minutes && a.amount_cents === b.amount_cents && a.is_approved === b.is_approved;
}

function difference(
  { key, kind, provider, day, session, service, client }: Comparable,
  before: LineFigures | null,
  after: LineFigures | null,
): LineDifference {
  const subject = { key, kind, provider, day, session, service, client };
  return { ...subject, before: before && figuresOf(before), after: after && figuresOf(after) };
}

function figuresOf({ minutes, amount_cents, is_approved }: LineFigures): LineFigures {
  return { minutes, amount_cents, is_approved };
}
