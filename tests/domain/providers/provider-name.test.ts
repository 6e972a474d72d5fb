import { describe, expect, test } from 'vitest';
import { nameOnRow, withCredentials } from '#domain/providers/provider-name.ts';

const known = new Map([['p1', { provider_first: 'Saanvi', provider_last: 'Silva' }]]);

describe('the name of a person on a row', () => {
  test.each<[string, string, string | null | undefined, string | null]>([
    ['is the one from the server, even if this device knows a newer one', 'p1', 'S. Rao', 'S. Rao'],
    ['is the one that this device knows before the server has set one', 'p1', undefined, 'Saanvi Silva'],
    ['is the one that this device knows if the server set none', 'p1', null, 'Saanvi Silva'],
    ['is null if neither is known', 'p2', undefined, null],
  ])('is %s', (_, id, name, words) => {
    expect(nameOnRow(id, name, known)).toBe(words);
  });
});

test.each([
  ['M.S., CCC-SLP', 'Saanvi Silva, M.S., CCC-SLP'],
  ['', 'Saanvi Silva'],
  // A device may hold a record of before there were credentials.
  [undefined, 'Saanvi Silva'],
])('someone with the credentials %j signs as %s', (credentials, words) => {
  expect(withCredentials('Saanvi Silva', credentials)).toBe(words);
});
