import fc from 'fast-check';
import { type X12Interchange, X12Parser } from 'node-x12';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { type ClaimParties, claimFile837p, type FiledClaim } from '#domain/money/claim-837p.ts';
import { claimCsv } from '#domain/money/claim-filing.ts';
import {
  type ExportedInvoice,
  journalCsv,
  onlineInvoices,
  plainCsv,
  timeActivities,
} from '#domain/money/quickbooks.ts';

// Files are read by parsers that others wrote: what we write has to be right for more than our own reader.

/** Names with everything that a CSV file, a formula, or X12 could stumble over. */
const someName = fc.oneof(
  fc.constantFrom(
    'Anna',
    'O’Brien-Núñez',
    'Smith, "Al"',
    '=2+3',
    '@home',
    '-1',
    "D'Arcy\nLee",
    'A\tB',
    '~*:^|',
    '山田 Q',
  ),
  fc.string({ minLength: 1, maxLength: 20 }),
);
const someInvoices = fc
  .array(
    fc.record({
      customer: someName,
      lines: fc.array(
        fc.record({
          student_name: someName,
          service_name: fc.constantFrom('Speech', 'Motor, fine', 'Reading "A"'),
          minutes: fc.integer({ min: -240, max: 240 }),
          amount_cents: fc.integer({ min: -50_000, max: 50_000 }),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((rows) =>
    rows.map(
      ({ customer, lines }, at): ExportedInvoice => ({
        ...{
          id: `i${at}`,
          entry: 'invoice',
          number: `INV-2026-${String(at + 1).padStart(5, '0')}`,
          client: 'c',
        },
        ...{ customer, invoice_date: '2026-07-16', due_on: '2026-08-15', terms_days: 30, memo: customer },
        ...{ has_address: true, total_cents: lines.reduce((sum, one) => sum + one.amount_cents, 0) },
        lines: lines.map((line, index) => ({
          ...{ ...line, session: `s${at}-${index}`, session_date: '2026-06-16', start_time: '09:00' },
          ...{ provider_name: 'Paula Pine', hourly_cents: 12_000 },
        })),
      }),
    ),
  );
const cents = (text: string | undefined) => Math.round(Number(text ?? 0) * 100);

function rowsOf(csv: string, delimiter = ','): Record<string, string>[] {
  const { data, errors } = Papa.parse<Record<string, string>>(csv, {
    ...{ header: true, delimiter, skipEmptyLines: true },
  });
  expect(errors).toEqual([]);
  return data;
}

test('invoices and the journal for QuickBooks are read with the same amounts, and each entry is balanced', () => {
  fc.assert(
    fc.property(someInvoices, (invoices) => {
      const accounts = { receivable_account: 'Receivable', income_account: 'Income, "all"' };
      const positive = invoices.filter(({ total_cents }) => total_cents >= 0);
      const online = rowsOf(onlineInvoices(invoices));
      const journal = rowsOf(journalCsv(invoices, accounts));
      const plain = rowsOf(plainCsv(invoices));
      expect(online).toHaveLength(positive.flatMap(({ lines }) => lines).length);
      expect(plain).toHaveLength(invoices.flatMap(({ lines }) => lines).length);
      for (const { number, total_cents } of invoices) {
        const own = plain.filter((row) => row.Invoice === number);
        expect(own.reduce((sum, row) => sum + cents(row.Amount), 0)).toBe(total_cents);
        const entry = journal.filter((row) => row['*JournalNo'] === number);
        const sumOf = (column: string) => entry.reduce((sum, row) => sum + cents(row[column]), 0);
        expect(sumOf('*Debits')).toBe(sumOf('*Credits'));
      }
      for (const { number, total_cents } of positive) {
        const own = online.filter((row) => row['*InvoiceNo'] === number);
        expect(own.reduce((sum, row) => sum + cents(row['*ItemAmount']), 0)).toBe(total_cents);
        for (const row of own)
          expect(Math.round(Number(row.ItemQuantity) * cents(row.ItemRate))).toBe(cents(row['*ItemAmount']));
      }
      // No cell is a formula when a spreadsheet opens it; numbers may be negative.
      for (const row of [...online, ...journal, ...plain])
        for (const cell of Object.values(row))
          if (Number.isNaN(Number(cell))) expect(cell).not.toMatch(/^[=+@\t\r-]/);
    }),
  );
});

test('time activities for QuickBooks Desktop are read as a table with tabs', () => {
  fc.assert(
    fc.property(someInvoices, (invoices) => {
      const text = timeActivities(invoices, 'Brightpath');
      const { data } = Papa.parse<string[]>(text, {
        delimiter: '\t',
        quoteChar: '\u0000',
        skipEmptyLines: true,
      });
      const head = data.find(([name]) => name === '!TIMEACT') ?? [];
      const rows = data.filter(([name]) => name === 'TIMEACT');
      const sessions = invoices.flatMap(({ lines }) => lines.filter(({ minutes }) => minutes > 0));
      expect(rows).toHaveLength(sessions.length);
      for (const row of rows) expect(row).toHaveLength(head.length);
      const minutes = rows.reduce((sum, row) => {
        const [hours = '0', rest = '0'] = (row[head.indexOf('DURATION')] ?? '').split(':');
        return sum + Number(hours) * 60 + Number(rest);
      }, 0);
      expect(minutes).toBe(sessions.reduce((sum, one) => sum + one.minutes, 0));
    }),
  );
});

const PARTIES: ClaimParties = {
  ...{ organization: 'Brightpath Therapy', npi: '1234567893', tax_id: '12-3456789', street: '1 Main Street' },
  ...{ city: 'Fresno', state: 'CA', zip: '93701-0001', contact_name: 'Olga Ortiz' },
  ...{ contact_phone: '(559) 555-0100', submitter_id: 'BRIGHT1', receiver_name: 'Clearpath' },
  ...{ receiver_id: 'CLEAR', payer: 'Sierra Care', payer_id: 'SC001' },
};
const someClaims = fc
  .array(
    fc.record({
      student: fc.constantFrom('anna', 'ben', 'cora'),
      last_name: someName,
      amount_cents: fc.integer({ min: 1, max: 500_000 }),
      units: fc.integer({ min: 1, max: 16 }),
      dx_codes: fc.subarray(['F80.0', 'F80.1', 'F80.2', 'R48.8', 'F84.0'], { minLength: 1 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((rows) =>
    rows.map(
      ({ student, last_name, amount_cents, units, dx_codes }, at): FiledClaim => ({
        ...{ session: `s${at}`, student, session_date: '2026-06-17', last_name, first_name: student },
        ...{
          date_of_birth: '2016-02-29',
          sex: 'female',
          member_id: `M${student}`,
          provider_name: 'Otto Oak',
        },
        address: { street: '12 Oak Street', city: 'Fresno', state: 'CA', zip: '93702' },
        ...{ npi: '1234567893', dx_codes, cpt_code: '92507', modifiers: ['95'], units },
        ...{ taxonomy_code: '235Z00000X', place_of_service: '10', facility: 'Remote', amount_cents },
      }),
    ),
  );

test('a claim file is read by a strict X12 parser with the same claims and amounts', () => {
  fc.assert(
    fc.property(someClaims, (claims) => {
      const text = claimFile837p(
        claims,
        PARTIES,
        { interchange: 41, group: 42, transaction: 43 },
        {
          ...{ day: '2026-07-16', time: '09:05' },
        },
      );
      // It refuses a file whose counts or control numbers disagree.
      const interchange = new X12Parser(true).parse(text) as X12Interchange;
      const [transaction] = interchange.functionalGroups[0]?.transactions ?? [];
      const segments = transaction?.segments ?? [];
      const of = (tag: string) => segments.filter((one) => one.tag === tag);
      const valuesOf = (tag: string, at: number) => of(tag).map((one) => one.valueOf(at));
      expect(valuesOf('CLM', 2).map(cents).sort()).toEqual(claims.map((one) => one.amount_cents).sort());
      expect(valuesOf('SV1', 2).map(cents).sort()).toEqual(claims.map((one) => one.amount_cents).sort());
      expect(new Set(valuesOf('CLM', 1)).size).toBe(claims.length);
      const students = new Set(claims.map(({ student }) => student)).size;
      expect(of('DMG')).toHaveLength(students);
      expect(valuesOf('DMG', 3)).toEqual(Array.from({ length: students }, () => 'F'));
      expect(of('HL')).toHaveLength(students + 1);
      for (const claim of of('NM1')) expect(claim.valueOf(3)?.trim()).not.toBe(undefined);
      const csv = rowsOf(claimCsv(claims, PARTIES, 43));
      expect(csv.map((row) => cents(row['24F Charge']))).toEqual(claims.map((one) => one.amount_cents));
    }),
  );
});
