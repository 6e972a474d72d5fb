import { describe, expect, test } from 'vitest';
import {
  blockingFields,
  CLAIM_FIELDS,
  type ClaimFacts,
  claimModifiers,
  claimUnits,
  diagnosisPointer,
  missingFields,
  placeOfService,
} from '#domain/money/insurance-claims.ts';

const whole: ClaimFacts = {
  ...{ payer: 'Golden State Health', member_id: 'M1', date_of_birth: '2016-04-02', has_signed_note: true },
  ...{ sex: 'male', address: { street: '12 Oak St.', city: 'Fresno', state: 'CA', zip: '93702' } },
  ...{ dx_codes: ['F80.2'], cpt_codes: ['SAMPLE-1'], npi: '1234567893', place_of_service: '03' },
  taxonomy_code: '235Z00000X',
};

describe('a claim', () => {
  test.each([
    [{}, []],
    [{ payer: ' ' }, ['payer']],
    [{ member_id: '', date_of_birth: null }, ['member_id', 'date_of_birth']],
    [{ sex: '' as const, address: { ...whole.address, zip: '' } }, ['sex', 'address']],
    [{ has_signed_note: false, dx_codes: [], cpt_codes: [] }, ['note', 'dx', 'cpt']],
    [{ npi: '', place_of_service: null }, ['npi', 'place_of_service']],
    [{ taxonomy_code: '' }, ['taxonomy_code']],
  ])('with %o lacks %j', (change, missing) => {
    expect(missingFields({ ...whole, ...change })).toEqual(missing);
  });

  test('of nothing lacks everything', () => {
    const nothing = {
      ...{ payer: '', member_id: '', date_of_birth: null, has_signed_note: false, sex: '' as const },
      address: { street: '', city: '', state: '', zip: '' },
    };
    expect(
      missingFields({
        ...{ ...nothing, dx_codes: [], cpt_codes: [], npi: '', place_of_service: null, taxonomy_code: '' },
      }),
    ).toEqual(CLAIM_FIELDS);
  });

  test('is complete without the taxonomy code of its provider', () => {
    expect(blockingFields(missingFields({ ...whole, taxonomy_code: '' }))).toEqual([]);
    expect(blockingFields(['npi', 'taxonomy_code'])).toEqual(['npi']);
  });
});

test.each([
  ['remote', { name: 'Remote', client: null }, '10'],
  ['in_person', { name: 'Kestrel Hill School', client: 'c' }, '03'],
  ['in_person', { name: ' Home ', client: null }, '12'],
  ['in_person', { name: 'Clinic', client: null }, '11'],
  ['in_person', { name: 'Library', client: null }, null],
  ['in_person', null, null],
] as const)('a %s session at %o has the place of service %s', (modality, location, place) => {
  expect(placeOfService(modality, location)).toBe(place);
});

test.each([
  [30, 'Individual treatment', 1],
  [7, 'Activities, each 15 minutes', 1],
  [22, 'Activities, each 15 minutes', 1],
  [23, 'Activities, each 15 minutes', 2],
  [60, 'Exercises, 15-minute', 4],
  [150, 'Session of 150 minutes', 1],
])('%i minutes of "%s" are %i units', (minutes, description, units) => {
  expect(claimUnits(minutes, [description])).toBe(units);
});

test('telehealth has its modifier, and a line points to four diagnoses at most', () => {
  expect([claimModifiers('remote'), claimModifiers('in_person')]).toEqual([['95'], []]);
  expect([0, 1, 3, 9].map(diagnosisPointer)).toEqual(['', 'A', 'ABC', 'ABCD']);
});
