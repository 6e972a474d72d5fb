import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { bodyOf, percentHundredths, problemsOf, valuesOf } from '#features/clients/rate-values.ts';

const facts = { id: uuidv7(), client: uuidv7(), start_year: 2026 };
const service = uuidv7();

describe('the form of a rate', () => {
  test('sends only what its level needs', () => {
    const values = { ...valuesOf(null), service, student: uuidv7(), amount: '$96.50' };
    expect(bodyOf(values, facts)).toMatchObject({
      ...{ level: 'client', client: facts.client, setting: 'individual', amount_cents: 9_650 },
      ...{ student: null, region: null },
    });
    expect(bodyOf({ ...values, level: 'student' }, facts)).toMatchObject({
      ...{ level: 'student', client: null, setting: null, student: values.student },
    });
  });

  test('says at each field what is missing', () => {
    const values = { ...valuesOf(null), level: 'student' as const, amount: 'a lot' };
    expect(problemsOf(values, facts)).toEqual({
      service: 'Choose a service.',
      student: 'Choose a student.',
      amount: 'Enter an amount such as 96.50.',
    });
    expect(problemsOf({ ...valuesOf(null), service, amount: '0' }, facts)).toEqual({
      amount: 'Enter an amount above $0.00.',
    });
  });
});

test.each([
  ['2.5', 250],
  ['+4 %', 400],
  ['-3%', -300],
  ['−1.25', -125],
  ['', null],
  ['two', null],
  ['1.234', null],
])('%j percent is %j hundredths', (entered, hundredths) => {
  expect(percentHundredths(entered)).toBe(hundredths);
});
