import { describe, expect, test } from 'vitest';
import { carriedForward, lastNoteBefore, resultSentence } from '#domain/notes/carry-forward.ts';
import {
  BLANK_DRAFT,
  BLANK_RESULT,
  changedContent,
  changedResults,
  draftOfNote,
  isSameDraft,
  rebasedDraft,
  type SoapDraft,
} from '#domain/notes/soap-draft.ts';
import { sharedPercent, textChanges } from '#domain/notes/text-changes.ts';

const draft = (changes: Partial<SoapDraft> = {}): SoapDraft => ({ ...BLANK_DRAFT, ...changes });

describe('a note that was changed elsewhere while somebody types', () => {
  test.each<[string, Partial<SoapDraft>, Partial<SoapDraft>, Partial<SoapDraft>, Partial<SoapDraft>]>([
    ['keeps what is typed', { plan: 'a' }, { plan: 'a b' }, { plan: 'a' }, { plan: 'a b' }],
    ['takes what came', { plan: 'a' }, { plan: 'a' }, { plan: 'c' }, { plan: 'c' }],
    ['keeps both first words', {}, { plan: 'mine' }, { plan: 'theirs' }, { plan: 'theirs\n\nmine' }],
    [
      'keeps both new paragraphs',
      { plan: 'a' },
      { plan: 'a\n\nm' },
      { plan: 'a\n\nt' },
      { plan: 'a\n\nt\n\nm' },
    ],
    ['keeps both of one paragraph', { plan: 'a' }, { plan: 'am' }, { plan: 'at' }, { plan: 'am\n\nat' }],
    ['takes what both wrote once', {}, { plan: 'x' }, { plan: 'x' }, { plan: 'x' }],
    [
      'adds and takes out codes',
      { dx_codes: ['1', '2'] },
      { dx_codes: ['2', '3'] },
      { dx_codes: ['1', '2', '4'] },
      { dx_codes: ['2', '4', '3'] },
    ],
    [
      'keeps the count that is typed, and their prompt',
      {},
      { results: { g: { ...BLANK_RESULT, trials: 5 } } },
      { results: { g: { ...BLANK_RESULT, trials: 4, prompt_level: 'model' } } },
      { results: { g: { ...BLANK_RESULT, trials: 5, prompt_level: 'model' } } },
    ],
  ])('%s', (_, base, mine, theirs, merged) => {
    expect(rebasedDraft(draft(base), draft(mine), draft(theirs))).toEqual(draft(merged));
  });
});

describe('of what is typed travels', () => {
  test('the parts that were touched', () => {
    const after = draft({ plan: 'x', dx_codes: ['1'] });
    expect(changedContent(draft(), after)).toEqual({ plan: 'x', dx_codes: ['1'] });
    expect(isSameDraft(draft(), after)).toBe(false);
  });

  test('of each goal the fields that were touched; a goal that was only opened is none', () => {
    const after = draft({ results: { a: { ...BLANK_RESULT, trials: 3 }, b: BLANK_RESULT } });
    expect(changedResults(draft(), after)).toEqual({ a: { trials: 3 } });
    expect(isSameDraft(draft(), draft({ results: { b: BLANK_RESULT } }))).toBe(true);
    expect(isSameDraft(after, draft())).toBe(false);
  });

  test('nothing of a note as it was found', () => {
    const entry = {
      goal: 'a',
      pg_num: 1,
      trials: 2,
      correct: 1,
      prompt_level: 'full' as const,
      comment: 'x',
    };
    const found = draftOfNote({ ...draft({ plan: 'x' }) }, [entry]);
    expect(isSameDraft(found, structuredClone(found))).toBe(true);
  });
});

describe('the last note', () => {
  const note = (id: string, note_date: string, changes = {}) => ({
    ...{ id, student: 's', service: 'speech', note_date, captured_at: `${note_date}T20:00:00Z` },
    ...draft(),
    ...changes,
  });
  const current = note('now', '2026-03-10');

  test.each([
    ['is the newest before', [note('old', '2026-03-01'), note('new', '2026-03-08')], 'new'],
    ['may be of the same day', [note('old', '2026-03-01'), note('morning', '2026-03-10')], 'morning'],
    ['is none of a later day', [note('later', '2026-03-11')], null],
    ['is not the note itself', [current], null],
    [
      'is of the same service first',
      [note('a', '2026-03-01'), note('b', '2026-03-09', { service: 'motor' })],
      'a',
    ],
    ['is of another service where there is no other', [note('b', '2026-03-09', { service: 'motor' })], 'b'],
    ['is of no other student', [note('x', '2026-03-09', { student: 't' })], null],
  ])('%s', (_, notes, id) => {
    expect(lastNoteBefore(notes, current)?.id ?? null).toBe(id);
  });

  test('is carried into what is empty, and below what is written; no count comes along', () => {
    const last = draft({ subjective: 'glad', plan: 'go on', cpt_codes: ['1'], dx_codes: ['2'] });
    const carried = carriedForward(draft({ plan: 'new', dx_codes: ['3'] }), last);
    expect(carried).toEqual({
      ...{ subjective: 'glad', objective: '', assessment: '', plan: 'new\n\ngo on' },
      ...{ cpt_codes: ['1'], dx_codes: ['3'] },
    });
    expect(carriedForward(carried, last)).toEqual(carried);
  });

  test('leaves behind what it says of how the goals went', () => {
    const sentence = resultSentence('Says /s/ in words.', '8 of 10 (80%)');
    const last = draft({ objective: `Sat well. ${sentence} Played.`, plan: 'go on' });
    expect(carriedForward(draft({}), last, [sentence])).toMatchObject({
      ...{ objective: 'Sat well. Played.', plan: 'go on' },
    });
    expect(carriedForward(draft({}), draft({ objective: sentence }), [sentence]).objective).toBe('');
  });

  test('leaves it behind in an older note too, which has a space before the percent sign', () => {
    const last = draft({ objective: 'Sat well. Says /s/ in words: 8 of 10 (80 %). Played.' });
    const sentence = resultSentence('Says /s/ in words.', '8 of 10 (80%)');
    expect(carriedForward(draft({}), last, [sentence]).objective).toBe('Sat well. Played.');
  });
});

describe('what changed in a text', () => {
  test.each([
    ['', '', []],
    ['', 'new', ['+new']],
    ['one two', 'one two', ['=one two']],
    ['He named 8 of 10.', 'He named 9 of 10.', ['=He named ', '-8', '+9', '= of 10.']],
    ['a\n\nb', 'a', ['=a', '-\n\nb']],
  ])('%j to %j', (before, after, changes) => {
    const mark = { same: '=', added: '+', removed: '-' };
    expect(textChanges(before, after).map(({ kind, text }) => mark[kind] + text)).toEqual(changes);
  });

  test.each([
    ['', 'all new', 0],
    ['the same words', 'the same words', 100],
    ['one two three four', 'one two three five', 75],
    ['gone', '', 0],
  ])('%j to %j shares %d %%', (before, after, percent) => {
    expect(sharedPercent(before, after)).toBe(percent);
  });
});
