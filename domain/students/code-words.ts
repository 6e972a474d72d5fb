/** A text as it is searched: its words without accents and case, each after a space. A code is one word. */
export function searchedText(text: string): string {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  return [...plain.matchAll(/[\p{L}\d]+(?:\.[\p{L}\d]+)*/gu)].map(([word]) => ` ${word}`).join('');
}

/** The words of a searched text, each once. */
export function wordsOf(searched: string): string[] {
  return [...new Set(searched.split(' ').filter(Boolean))];
}

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
