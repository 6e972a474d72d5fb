import { describe, expect, test } from 'vitest';
import { plainText, searchedText, searchFor, wordsOf } from '#domain/text/search-words.ts';

describe('a search', () => {
  test.each([
    ['ines', 'Inés Alder', true],
    ['INÉS alder', 'Ines Alder', true],
    ['muñoz', 'Munoz, Ana', true],
    ["o'brien", 'Sam O’Brien', true],
    ['alder ines', 'Inés Alder', true],
    ['', 'Inés Alder', true],
    [' \t ', 'Inés Alder', true],
    ['ines reyes', 'Inés Alder', false],
    ['%', 'Inés Alder', false],
  ])('for "%s" in "%s": %s', (query, text, isFound) => {
    expect(searchFor(query)(text)).toBe(isFound);
  });

  test('compares letters of other scripts as they are', () => {
    expect(plainText('Ñandú ΑΘΉΝΑ Ёлка')).toBe('nandu αθηνα елка');
  });
});

describe('the words of a text', () => {
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
});
