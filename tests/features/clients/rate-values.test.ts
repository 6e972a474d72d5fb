import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  percentHundredths,
  previewBody,
  problemsOf,
  valuesOf,
} from '#features/clients/rate-values.ts';

const facts = { id: uuidv7(), client: uuidv7(), start_year: 2026 };
const service = uuidv7();
const begins = { client: facts.client, region: null };

describe('the form of a rate', () => {
  test('sends only what its level needs', () => {
    const values = { ...valuesOf(null, begins), service, student: uuidv7(), amount: '$96.50' };
    expect(bodyOf(values, facts)).toMatchObject({
      ...{ level: 'client', client: facts.client, setting: 'individual', amount_cents: 9_650 },
      ...{ student: null, region: null },
    });
    expect(bodyOf({ ...values, level: 'student' }, facts)).toMatchObject({
      ...{ level: 'student', client: null, setting: null, student: values.student },
    });
  });

  test('says at each field what is missing', () => {
    const values = { ...valuesOf(null, begins), level: 'student' as const, amount: 'a lot' };
    expect(problemsOf(values, facts)).toEqual({
      service: 'Choose a service.',
      student: 'Choose a student.',
      amount: 'Enter an amount such as 96.50.',
    });
    expect(problemsOf({ ...valuesOf(null, begins), service, amount: '0' }, facts)).toEqual({
      amount: 'Enter an amount above $0.00.',
    });
  });

  test('begins with the level of what is shown', () => {
    const region = uuidv7();
    expect(valuesOf(null, { client: null, region })).toMatchObject({ level: 'region', region });
    expect(valuesOf(null, { client: null, region: null }).level).toBe('service');
  });

  test('is previewed as it would be saved, once it could be', () => {
    const values = { ...valuesOf(null, begins), service, amount: '96.50' };
    expect(previewBody({ ...values, amount: '' }, null, facts)).toBeNull();
    expect(previewBody(values, null, facts)).toMatchObject({ id: facts.id, amount_cents: 9_650 });
    const rate = { ...bodyOf(values, { ...facts, id: uuidv7() }), version: 3 };
    const { version: _, ...kept } = rate;
    expect(previewBody({ ...values, amount: '100', is_draft: true }, rate, facts)).toEqual({
      ...{ ...kept, amount_cents: 10_000, is_draft: true },
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
