import { describe, expect, test } from 'vitest';
import { dayColumns } from '#domain/calendar/day-columns.ts';

/** "a 9-10" means from 9 to 10; half hours as 9.5. */
function parts(words: string) {
  return words.split(', ').map((word) => {
    const [id = '', times = ''] = word.split(' ');
    const [from, to] = times.split('-').map(Number);
    return { id, start: (from ?? 0) * 60, end: (to ?? 0) * 60 };
  });
}

/** "a 0+1/2" means the first of two columns, one wide. */
function drawn(words: string, most?: number): string[] {
  return dayColumns(parts(words), most).placed.map(
    ({ part, column, wide, columns }) => `${part.id} ${column}+${wide}/${columns}`,
  );
}

describe('overlapping items', () => {
  test.each([
    ['one alone', 'a 9-10', ['a 0+1/1']],
    ['touching ends', 'a 9-10, b 10-11', ['a 0+1/1', 'b 0+1/1']],
    ['two at once', 'a 9-10, b 9-10', ['a 0+1/2', 'b 1+1/2']],
    ['the longer first', 'a 9-10, b 9-12', ['b 0+1/2', 'a 1+1/2']],
    [
      'a chain: the first column is free again',
      'a 9-10, b 9.5-11, c 10-12',
      ['a 0+1/2', 'c 0+1/2', 'b 1+1/2'],
    ],
    [
      'room beside the last of three is used',
      'a 9-12, b 9-10, c 9-10, d 10-11',
      ['a 0+1/3', 'b 1+1/3', 'd 1+2/3', 'c 2+1/3'],
    ],
    ['one inside another', 'a 9-17, b 12-13', ['a 0+1/2', 'b 1+1/2']],
    ['two groups of their own', 'a 9-10, b 9-10, c 13-14', ['a 0+1/2', 'b 1+1/2', 'c 0+1/1']],
  ])('%s', (_name, words, expected) => {
    expect(drawn(words)).toEqual(expected);
  });

  test('never take more columns than fit; the last one groups the rest', () => {
    const crowded = 'a 9-10, b 9-10, c 9-10, d 9.5-10, e 13-14';
    expect(drawn(crowded, 3)).toEqual(['a 0+1/3', 'b 1+1/3', 'e 0+1/1']);
    expect(dayColumns(parts(crowded), 3).crowds).toEqual([{ start: 540, parts: parts('c 9-10, d 9.5-10') }]);
    expect(dayColumns(parts(crowded), 3).placed.map(({ isCrowded }) => isCrowded)).toEqual([
      true,
      true,
      false,
    ]);
    expect(dayColumns(parts('a 9-10, b 9-10, c 9-10'), 3).crowds).toEqual([]);
  });

  test('group the rest by the hour in which it starts', () => {
    const { crowds } = dayColumns(parts('a 9-12, b 9-12, c 9-12, d 10.5-11, e 10.25-11'), 2);
    expect(crowds.map(({ start, parts }) => [start / 60, parts.map(({ id }) => id)])).toEqual([
      [9, ['b', 'c']],
      [10, ['e', 'd']],
    ]);
  });
});
