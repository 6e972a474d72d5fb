import { expect, test } from 'vitest';
import { whoIsFree } from '#domain/calendar/free-time.ts';

const PEOPLE = [
  { name: 'Ana', busy: [] },
  { name: 'Ben', busy: [{ start: 540, end: 600 }] },
  {
    name: 'Cal',
    busy: [
      { start: 480, end: 540 },
      { start: 660, end: 720 },
    ],
  },
  { name: 'Dee', busy: [{ start: 0, end: 1_440 }] },
];

test.each([
  ['before anything', 400, 480, ['Ana', 'Ben', 'Cal']],
  ['while one is busy', 560, 590, ['Ana', 'Cal']],
  ['touching the end of one and the start of another', 600, 660, ['Ana', 'Ben', 'Cal']],
  ['over the end', 590, 620, ['Ana', 'Cal']],
  ['around an entry', 500, 700, ['Ana']],
])('free %s', (_name, start, end, expected) => {
  expect(whoIsFree(PEOPLE, { start, end }).map(({ name }) => name)).toEqual(expected);
});
