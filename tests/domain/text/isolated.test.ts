import { expect, test } from 'vitest';
import { isolated } from '#domain/text/isolated.ts';

test.each(['فاطمة الزهراء (3)', 'מאיה בן-דוד', 'Dr. محمد'])(
  '%s is kept apart from what stands beside it',
  (name) => {
    expect(isolated(name)).toBe(`\u2068${name}\u2069`);
  },
);

test.each(['Maya Rivera', 'Łukasz Żak', '李小龙', ''])('%s stays as it is', (name) => {
  expect(isolated(name)).toBe(name);
});
