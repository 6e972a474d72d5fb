import { expect, test } from 'vitest';
import { groupedBy } from '#domain/text/grouped.ts';

test('items are grouped by key, in their order', () => {
  const groups = groupedBy(['pear', 'apple', 'plum', 'avocado'], (word) => word[0]);
  expect([...groups]).toEqual([
    ['p', ['pear', 'plum']],
    ['a', ['apple', 'avocado']],
  ]);
  expect([...groupedBy([], String)]).toEqual([]);
});
