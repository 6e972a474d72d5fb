import { expect, test } from 'vitest';
import { employmentLabel, employmentType } from '#domain/access/employment.ts';

test('an employment type is said in words, an unknown one as it is', () => {
  expect(employmentLabel('contractor')).toBe('Contractor');
  expect(employmentLabel('w3')).toBe('w3');
  expect(employmentType('toString')).toBeNull();
});
