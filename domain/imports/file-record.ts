/** A record of a delimited file: usually one line, more if a quoted value contains line breaks. */
export interface FileRecord {
  /** The line on which it starts, as in a text editor or a spreadsheet: the file's first line is 1. */
  line: number;
  cells: readonly string[];
  /** Why it could not be split into cells; null if it could. */
  fault: string | null;
}

const UNREADABLE = /[\uFFFD\0]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * What is wrong with the characters of a record; null if nothing is. A replacement character means that the bytes
 * were read in the wrong encoding, here or by an earlier program.
 */
export function unreadableFault(cells: readonly string[]): string | null {
  const cell = cells.find((text) => UNREADABLE.test(text));
  if (cell === undefined) return null;
  const shown = cell.trim().replace(new RegExp(UNREADABLE, 'g'), '\uFFFD').slice(0, 40);
  return `"${shown}" has a character that can't be read. Choose another encoding, or fix the line.`;
}
