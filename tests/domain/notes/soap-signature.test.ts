import { describe, expect, test } from 'vitest';
import { accuracyOf, resultWords } from '#domain/notes/goal-accuracy.ts';
import { goalEntryId, soapNoteId } from '#domain/notes/soap-ids.ts';
import type { GoalResult, SoapContent } from '#domain/notes/soap-note.ts';
import { goalResultProblems, missingForSignature, signedContent } from '#domain/notes/soap-signature.ts';

const whole: SoapContent = {
  subjective: 'Glad to come.',
  objective: 'Named 8 of 10.',
  assessment: 'On the way.',
  plan: 'Go on.',
  cpt_codes: [],
  dx_codes: [],
};
const result = (changes: Partial<GoalResult> = {}): GoalResult => ({
  ...{ goal: 'g1', pg_num: 1, trials: null, correct: null, prompt_level: '', comment: '' },
  ...changes,
});

describe('missing before a signature', () => {
  test.each<[string, Partial<SoapContent>, GoalResult[], boolean, string[]]>([
    ['nothing in a complete note', {}, [], false, []],
    ['each empty part', { subjective: ' ', plan: '' }, [], false, ['subjective', 'plan']],
    [
      'not the objective part if goals cover it',
      { objective: '' },
      [result({ trials: 10, correct: 8 })],
      false,
      [],
    ],
    ['the objective part if a goal has no result', { objective: '' }, [result()], false, ['objective']],
    ['both kinds of codes if the client requires them', {}, [], true, ['cpt_codes', 'dx_codes']],
    ['the other kind if only one is chosen', { cpt_codes: ['1'] }, [], true, ['dx_codes']],
    [
      'a valid count if more are correct than tried',
      {},
      [result({ trials: 5, correct: 6 })],
      false,
      ['goal 1'],
    ],
    ['the number of trials', {}, [result({ pg_num: 2, correct: 1 })], false, ['goal 2']],
  ])('%s', (_, changes, results, needsCodes, missing) => {
    expect(Object.keys(missingForSignature({ ...whole, ...changes }, results, needsCodes))).toEqual(missing);
  });
});

test.each<[number | null, number | null, string[]]>([
  [10, 10, []],
  [0, 0, []],
  [10, null, []],
  [null, 1, ['trials']],
  [9, 10, ['correct']],
])('of %j trials %j correct', (trials, correct, problems) => {
  expect(Object.keys(goalResultProblems({ trials, correct }))).toEqual(problems);
});

test.each<[number | null, number | null, number | null, string | null]>([
  [10, 8, 80, '8 of 10 (80%)'],
  [3, 2, 67, '2 of 3 (67%)'],
  [8, 1, 13, '1 of 8 (13%)'],
  [0, 0, null, '0 of 0'],
  [1, null, null, '1 trial'],
  [12, null, null, '12 trials'],
  [null, null, null, null],
  [5, 6, null, '6 of 5'],
])('%j trials with %j correct are %j %%', (trials, correct, percent, words) => {
  expect(accuracyOf({ trials, correct })).toBe(percent);
  expect(resultWords({ trials, correct })).toBe(words);
});

describe('the signed content', () => {
  test("doesn't depend on the order of goals or on blank ones", () => {
    const [one, two] = [result({ trials: 1 }), result({ goal: 'g2', pg_num: 2, comment: 'x' })];
    expect(signedContent(whole, [two, one, result({ goal: 'g3', pg_num: 3 })])).toBe(
      signedContent(whole, [one, two]),
    );
  });

  test.each<[string, Partial<SoapContent>, GoalResult[]]>([
    ['a letter', { plan: 'Go on!' }, []],
    ['a code', { dx_codes: ['F80.2'] }, []],
    ['a word that moved to another part', { subjective: '', plan: 'Glad to come.' }, []],
    ['a count', {}, [result({ trials: 1, correct: 0 })]],
  ])('differs by %s', (_, changes, results) => {
    expect(signedContent({ ...whole, ...changes }, results)).not.toBe(signedContent(whole, []));
  });
});

test('devices derive the same ids from the same session, student, and goal, in any letter case', () => {
  const note = soapNoteId('AB', 'c');
  expect(note).toBe(soapNoteId('ab', 'C'));
  expect(note).not.toBe(soapNoteId('a', 'bc'));
  expect(goalEntryId(note, 'G')).toBe(goalEntryId(note.toUpperCase(), 'g'));
});
