import type { FileRecord } from '#domain/imports/file-record.ts';

/**
 * A file of ICD-10-CM codes as the Centers for Medicare & Medicaid Services publish it each year: columns of fixed
 * widths, and no header row.
 */
export interface CodeListLayout {
  /** The names of its columns, which a file of codes would have in its header row. */
  heading: readonly string[];
  /** The columns of a line. A line in another layout is a faulty record. */
  record: (text: string, line: number) => FileRecord;
  /** Whether the record is a category: claims need one of the codes below it. */
  isCategory: (record: FileRecord) => boolean;
}

/** Position, code, whether claims take it, short and long description: `icd10cm_order_2026.txt`. */
const ORDER_LINE = /^(\d{5}) ([A-Z]\d[0-9A-Z]{1,5}) +([01]) (.{60}) (.+)$/;
/** Code and description of what claims take: `icd10cm_codes_2026.txt`. */
const CODES_LINE = /^([A-Z]\d[0-9A-Z]{1,5}) +(?<=^.{8})(\S.*)$/;

const VALID = 2;
const LAYOUTS: readonly CodeListLayout[] = [
  {
    ...layout(ORDER_LINE, ['order', 'code', 'valid', 'short description', 'description'], 'order file'),
    isCategory: ({ cells, fault }) => fault === null && cells[VALID] === '0',
  },
  { ...layout(CODES_LINE, ['code', 'description'], 'code list'), isCategory: () => false },
];

function layout(pattern: RegExp, heading: readonly string[], name: string) {
  const code = heading.indexOf('code');
  const record = (text: string, line: number): FileRecord => {
    const found = pattern.exec(text);
    if (found === null) {
      const fault = `This line isn't in the layout of the ICD-10-CM ${name}.`;
      // In the last column, so that the line stays readable in a download of the errors.
      return { line, cells: heading.map((_, at) => (at === heading.length - 1 ? text.trim() : '')), fault };
    }
    const cells = found.slice(1).map((cell, at) => (at === code ? dotted(cell) : cell.trim()));
    return { line, cells, fault: null };
  };
  return { heading, record };
}

/** The layout of a published list of ICD-10-CM codes, by its first line; null for any other file. */
export function codeListLayout(firstLine: string): CodeListLayout | null {
  return LAYOUTS.find(({ record }) => record(firstLine, 1).fault === null) ?? null;
}

/** As on claims forms and in notes: the published files leave the dot out. */
function dotted(code: string): string {
  return code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3)}` : code;
}
