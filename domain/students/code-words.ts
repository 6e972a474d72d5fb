import { searchedText, wordsOf } from '#domain/text/search-words.ts';

/** Words of so many descriptions that looking them up narrows nothing. */
const COMMON =
  'unspecified other specified encounter initial subsequent sequela left right with without not of the and to in by due for or'.split(
    ' ',
  );

/** The words by which a description is looked up. */
export function lookupWords(description: string): string[] {
  return wordsOf(searchedText(description)).filter((word) => !COMMON.includes(word));
}

/** Whether the beginning of a word may match a common word, which no look-up finds. */
export function mayBeCommon(start: string): boolean {
  return COMMON.some((word) => word.startsWith(start));
}
