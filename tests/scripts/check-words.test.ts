import { describe, expect, test } from 'vitest';
import { faultsIn, textsOf } from '#scripts/check-words.mjs';

describe('the wording check', () => {
  test.each([
    ['Open the Sync centre'],
    ['Ask your organisation'],
    ['School cancelled'],
    ['It goes out by itself.'],
    ['Put them right first.'],
    ['Give up my change'],
    ['This student is not yours to see.'],
    ['This is no goal of the student.'],
    ['The office cannot be reached.'],
    ['Export unsent work'],
    ['Someone changed it in the meantime.'],
    ['Sign in again'],
    ['Make-ups owed'],
    ['Sending {} %'],
  ])('rejects %j', (text) => {
    expect(faultsIn(text)).not.toEqual([]);
  });

  test.each([
    ['Open the Sync center'],
    ['This student is no longer on your caseload.'],
    ['A diagnostic copy holds no names. There is no command like it.'],
    ['Your office approved it.'],
    ['Sending 38%'],
    ['a link is on its way.'],
  ])('accepts %j', (text) => {
    expect(faultsIn(text)).toEqual([]);
  });

  test('reads literals, JSX text as built, and templates with their placeholders', () => {
    const sent = ['`Sent $', '{n} %`'].join('');
    const code = `q("p", { children: ["Two words", ${sent}, "class-name", "Save", x ? "kebab-case" : "one"] })`;
    expect(textsOf(code)).toEqual(['Two words', 'Sent {} %', 'Save']);
  });
});
