import { expect, test } from 'vitest';
import { givenName, personName } from '#domain/text/name-of-user.ts';

test.each([
  ['renata.solano', 'Renata Solano', 'Renata'],
  ['marcus.ellery2', 'Marcus Ellery', 'Marcus'],
  ['Robin Okafor', 'Robin Okafor', ''],
  ['superadmin', 'superadmin', ''],
  ['j.doe', 'j.doe', ''],
])('%s is called %s', (name, whole, given) => {
  expect([personName(name), givenName(name)]).toEqual([whole, given]);
});
