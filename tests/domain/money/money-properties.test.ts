import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BillingCondition } from '#domain/money/billing-conditions.ts';
import type { ConditionType } from '#domain/money/condition-types.ts';
import {
  type BilledLine,
  type BilledSession,
  type InvoiceLine,
  invoiceLines,
  type LineFacts,
  lineBasis,
} from '#domain/money/invoice-line.ts';
import { type LineFigures, lineKey, nextEntries } from '#domain/money/invoices.ts';
import { sumLines } from '#domain/money/line-sums.ts';
import type { Rate } from '#domain/money/rates.ts';
import { dueLines, type SettledLine } from '#domain/payroll/due-lines.ts';
import { payFileRows } from '#domain/payroll/pay-file.ts';
import { type PayLine, payCents, paySum } from '#domain/payroll/pay-line.ts';
import { groupedBy } from '#domain/text/grouped.ts';

const rate = (changes: Partial<Rate>): Rate => ({
  ...{ id: 'r', level: 'service', service: 'speech', start_year: 2026, is_draft: false, student: null },
  ...{ client: null, region: null, setting: null, amount_cents: 9_613, ...changes },
});
const condition = (type: ConditionType, changes: Partial<BillingCondition>): BillingCondition => ({
  ...{ id: type, client: 'district', type, starts_on: '2026-01-01', archived: false },
  ...{ percent: null, minutes: null, days: null, choice: null, service: null, ...changes },
});
const FACTS: LineFacts = {
  rates: [
    ...[
      rate({ amount_cents: 8_877, start_year: 2025 }),
      rate({}),
      rate({ service: 'motor', amount_cents: 7_001 }),
    ],
    rate({ level: 'student', student: 'ben', amount_cents: 10_333 }),
  ],
  conditions: [
    condition('no_show', { percent: 50, minutes: 30 }),
    condition('minimum_increment', { minutes: 7 }),
    condition('group_split', { choice: 'shared' }),
    condition('indirect_cap', { minutes: 45, choice: 'month' }),
  ],
  regions: [],
  isServiceBillable: (service) => service !== 'meeting',
  isLocationBillable: () => true,
  missedDay: () => null,
  isAuthorized: () => true,
};

/** Sessions around a fiscal year's end, with each rule that changes an amount. */
const someSessions = fc
  .array(
    fc.record({
      day: fc.integer({ min: 1, max: 28 }),
      month: fc.constantFrom('2026-06', '2026-07'),
      students: fc.subarray(['anna', 'ben', 'cora'], { minLength: 1 }),
      service: fc.constantFrom('speech', 'motor', 'meeting'),
      attendance: fc.constantFrom('delivered', 'no-show', 'student-absent', 'make-up') as fc.Arbitrary<
        BilledSession['attendance']
      >,
      minutes: fc.integer({ min: 1, max: 240 }),
      indirect: fc.integer({ min: 0, max: 30 }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((rows) =>
    rows.map(
      ({ day, month, students, service, attendance, minutes, indirect }, at): BilledSession => ({
        ...{ id: `s${at}`, student_ids: students, client: 'district', service, attendance },
        ...{ session_date: `${month}-${String(day).padStart(2, '0')}`, start_time: '09:00' },
        ...{
          scheduled_minutes: minutes,
          actual_minutes: minutes,
          indirect_minutes: Math.min(indirect, minutes),
        },
        ...{ setting: students.length > 1 ? 'group' : 'individual', changeDuration: false },
        ...{ approval_request: 'none', make_up_of: null },
      }),
    ),
  );

const cents = (lines: readonly { amount_cents: number | null }[]) =>
  lines.reduce((sum, { amount_cents }) => sum + (amount_cents ?? 0), 0);
const isBilled = (line: InvoiceLine): line is BilledLine => line.kind === 'billed';

/** Lines with their reasons in words. */
const worded = (sessions: readonly BilledSession[]) =>
  invoiceLines(sessions, FACTS).map((line) => ({ ...line, words: line.words() }));

describe('billing', () => {
  test('by client, service, student, day, or invoice: the parts add up to the whole', () => {
    fc.assert(
      fc.property(someSessions, fc.func(fc.integer({ min: 0, max: 4 })), (sessions, groupOf) => {
        const lines = invoiceLines(sessions, FACTS).map((line) => ({
          ...line,
          ...{ is_approved: true, late_for_client: false, invoice: groupOf(line.session) > 2 ? {} : null },
        }));
        const whole = sumLines(lines);
        for (const key of [
          (one: InvoiceLine) => one.session,
          (one: InvoiceLine) => one.student ?? '',
          groupOf,
        ]) {
          const groups = groupedBy(lines, (line) => String((key as (one: InvoiceLine) => unknown)(line)));
          const sums = [...groups.values()].map(sumLines);
          for (const figure of [
            'minutes',
            'amount_cents',
            'invoiced_cents',
            'open_cents',
            'not_billed',
          ] as const)
            expect(sums.reduce((sum, one) => sum + one[figure], 0)).toBe(whole[figure]);
        }
        expect(whole.invoiced_cents + whole.open_cents).toBe(whole.amount_cents);
      }),
    );
  });

  test('replayed as of an earlier day, every line up to that day is the same', () => {
    fc.assert(
      fc.property(
        someSessions,
        fc.constantFrom('2026-06-10', '2026-06-30', '2026-07-09'),
        (sessions, day) => {
          const early = sessions.filter(({ session_date }) => session_date <= day);
          const ids = new Set(early.map(({ id }) => id));
          const all = worded(sessions);
          expect(all.filter(({ session }) => ids.has(session))).toEqual(worded(early));
          // Nor does it matter in which order the sessions arrived.
          expect(worded(sessions.toReversed())).toEqual(all);
        },
      ),
    );
  });

  test('whatever the order of approvals, changes, and invoices: all invoices together are what is billed now', () => {
    const steps = fc.array(
      fc.record({
        what: fc.constantFrom('approve', 'change', 'delete', 'invoice') as fc.Arbitrary<
          'approve' | 'change' | 'delete' | 'invoice'
        >,
        at: fc.nat({ max: 29 }),
        minutes: fc.integer({ min: 1, max: 240 }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(someSessions, steps, (sessions, script) => {
        let now = [...sessions];
        const approved = new Set<string>();
        let standing: LineFigures[] = [];
        let invoiced = 0;
        const current = () =>
          // Without the monthly cap: what it cuts from a line depends on lines of other sessions.
          invoiceLines(now, { ...FACTS, conditions: FACTS.conditions.slice(0, 3) })
            .filter(isBilled)
            .map((line) => {
              const session = now.find(({ id }) => id === line.session) as BilledSession;
              return { ...line, basis: lineBasis(line.student, { ...session, location: null }) };
            });
        const invoice = () => {
          const ready = current().filter(({ session }) => approved.has(session));
          const isSettled = (key: string) =>
            !now.some(({ id }) => key.startsWith(`${id} `) && !approved.has(id));
          for (const { kind, line } of nextEntries(ready, standing, isSettled)) {
            invoiced += kind === 'credit' ? -line.amount_cents : line.amount_cents;
            const others: LineFigures[] = standing.filter((one) => lineKey(one) !== lineKey(line));
            standing = kind === 'credit' ? others : [...others, line];
          }
        };
        for (const { what, at, minutes } of script) {
          const session = sessions[at % sessions.length] as BilledSession;
          if (what === 'approve') approved.add(session.id);
          if (what === 'delete') now = now.filter(({ id }) => id !== session.id);
          if (what === 'invoice') invoice();
          if (what === 'change') {
            const changed = { scheduled_minutes: minutes, actual_minutes: minutes, indirect_minutes: 0 };
            now = now.map((one) => (one.id === session.id ? { ...one, ...changed } : one));
          }
        }
        for (const { id } of sessions) approved.add(id);
        invoice();
        expect(invoiced).toBe(cents(current()));
        const [before, sent] = [invoiced, standing];
        invoice();
        expect([invoiced, standing]).toEqual([before, sent]);
      }),
    );
  });
});

const payLine = (at: number, minutes: number, hourly_cents: number): PayLine => ({
  ...{ key: `session ${at}`, kind: 'session', provider: `p${at % 3}`, day: '2026-06-20', session: `s${at}` },
  ...{ session_version: 1, service: `v${at % 2}`, client: 'c', minutes, hourly_cents, percent: 100 },
  ...{ amount_cents: payCents(minutes, hourly_cents, 100), is_approved: true, is_late: false, finding: null },
  why: [],
});
const somePay = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 720 }), fc.constantFrom(4_137, 3_850, 4_320, 1)), {
    minLength: 1,
    maxLength: 25,
  })
  .map((rows) => rows.map(([minutes, hourly], at) => payLine(at, minutes, hourly)));

describe('payroll', () => {
  test('a pay file adds up to its run, and the order of the lines never changes it', () => {
    fc.assert(
      fc.property(somePay, fc.infiniteStream(fc.nat()), (lines, order) => {
        const person = (provider: string) => ({
          payroll_id: '',
          first: 'A',
          last: provider,
          employment: 'Contractor',
        });
        const period = { start_date: '2026-06-16', end_date: '2026-06-30' };
        const rows = payFileRows(lines, period, person);
        const shuffled = lines
          .map((line) => [order.next().value as number, line] as const)
          .sort(([a], [b]) => a - b)
          .map(([, line]) => line);
        expect(payFileRows(shuffled, period, person)).toEqual(rows);
        const whole = paySum(lines);
        expect(rows.reduce((sum, row) => sum + Math.round(Number(row.at(-1)) * 100), 0)).toBe(
          whole.amount_cents,
        );
        expect(rows.reduce((sum, row) => sum + Number(row[8]), 0)).toBe(whole.minutes);
      }),
    );
  });

  test('whatever the order of approvals, changes, and runs: all runs together pay what the records say', () => {
    const steps = fc.array(
      fc.record({
        what: fc.constantFrom('approve', 'change', 'delete', 'run') as fc.Arbitrary<
          'approve' | 'change' | 'delete' | 'run'
        >,
        at: fc.nat({ max: 24 }),
        minutes: fc.integer({ min: 0, max: 720 }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(somePay, steps, (lines, script) => {
        let now = lines.map((line) => ({ ...line, is_approved: false }));
        const settled = new Map<string, SettledLine>();
        let paid = 0;
        const run = () => {
          const due = dueLines(now, settled, { isLate: false, skipsEmpty: true }).filter(
            (one) => one.is_approved,
          );
          for (const { key, minutes, amount_cents, ...line } of due) {
            const before = settled.get(key);
            paid += amount_cents ?? 0;
            settled.set(key, {
              ...{ ...line, key, run: 'r', minutes: (before?.minutes ?? 0) + minutes },
              amount_cents: (before?.amount_cents ?? 0) + (amount_cents ?? 0),
            });
          }
          return due;
        };
        for (const { what, at, minutes } of script) {
          const key = `session ${at % lines.length}`;
          if (what === 'run') run();
          if (what === 'delete') now = now.filter((line) => line.key !== key);
          now = now.map((line) => {
            if (line.key !== key) return line;
            if (what === 'approve') return { ...line, is_approved: true };
            if (what !== 'change') return line;
            return {
              ...line,
              minutes,
              amount_cents: payCents(minutes, line.hourly_cents ?? 0, line.percent),
            };
          });
        }
        now = now.map((line) => ({ ...line, is_approved: true }));
        run();
        expect(paid).toBe(cents(now));
        expect(run()).toEqual([]);
      }),
    );
  });
});
