import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { RecordName } from '#contract/entity-name.ts';
import type { Holder, Permission } from '#domain/access/permissions.ts';
import type { PayPeriod } from '#domain/payroll/pay-period.ts';
import type { Lookups } from '#screens/device/lookups.ts';
import type { FormLeads } from '#screens/list/record-edit.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import type { FilterShapes, Narrowing, ReportAddress } from './address.ts';
import type { ReportAction, ReportStep } from './report-action.ts';
import type { Why, WhyLink } from './why.tsx';

/** The filters as a source is asked with them: the days are always there, the rest is empty where nothing is chosen. */
export type ReportQuery<Shapes extends FilterShapes> = { from: string; to: string } & {
  [Name in Narrowing<Shapes>]: Required<ReportAddress<Shapes>>[Name & keyof ReportAddress<Shapes>] | '';
};

/** Changes that a person's devices have not sent, so that a report may lack them. */
export interface Unsynced {
  id: string;
  name: string;
  changes: number;
  since: string | null;
}

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

export interface MixedSource<Shapes extends FilterShapes, Row, Answer>
  extends Pick<ServerSource<Shapes, Row, Answer>, 'name' | 'ask'> {
  from: 'both';
  /** Follows this device. Nothing until it has answered; `answer` is nothing until the server has. */
  useRows: (asked: ReportQuery<Shapes>, answer: Answer | undefined) => readonly Row[] | undefined;
}

// What an answer is, only the functions of its own source need to know.
export type Source<Shapes extends FilterShapes, Row> =
  | DeviceSource<Shapes, Row>
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  | ServerSource<Shapes, Row, any>
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  | MixedSource<Shapes, Row, any>;

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

/** Rows of this device with figures of the server in them: they are there before the figures are. */
export function fromBoth<Shapes extends FilterShapes, Row, Answer>(
  source: Omit<MixedSource<Shapes, Row, Answer>, 'from'>,
): Source<Shapes, Row> {
  return { from: 'both', ...source };
}

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

export interface ReportColumn<Row> {
  id: string;
  header: string;
  kind?: ColumnKind;
  value: (row: Row) => CellValue;
  /** What it is sorted by where that is not its value. */
  sortBy?: (row: Row) => CellValue;
  /** What the screen says where there is no value. */
  none?: string;
  /** What the screen shows where the value is not enough. Files and print take the value. */
  cell?: (row: Row, tools: CellTools) => ReactNode;
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

interface FilterSpec<Row> {
  label: string;
  /** What choosing nothing is called; "All" where it is not said. */
  all?: string;
  /** What is chosen where the address says nothing; its shape has `all` then, for all of them. */
  initial?: string;
  placeholder?: string;
  /** What can be chosen; a filter without choices is a search. */
  choices?: (names: Lookups, rows: readonly Row[]) => readonly Choice[];
  /** Every student or provider on this device can be chosen: only then are all of them opened. */
  everyone?: 'student' | 'provider';
  /** Whether a row fits what was chosen. Without it the filter is a matter of the source. */
  matches?: (row: Row, held: string) => boolean;
  /** Its choices stay in sight, each with how many rows it shows. */
  isCounted?: true;
  /** What a search looks through. */
  words?: (row: Row) => string;
}

/** A report's custom content above the table. */
export interface SummaryProps {
  asked: { from: string; to: string };
  tools: CellTools;
  isInSheet: boolean;
  /** That are shown, in order: a report knows what they are. */
  rows: readonly object[];
}

/** The rows summed by something, such as weeks. */
export interface Sums<Row, Sum> {
  label: string;
  /** Names its sheet in a workbook, and its file. */
  sheet: string;
  rows: (rows: readonly Row[]) => readonly Sum[];
  rowId: (sum: Sum) => string;
  columns: readonly ReportColumn<Sum>[];
}

/** What a sum is, only its own columns need to know. */
export function sumsOf<Row, Sum>(sums: Sums<Row, Sum>): Sums<Row, object> {
  return sums as unknown as Sums<Row, object>;
}

/** The form of a row, for people who may change its record. */
export interface RowForm<Row> {
  entity: RecordName;
  permission: Permission;
  /** Of a row, or of a new record where null; it reloads what it has changed. */
  form: (row: Row | null, leads: FormLeads & Pick<CellTools, 'reload'>) => ReactNode;
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
  /** Files have only some of the rows, and say how many they leave out: "4 claim lines … are left out." */
  inFiles?: { matches: (row: NoInfer<Row>) => boolean; leftOut: (count: number) => string };
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
