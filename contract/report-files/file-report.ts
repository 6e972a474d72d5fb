import type { ParamsOf, QueryInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { EndpointName, Endpoints } from '#contract/index.ts';
import type { PayPeriod } from '#domain/payroll/pay-period.ts';

export type CellValue = string | number | null;

/**
 * What a column holds decides how it is aligned and shown, and what it is in a file:
 * `day` is `YYYY-MM-DD`, `moment` that and a Pacific time, `instant` an ISO instant, `duration`
 * whole minutes, which people read as hours and minutes and spreadsheets as minutes, `money` whole cents,
 * which spreadsheets have in dollars.
 */
export type ColumnKind =
  | 'text'
  | 'day'
  | 'moment'
  | 'instant'
  | 'number'
  | 'difference'
  | 'duration'
  | 'money';

/** A column as files have it, and how wide it is where a screen shows it. */
export interface FileColumn<Row> {
  id: string;
  header: string;
  kind?: ColumnKind;
  value: (row: Row) => CellValue;
  /** What it is sorted by where that is not its value. */
  sortBy?: (row: Row) => CellValue;
  /** What the screen says where there is no value. */
  none?: string;
  /** A CSS length; columns without one share what is left. */
  width?: string;
  tightWidth?: string;
  isUnsortable?: true;
  /** Stays in view on narrow screens: what is decided on in each row. */
  isPinned?: true;
  /** Left out on the screen where all rows say the same: it tells none of them apart. */
  hidesSame?: true;
  /** The sum of the rows that are shown. */
  total?: (rows: readonly Row[]) => CellValue;
  /**
   * Only there; `file` is paper too, `data` is not. A column that is wide stands on the screen
   * only where there is room, and in every file; one that is tight only where there is little, in no file.
   */
  only?: 'screen' | 'file' | 'data' | 'wide' | 'tight';
  /** What a file has instead. */
  inFile?: { header?: string; value?: (row: Row) => CellValue };
}

export interface Choice {
  id: string;
  name: string;
}

/** Each choice once, by name: what the rows of a report have. */
export function distinctChoices(choices: Iterable<readonly [id: string, name: string]>): Choice[] {
  return [...new Map(choices)]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** What choices are named from, besides the rows: every device has it, and so has the server. */
export interface ChoiceNames {
  services: readonly Choice[];
  locations: readonly Choice[];
}

/**
 * A filter of a report.
 * @template Names what the choices are named from, besides the rows
 */
export interface FileFilter<Row, Names = ChoiceNames> {
  label: string;
  /** What choosing nothing is called; "All" where it is not said. */
  all?: string;
  /** What is chosen where the address says nothing; its shape has `all` then, for all of them. */
  initial?: string;
  placeholder?: string;
  /** What can be chosen; a filter without choices is a search. */
  choices?: (names: Names, rows: readonly Row[]) => readonly Choice[];
  /** Every student or provider on this device can be chosen: only then are all of them opened. */
  everyone?: 'student' | 'provider';
  /** Whether a row fits what was chosen. Without it the filter is a matter of the source. */
  matches?: (row: Row, held: string) => boolean;
  /** Its choices stay in sight, each with how many rows it shows. */
  isCounted?: true;
  /** What a search looks through. */
  words?: (row: Row) => string;
}

/** The rows summed by something, such as weeks. */
export interface FileSums<Row, Sum> {
  label: string;
  /** Names its sheet in a workbook, and its file. */
  sheet: string;
  rows: (rows: readonly Row[]) => readonly Sum[];
  rowId: (sum: Sum) => string;
  columns: readonly FileColumn<Sum>[];
}

/** What a sum is, only its own columns need to know. */
export function fileSumsOf<Row, Sum>(sums: FileSums<Row, Sum>): FileSums<Row, object> {
  return sums as unknown as FileSums<Row, object>;
}

/** Changes that a person's devices have not sent, so that a report may lack them. */
export interface Unsynced {
  id: string;
  name: string;
  changes: number;
  since: string | null;
}

/** Asks the server's reads: the page by HTTP, the server itself as one of its users. */
export interface ReportCaller {
  call<Name extends EndpointName>(
    name: Name,
    input?: { params?: ParamsOf<Endpoints[Name]>; query?: QueryInputOf<Endpoints[Name]> },
  ): Promise<ReplyOf<Endpoints[Name]>>;
}

/** The days of a report. */
export interface AskedDays {
  from: string;
  to: string;
}

/** The days of a report, and the filters that only its source can answer: empty where nothing is chosen. */
export type Asked = AskedDays & Readonly<Record<string, unknown>>;

/** Rows that the server is asked for. */
export interface FileSource<Row, Answer> {
  from: 'server';
  /** What is asked for, such as "devices". */
  name: string;
  ask: (api: ReportCaller, asked: Asked) => Promise<Answer>;
  rows: (answer: Answer) => readonly Row[];
  /** When the answer was true. */
  asOf: (answer: Answer) => string;
  /** Whose changes the answer lacks. A list of snapshots lacks none, and doesn't say so. */
  unsynced?: (answer: Answer) => readonly Unsynced[];
}

/** What an answer is, only the functions of its own source need to know. */
export function askedSource<Row, Answer>(
  source: Omit<FileSource<Row, Answer>, 'from'>,
): FileSource<Row, unknown> {
  return { from: 'server', ...source } as unknown as FileSource<Row, unknown>;
}

/** All of a report that its files need: the same on a device and on the server, which mails them. */
export interface FileReport<
  Row,
  Filters extends Readonly<Record<string, FileFilter<Row>>> = Readonly<Record<string, FileFilter<Row>>>,
> {
  /** Names what is kept of it on the device, and its files. */
  id: string;
  title: string;
  /** Names the table. */
  label: string;
  /** Before everything that speaks of a row: its type is read from here. */
  rows: FileSource<Row, unknown>;
  rowId: (row: Row) => string;
  /** The days that are shown where the address names none. */
  days?: (today: string, periods: readonly PayPeriod[]) => AskedDays;
  filters: Filters;
  columns: readonly FileColumn<Row>[];
  sort: { id: string; desc: boolean };
  /** A smaller table above the rows, and a file and sheet of its own. */
  sums?: FileSums<Row, object>;
}

/** Declares a report that the server can mail, with the rows' type read from its source. */
export function fileReport<Row, Filters extends Readonly<Record<string, FileFilter<NoInfer<Row>>>>>(
  report: FileReport<Row, Filters>,
): FileReport<Row, Filters> {
  return report;
}
