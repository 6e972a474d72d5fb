import { describe, expect, test } from 'vitest';
import {
  batchFileName,
  type ExportedInvoice,
  type ExportedLine,
  exportProblems,
  journalLines,
  onlineInvoices,
  plainCsv,
  timeActivities,
} from '#domain/money/quickbooks.ts';

const line = (changes: Partial<ExportedLine> = {}): ExportedLine => ({
  ...{ session: 's1', session_date: '2026-10-06', start_time: '09:00', student_name: 'Anna Abara' },
  ...{ service_name: 'Speech', provider_name: 'Paula Pine', minutes: 30, hourly_cents: 12_000 },
  ...{ amount_cents: 6_000, ...changes },
});
const invoice = (changes: Partial<ExportedInvoice> = {}): ExportedInvoice => {
  const lines = changes.lines ?? [line()];
  return {
    ...{
      id: 'i1',
      entry: 'invoice',
      number: 'INV-2026-00001',
      client: 'c1',
      customer: 'Quailhaven District',
    },
    ...{ invoice_date: '2026-11-02', due_on: '2026-12-02', terms_days: 30, memo: 'Quailhaven, 2026-10' },
    ...{ has_address: true, total_cents: lines.reduce((sum, one) => sum + one.amount_cents, 0) },
    ...{ ...changes, lines },
  };
};
const accounts = { receivable_account: 'Receivable', income_account: 'Services' };
const cells = (text: string, separator = ',') =>
  text
    .split('\r\n')
    .filter((row) => row !== '')
    .map((row) => row.split(separator));

describe('the checks before an export', () => {
  test('name a session whose time goes down, which QuickBooks Desktop has to be told by hand', () => {
    const words = (minutes: number) =>
      exportProblems([invoice({ lines: [line({ minutes: -60, amount_cents: 0 }), line({ minutes })] })])
        .filter((one) => one.words.includes('takes back time'))
        .map(({ blocks }) => blocks);
    expect(words(30)).toEqual([false]);
    expect(words(90)).toEqual([]);
  });

  test.each([
    ['finds nothing wrong', {}, []],
    ['finds a number that is too long', { number: 'INV-2026-0000000000001' }, [true]],
    ['finds a missing customer', { customer: ' ' }, [true]],
    ['finds a session of a whole day', { lines: [line({ minutes: 1_440 })] }, [true]],
    ['lets 23 h 59 min pass', { lines: [line({ minutes: 1_439 })] }, []],
    ['finds lines that do not add up', { total_cents: 1 }, [true]],
    ['mentions a missing address', { has_address: false }, [false]],
    [
      'mentions a credit note, and the time that it takes back',
      { lines: [line({ minutes: -30, amount_cents: -6_000 })] },
      [false, false],
    ],
  ])('%s', (_, changes, blocks) => {
    expect(exportProblems([invoice(changes)]).map((one) => one.blocks)).toEqual(blocks);
  });

  test('lists what blocks first', () => {
    const found = exportProblems([invoice({ has_address: false }), invoice({ id: 'i2', customer: '' })]);
    expect(found.map(({ blocks }) => blocks)).toEqual([true, false]);
  });
});

describe('the journal', () => {
  test('is balanced in every entry, also of credit notes and voids', () => {
    const invoices = [
      invoice({ lines: [line(), line({ service_name: 'Motor', amount_cents: 3_333 })] }),
      invoice({
        number: 'CR-2026-00002',
        lines: [line({ minutes: -30, amount_cents: -6_000 }), line({ amount_cents: 4_001 })],
      }),
      invoice({ number: 'INV-2026-00003', entry: 'void' }),
    ];
    const lines = journalLines(invoices, accounts);
    for (const number of new Set(lines.map((one) => one.number))) {
      const own = lines.filter((one) => one.number === number);
      const sum = (side: 'debit_cents' | 'credit_cents') => own.reduce((total, one) => total + one[side], 0);
      expect(sum('debit_cents'), number).toBe(sum('credit_cents'));
      expect(sum('debit_cents'), number).toBeGreaterThan(0);
    }
    expect(lines.map(({ number, account, debit_cents }) => `${number} ${account} ${debit_cents}`)).toEqual([
      'INV-2026-00001 Receivable 9333',
      'INV-2026-00001 Services 0',
      'INV-2026-00001 Services 0',
      'CR-2026-00002 Receivable 0',
      'CR-2026-00002 Services 1999',
      'INV-2026-00003-V Receivable 0',
      'INV-2026-00003-V Services 6000',
    ]);
  });
});

describe('invoices for QuickBooks Online', () => {
  test('multiply to the amount, or say it as one piece', () => {
    const [, exact, rounded] = cells(
      onlineInvoices([
        invoice({ lines: [line(), line({ minutes: 20, hourly_cents: 10_001, amount_cents: 3_334 })] }),
      ]),
    );
    expect(exact?.slice(-4)).toEqual(['0.5', '120', '60', '10/06/2026']);
    expect(rounded?.slice(-4)).toEqual(['1', '33.34', '33.34', '10/06/2026']);
  });

  test('leave out credit notes and voids', () => {
    const others = [invoice({ entry: 'void' }), invoice({ lines: [line({ amount_cents: -1 })] })];
    expect(cells(onlineInvoices(others))).toHaveLength(1);
  });
});

describe('time activities', () => {
  test('are one row for each session, with the students of a group together', () => {
    const rows = cells(
      timeActivities(
        [
          invoice({
            lines: [
              line({ minutes: 15 }),
              line({ student_name: 'Ben Bello', minutes: 20 }),
              line({ session: 's2' }),
            ],
          }),
        ],
        'Agency',
      ),
      '\t',
    ).filter(([kind]) => kind === 'TIMEACT');
    expect(rows.map((row) => [row[6], row[8]])).toEqual([
      ['0:20', 'INV-2026-00001: Anna Abara, Ben Bello'],
      ['0:30', 'INV-2026-00001: Anna Abara'],
    ]);
  });

  const durations = (lines: readonly ExportedLine[]) =>
    cells(timeActivities([invoice({ lines })], 'Agency'), '\t')
      .filter(([kind]) => kind === 'TIMEACT')
      .map((row) => row[6]);

  test('of a correction are the minutes that it adds', () => {
    expect(durations([line({ minutes: -30 }), line({ minutes: 53 })])).toEqual(['0:23']);
    expect(durations([line({ minutes: -30 }), line({ hourly_cents: 13_000 })])).toEqual([]);
    expect(durations([line({ minutes: -60 }), line({ minutes: 30 })])).toEqual([]);
    expect(durations([line({ minutes: -30 }), line({ student_name: 'Ben Bello', minutes: 20 })])).toEqual([
      '0:20',
    ]);
  });
});

test('no cell starts a formula, and no text breaks a row', () => {
  const bad = '=HYPERLINK("x")\t\n+1';
  const attacked = [
    invoice({ customer: bad, lines: [line({ student_name: bad, service_name: '@SUM(A1)' })] }),
  ];
  for (const text of [onlineInvoices(attacked), plainCsv(attacked)]) {
    expect(text).not.toMatch(/(^|,|\r\n)"?[=@+]/);
  }
  const iif = timeActivities(attacked, '-2+3');
  for (const row of iif.split('\r\n').slice(3, -1)) {
    expect(row.split('\t')).toHaveLength(11);
    for (const cell of row.split('\t')) expect(cell).not.toMatch(/^[=@+-]/);
  }
});

test('files of two batches of the same days have different names', () => {
  const days = { start_date: '2026-11-01', end_date: '2026-11-30' };
  expect(batchFileName({ ...days, captured_at: '2026-12-01T17:05:00.000Z' }, 'journal')).toBe(
    'quickbooks-journal-2026-11-01-2026-11-30-made-2026-12-01-0905.csv',
  );
  expect(batchFileName({ ...days, captured_at: '2026-12-09T01:30:00.000Z' }, 'iif')).toBe(
    'quickbooks-iif-2026-11-01-2026-11-30-made-2026-12-08-1730.iif',
  );
});
