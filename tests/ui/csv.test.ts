import { describe, expect, test } from 'vitest';
import { type CsvColumn, csvText } from '#ui/csv.ts';

interface Line {
  name: string | null;
  cents: number | null;
}

const columns: CsvColumn<Line>[] = [
  { header: 'Name', value: (line) => line.name },
  { header: 'Amount', value: (line) => line.cents },
];

function cellOf(name: string | null): string {
  const [, second = ''] = csvText([{ header: 'Name', value: () => name }], [{}]).split(/\r\n(?=.)/);
  return second.replace(/\r\n$/, '');
}

describe('a CSV file', () => {
  test('starts with the headers and ends every line with CRLF', () => {
    expect(csvText(columns, [{ name: 'Ana Reyes', cents: 4500 }])).toBe('Name,Amount\r\nAna Reyes,4500\r\n');
  });

  test('has only the headers when there are no rows', () => {
    expect(csvText(columns, [])).toBe('Name,Amount\r\n');
  });

  test('leaves a missing value empty', () => {
    expect(csvText(columns, [{ name: null, cents: null }])).toBe('Name,Amount\r\n,\r\n');
  });

  test('keeps negative numbers as numbers', () => {
    expect(csvText(columns, [{ name: 'Correction', cents: -1500 }])).toBe(
      'Name,Amount\r\nCorrection,-1500\r\n',
    );
  });

  test('escapes headers like cells', () => {
    expect(csvText([{ header: '=SUM(A1)', value: () => 1 }], [{}])).toBe("'=SUM(A1)\r\n1\r\n");
  });

  test.each([
    ['a comma', 'Reyes, Ana', '"Reyes, Ana"'],
    ['a quotation mark', 'the "big" room', '"the ""big"" room"'],
    ['a line break', 'one\ntwo', '"one\ntwo"'],
  ])('quotes a cell with %s', (_, text, cell) => {
    expect(cellOf(text)).toBe(cell);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+1 555 0100', "'+1 555 0100"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1+1', "'\t=1+1"],
    ['  =1+1', "'  =1+1"],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("https://x.example","y")', `"'=HYPERLINK(""https://x.example"",""y"")"`],
    ['\r=1+1', `"'\r=1+1"`],
  ])('never lets %j start a formula', (text, cell) => {
    expect(cellOf(text)).toBe(cell);
  });
});
