import { expect, test } from 'vitest';
import { addressOf } from '#screens/address.ts';

const read = addressOf({
  ...{ day: 'day', at: 'time', event: 'id', search: 'words', archived: 'flag', view: ['week', 'month'] },
});
const ID = '0195a000-0000-7000-8000-00000000000a';

test('a URL keeps values that are set and valid', () => {
  const all = { day: '2026-03-10', at: '09:30', event: ID, search: 'maya', archived: true, view: 'week' };
  expect(read(all)).toEqual(all);
});

test.each([
  ['a day that no calendar has', { day: '2026-13-10' }],
  ['a time that no clock shows', { at: '24:00' }],
  ['what is no id', { event: '<script>' }],
  ['no words', { search: '' }],
  ['a number for words', { search: 3 }],
  ['a flag that is not up', { archived: false }],
  ['one of none of several', { view: 'year' }],
  ['what the screen does not know', { page: '3' }],
])('an old URL opens without %s', (_what, search) => {
  expect(read(search)).toEqual({});
});
