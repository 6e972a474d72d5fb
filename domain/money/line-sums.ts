import { groupedBy } from '#domain/text/grouped.ts';

/** The fields of a billed line that are added up. */
export interface SummedLine {
  session: string;
  kind: 'billed' | 'not-billed' | 'blocked';
  minutes: number;
  amount_cents: number;
  is_approved: boolean;
  late_for_client: boolean;
  /** Null while it is on no sent invoice. */
  invoice: object | null;
}

export interface LineSums {
  sessions: number;
  minutes: number;
  /** What is invoiced and what is open together. */
  amount_cents: number;
  invoiced_cents: number;
  open_cents: number;
  blocked: number;
  not_billed: number;
  /** Billed lines whose hours aren't approved. */
  unapproved: number;
  late: number;
}

/** The lines of a session, and how many sessions have the same figures. */
export interface LineBatch<Line extends SummedLine = SummedLine> {
  times: number;
  lines: readonly Line[];
}

/** Adds up lines. Each line counts once, so sums over any grouping of the lines are the same to the cent. */
export function sumLines(lines: readonly SummedLine[]): LineSums {
  return sumBatches([{ times: 1, lines }]);
}

/** Adds up the lines of sessions, those with the same figures at once. */
export function sumBatches(batches: Iterable<LineBatch>): LineSums {
  const sums = {
    ...{ sessions: 0, minutes: 0, amount_cents: 0, invoiced_cents: 0, open_cents: 0 },
    ...{ blocked: 0, not_billed: 0, unapproved: 0, late: 0 },
  };
  for (const { times, lines } of batches) {
    sums.sessions += times * new Set(lines.map(({ session }) => session)).size;
    for (const { kind, minutes, amount_cents, is_approved, late_for_client, invoice } of lines) {
      sums.minutes += times * minutes;
      sums.amount_cents += times * amount_cents;
      if (invoice === null) sums.open_cents += times * amount_cents;
      else sums.invoiced_cents += times * amount_cents;
      if (kind === 'blocked') sums.blocked += times;
      if (kind === 'not-billed') sums.not_billed += times;
      if (kind === 'billed' && !is_approved && invoice === null) sums.unapproved += times;
      if (late_for_client) sums.late += times;
    }
  }
  return sums;
}

/** The same lines by another key: a session can be in several groups. Lines without a key are left out. */
export function regrouped<Batch extends LineBatch>(
  batches: Iterable<Batch>,
  keyOf: (line: Batch['lines'][number]) => string | null,
): Map<string, Batch[]> {
  const groups = new Map<string, Batch[]>();
  for (const batch of batches) {
    for (const [key, lines] of groupedBy<Batch['lines'][number], string | null>(batch.lines, keyOf)) {
      if (key === null) continue;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [{ ...batch, lines }]);
      else group.push({ ...batch, lines });
    }
  }
  return groups;
}
