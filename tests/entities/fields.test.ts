import { expect, test } from 'vitest';
import type { z } from 'zod';
import { locationId, minutes, requiredText, text, uuid } from '#entities/fields.ts';

const wordsOf = (field: z.ZodType, value: unknown) =>
  field.safeParse(value).error?.issues.map(({ message }) => message);

test.each<[string, z.ZodType, unknown, string]>([
  ['a record that was not chosen', uuid, '', 'This field is required.'],
  ['an id that is none', uuid, 'nonsense', "This isn't a valid ID."],
  ['a location that was not chosen', locationId, '', 'This field is required.'],
  ['a blank name', requiredText(20), '   ', 'This field is required.'],
  ['a text that is too long', text(4_000), 'x'.repeat(4_001), 'Use at most 4,000 characters.'],
  ['too many minutes', minutes(1_440), 99_999, 'Enter at most 1,440 minutes.'],
])('%s says what is expected', (_, field, value, words) => {
  expect(wordsOf(field, value)).toEqual([words]);
});
