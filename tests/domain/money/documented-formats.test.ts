import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { type ClaimParties, claimFile837p, type FiledClaim } from '#domain/money/claim-837p.ts';
import { claimCsv } from '#domain/money/claim-filing.ts';
import {
  journalCsv,
  onlineInvoices,
  plainCsv,
  plainSheets,
  timeActivities,
} from '#domain/money/quickbooks.ts';
import { EARNING_CODES, PAY_FILE_HEAD } from '#domain/payroll/pay-file.ts';

// People map files by this page: they would find too late that it lacks a column, or has it in another place.
const page = readFileSync('docs/file-formats.md', 'utf8');

/** The first column of each table below a heading, without its head. */
function tablesBelow(heading: string): string[][] {
  const section = page.split(/^#+ /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  return section
    .split('\n\n')
    .filter((part) => part.startsWith('|'))
    .map((table) =>
      table
        .trim()
        .split('\n')
        .slice(2)
        .map((row) => /^\| `([^`]+)` /.exec(row)?.[1] ?? row),
    );
}

const heads = (csv: string) => Papa.parse<string[]>(csv).data[0];
const accounts = { receivable_account: 'Receivable', income_account: 'Income' };
const parties: ClaimParties = {
  ...{ organization: 'Brightpath', npi: '1234567893', tax_id: '12-3456789', street: '1 Main Street' },
  ...{ city: 'Fresno', state: 'CA', zip: '93701-0001', contact_name: 'Olga Ortiz' },
  ...{ contact_phone: '559-555-0100', submitter_id: 'BRIGHT1', receiver_name: 'Clearpath' },
  ...{ receiver_id: 'CLEAR', payer: 'Sierra Care', payer_id: 'SC001' },
};
const claim: FiledClaim = {
  ...{ session: 's', student: 'anna', session_date: '2026-10-06', last_name: 'Abara', first_name: 'Anna' },
  ...{ date_of_birth: '2016-02-29', sex: 'female', member_id: 'M-100', provider_name: 'Paula Pine' },
  ...{ address: { street: '12 Oak St.', city: 'Fresno', state: 'CA', zip: '93702' }, npi: '1234567893' },
  ...{ taxonomy_code: '235Z00000X', dx_codes: ['F80.0'], cpt_code: '92507', modifiers: [], units: 1 },
  ...{ place_of_service: '03', facility: 'Kestrel Hill School', amount_cents: 6_050 },
};

test.each([
  ['QuickBooks Online invoices', heads(onlineInvoices([]))],
  ['Journal entries', heads(journalCsv([], accounts))],
  ['QuickBooks Desktop time activities', timeActivities([], 'B').split('\r\n')[2]?.split('\t')],
  ['CSV file and Excel workbook', heads(plainCsv([]))],
  ['Pay files', [...PAY_FILE_HEAD]],
  ['Claim CSV', heads(claimCsv([], parties, 1))],
])('the documentation has the columns of %s in their order', (heading, columns) => {
  expect(tablesBelow(heading)[0]).toEqual(columns);
});

test('the documentation has the heads of the second sheet of a workbook', () => {
  const [, journal] = plainSheets([], accounts);
  const all = (journal?.head ?? []).join(', ');
  expect(page.replaceAll('\n', ' ')).toContain(all.replace(', Name', ', and Name'));
});

test('the documentation has every earning code', () => {
  expect(tablesBelow('Pay files')[1]).toEqual([...EARNING_CODES]);
});

test('the documentation has the segments of an 837P file in their order', () => {
  const text = claimFile837p(
    [claim],
    parties,
    { interchange: 1, group: 1, transaction: 1 },
    { day: '2026-11-02', time: '09:05' },
  );
  const segments = text.split('~').slice(0, -1);
  const documented = tablesBelow('837P')[0] ?? [];
  expect(documented.map((one) => one.split('*')[0])).toEqual(segments.map((one) => one.split('*')[0]));
  for (const [at, one] of documented.entries())
    expect(`${segments[at]}*`.startsWith(`${one.replace('*n*', '*2*')}*`), one).toBe(true);
});
