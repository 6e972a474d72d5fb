import { describe, expect, test } from 'vitest';
import { nameOnRow } from '#domain/providers/provider-name.ts';

const known = new Map([['p1', { provider_first: 'Saanvi', provider_last: 'Silva' }]]);

describe('a person whom a row names', () => {
  test.each<[string, string, string | null | undefined, string | null]>([
    ['by the name that the office set, also where this device knows a newer one', 'p1', 'S. Rao', 'S. Rao'],
    ['as this device knows them before the office has set one', 'p1', undefined, 'Saanvi Silva'],
    ['as this device knows them where the office set none', 'p1', null, 'Saanvi Silva'],
    ['by no name where neither tells', 'p2', undefined, null],
  ])('is called %s', (_, id, name, words) => {
    expect(nameOnRow(id, name, known)).toBe(words);
  });
});
