/**
 * A month from June 16 to July 15, 2026, worked out by hand: it crosses the fiscal year, which begins on July 1.
 *
 * Pay rates (an hour of a provider's service)
 *
 *   Paula, Speech   2025–2026  $41.37    2026–2027  $43.20
 *   Otto,  Motor    2025–2026  $38.50    2026–2027  $39.90
 *
 * Billing rates (an hour, for the client)
 *
 *   Speech                       2025–2026  $100.00   2026–2027  $105.50
 *   Speech in a group, District  2025–2026  $90.00
 *   Motor                        2025–2026  $88.88    2026–2027  $91.30
 *   (after June's invoices were sent, Motor of 2025–2026 is corrected to $99.99)
 *
 * What the District has agreed on; the Family has nothing of its own
 *
 *   Billed in steps of 15 minutes, rounded to the nearest.
 *   Students of a group share the time: the first takes the odd minute.
 *   A no-show is billed at 50% of the rate, at most 30 minutes.
 *   A makeup is billed up to 10 days after the missed session.
 *
 * To check a row: minutes × rate ÷ 60, rounded half up to the cent. Row 5, for example: 50 × 41.37 ÷ 60 = 34.475 is
 * $34.48 of pay; 50 minutes are 45 in steps of 15, which two students share as 23 and 22; 23 × 90 ÷ 60 = $34.50.
 *
 * "Pay" and "Bill" are what a row comes to in the end. What was paid and billed on the way is below.
 */
const MONTH = `
 No | Day        | Who   | Students  | Attendance      | Plan | Held | Change   | Pay min | Pay rate | Pay   | Bill min | Bill rate | Bill      | Remark
  1 | 2026-06-16 | paula | Anna      | delivered       |  30  |  30  |          |   30    |  41.37   | 20.69 |    30    |   100.00  |  50.00    | 20.685 is rounded up
  2 | 2026-06-17 | paula | Anna      | delivered       |  45  |  52  | approved |   52    |  41.37   | 35.85 |    45    |   100.00  |  75.00    | paid as held, billed in steps of 15
  3 | 2026-06-18 | paula | Anna      | delivered       |  30  |  38  | refused  |   30    |  41.37   | 20.69 |    30    |   100.00  |  50.00    | the plan counts
  4 | 2026-06-22 | paula | Anna      | delivered       |  30  |  53  | later    |   53    |  41.37   | 36.54 |    60    |   100.00  | 100.00    | approved after pay and invoice
  5 | 2026-06-23 | paula | Anna Cora | delivered       |  50  |  50  |          |   50    |  41.37   | 34.48 |  23 22   |    90.00  | 34.50 33.00 | group
  6 | 2026-06-24 | paula | Anna      | no-show         |  45  |  45  |          |   45    |  41.37   | 31.03 |    30    |    50.00  |  25.00    | half of the rate, 30 min at most
  7 | 2026-06-25 | paula | Anna      | student-absent  |  30  |  30  |          |   30    |  41.37   | 20.69 |     0    |           |   0.00    | paid, not billed
  8 | 2026-06-26 | paula | Anna      | provider-absent |  30  |  30  |          |    0    |          |  0.00 |     0    |           |   0.00    | neither
  9 | 2026-06-29 | paula | Anna      | make-up of 7    |  30  |  30  |          |   30    |  41.37   | 20.69 |    30    |   100.00  |  50.00    | 4 days later
 10 | 2026-06-17 | otto  | Ben       | delivered       |  40  |  40  |          |   40    |  38.50   | 25.67 |    40    |    88.88  |  59.25    | by the minute
 11 | 2026-06-30 | paula | Anna      | delivered       |  30  |  30  |          |   30    |  41.37   | 20.69 |    30    |   100.00  |  50.00    | entered on July 20: late for both
 12 | 2026-07-01 | paula | Anna      | delivered       |  30  |  30  |          |   30    |  43.20   | 21.60 |    30    |   105.50  |  52.75    | the new fiscal year
 13 | 2026-07-02 | otto  | Ben       | delivered       |  25  |  25  |          |   25    |  39.90   | 16.63 |    25    |    91.30  |  38.04    | 16.625 is rounded up
 14 | 2026-07-07 | paula | Anna      | late-cancel     |  30  |  30  |          |   30    |  43.20   | 21.60 |    30    |   105.50  |  52.75    | in full: nothing else was agreed
 15 | 2026-07-08 | paula | Anna      | make-up of 8    |  30  |  30  |          |   30    |  43.20   | 21.60 |     0    |           |   0.00    | 12 days later: paid, not billed
 16 | 2026-07-09 | paula | Anna      | delivered       |  20  |  20  |          |   20    |  43.20   | 14.40 |    15    |   105.50  |  26.38    | 26.375 is rounded up
 17 | 2026-07-10 | paula | Anna      | delivered       |  30  |  30  |          |   30    |  43.20   | 21.60 |     0    |           |   0.00    | billed 52.75, then credited
`;

/** Mileage and paid time off that the office entered: the quantity × the rate, rounded half up to the cent. */
export const EXTRAS = [
  // 12.4 × 0.725 = 8.99
  { day: '2026-06-18', who: 'paula', type: 'mileage', quantity: 12.4, rate: 0.725, pay: 8.99, when: 'june' },
  // 8 × 38.50
  { day: '2026-06-25', who: 'otto', type: 'paid-time-off', quantity: 8, rate: 38.5, pay: 308, when: 'june' },
  // 31 × 0.725 = 22.475, entered on July 20: paid late
  { day: '2026-06-29', who: 'paula', type: 'mileage', quantity: 31, rate: 0.725, pay: 22.48, when: 'july' },
  // An hour too many was paid in June: it is taken back.
  {
    day: '2026-07-02',
    who: 'otto',
    type: 'paid-time-off',
    quantity: -1,
    rate: 38.5,
    pay: -38.5,
    when: 'july',
  },
] as const;

/**
 * What was paid, run by run: the sum of the rows named.
 *
 *   June, first run   rows 1–10; row 4 as planned (30 min: 20.69)   204.81 + 25.67    extra pay 8.99 + 308.00
 *   June, reopened    row 4: 36.54 − 20.69, for 23 more minutes      15.85
 *   July              rows 12–17, and row 11 as a late line          117.43 + 20.69    extra pay 22.48 − 38.50
 */
export const RUNS = { june: 547.47, reopened: 15.85, july: 122.1 };

/**
 * What was invoiced
 *
 *   District, June                rows 1–9; row 4 as planned (30 min: 50.00)    367.50
 *   District, June, supplemental  row 4: −50.00 + 100.00; row 11: 50.00         100.00
 *   District, July                rows 12, 14, 16, 17                           184.63
 *   District, July, credit note   row 17                                        −52.75
 *   Family, June                  row 10                                         59.25
 *   Family, July                  row 13                                         38.04
 */
export const INVOICES = {
  ...{ districtJune: 367.5, supplemental: 100, districtJuly: 184.63, credit: -52.75 },
  ...{ familyJune: 59.25, familyJuly: 38.04 },
};

/** Pay and billing of the whole month: the sums of the two columns above, and of extra pay. */
export const TOTALS = { pay: 685.42, sessions: 384.45, extra: 300.97, billed: 696.67 };

/** Whole cents of dollars with two decimals. */
export function cents(dollars: number | string): number {
  return Math.round(Number(dollars) * 100);
}

export interface WorkedSession {
  no: number;
  day: string;
  who: 'paula' | 'otto';
  students: string[];
  attendance: string;
  /** The row of the missed session that it makes up. */
  make_up_of: number | null;
  planned: number;
  held: number;
  /** What was decided on a changed duration, and when. */
  change: '' | 'approved' | 'refused' | 'later';
  pay_minutes: number;
  pay_rate_cents: number | null;
  pay_cents: number;
  /** For each student. */
  bills: { minutes: number; hourly_cents: number | null; amount_cents: number }[];
  remark: string;
}

/** The rows of the table. */
export const SESSIONS: readonly WorkedSession[] = MONTH.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const cell = (at: number) => cells[at] ?? '';
    const [attendance = '', , missed] = cell(4).split(' ');
    const rate = (text: string) => (text === '' ? null : cents(text));
    const amounts = cell(13).split(/ +/);
    return {
      ...{ no: Number(cell(0)), day: cell(1), who: cell(2) as WorkedSession['who'], attendance },
      students: cell(3).split(' '),
      make_up_of: missed === undefined ? null : Number(missed),
      ...{ planned: Number(cell(5)), held: Number(cell(6)), change: cell(7) as WorkedSession['change'] },
      ...{ pay_minutes: Number(cell(8)), pay_rate_cents: rate(cell(9)), pay_cents: cents(cell(10)) },
      bills: cell(11)
        .split(/ +/)
        .map((minutes, at) => ({
          ...{ minutes: Number(minutes), hourly_cents: rate(cell(12)) },
          amount_cents: cents(amounts[at] ?? ''),
        })),
      remark: cell(14),
    };
  });
