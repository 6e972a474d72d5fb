import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  lineCents,
  nextYearDrafts,
  RATE_LEVELS,
  type Rate,
  type RateQuestion,
  raisedCents,
  rateProblems,
  rateReason,
  resolveRate,
} from '#domain/money/rates.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';

const NOTHING = { student: null, client: null, region: null, setting: null };
const make = (level: Rate['level'], changes: Partial<Rate> = {}): Rate => ({
  ...{ id: level, level, service: 'speech', ...NOTHING, start_year: 2026, amount_cents: 10_000 },
  ...{ is_draft: false, ...changes },
});
const OF_STUDENT = make('student', { student: 'anna' });
const OF_CLIENT = make('client', { client: 'district', setting: 'individual' });
const OF_REGION = make('region', { region: 'bay' });
const OF_SERVICE = make('service');
const ALL = [OF_SERVICE, OF_REGION, OF_CLIENT, OF_STUDENT];
const ASKED: RateQuestion = {
  ...{ service: 'speech', setting: 'individual', student: 'anna', client: 'district' },
  ...{ regions: ['coast', 'bay'], start_year: 2026 },
};
const found = (rates: readonly Rate[], changes: Partial<RateQuestion> = {}) =>
  resolveRate(rates, { ...ASKED, ...changes }).rate?.id ?? null;

describe('a rate', () => {
  test.each<[string | null, readonly Rate[], Partial<RateQuestion>]>([
    ['student', ALL, {}],
    ['client', ALL, { student: 'ben' }],
    ['client', ALL, { student: null }],
    ['region', ALL, { student: null, setting: 'group' }],
    ['region', ALL, { student: null, client: null }],
    ['service', ALL, { student: null, client: 'family', regions: [] }],
    ['service', ALL, { student: null, client: 'family', regions: ['coast'] }],
    [null, ALL, { service: 'motor' }],
    [null, ALL, { start_year: 2027 }],
    ['client', [{ ...OF_STUDENT, is_draft: true }, OF_CLIENT], {}],
    [null, [{ ...OF_SERVICE, is_draft: true }], {}],
  ])('comes from %s', (level, rates, changes) => {
    expect(found(rates, changes)).toBe(level);
  });

  test("follows the order of the client's regions", () => {
    const coast = make('region', { id: 'coast-rate', region: 'coast' });
    expect(found([OF_REGION, coast])).toBe('coast-rate');
    expect(found([OF_REGION, coast], { regions: ['bay', 'coast'] })).toBe('region');
  });

  test('says where it came from, and why the levels above did not decide', () => {
    const why = (rates: readonly Rate[], changes: Partial<RateQuestion> = {}) => {
      const asked = { ...ASKED, ...changes };
      return rateReason(resolveRate(rates, asked), asked);
    };
    expect(why(ALL)).toBe('Student rate for 2026–2027.');
    expect(why([OF_REGION, { ...OF_STUDENT, is_draft: true }])).toBe(
      "Region rate for 2026–2027: the student's rate is a draft, and the client has no rate for individual sessions.",
    );
    expect(why([OF_SERVICE], { student: null, client: null })).toBe(
      'Service default for 2026–2027: the region has no rate.',
    );
    expect(why([OF_SERVICE], { student: null, client: null, regions: [] })).toBe(
      'Service default for 2026–2027.',
    );
    expect(why([], { student: null, regions: [] })).toBe(
      'No rate for 2026–2027: the client has no rate for individual sessions, the client has no region, and the service has no default rate.',
    );
  });

  test('never comes from a level below one that has an active rate', () => {
    fc.assert(
      fc.property(
        fc.subarray(ALL),
        fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
        (some, drafts) => {
          const rates = some.map((rate, index) => ({ ...rate, is_draft: drafts[index] ?? false }));
          const inForce = rates.filter(({ is_draft }) => !is_draft).map(({ level }) => level);
          const expected = RATE_LEVELS.find((level) => inForce.includes(level)) ?? null;
          const answer = resolveRate(rates, ASKED);
          expect(answer.rate?.level ?? null).toBe(expected);
          expect(answer.missed).toHaveLength(expected === null ? 4 : RATE_LEVELS.indexOf(expected));
        },
      ),
    );
  });

  test('names what its level needs, and nothing else', () => {
    for (const rate of ALL) expect(rateProblems(rate)).toEqual({});
    expect(rateProblems({ ...OF_CLIENT, setting: null })).toEqual({ setting: 'Choose a setting.' });
    expect(rateProblems({ ...OF_SERVICE, client: 'district' })).toEqual({
      client: 'Leave blank for a service rate.',
    });
  });
});

test.each([
  ['2026-06-30', 2025],
  ['2026-07-01', 2026],
  ['2026-12-31', 2026],
  ['2027-01-01', 2026],
])('%s is in the fiscal year that begins in %i', (day, year) => {
  expect(fiscalYearOf(day)).toBe(year);
});

test.each([
  [60, 12_345, 12_345],
  [30, 12_345, 6_173],
  [20, 10_000, 3_333],
  [40, 10_000, 6_667],
  [0, 10_000, 0],
])('%i minutes at %i cents an hour are %i cents', (minutes, rate, cents) => {
  expect(lineCents(minutes, rate)).toBe(cents);
});

test('a line is rounded half up for every number of minutes and every rate', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_440 }), fc.nat({ max: 1_000_000 }), (minutes, rate) => {
      const exact = BigInt(minutes) * BigInt(rate);
      expect(BigInt(lineCents(minutes, rate))).toBe((exact * 2n + 60n) / 120n);
    }),
  );
});

describe("next year's rates", () => {
  test.each([
    [12_345, 250, 12_654],
    [10_001, 5_000, 15_002],
    [12_345, -1_000, 11_111],
    [12_345, 0, 12_345],
  ])('raise %i cents by %i hundredths of a percent to %i', (cents, percent, raised) => {
    expect(raisedCents(cents, percent)).toBe(raised);
  });

  test('are drafts of active ones that have none yet', () => {
    const later = { ...OF_REGION, start_year: 2027, amount_cents: 1 };
    const draft = make('service', { service: 'motor', is_draft: true });
    const made = nextYearDrafts([...ALL, draft, later], 2026, 300);
    expect(made.map(({ level }) => level)).toEqual(['service', 'client', 'student']);
    for (const one of made) {
      expect(one).toMatchObject({ start_year: 2027, amount_cents: 10_300, is_draft: true });
    }
  });

  test('made twice are made once', () => {
    const first = nextYearDrafts(ALL, 2026, 300).map((one, index) => ({ ...one, id: `next-${index}` }));
    expect(nextYearDrafts([...ALL, ...first], 2026, 500)).toEqual([]);
  });
});
