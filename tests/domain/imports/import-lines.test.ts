import { describe, expect, test } from 'vitest';
import {
  columnsOf,
  guessColumns,
  headingAt,
  isImportHeading,
  missingColumns,
} from '#domain/imports/import-columns.ts';
import { IMPORT_KINDS } from '#domain/imports/import-kinds.ts';
import { inImportOrder, lineReader, readLine } from '#domain/imports/import-lines.ts';

const heading = ['Student Name', 'D.O.B.', 'SIS ID', 'School District', 'Notes from office'];

describe('the columns of a file', () => {
  test('are guessed from their headings, each once', () => {
    expect(guessColumns('student', heading)).toEqual({
      ...{ full_name: 0, date_of_birth: 1, district_student_id: 2, client: 3 },
    });
    expect(guessColumns('student', ['Name', 'name'])).toEqual({ full_name: 0 });
  });

  test('are those that were chosen before, and left out if they were', () => {
    const known = { 'notes from office': 'case_manager', 'sis id': '', 'd o b': 'consent_date' };
    expect(guessColumns('student', heading, known)).toEqual({
      ...{ full_name: 0, consent_date: 1, client: 3, case_manager: 4 },
    });
    expect(guessColumns('student', ['constructor', '__proto__'], {})).toEqual({});
  });

  test('tell a heading from other lines', () => {
    expect(isImportHeading('student', heading)).toBe(true);
    expect(isImportHeading('student', ['Student Name;D.O.B.;SIS ID'])).toBe(false);
  });

  test('are found below the lines of a title', () => {
    const records = (...rows: string[][]) => rows.map((cells) => ({ cells, fault: null }));
    const title = [
      ['Student roster', '', ''],
      ['As of 9/1/2025', '', ''],
    ];
    const data = ['Maya', 'Rivera', '100234'];
    const own = ['First name', 'Last name', 'District student ID'];
    expect(headingAt('student', records(...title, own, data))).toBe(2);
    expect(headingAt('student', records(own, own))).toBe(0);
    // Unknown headings stay in the first line, where people choose the columns.
    expect(headingAt('student', records(['A', 'B'], data))).toBe(0);
  });

  test.each(IMPORT_KINDS)('of a template of %s are recognized, and its line has no errors', (kind) => {
    const columns = columnsOf(kind);
    const labels = columns.map(([, { label }]) => label);
    const mapped = guessColumns(kind, labels);
    expect(Object.keys(mapped)).toEqual(columns.map(([key]) => key));
    expect(missingColumns(kind, mapped)).toEqual([]);
    const cells = Object.fromEntries(columns.map(([key, { example }]) => [key, example]));
    expect(readLine(kind, cells).faults).toEqual([]);
  });

  test('that a kind needs are named if they are missing', () => {
    expect(missingColumns('student', { grade: 0 })).toEqual(['First name and Last name']);
    expect(missingColumns('provider', { email: 0 })).toEqual(['First name', 'Last name', 'Employment type']);
    expect(missingColumns('guardian', { first_name: 0, last_name: 1 })).toEqual([
      'District student ID or Student name',
    ]);
    expect(missingColumns('session', { provider: 0, service: 1, session_date: 2, start_time: 3 })).toEqual([
      'Minutes or End time',
    ]);
  });
});

describe('lines', () => {
  const read = (rows: readonly (readonly string[])[], faults: readonly (string | null)[] = []) => {
    const reader = lineReader('student', { first_name: 0, last_name: 1, date_of_birth: 2 }, 3);
    reader.take(rows.map((cells, at) => ({ line: at + 2, cells, fault: faults[at] ?? null })));
    return reader.read;
  };

  test('are good or faulty, and blank ones are left out', () => {
    const { rows, good, faulty } = read(
      [
        ['Maya', ' Rivera ', '9/5/2016'],
        ['', '', ''],
        ['Leo', '', '9/5/2016'],
        ['x"'],
        ['A', 'B', '', 'more'],
      ],
      [null, null, null, 'A quotation mark opens on this line and never closes. Close it, or remove it.'],
    );
    expect(rows).toBe(4);
    expect(good).toEqual([
      { line: 2, cells: { first_name: 'Maya', last_name: 'Rivera', date_of_birth: '9/5/2016' } },
    ]);
    expect(faulty.map(({ line, faults }) => [line, faults[0]])).toEqual([
      [4, 'First name and last name are missing.'],
      [5, 'A quotation mark opens on this line and never closes. Close it, or remove it.'],
      [6, expect.stringContaining('This line has 4 columns, and the header row has 3.')],
    ]);
  });

  test('with the same record twice are faulty, however the date is written', () => {
    const { faulty } = read([
      ['Maya', 'Rivera', '9/5/2016'],
      ['MAYA', 'rivera', '42618'],
      ['Maya', 'Rivera', '9/6/2016'],
    ]);
    expect(faulty).toMatchObject([{ line: 3, faults: ['This is the same record as line 2.'] }]);
  });

  test('keep text that looks like a formula, and lose the apostrophe that our own files put before it', () => {
    const { good } = read([
      ['=1+1', '@cmd', ''],
      ["'=1+1", "O'Neil", ''],
      ["'t", 'Hooft', ''],
    ]);
    expect(good.map(({ cells }) => cells.first_name)).toEqual(['=1+1', '=1+1', "'t"]);
  });

  test.each(['a\u0000b', 'a\uFFFDb', 'a\uD800b'])(
    'with characters that cannot be read are faulty: %j',
    (text) => {
      expect(read([[text, 'Rivera', '']]).faulty[0]?.faults[0]).toContain(
        "has a character that can't be read",
      );
    },
  );

  test('of districts come before those of their members', () => {
    const lines = [
      { line: 2, cells: { name: 'School', district: 'District' } },
      { line: 3, cells: { name: 'District' } },
    ];
    expect(inImportOrder('client', lines).map(({ line }) => line)).toEqual([3, 2]);
    expect(inImportOrder('rate', lines).map(({ line }) => line)).toEqual([2, 3]);
  });
});
