import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import {
  type ClaimParties,
  claimFile837p,
  type FiledClaim,
  nameParts,
  x12Text,
} from '#domain/money/claim-837p.ts';
import { claimCsv, leftOutBecause, partyProblems } from '#domain/money/claim-filing.ts';

const claim = (changes: Partial<FiledClaim> = {}): FiledClaim => ({
  ...{ session: 's1', student: 'anna', session_date: '2026-10-06', last_name: 'Abara', first_name: 'Anna' },
  ...{ date_of_birth: '2016-02-29', member_id: 'M-100', provider_name: 'Paula Ann Pine', npi: '1234567893' },
  ...{ dx_codes: ['F80.0', 'F80.1'], cpt_code: '92507', modifiers: [], units: 1, place_of_service: '03' },
  ...{ sex: 'female', address: { street: '12 Oak St.', city: 'Fresno', state: 'CA', zip: '93702' } },
  ...{ taxonomy_code: '235Z00000X', facility: 'Kestrel Hill School', amount_cents: 6_050, ...changes },
});
const parties: ClaimParties = {
  ...{ organization: 'Brightpath Therapy', npi: '1234567893', tax_id: '12-3456789', street: '1 Main Street' },
  ...{ city: 'Fresno', state: 'CA', zip: '93701-0001', contact_name: 'Olga Ortiz' },
  ...{ contact_phone: '(559) 555-0100', submitter_id: 'BRIGHT1', receiver_name: 'Clearpath' },
  ...{ receiver_id: 'CLEAR', payer: 'Sierra Care', payer_id: 'SC001' },
};
const CONTROL = { interchange: 41, group: 42, transaction: 43 };
const WRITTEN = { day: '2026-11-02', time: '09:05' };
const file = (claims: readonly FiledClaim[], changes: Partial<ClaimParties> = {}) =>
  claimFile837p(claims, { ...parties, ...changes }, CONTROL, WRITTEN);

/** Reads a file as a payer does: the separators are those at the fixed places of the first 106 characters. */
function read(text: string): string[][] {
  const [element, segment] = [text[3] ?? '', text[105] ?? ''];
  const parts = text.split(segment);
  expect(parts.pop(), 'the file ends with a segment').toBe('');
  return parts.map((part) => part.split(element));
}
const of = (segments: readonly string[][], ...start: string[]) =>
  segments.filter((one) => start.every((value, at) => one[at] === value));

const three = [
  claim(),
  claim({ session: 's2', session_date: '2026-10-08', amount_cents: 3_333, units: 3, modifiers: ['95'] }),
  claim({ session: 's1', student: 'ben', last_name: 'Boateng', first_name: 'Ben', amount_cents: 10_000 }),
];

describe('a claim file', () => {
  test('has counts, control numbers, and totals that agree', () => {
    const segments = read(file(three));
    const [isa = [], gs = [], st = []] = segments;
    expect(segments.map(([id]) => id).slice(-3)).toEqual(['SE', 'GE', 'IEA']);
    const [se = [], ge = [], iea = []] = segments.slice(-3);
    expect(isa.map((text) => text.length)).toEqual([3, 2, 10, 2, 10, 2, 15, 2, 15, 6, 4, 1, 5, 9, 1, 1, 1]);
    expect([isa[13], iea[2], iea[1]]).toEqual(['000000041', '000000041', '1']);
    expect([gs[6], ge[2], ge[1], gs[8]]).toEqual(['42', '42', '1', '005010X222A1']);
    expect([st[2], se[2], st[3]]).toEqual(['000000043', '000000043', '005010X222A1']);
    expect(Number(se[1])).toBe(segments.length - 4);
    const total = (id: string) =>
      of(segments, id).reduce((sum, one) => sum + Math.round(Number(one[2]) * 100), 0);
    expect([total('CLM'), total('SV1')]).toEqual([19_383, 19_383]);
    const levels = of(segments, 'HL');
    expect(levels.map(([, number, parent, code]) => [number, parent, code])).toEqual([
      ['1', '', '20'],
      ['2', '1', '22'],
      ['3', '1', '22'],
    ]);
    const numbers = of(segments, 'CLM').map(([, number]) => number);
    expect(numbers).toEqual(['43-1', '43-2', '43-3']);
  });

  test('names who files, who pays, who is insured, and what was done', () => {
    const segments = read(file(three));
    const lines = segments.map((one) => one.join('*'));
    for (const line of [
      'BHT*0019*00*000000043*20261102*0905*CH',
      'NM1*41*2*BRIGHTPATH THERAPY*****46*BRIGHT1',
      'PER*IC*OLGA ORTIZ*TE*5595550100',
      'NM1*40*2*CLEARPATH*****46*CLEAR',
      'NM1*85*2*BRIGHTPATH THERAPY*****XX*1234567893',
      'N4*FRESNO*CA*937010001',
      'REF*EI*123456789',
      'SBR*P*18*******ZZ',
      'NM1*IL*1*ABARA*ANNA****MI*M-100',
      'N3*12 OAK ST.',
      'N4*FRESNO*CA*93702',
      'DMG*D8*20160229*F',
      'NM1*PR*2*SIERRA CARE*****PI*SC001',
      'CLM*43-1*60.5***03:B:1*Y*A*Y*Y',
      'CLM*43-3*100***03:B:1*Y*A*Y*Y',
      'HI*ABK:F800*ABF:F801',
      'NM1*82*1*PINE*PAULA ANN****XX*1234567893',
      'SV1*HC:92507*60.5*UN*1***1:2',
      'SV1*HC:92507:95*33.33*UN*3***1:2',
      'DTP*472*D8*20261008',
    ])
      expect(lines, line).toContain(line);
  });

  test('has the specialty of the provider right after their name, where it is known', () => {
    const [known, unknown] = ['235Z00000X', ''].map((taxonomy_code) =>
      read(file([claim({ taxonomy_code })])),
    );
    const at = known?.findIndex(([id, who]) => id === 'NM1' && who === '82') ?? 0;
    expect(known?.[at + 1]).toEqual(['PRV', 'PE', 'PXC', '235Z00000X']);
    expect(of(unknown ?? [], 'PRV')).toEqual([]);
    expect(known?.length).toBe((unknown?.length ?? 0) + 1);
  });

  test.each(['*', '~', ':', '^', '|', '\n', '\t', 'é', 'ñ'])('has no %j in its data', (mark) => {
    const plain = read(file(three));
    const hostile = file(
      [
        claim({ last_name: `A${mark}bara`, member_id: `M${mark}1`, dx_codes: [`F8${mark}0.0`] }),
        ...three.slice(1),
      ],
      { payer: `Sierra${mark}Care`, street: `${mark}1 Main`, submitter_id: `B${mark}1` },
    );
    expect(hostile).toMatch(/^[A-Z0-9 !"&'()+,\-./;?=*:^~]+$/);
    const segments = read(hostile);
    expect(segments.map((one) => one.length)).toEqual([
      ...plain.map((one, at) =>
        one[0] === 'HI' && at === plain.findIndex(([id]) => id === 'HI') ? 2 : one.length,
      ),
    ]);
    expect(segments.flat().filter((text) => text.includes('^'))).toEqual(['^']);
  });

  test('points to four of at most twelve diagnoses', () => {
    const dx_codes = Array.from({ length: 13 }, (_, at) => `F80.${at}`);
    const segments = read(file([claim({ dx_codes })]));
    expect(of(segments, 'HI')[0]).toHaveLength(13);
    expect(of(segments, 'SV1')[0]?.at(-1)).toBe('1:2:3:4');
  });
});

test('a name is in upper case without accents', () => {
  expect(x12Text('  Zoë  O’Brien-Núñez ')).toBe("ZOE O'BRIEN-NUNEZ");
  expect(x12Text('山田')).toBe('');
  expect(nameParts('Cher')).toEqual({ last: 'CHER', first: '' });
});

const ready = {
  ...{ missing: [], is_approved: true, amount_cents: 6_050, cpt_codes: ['92507'], dx_codes: ['F80.0'] },
  names: ['Anna', 'M1'],
};
test.each([
  [{}, []],
  [{ missing: ['npi', 'dx'] as const }, ['Provider NPI is missing', 'DX code is missing']],
  [{ missing: ['taxonomy_code'] as const }, []],
  [{ is_approved: false }, ["Hours aren't approved"]],
  [{ amount_cents: 0 }, ['No charge']],
  [{ cpt_codes: ['92507', '97530'] }, ["More than one CPT code, so the charge can't be split"]],
  [{ names: ['山田'] }, ['A name or number has no A–Z letters or digits']],
])('a line is left out: %j', (changes, reasons) => {
  expect(leftOutBecause({ ...ready, ...changes })).toEqual(reasons);
});

test.each([
  [{}, []],
  [{ npi: '' }, ['npi']],
  [{ npi: '1234567890' }, ['npi']],
  [{ tax_id: '12-34567' }, ['tax_id']],
  [{ zip: '93701' }, ['zip']],
  [{ submitter_id: ' ', state: 'Cal' }, ['submitter_id', 'state']],
  [{ receiver_id: '~~' }, ['receiver_id']],
  [{ contact_phone: '555' }, ['contact_phone']],
] satisfies [Partial<ClaimParties>, string[]][])('who files is checked: %j', (changes, fields) => {
  expect(Object.keys(partyProblems({ ...parties, ...changes }))).toEqual(fields);
});

/** The cells of a CSV file by their heads. */
function csvRows(claims: readonly FiledClaim[]): Record<string, string>[] {
  const text = claimCsv(claims, parties, CONTROL.transaction);
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

describe('the CSV file', () => {
  test('has the boxes of the form', () => {
    const [row] = csvRows(three);
    expect(row).toEqual({
      ...{
        '24A Date of service': '2026-10-06',
        '2 Patient name': 'Abara, Anna',
        '3 Date of birth': '2016-02-29',
      },
      ...{
        '3 Sex': 'Female',
        '5 Street': '12 Oak St.',
        '5 City': 'Fresno',
        '5 State': 'CA',
        '5 ZIP': '93702',
      },
      ...{ '11C Payer': 'Sierra Care', '1A Member ID': 'M-100', '31 Provider': 'Paula Ann Pine' },
      ...{
        '24J Provider NPI': '1234567893',
        '21 DX': 'F80.0 F80.1',
        '24D CPT': '92507',
        '24D Modifiers': '',
      },
      ...{ '24E Pointer': 'AB', '24B Place': '03', '24G Units': '1', '24F Charge': '60.5' },
      ...{ '25 Tax ID': '12-3456789', '26 Patient account': '43-1', '28 Total charge': '60.5' },
      ...{ '32 Service facility': 'Kestrel Hill School', '32 Street': '', '32 City': '', '32 State': '' },
      ...{ '32 ZIP': '', '33 Billing provider': 'Brightpath Therapy', '33 Street': '1 Main Street' },
      ...{ '33 City': 'Fresno', '33 State': 'CA', '33 ZIP': '93701-0001', '33 Phone': '(559) 555-0100' },
      ...{ '33A Billing provider NPI': '1234567893', '24J Provider taxonomy': '235Z00000X' },
    });
  });

  test('calls each claim as the claim file does', () => {
    const inFile = of(read(file(three)), 'CLM').map(([, number]) => number);
    expect(csvRows(three).map((row) => row['26 Patient account'])).toEqual(inFile);
  });

  test.each([
    ['10', "Patient's home", '12 Oak St.'],
    ['12', "Patient's home", '12 Oak St.'],
    ['11', 'Brightpath Therapy', '1 Main Street'],
    ['03', 'Kestrel Hill School', ''],
  ])('says where a session at place of service %s was', (place_of_service, name, street) => {
    const [row] = csvRows([claim({ place_of_service })]);
    expect([row?.['32 Service facility'], row?.['32 Street']]).toEqual([name, street]);
  });
});
