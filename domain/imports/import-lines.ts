import { type FileRecord, unreadableFault } from './file-record.ts';
import { columnsOf, type LineValues } from './import-columns.ts';
import type { ImportKind } from './import-kinds.ts';

/** Far more than a year of sessions. */
export const MOST_LINES = 100_000;
/** No cell that can be imported is longer. */
export const LONGEST_CELL = 20_000;

/** The cells of a line under our columns, trimmed, without empty ones. */
export type LineCells = Readonly<Record<string, string>>;

/** A line that can be sent to the server, which looks up what it names. */
export interface ImportLine {
  line: number;
  cells: LineCells;
}

/** A line that can't be imported, and everything that is wrong with it. */
export interface FaultyImportLine {
  line: number;
  cells: readonly string[];
  faults: readonly string[];
}

/** Reads the cells of a line. Faults name the column as people know it. */
export function readLine<Kind extends ImportKind>(
  kind: Kind,
  cells: LineCells,
): { values: LineValues<Kind>; faults: string[] } {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  const isUnreadable = unreadableFault(Object.values(cells));
  if (isUnreadable !== null) faults.push(isUnreadable);
  for (const [key, column] of columnsOf(kind)) {
    const text = cells[key] ?? '';
    if (text === '') {
      if (column.required) faults.push(`${column.label} is missing.`);
      continue;
    }
    const read = column.read(text);
    if ('fault' in read) faults.push(`${column.label}: "${shortened(text)}" ${read.fault}`);
    else values[key] = read.value;
  }
  faults.push(...faultsTogether(kind, values as LineValues<ImportKind> & Record<string, unknown>, cells));
  return { values: values as LineValues<Kind>, faults };
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}

/** What is wrong with cells that are right by themselves. */
function faultsTogether(
  kind: ImportKind,
  values: Readonly<Record<string, unknown>>,
  cells: LineCells,
): string[] {
  const given = (...keys: string[]) => keys.every((key) => (cells[key] ?? '') !== '');
  const named =
    given('district_student_id') || given('student_name') || given('student_first', 'student_last');
  const faults: string[] = [];
  if (kind === 'student' && !given('full_name') && !given('first_name', 'last_name')) {
    faults.push('First name and last name are missing.');
  }
  if ((kind === 'guardian' || kind === 'assignment') && !named)
    faults.push('The student is missing: enter a district student ID or a name.');
  if (kind === 'session') {
    if (!given('actual_minutes') && !given('end_time')) faults.push('Minutes or an end time are missing.');
    if (!named && values.setting !== 'indirect' && values.setting !== 'consult') {
      faults.push('The student is missing: enter a district student ID or a name, or the setting Indirect.');
    }
  }
  if (kind === 'rate' && values.amount_cents === 0) faults.push('Hourly rate: enter an amount above $0.00.');
  return faults;
}

/**
 * What makes two lines of a file the same record, as far as the file itself says; null if that isn't known. Values that
 * were read, so that 9/5/25 and 2025-09-05 are the same day.
 */
function lineKey(kind: ImportKind, values: Readonly<Record<string, unknown>>): string | null {
  const of = (...keys: string[]) => JSON.stringify(keys.map((key) => values[key] ?? '')).toLowerCase();
  const student =
    'district_student_id' in values
      ? of('district_student_id', 'client')
      : of('student_name', 'student_first', 'student_last', 'date_of_birth', 'client');
  switch (kind) {
    case 'category':
    case 'service':
    case 'region':
      return of('name');
    case 'sub-region':
      return of('region', 'name');
    case 'goal-option':
    case 'plan-option':
      return of('option_text', 'service');
    case 'client':
      return of('name', 'district');
    case 'student':
      return 'district_student_id' in values
        ? of('district_student_id', 'client')
        : of('first_name', 'last_name', 'full_name', 'date_of_birth', 'client');
    case 'guardian':
      return `${student} ${of('first_name', 'last_name')}`;
    case 'school':
      return of('name', 'client');
    case 'assignment':
      return `${student} ${of('service', 'provider', 'start_date')}`;
    case 'provider':
      return of('email');
    case 'rate':
      return of(
        'service',
        'start_year',
        'client',
        'setting',
        'region',
        'district_student_id',
        'student_name',
      );
    case 'extra-pay':
      return of('provider', 'pay_type', 'pay_day', 'quantity_hundredths', 'reason');
    case 'session':
      return `${student} ${of('provider', 'session_date', 'start_time', 'service')}`;
  }
}

export interface ReadLines {
  /** Lines below the heading, without blank ones; each is in `good` or in `faulty`. */
  rows: number;
  good: ImportLine[];
  faulty: FaultyImportLine[];
}

/**
 * Reads lines one batch after the other.
 * @param columns by our key the position in the file
 * @param width how many columns the heading has
 */
export function lineReader(kind: ImportKind, columns: Readonly<Record<string, number>>, width: number) {
  const read: ReadLines = { rows: 0, good: [], faulty: [] };
  const firstLine = new Map<string, number>();
  const positions = Object.entries(columns);
  return {
    read,
    take(records: readonly FileRecord[]): void {
      for (const { line, cells, fault } of records) {
        if (fault === null && cells.every((cell) => cell.trim() === '')) continue;
        read.rows += 1;
        const own: LineCells = Object.fromEntries(
          positions
            .map(([key, at]) => [key, unguarded((cells[at] ?? '').trim())])
            .filter(([, text]) => text !== ''),
        );
        const faults = fault === null ? widthFaults(cells, width) : [fault];
        const { values, faults: wrong } = readLine(kind, own);
        if (fault === null) faults.push(...wrong);
        const key = faults.length === 0 ? lineKey(kind, values) : null;
        const earlier = key === null ? undefined : firstLine.get(key);
        if (earlier !== undefined) {
          faults.push(`This is the same record as line ${earlier.toLocaleString('en-US')}.`);
        }
        if (read.rows > MOST_LINES) {
          faults.splice(
            0,
            faults.length,
            `A file can have up to ${MOST_LINES.toLocaleString('en-US')} lines.`,
          );
        }
        if (faults.length > 0) {
          read.faulty.push({ line, cells, faults });
          continue;
        }
        if (key !== null) firstLine.set(key, line);
        read.good.push({ line, cells: own });
      }
    },
  };
}

/** Our own files put an apostrophe before text that a spreadsheet would execute; here it goes away again. */
function unguarded(text: string): string {
  return /^'\s*[=+\-@＝＋－＠]/.test(text) ? text.slice(1) : text;
}

/** Cells that lie under no heading: a separator in a value without quotation marks moves all that follow. */
function widthFaults(cells: readonly string[], width: number): string[] {
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  return filled > width
    ? [
        `This line has ${filled} columns, and the header row has ${width}. Put a value that contains the separator in quotation marks.`,
      ]
    : [];
}

/**
 * The order in which lines are imported: those that name no record of their own kind come first, so that a line
 * may come before its district or supervisor.
 */
export function inImportOrder(kind: ImportKind, lines: readonly ImportLine[]): ImportLine[] {
  const naming = { client: 'district', provider: 'supervisors' }[kind as 'client'];
  if (naming === undefined) return [...lines];
  const names = ({ cells }: ImportLine) => (cells[naming] ?? '') !== '';
  return [...lines.filter((line) => !names(line)), ...lines.filter(names)];
}
