import { expect, test } from 'vitest';
import { withInitials } from '#domain/students/student-name.ts';

const maya = { first_name: 'Maya', last_name: 'Rivera' };
const leo = { first_name: 'Leo', last_name: "O'Neil (Jr.)" };

test.each([
  ['SP – Maya R.', null, 'SP – M. R.'],
  ['SP – Maya R., Leo O.', null, 'SP – M. R., L. O.'],
  ['Maya Rivera and Rivera, Maya', null, 'M. R. and M. R.'],
  ["Leo O'Neil (Jr.) comes", null, 'L. O. comes'],
  ['Maya comes late', null, 'Maya comes late'],
  ['Maya comes late', maya, 'M. comes late'],
  ['Call Ms. Rivera', maya, 'Call Ms. R.'],
  ['Mayamoto, Riverara', maya, 'Mayamoto, Riverara'],
  ['Team meeting', maya, 'Team meeting'],
  ['', maya, ''],
] as const)('%s leaves the house as initials', (text, about, expected) => {
  expect(withInitials(text, [maya, leo], about)).toBe(expected);
});

test('accepts students with one name or none', () => {
  expect(
    withInitials('A. and Bo', [{ first_name: 'Bo', last_name: '' }], { first_name: '', last_name: '' }),
  ).toBe('A. and B.');
});
