import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAY_FILE_HEAD } from '#domain/payroll/pay-file.ts';
import {
  layoutProblems,
  ownPayFile,
  PAY_FILE_CONTENT_LABELS,
  PAY_FILE_CONTENTS,
  type PayFileLayout,
} from '#domain/payroll/pay-file-layout.ts';

const ROWS = [
  ['E-7', 'Okafor', 'Ada', 'W-2', '02/16/2026', '02/28/2026', 'REG', 'Regular', 90, 1.5, 40, 60],
  ['E-7', 'Okafor', 'Ada', 'W-2', '02/16/2026', '02/28/2026', 'OTP', 'Overtime', 30, 0.5, 40, 10],
];

test('has the columns, headings, and codes of the payroll service', () => {
  const layout: PayFileLayout = {
    columns: [
      { header: ' Emp ID ', content: 'provider_id' },
      { header: 'Pay Code', content: 'code' },
      { header: 'Hours', content: 'hours' },
      { header: 'Gross', content: 'amount' },
    ],
    codes: [{ code: 'REG', own: 'E01' }],
  };
  expect(layoutProblems(layout)).toEqual({});
  expect(ownPayFile(ROWS, layout)).toEqual({
    head: ['Emp ID', 'Pay Code', 'Hours', 'Gross'],
    rows: [
      ['E-7', 'E01', 1.5, 60],
      ['E-7', 'OTP', 0.5, 10],
    ],
  });
  expect(ownPayFile(ROWS, { ...layout, columns: [] })).toBeNull();
});

test('every column of the usual file can be chosen, in any order, with the same values', () => {
  expect(PAY_FILE_CONTENTS.map((content) => PAY_FILE_CONTENT_LABELS[content])).toEqual(PAY_FILE_HEAD);
  fc.assert(
    fc.property(fc.shuffledSubarray([...PAY_FILE_CONTENTS], { minLength: 1 }), (contents) => {
      const columns = contents.map((content) => ({ header: content, content }));
      const made = ownPayFile(ROWS, { columns, codes: [] });
      expect(made?.rows).toEqual(
        ROWS.map((row) => contents.map((content) => row[PAY_FILE_CONTENTS.indexOf(content)])),
      );
    }),
  );
});

test.each<[string, Partial<PayFileLayout>, RegExp]>([
  ['a column without a heading', { columns: [{ header: ' ', content: 'hours' }] }, /heading/],
  ['a column without a value', { columns: [{ header: 'Hours', content: '' }] }, /what each column contains/],
  [
    'two columns of one name',
    {
      columns: [
        { header: 'Pay', content: 'amount' },
        { header: 'pay ', content: 'rate' },
      ],
    },
    /called "pay"/,
  ],
  [
    'two codes for one earning',
    {
      codes: [
        { code: 'MEAL', own: 'M1' },
        { code: 'MEAL', own: 'M2' },
      ],
    },
    /two codes/,
  ],
  ['an unknown earning', { codes: [{ code: 'BONUS', own: 'P' }] }, /earning/],
])('refuses %s', (_, changes, words) => {
  const problems = layoutProblems({ columns: [], codes: [], ...changes });
  expect(Object.values(problems).join(' ')).toMatch(words);
});
