import { expect, test } from 'vitest';
import { codeListLayout } from '#domain/students/code-list-layout.ts';

const order = (number: string, code: string, valid: string, short: string, long: string) =>
  `${number} ${code.padEnd(7)} ${valid} ${short.padEnd(60)} ${long}`;

test('a line of the order file has its columns, with the dot in the code', () => {
  const line = order('36470', 'F802', '1', 'Mixed receptive-expressive disorder', 'Mixed language disorder');
  const layout = codeListLayout(line);
  expect(layout?.heading).toEqual(['order', 'code', 'valid', 'short description', 'description']);
  const record = layout?.record(line, 7);
  expect(record).toEqual({
    line: 7,
    cells: ['36470', 'F80.2', '1', 'Mixed receptive-expressive disorder', 'Mixed language disorder'],
    fault: null,
  });
  expect(record && layout?.isCategory(record)).toBe(false);
});

test('a category of the order file is told from a code, and three characters have no dot', () => {
  const line = order('00001', 'A00', '0', 'Cholera', 'Cholera');
  const layout = codeListLayout(line);
  const record = layout?.record(line, 1);
  expect(record?.cells[1]).toBe('A00');
  expect(record && layout?.isCategory(record)).toBe(true);
});

test.each([
  ['A000    Cholera due to Vibrio cholerae 01', 'A00.0', 'Cholera due to Vibrio cholerae 01'],
  [
    'T814XXA Retained foreign body, initial encounter',
    'T81.4XXA',
    'Retained foreign body, initial encounter',
  ],
  ['B20     HIV disease', 'B20', 'HIV disease'],
])('a line of the code list is read: %s', (line, code, description) => {
  const layout = codeListLayout(line);
  expect(layout?.record(line, 1)).toEqual({ line: 1, cells: [code, description], fault: null });
});

test('a line in another layout is a fault that keeps its text', () => {
  const layout = codeListLayout(order('00001', 'A00', '0', 'Cholera', 'Cholera'));
  expect(layout?.record('00002 A00.0 Cholera', 2)).toMatchObject({
    line: 2,
    cells: ['', '', '', '', '00002 A00.0 Cholera'],
    fault: expect.stringMatching(/layout of the ICD-10-CM order file/),
  });
});

test.each(['code,description', 'code;description', 'F80.2,Mixed', 'A000 Cholera', '', 'A00\tCholera'])(
  'any other file is not taken for a published list: %j',
  (line) => {
    expect(codeListLayout(line)).toBeNull();
  },
);
