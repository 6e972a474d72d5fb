import { describe, expect, test } from 'vitest';
import type { FileRecord } from '#domain/imports/file-record.ts';
import {
  codeFileReader,
  codeProblem,
  isCodeHeading,
  MOST_CODES,
} from '#domain/students/clinical-code-file.ts';

const services = [{ id: 'speech', name: 'Speech Therapy', short_name: 'ST' }];

/** Records on the lines of a file in which every record takes one line. */
const lines = (...rows: string[][]): FileRecord[] =>
  rows.map((cells, at) => ({ line: at + 1, cells, fault: null }));

function read(records: FileRecord[], kind: 'cpt' | 'dx' = 'dx') {
  const reader = codeFileReader(kind, services);
  for (const record of records) reader.take([record]);
  return reader.reading();
}

const heading = ['code', 'description', 'service'];

describe('the records of a code file', () => {
  test('become codes by the columns that the heading names, in any order and case', () => {
    const { codes, rows, faulty, problem } = read(
      lines(
        [' Description', 'CODE ', 'note', 'Service'],
        ['Stammering', 'f80.81', 'x', 'st'],
        ['', 'R47.1', '', ''],
      ),
    );
    expect(codes).toEqual([
      { line: 2, code: 'F80.81', description: 'Stammering', service: 'speech' },
      { line: 3, code: 'R47.1', description: '', service: null },
    ]);
    expect([rows, faulty, problem]).toEqual([2, [], null]);
  });

  test('name no service if the file has no such column', () => {
    expect(read(lines(['code', 'description'], ['F80.2', 'Mixed'])).codes).toEqual([
      { line: 2, code: 'F80.2', description: 'Mixed' },
    ]);
  });

  test('are counted without blank ones', () => {
    expect(read(lines(heading, ['', ''], ['F80.2', 'Mixed', ''], [' ']))).toMatchObject({
      rows: 1,
      codes: [{ line: 3 }],
    });
  });

  test.each<[string, string[], RegExp]>([
    ['no code', ['', 'Mixed', ''], /^The code is missing\.$/],
    ['a bad code', ['nonsense', 'x', ''], /^NONSENSE isn't a valid ICD-10-CM code \(example: F80\.2\)/],
    ['a code that is too long', ['F80.2000000', 'x', ''], /^The code F80\.2000000 is too long\. Use up to 8/],
    [
      'a description that is too long',
      ['F80.2', 'x'.repeat(501), ''],
      /too long\. Use up to 500 characters\.$/,
    ],
    ['a description that swallowed lines', ['F80.2', 'x\n'.repeat(400), ''], /It spans 400 lines: check/],
    ['an unknown service', ['F80.2', 'x', 'Piano'], /No service is named "piano"/],
    ['too many columns', ['F80.2', 'Mixed', 'st', 'y'], /has 4 columns, and the header row has 3/],
    [
      'too few columns',
      ['F80.2'],
      /has 1 column, and the header row has 3\. The column "description" is missing/,
    ],
    [
      'a character that was lost',
      ['F80.2', 'Caf\uFFFD', ''],
      /"Caf\uFFFD" has a character that can't be read/,
    ],
    ['a zero byte', ['F80.2', 'a\u0000b', ''], /can't be read/],
  ])('with %s are faulty, and the rest is read', (_, cells, words) => {
    const { codes, faulty, rows } = read(lines(heading, cells, ['F80.1', 'Expressive', '']));
    expect(faulty).toEqual([{ line: 2, cells, faults: [expect.stringMatching(words)] }]);
    expect(codes.map(({ line }) => line)).toEqual([3]);
    expect(rows).toBe(2);
  });

  test('name the line that had the same code first', () => {
    const { codes, faulty } = read(lines(heading, ['F80.2', 'a', ''], ['f80.2', 'b', '']));
    expect(codes).toEqual([{ line: 2, code: 'F80.2', description: 'a', service: null }]);
    expect(faulty).toMatchObject([{ line: 3, faults: ['F80.2 is already on line 2.'] }]);
  });

  test('tell everything that is wrong with a line', () => {
    const { faulty } = read(lines(heading, ['x', 'y', 'Piano']));
    expect(faulty[0]?.faults).toHaveLength(2);
  });

  test.each([
    [['F80.2;Mixed;ST'], 'semicolons'],
    [['f80.2; "Mixed', ' other"; ST'], 'semicolons'],
    [['F80.2\tMixed\tST'], 'tabs'],
    [['F80.2,Mixed', '', ''], 'commas'],
  ])('separated otherwise than the heading have this one fault: %j', (cells, separators) => {
    expect(read(lines(heading, cells)).faulty).toMatchObject([
      { faults: [expect.stringContaining(`separated by ${separators}, unlike the header row`)] },
    ]);
  });

  test('without their last columns say so once', () => {
    expect(read(lines(['description', 'code'], ['Mixed'])).faulty[0]?.faults).toEqual([
      'This line has 1 column, and the header row has 2. The column "code" is missing.',
    ]);
  });

  test('take a line without the optional columns at its end', () => {
    expect(read(lines(heading, ['F80.2', 'Mixed'], ['F80.1', 'Other', '', '', ''])).codes).toHaveLength(2);
  });

  test('that could not be split keep their fault', () => {
    const fault = 'A quotation mark is opened.';
    const { faulty, rows } = read([...lines(heading), { line: 2, cells: ['F80.2', '"x'], fault }]);
    expect(faulty).toEqual([{ line: 2, cells: ['F80.2', '"x'], faults: [fault] }]);
    expect(rows).toBe(1);
  });

  test.each<[string, FileRecord[], number, RegExp]>([
    ['an empty file', [], 1, /The file is empty/],
    ['another heading', lines(['name', 'text'], ['F80.2', 'x']), 1, /"code" and "description".*name, text/],
    ['a heading alone', lines(heading), 1, /no codes below the header row/],
    ['a broken heading', [{ line: 1, cells: ['"code'], fault: 'Open.' }], 1, /^Open\.$/],
  ])('of %s are refused as a whole', (_, records, line, words) => {
    expect(read(records)).toMatchObject({
      codes: [],
      problem: { line, message: expect.stringMatching(words) },
    });
  });

  test('of more codes than a list takes are refused at the first one too many', () => {
    const many = Array.from({ length: MOST_CODES + 2 }, (_, at) => [`A00.${at}`, 'x']);
    expect(read(lines(heading, ...many)).problem).toEqual({
      line: MOST_CODES + 2,
      message: expect.stringMatching(/up to 100,000 codes/),
    });
  });
});

test.each([
  [['code', 'description'], true],
  [['Service', ' DESCRIPTION', 'Code'], true],
  [['code;description'], false],
  [['code', 'text'], false],
])('%j as the heading of a code file: %s', (cells, isHeading) => {
  expect(isCodeHeading(cells)).toBe(isHeading);
});

test.each([
  ['cpt', '92507', true],
  ['cpt', '0373T', true],
  ['cpt', 'G0283', true],
  ['cpt', 'SAMPLE-1', false],
  ['dx', 'F80.2', true],
  ['dx', 'F82', true],
  ['dx', 'M1A.0110', true],
  ['dx', 'F80.', false],
  ['dx', '92507', false],
] as const)('as %s, %s is a code: %s', (kind, code, isCode) => {
  expect(codeProblem(kind, code) === null).toBe(isCode);
});
