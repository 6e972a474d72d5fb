import { describe, expect, test } from 'vitest';
import { lookupWords, mayBeCommon, searchedText, wordsOf } from '#domain/students/code-words.ts';

describe('the words of a code', () => {
  test.each([
    ['F80.2 Mixed receptive-expressive disorder.', ' f80.2 mixed receptive expressive disorder'],
    ['Ménière’s, MENIERE', ' meniere s meniere'],
    ['  ', ''],
  ])('of "%s" are searched as "%s"', (text, searched) => {
    expect(searchedText(text)).toBe(searched);
  });

  test('are each once', () => {
    expect(wordsOf(' left leg left')).toEqual(['left', 'leg']);
    expect(wordsOf('')).toEqual([]);
  });

  test('are looked up without those that most descriptions have', () => {
    expect(lookupWords('Burn of left hand, initial encounter')).toEqual(['burn', 'hand']);
    expect(['un', 'left', 'i'].map(mayBeCommon)).toEqual([true, true, true]);
    expect(['burn', 'lefts', 'f8'].map(mayBeCommon)).toEqual([false, false, false]);
  });
});
