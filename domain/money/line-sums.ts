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

/** Adds up lines. Each line counts once, so sums over any grouping of the lines are the same to the cent. */
export function sumLines(lines: readonly SummedLine[]): LineSums {
  const sum = (of: readonly SummedLine[], figure: 'minutes' | 'amount_cents') =>
    of.reduce((total, line) => total + line[figure], 0);
  const invoiced = lines.filter(({ invoice }) => invoice !== null);
  const open = lines.filter(({ invoice }) => invoice === null);
  const [invoiced_cents, open_cents] = [sum(invoiced, 'amount_cents'), sum(open, 'amount_cents')];
  const count = (matches: (line: SummedLine) => boolean) => lines.filter(matches).length;
  return {
    sessions: new Set(lines.map(({ session }) => session)).size,
    minutes: sum(lines, 'minutes'),
    amount_cents: invoiced_cents + open_cents,
    ...{ invoiced_cents, open_cents },
    blocked: count(({ kind }) => kind === 'blocked'),
    not_billed: count(({ kind }) => kind === 'not-billed'),
    unapproved: count(
      ({ kind, is_approved, invoice }) => kind === 'billed' && !is_approved && invoice === null,
    ),
    late: count(({ late_for_client }) => late_for_client),
  };
}
