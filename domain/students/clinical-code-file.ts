import { type FileRecord, unreadableFault } from '#domain/imports/file-record.ts';
import type { CodeKind } from './student-file.ts';

/** One code of a file, as it will be stored. */
export interface CodeLine {
  code: string;
  description: string;
  /** The service whose notes use it; null for all. Absent if the file has no such column: the list keeps its own. */
  service?: string | null | undefined;
}

export interface ReadCode extends CodeLine {
  line: number;
}

/** A record that can't be imported, and everything that is wrong with it. */
export interface FaultyLine {
  line: number;
  cells: readonly string[];
  faults: readonly string[];
}

export interface CodeFileReading {
  /** The cells of the heading, as in the file. */
  heading: readonly string[];
  /** Records under the heading, without blank ones. Each is in `codes` or in `faulty`. */
  rows: number;
  codes: readonly ReadCode[];
  faulty: readonly FaultyLine[];
  /** Why nothing in the file can be imported; null if something can. */
  problem: { line: number; message: string } | null;
}

interface KnownService {
  id: string;
  name: string;
  short_name: string;
}

/** All of ICD-10-CM has about 75,000 billable codes. */
export const MOST_CODES = 100_000;
const LONGEST_DESCRIPTION = 500;

const REQUIRED = ['code', 'description'] as const;

const FORMS: Record<CodeKind, { pattern: RegExp; message: string }> = {
  cpt: {
    pattern: /^(\d{4}[0-9A-Z]|[A-Z]\d{4})$/,
    message: "isn't a valid procedure code (example: 97530).",
  },
  dx: {
    pattern: /^[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?$/,
    message: "isn't a valid ICD-10-CM code (example: F80.2).",
  },
};
const LONGEST_CODE: Record<CodeKind, number> = { cpt: 5, dx: 8 };

/** Why a code is not valid for its list; null if it is. */
export function codeProblem(kind: CodeKind, code: string): string | null {
  const { pattern, message } = FORMS[kind];
  return pattern.test(code) ? null : `${code} ${message}`;
}

/** Whether a record names the columns of a code file. */
export function isCodeHeading(cells: readonly string[]): boolean {
  const names = new Set(cells.map(columnName));
  return REQUIRED.every((name) => names.has(name));
}

/**
 * Reads the records of a code file one after the other: a heading with `code`, `description`, and optionally
 * `service` (a service's name or short name), then one code per record. Other columns are ignored.
 *
 * Every record that isn't blank is counted and ends up either as a code or as a faulty line.
 */
export function codeFileReader(kind: CodeKind, services: readonly KnownService[]) {
  const byName = new Map(
    services.flatMap(({ id, name, short_name }) => [
      [name.toLowerCase(), id],
      [short_name.toLowerCase(), id],
    ]),
  );
  const firstLine = new Map<string, number>();
  const codes: ReadCode[] = [];
  const faulty: FaultyLine[] = [];
  let heading: readonly string[] | null = null;
  let columns: Columns = { code: -1, description: -1, service: -1 };
  let rows = 0;
  let problem: CodeFileReading['problem'] = null;

  function readHeading({ line, cells, fault }: FileRecord): void {
    heading = cells;
    if (fault !== null) problem = { line, message: fault };
    else if (!isCodeHeading(cells)) problem = { line, message: headingMessage(cells) };
    const names = cells.map(columnName);
    columns = {
      code: names.indexOf('code'),
      description: names.indexOf('description'),
      service: names.indexOf('service'),
    };
  }

  function readRow(record: FileRecord): void {
    rows += 1;
    const { line, cells } = record;
    if (rows > MOST_CODES) {
      const most = MOST_CODES.toLocaleString('en-US');
      problem ??= { line, message: `A file can have up to ${most} codes. Split it into smaller files.` };
      return;
    }
    const read = (at: number) => (cells[at] ?? '').trim();
    const code = read(columns.code).toUpperCase();
    const description = read(columns.description);
    const service = read(columns.service).toLowerCase();
    const whole = record.fault ?? separatorFault(kind, cells[columns.code] ?? cells[0] ?? '');
    const faults =
      whole === null
        ? [
            columnFault(cells, heading ?? [], columns),
            columns.code < cells.length ? codeFault(kind, code, firstLine.get(code)) : null,
            descriptionFault(description),
            service !== '' && !byName.has(service)
              ? `No service is named "${service.slice(0, 40)}". Use its name or short name, or leave it blank.`
              : null,
            unreadableFault(cells),
          ].filter((fault) => fault !== null)
        : [whole];
    if (faults.length > 0) {
      faulty.push({ line, cells, faults });
      return;
    }
    firstLine.set(code, line);
    codes.push({
      ...{ line, code, description },
      ...(columns.service >= 0 && { service: byName.get(service) ?? null }),
    });
  }

  return {
    take(records: readonly FileRecord[]): void {
      for (const record of records) {
        if (record.fault === null && record.cells.every((cell) => cell.trim() === '')) continue;
        if (heading === null) readHeading(record);
        else if (problem === null) readRow(record);
      }
    },
    /** What was read so far; of the whole file once all of its records were taken. */
    reading(): CodeFileReading {
      const nothing =
        rows === 0 && problem === null
          ? {
              line: 1,
              message: heading === null ? headingMessage([]) : 'There are no codes below the header row.',
            }
          : null;
      return { heading: heading ?? [], rows, codes, faulty, problem: problem ?? nothing };
    },
  };
}

interface Columns {
  code: number;
  description: number;
  service: number;
}

function columnName(cell: string): string {
  return cell.trim().toLowerCase();
}

function headingMessage(cells: readonly string[]): string {
  const found = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const words = found.length === 0 ? 'The file is empty.' : `It says: ${found.join(', ').slice(0, 80)}.`;
  return `The first line must name the columns "code" and "description". ${words}`;
}

const SEPARATORS = { ';': 'semicolons', ',': 'commas', '\t': 'tabs', '|': 'vertical bars' } as const;

/**
 * A record separated otherwise than the heading: a code and what follows are in one cell. All other complaints
 * about it would have the same cause.
 */
function separatorFault(kind: CodeKind, cell: string): string | null {
  const isCode = (part: string) => codeProblem(kind, part.trim().toUpperCase()) === null;
  const found = Object.entries(SEPARATORS).find(([separator]) => {
    const parts = cell.split(separator);
    return parts.length > 1 && parts.some(isCode);
  });
  if (found === undefined) return null;
  return `The values on this line are separated by ${found[1]}, unlike the header row. Use the same separator.`;
}

/** Cells that lie under no column, or columns that the record doesn't reach. */
function columnFault(cells: readonly string[], heading: readonly string[], columns: Columns): string | null {
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (filled > heading.length) {
    return `This line has ${filled} columns, and the header row has ${heading.length}. Put a value that contains the separator in quotation marks.`;
  }
  const missing = REQUIRED.filter((name) => columns[name] >= cells.length);
  if (missing.length === 0) return null;
  const named = missing.map((name) => `"${name}"`).join(' and ');
  return `This line has ${countOf(cells.length, 'column')}, and the header row has ${heading.length}. The column ${named} is missing.`;
}

function codeFault(kind: CodeKind, code: string, earlier: number | undefined): string | null {
  if (code === '') return 'The code is missing.';
  if (code.length > LONGEST_CODE[kind]) {
    return `The code ${code.slice(0, 20)}${code.length > 20 ? '…' : ''} is too long. Use up to ${LONGEST_CODE[kind]} characters.`;
  }
  if (earlier !== undefined) return `${code} is already on line ${earlier.toLocaleString('en-US')}.`;
  return codeProblem(kind, code);
}

function descriptionFault(description: string): string | null {
  if (description.length <= LONGEST_DESCRIPTION) return null;
  const lines = description.split('\n').length;
  const check = lines > 1 ? ` It spans ${lines} lines: check the quotation marks.` : '';
  return `The description is too long. Use up to ${LONGEST_DESCRIPTION} characters.${check}`;
}

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
