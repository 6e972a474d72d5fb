import { describe, expect, test } from 'vitest';
import {
  comparedCode,
  isAppCode,
  isPeriodUsable,
  needsSecondFactor,
  RECOVERY_ALPHABET,
  resetProblem,
  turningOffProblem,
  writtenRecoveryCode,
} from '#domain/access/second-factor-rules.ts';

describe('who needs a second factor', () => {
  test.each([
    ['required', '0', true],
    ['required', '1', true],
    ['required', '2', false],
    ['required', '3', false],
    ['required', '4', false],
    ['required', '9', false],
    ['offered', '0', false],
    ['offered', '1', false],
  ] as const)('where it is %s, role %s: %s', (policy, role, needs) => {
    expect(needsSecondFactor(policy, role)).toBe(needs);
    expect(turningOffProblem(policy, role) === null).toBe(!needs);
  });
});

describe('a typed code', () => {
  test.each([
    ['123456', true],
    [' 123 456 ', true],
    ['123-456', true],
    ['12345', false],
    ['1234567', false],
    ['abcde-23456', false],
    ['', false],
  ])('"%s" is from an app: %s', (typed, isApp) => {
    expect(isAppCode(typed)).toBe(isApp);
  });

  test('is a recovery code as people read and type it', () => {
    expect(writtenRecoveryCode('abcde23456')).toBe('abcde-23456');
    expect(comparedCode(' ABCDE 23456')).toBe(comparedCode(writtenRecoveryCode('abcde23456')));
  });

  test('has no characters that people confuse', () => {
    expect(RECOVERY_ALPHABET).not.toMatch(/[01ilouv]/);
    expect(new Set(RECOVERY_ALPHABET).size).toBe(RECOVERY_ALPHABET.length);
  });
});

describe('a code can be used', () => {
  test.each([
    [100, null, true],
    [99, null, true],
    [101, null, true],
    [98, null, false],
    [102, null, false],
    [100, 99, true],
    [100, 100, false],
    [99, 100, false],
  ])('of period %i at 100 after %s: %s', (period, lastUsed, isUsable) => {
    expect(isPeriodUsable(period, 100, lastUsed)).toBe(isUsable);
  });
});

describe('resetting', () => {
  test('is for others who have one', () => {
    const actor = { user_id: 'a' };
    expect(resetProblem(actor, { id: 'b', has_second_factor: true })).toBeNull();
    expect(resetProblem(actor, { id: 'b', has_second_factor: false })).toBe(
      'This user has no second factor.',
    );
    expect(resetProblem(actor, { id: 'a', has_second_factor: true })).toMatch(/your own second factor/);
  });
});
