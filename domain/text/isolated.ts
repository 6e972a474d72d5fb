/** Hebrew, Arabic, Syriac, Thaana, N'Ko and what is written like them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * A name for a sentence on screen: one in a right-to-left script is kept apart from the numbers and punctuation beside
 * it, which would otherwise change places with it. Not for files or stored text.
 */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
