import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { RecordName } from '#contract/entity-name.ts';
import type {
  CellValue,
  Choice,
  FileColumn,
  FileFilter,
  FileSums,
  Unsynced,
} from '#contract/report-files/file-report.ts';
import type { Holder, Permission } from '#domain/access/permissions.ts';
import type { PayPeriod } from '#domain/payroll/pay-period.ts';
import type { Lookups } from '#screens/device/lookups.ts';
import type { ServerResult } from '#screens/device/signed-in.ts';
import type { FormLeads } from '#screens/list/record-edit.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import type { FilterShapes, Narrowing, ReportAddress } from './address.ts';
import type { ReportAction, ReportStep } from './report-action.ts';
import type { Why, WhyLink } from './why.tsx';

export {
  type Choice,
  distinctChoices,
  type Unsynced,
} from '#contract/report-files/file-report.ts';

/** The filters as a source is asked with them: the days are always there, the rest is empty where nothing is chosen. */
export type ReportQuery<Shapes extends FilterShapes> = { from: string; to: string } & {
  [Name in Narrowing<Shapes>]: Required<ReportAddress<Shapes>>[Name & keyof ReportAddress<Shapes>] | '';
};

export interface DeviceSource<Shapes extends FilterShapes, Row> {
  from: 'device';
  /** Reads this device, and follows it. Nothing until it has answered. */
  useRows: (asked: ReportQuery<Shapes>) => readonly Row[] | undefined;
}

export interface ServerSource<Shapes extends FilterShapes, Row, Answer> {
  from: 'server';
  /** What is asked for, such as "devices". */
  name: string;
  ask: (api: ApiClient, asked: ReportQuery<Shapes>) => Promise<Answer>;
  rows: (answer: Answer, known: { names: Lookups; device_id: string }) => readonly Row[];
  /** When the answer was true, where it says so itself. */
  asOf?: (answer: Answer) => string;
  /** Whose changes the answer lacks, where it says so itself. */
  unsynced?: (answer: Answer) => readonly Unsynced[];
}

/** What all rows of a paged source add up to, whatever page is shown. */
export interface PagedSums {
  count: number;
  /** In the place of the report's totals. */
  figures: readonly (readonly [label: string, figure: number | string])[];
  /** The sums below columns, by id. */
  footers: Readonly<Record<string, CellValue>>;
  /** What filters are chosen among, where the rows of one page don't have them all. */
  choices: Readonly<Record<string, readonly Choice[]>>;
  /** How many rows each choice of a counted filter shows, by filter and choice. */
  counts?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** What the report's `Summary` shows of them. */
  summary?: object;
}

/** A page of an answer. */
type RowPage<Answer> = Answer & { next: string | null };

/**
 * Rows that are too many for one answer. The server filters them, with the rules of the report's own filters, and has
 * them in the order of the sort; files and print load them all first.
 */
export interface PagedSource<Shapes extends FilterShapes, Row, Answer>
  extends Omit<ServerSource<Shapes, Row, Answer>, 'from' | 'ask'> {
  from: 'pages';
  /** "line", "lines" */
  nouns: readonly [one: string, many: string];
  /** So many rows at most are loaded for files and print. */
  most?: number;
  /** @param asked with every filter and `sort`, which is empty for the report's own */
  ask: (
    api: ApiClient,
    asked: PagedQuery,
    after: string | null,
    isWhole: boolean,
  ) => Promise<RowPage<Answer>>;
  askSums: (api: ApiClient, asked: PagedQuery) => Promise<PagedSums>;
}

export type PagedQuery = { from: string; to: string; sort: string } & Readonly<Record<string, unknown>>;

export interface MixedSource<Shapes extends FilterShapes, Row, Answer>
  extends Pick<ServerSource<Shapes, Row, Answer>, 'name' | 'ask'> {
  from: 'both';
  /** Follows this device. Undefined until it has answered; the result is undefined until the server has. */
  useRows: (
    asked: ReportQuery<Shapes>,
    answer: Pick<ServerResult<Answer>, 'result' | 'reload'>,
  ) => readonly Row[] | undefined;
}

export interface EitherSource<Shapes extends FilterShapes, Row, Question extends object, Answer> {
  from: 'either';
  /** What is asked for, such as "sessions". */
  name: string;
  /** What this device or the server is asked: the same while only filters of its answer change. */
  question: (asked: ReportQuery<Shapes>) => Question;
  ask: (api: ApiClient, question: Question) => Promise<Answer>;
  /** Whether this device holds what is asked for; undefined until loaded. */
  useIsHeld: (asked: ReportQuery<Shapes>) => boolean | undefined;
  /** This device's rows, live, or those of the answer where it doesn't hold them; undefined until loaded. */
  useRows: (
    question: Question,
    isHeld: boolean | undefined,
    answer: Pick<ServerResult<Answer | null>, 'result' | 'reload'>,
  ) => readonly Row[] | undefined;
}

/** Rows of this device where it holds them all; otherwise those of the server, page by page. */
export interface HeldOrPagedSource<Shapes extends FilterShapes, Row, Question extends object, Found>
  extends Pick<
    EitherSource<Shapes, Row, Question, readonly Found[]>,
    'name' | 'question' | 'useIsHeld' | 'useRows'
  > {
  from: 'held-or-pages';
  // biome-ignore lint/suspicious/noExplicitAny: what a page is, only its own functions know.
  pages: Omit<PagedSource<Shapes, Found, any>, 'from' | 'name'>;
  /** Whether a change of the row waits on this device: the server's totals don't have it. */
  isWaiting: (row: Row) => boolean;
  /** Makes rows of everything that the server found, for files and print. */
  useWhole: (question: Question) => (found: readonly Found[]) => Promise<readonly Row[]>;
}

// What an answer is, only the functions of its own source need to know.
export type Source<Shapes extends FilterShapes, Row> =
  | DeviceSource<Shapes, Row>
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  | ServerSource<Shapes, Row, any>
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  | PagedSource<Shapes, Row, any>
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  | MixedSource<Shapes, Row, any>
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  | EitherSource<Shapes, Row, any, any>
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  | HeldOrPagedSource<Shapes, Row, any, any>;

/** Rows of this device, live and offline. */
export function fromDevice<Shapes extends FilterShapes, Row>(
  useRows: DeviceSource<Shapes, Row>['useRows'],
): Source<Shapes, Row> {
  return { from: 'device', useRows };
}

/** Rows that only the server knows. The last answer is kept, sealed, to be read offline. */
export function fromServer<Shapes extends FilterShapes, Row, Answer>(
  source: Omit<ServerSource<Shapes, Row, Answer>, 'from'>,
): Source<Shapes, Row> {
  return { from: 'server', ...source };
}

/** Rows that only the server knows, a page at a time. The loaded pages and the sums are kept, sealed, to be read offline. */
export function fromPages<Shapes extends FilterShapes, Row, Answer>(
  source: Omit<PagedSource<Shapes, Row, Answer>, 'from'>,
): Source<Shapes, Row> {
  return { ...source, from: 'pages' };
}

/** Rows of this device with figures of the server in them: they are there before the figures are. */
export function fromBoth<Shapes extends FilterShapes, Row, Answer>(
  source: Omit<MixedSource<Shapes, Row, Answer>, 'from'>,
): Source<Shapes, Row> {
  return { from: 'both', ...source };
}

/** Rows of this device where it holds them all, live and offline; otherwise of the server, whose last answer is kept. */
export function fromEither<Shapes extends FilterShapes, Row, Question extends object, Answer>(
  source: Omit<EitherSource<Shapes, Row, Question, Answer>, 'from'>,
): Source<Shapes, Row> {
  return { from: 'either', ...source };
}

/** Rows of this device where it holds them all, live and offline; otherwise of the server, page by page. */
export function fromDeviceOrPages<Shapes extends FilterShapes, Row, Question extends object, Found>(
  source: Omit<HeldOrPagedSource<Shapes, Row, Question, Found>, 'from'>,
): Source<Shapes, Row> {
  return { from: 'held-or-pages', ...source };
}

/** What a cell may use beside its row. */
export interface CellTools {
  /** In ms since the epoch, and as old as what is shown. */
  now: number;
  /** Little room: values that can share a cell do. */
  isTight: boolean;
  linkTo: (id: string, content: ReactNode, className: string) => ReactNode;
  /** Links what a figure is made of. */
  whyLink: WhyLink;
  /** Refetches from the server after something changed there. */
  reload: () => Promise<void>;
}

/** A column as the screen shows it. */
export interface ReportColumn<Row> extends FileColumn<Row> {
  /** What the screen shows where the value is not enough. Files and print take the value. */
  cell?: (row: Row, tools: CellTools) => ReactNode;
}

/** Columns of files, with what the screen shows in some of them, by id. */
export function withCells<Row>(
  columns: readonly FileColumn<Row>[],
  cells: Readonly<Record<string, NonNullable<ReportColumn<NoInfer<Row>>['cell']>>>,
): ReportColumn<Row>[] {
  return columns.map((column) => {
    const cell = cells[column.id];
    return cell === undefined ? column : { ...column, cell };
  });
}

type FilterSpec<Row> = FileFilter<Row, Lookups>;

/** A report's custom content above the table. */
export interface SummaryProps {
  asked: { from: string; to: string };
  tools: CellTools;
  isInSheet: boolean;
  /** That are shown, in order: a report knows what they are. */
  rows: readonly object[];
  /** What all rows add up to, where the rows are those of some pages: undefined until loaded, null if that failed. */
  summary?: object | null | undefined;
}

/** The rows summed by something, such as weeks. */
export interface Sums<Row, Sum> extends Omit<FileSums<Row, Sum>, 'columns'> {
  columns: readonly ReportColumn<Sum>[];
}

/** What a sum is, only its own columns need to know. */
export function sumsOf<Row, Sum>(sums: Sums<Row, Sum>): Sums<Row, object> {
  return sums as unknown as Sums<Row, object>;
}

/** Sums of files, with what the screen shows in some of their columns, by id. */
export function sumsWithCells<Row, Sum extends object>(
  sums: FileSums<Row, object>,
  cells: Readonly<Record<string, NonNullable<ReportColumn<Sum>['cell']>>>,
): Sums<Row, object> {
  return { ...sums, columns: withCells(sums.columns, cells as Readonly<Record<string, never>>) };
}

/** The form of a row, for people who may change its record. */
export interface RowForm<Row> {
  entity: RecordName;
  permission: Permission;
  /** Of a row, or of a new record where null. The report is read again when it closes. */
  form: (row: Row | null, leads: FormLeads) => ReactNode;
}

export interface ReportSpec<Shapes extends FilterShapes, Row> {
  /** Names what is kept of it on the device, and its files. */
  id: string;
  title: string;
  /** Stands beside the title. */
  badge?: string;
  /** Names the table. */
  label: string;
  /** Before everything that speaks of a row: its type is read from here. */
  rows: Source<Shapes, Row>;
  rowId: (row: NoInfer<Row>) => string;
  /** The days that are shown where the address names none. */
  days?: (today: string, periods: readonly PayPeriod[]) => { from: string; to: string };
  filters: {
    [Name in Narrowing<Shapes>]: FilterSpec<NoInfer<Row>>;
  };
  columns: readonly ReportColumn<NoInfer<Row>>[];
  /** Of rows that are opened, the id that the address has. */
  opens?: (row: NoInfer<Row>) => string;
  /** Rows open their form, and new records are added. */
  edits?: RowForm<NoInfer<Row>>;
  sort: { id: string; desc: boolean };
  /** Stays on the pay period of the day that it opened on: something is decided on it. */
  keepsPeriod?: true;
  /** Opens on the newest pay period that is over, not on the one that runs. */
  opensClosed?: true;
  totals?: (
    shown: readonly NoInfer<Row>[],
    all: readonly NoInfer<Row>[],
    now: number,
  ) => readonly (readonly [label: string, figure: number | string])[];
  Summary?: ComponentType<SummaryProps>;
  /** A smaller table above the rows, and a file and sheet of its own. */
  sums?: Sums<NoInfer<Row>, object>;
  /** The rows below each other, in a sheet. */
  list?: (rows: readonly NoInfer<Row>[], open: (id: string) => void) => ReactNode;
  /** Where the figure of a column comes from; nothing for one that needs no telling. */
  why?: (row: NoInfer<Row>, column: string) => (() => Why) | null;
  /** Names a row, where it is selected and spoken of by itself. */
  rowName?: (row: NoInfer<Row>) => string;
  /** What is done to several rows at once. */
  actions?: readonly ReportAction<NoInfer<Row>>[];
  /** What is done to several rows in one step of the server. */
  steps?: readonly ReportStep<NoInfer<Row>>[];
  /** Stands beside "As of". */
  remark?: (shown: readonly NoInfer<Row>[], all: readonly NoInfer<Row>[]) => string;
  /** Whether other devices are asked about, so that the report can say whether it is complete. */
  asksDevices?: true;
  /** Who takes rows along as files and on paper; everyone where it is not said. */
  mayExport?: (holder: Holder) => boolean;
  empty: { title: string; help: string; icon?: LucideIcon; filtered?: string };
  rowHeight?: number;
  /** Of rows with little room, whose cells have more lines. */
  tightRowHeight?: number;
}

export interface Report<Shapes extends FilterShapes, Row> extends ReportSpec<Shapes, Row> {
  shapes: Shapes;
}

/** A list or report, declared once; `ReportScreen` does the rest. */
export function defineReport<const Shapes extends FilterShapes, Row>(
  shapes: Shapes,
  spec: ReportSpec<Shapes, Row>,
): Report<Shapes, Row> {
  return { ...spec, shapes };
}
