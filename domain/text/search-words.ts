/** A text as it is searched: lower case, without accents, and with straight apostrophes. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[’‘ʼ]/g, "'")
    .toLowerCase();
}

/** Whether a text has every word of the query somewhere, regardless of case and accents. */
export function searchFor(query: string): (text: string) => boolean {
  const words = plainText(query).split(/\s+/).filter(Boolean);
  return (text) => {
    const plain = plainText(text);
    return words.every((word) => plain.includes(word));
  };
}

/** The words of a text without accents and case, each after a space. A code such as "F80.2" is one word. */
export function searchedText(text: string): string {
  return [...plainText(text).matchAll(/[\p{L}\d]+(?:\.[\p{L}\d]+)*/gu)].map(([word]) => ` ${word}`).join('');
}

/** The words of a searched text, each once. */
export function wordsOf(searched: string): string[] {
  return [...new Set(searched.split(' ').filter(Boolean))];
}
