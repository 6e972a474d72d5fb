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
  storableDraft,
} from '#domain/notes/soap-draft.ts';
import { readableChanges, sharedPercent, textChanges } from '#domain/notes/text-changes.ts';

const draft = (changes: Partial<SoapDraft> = {}): SoapDraft => ({ ...BLANK_DRAFT, ...changes });

describe('merging a note that changed elsewhere during editing', () => {
  test.each<[string, Partial<SoapDraft>, Partial<SoapDraft>, Partial<SoapDraft>, Partial<SoapDraft>]>([
    ['keeps local text', { plan: 'a' }, { plan: 'a b' }, { plan: 'a' }, { plan: 'a b' }],
    ['takes remote text', { plan: 'a' }, { plan: 'a' }, { plan: 'c' }, { plan: 'c' }],
    ['keeps both first texts', {}, { plan: 'mine' }, { plan: 'theirs' }, { plan: 'theirs\n\nmine' }],
    [
      'keeps both new paragraphs',
      { plan: 'a' },
      { plan: 'a\n\nm' },
      { plan: 'a\n\nt' },
      { plan: 'a\n\nt\n\nm' },
    ],
    [
      'keeps both versions of a paragraph',
      { plan: 'a' },
      { plan: 'am' },
      { plan: 'at' },
      { plan: 'am\n\nat' },
    ],
    ['takes identical text once', {}, { plan: 'x' }, { plan: 'x' }, { plan: 'x' }],
    [
      'adds and removes codes',
      { dx_codes: ['1', '2'] },
      { dx_codes: ['2', '3'] },
      { dx_codes: ['1', '2', '4'] },
      { dx_codes: ['2', '4', '3'] },
    ],
    [
      'keeps the local count and the remote prompt level',
      {},
      { results: { g: { ...BLANK_RESULT, trials: 5 } } },
      { results: { g: { ...BLANK_RESULT, trials: 4, prompt_level: 'model' } } },
      { results: { g: { ...BLANK_RESULT, trials: 5, prompt_level: 'model' } } },
    ],
  ])('%s', (_, base, mine, theirs, merged) => {
    expect(rebasedDraft(draft(base), draft(mine), draft(theirs))).toEqual(draft(merged));
  });
});

describe('the changes sent from a draft', () => {
  test('contain the edited parts', () => {
    const after = draft({ plan: 'x', dx_codes: ['1'] });
    expect(changedContent(draft(), after)).toEqual({ plan: 'x', dx_codes: ['1'] });
    expect(isSameDraft(draft(), after)).toBe(false);
  });

  test('contain the edited fields of each goal, and no goal that was only opened', () => {
    const after = draft({ results: { a: { ...BLANK_RESULT, trials: 3 }, b: BLANK_RESULT } });
    expect(changedResults(draft(), after)).toEqual({ a: { trials: 3 } });
    expect(isSameDraft(draft(), draft({ results: { b: BLANK_RESULT } }))).toBe(true);
    expect(isSameDraft(after, draft())).toBe(false);
  });

  test('are empty for an unedited note', () => {
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
    ['is the newest earlier one', [note('old', '2026-03-01'), note('new', '2026-03-08')], 'new'],
    ['may be from the same day', [note('old', '2026-03-01'), note('morning', '2026-03-10')], 'morning'],
    ['is not from a later day', [note('later', '2026-03-11')], null],
    ['is not the note itself', [current], null],
    [
      'is preferably of the same service',
      [note('a', '2026-03-01'), note('b', '2026-03-09', { service: 'motor' })],
      'a',
    ],
    ['is of another service if there is no other', [note('b', '2026-03-09', { service: 'motor' })], 'b'],
    ["is not another student's", [note('x', '2026-03-09', { student: 't' })], null],
  ])('%s', (_, notes, id) => {
    expect(lastNoteBefore(notes, current)?.id ?? null).toBe(id);
  });

  test('fills empty parts and is added below existing text, without counts', () => {
    const last = draft({ subjective: 'glad', plan: 'go on', cpt_codes: ['1'], dx_codes: ['2'] });
    const carried = carriedForward(draft({ plan: 'new', dx_codes: ['3'] }), last);
    expect(carried).toEqual({
      ...{ subjective: 'glad', objective: '', assessment: '', plan: 'new\n\ngo on' },
      ...{ cpt_codes: ['1'], dx_codes: ['3'] },
    });
    expect(carriedForward(carried, last)).toEqual(carried);
  });

  test('drops sentences about goal results', () => {
    const sentence = resultSentence('Says /s/ in words.', '8 of 10 (80%)');
    const last = draft({ objective: `Sat well. ${sentence} Played.`, plan: 'go on' });
    expect(carriedForward(draft({}), last, [sentence])).toMatchObject({
      ...{ objective: 'Sat well. Played.', plan: 'go on' },
    });
    expect(carriedForward(draft({}), draft({ objective: sentence }), [sentence]).objective).toBe('');
  });

  test('drops them from older notes too, which have a space before the percent sign', () => {
    const last = draft({ objective: 'Sat well. Says /s/ in words: 8 of 10 (80 %). Played.' });
    const sentence = resultSentence('Says /s/ in words.', '8 of 10 (80%)');
    expect(carriedForward(draft({}), last, [sentence]).objective).toBe('Sat well. Played.');
  });
});

describe('the differences between two texts', () => {
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

test.each<[string, string, string[]]>([
  ['He sat well.', 'He ran fast.', ['=He ', '-sat well', '+ran fast', '=.']],
  ['Said that.', 'Tired at first, settled.', ['-Said that', '+Tired at first, settled', '=.']],
  ['He asked once.', 'He asked once.', ['=He asked once.']],
  ['He asked once.', 'He asked for help once.', ['=He asked ', '+for help ', '=once.']],
  ['', 'New.', ['+New.']],
])('"%s" changed to "%s" reads as %j', (before, after, changes) => {
  const mark = { same: '=', added: '+', removed: '-' };
  expect(readableChanges(before, after).map(({ kind, text }) => mark[kind] + text)).toEqual(changes);
});

test('a note stores everything of a draft except counts that cannot be', () => {
  const result = { ...BLANK_RESULT, trials: 5, correct: 9, comment: 'Tired.' };
  const typed = draft({ plan: 'a', results: { g: result } });
  expect(storableDraft(typed, draft())).toEqual(
    draft({ plan: 'a', results: { g: { ...BLANK_RESULT, comment: 'Tired.' } } }),
  );
  const stored = draft({ results: { g: { ...BLANK_RESULT, trials: 4, correct: 2 } } });
  expect(storableDraft(typed, stored).results).toEqual({ g: { ...result, trials: 4, correct: 2 } });
});
