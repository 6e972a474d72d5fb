import { describe, expect, test } from 'vitest';
import {
  expiryState,
  isNpi,
  nextToExpire,
  openWorkWords,
  providerProblems,
} from '#domain/providers/provider-rules.ts';
import { LICENSE_STATES } from '#domain/providers/states.ts';

const provider = {
  ...{ id: 'p', supervisors: ['s'], supervisees: ['t'], npi: '', license_number: '', license_state: '' },
  ...{ taxonomy_code: '', credential_records: [], hired_on: null, left_on: null },
};

describe('a provider', () => {
  test.each([
    ['nothing', {}, {}],
    ['themselves as supervisor', { supervisors: ['p'] }, { supervisors: expect.any(String) }],
    ['themselves as supervisee', { supervisees: ['p'] }, { supervisees: expect.any(String) }],
    ['someone on both sides', { supervisees: ['s'] }, { supervisees: expect.any(String) }],
    ['an NPI with a wrong digit', { npi: '1234567890' }, { npi: expect.any(String) }],
    ['a license without a state', { license_number: '1' }, { license_state: expect.any(String) }],
    ['a state without a license', { license_state: 'CA' }, { license_number: expect.any(String) }],
    ['a license with its state', { license_number: '1', license_state: 'CA' }, {}],
    ['a taxonomy code without its X', { taxonomy_code: '235Z000000' }, { taxonomy_code: expect.any(String) }],
    ['a taxonomy code', { taxonomy_code: '235Z00000X' }, {}],
    [
      'a credential without a name',
      { credential_records: [{ name: ' ' }] },
      { credential_records: expect.any(String) },
    ],
    [
      'an end before the beginning',
      { hired_on: '2026-03-02', left_on: '2026-03-01' },
      { left_on: expect.any(String) },
    ],
    ['a single day', { hired_on: '2026-03-02', left_on: '2026-03-02' }, {}],
  ])('with %s', (_, changes, problems) => {
    expect(providerProblems({ ...provider, ...changes })).toEqual(problems);
  });
});

describe('an NPI', () => {
  // The first is the example of the standard.
  test.each(['1234567893', '1245319599', '1000000004'])('%s has the right check digit', (npi) => {
    expect(isNpi(npi)).toBe(true);
    const last = Number(npi.at(-1));
    for (let other = 0; other < 10; other += 1) {
      if (other !== last) expect(isNpi(`${npi.slice(0, -1)}${other}`)).toBe(false);
    }
  });

  test.each(['', '123456789', '12345678931', '123456789a', ' 1234567893', '0000000006', '9234567893'])(
    '%j is none',
    (npi) => expect(isNpi(npi)).toBe(false),
  );
});

describe('a credential', () => {
  test.each([
    ['2026-03-09', 'expired'],
    ['2026-03-10', 'soon'],
    ['2026-05-09', 'soon'],
    ['2026-05-10', null],
    [null, null],
  ])('that expires on %s is %s on March 10', (expires_on, state) => {
    expect(expiryState({ expires_on }, '2026-03-10')).toBe(state);
  });

  test('that expires first comes first, and those without a date never', () => {
    const [late, early, never] = ['2027-01-01', '2026-06-01', null].map((expires_on) => ({ expires_on }));
    expect(nextToExpire([late, never, early] as { expires_on: string | null }[])).toBe(early);
    expect(nextToExpire([never] as { expires_on: string | null }[])).toBeNull();
    expect(nextToExpire([])).toBeNull();
  });
});

test('open work is said by how many of each, one or many', () => {
  const none = {
    ...{ students: 0, supervisees: 0, events: 0, notes: 0, timesheets: 0 },
    ...{ timesheets_to_submit: 0, devices: 0 },
  };
  expect(openWorkWords(none)).toEqual([]);
  expect(openWorkWords({ ...none, students: 1, notes: 1_200, timesheets_to_submit: 2, devices: 2 })).toEqual([
    ...['1 active student', '1,200 notes to write or sign', '2 timesheets to submit'],
    '2 devices with unsynced changes',
  ]);
});

test('each place that licenses providers is listed once, by its postal code', () => {
  expect(new Set(LICENSE_STATES).size).toBe(LICENSE_STATES.length);
  expect(LICENSE_STATES.length).toBe(50 + ['DC', 'GU', 'PR', 'VI'].length);
  for (const code of LICENSE_STATES) expect(code).toMatch(/^[A-Z]{2}$/);
});
