import type { CsvColumn } from '#domain/files/csv-text.ts';
import type { SheetCell } from '#domain/files/workbook-file.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { hoursText } from '#domain/time/duration.ts';
import { displayDay, displayMoment, pacificDay, pacificDisplay, pacificTime } from '#domain/time/pacific.ts';
import { inUsualTimeFormat } from '#domain/time/time-format.ts';
import type { CellValue, ColumnKind, FileColumn } from './file-report.ts';

/** Whether values of this kind are compared digit by digit, and so end at the right. */
export function isFigure(kind: ColumnKind | undefined): boolean {
  return kind === 'number' || kind === 'difference' || kind === 'duration' || kind === 'money';
}

/** "+10", "−5", "0" */
export function signed(figure: number): string {
  const sign = figure > 0 ? '+' : figure < 0 ? '−' : '';
  return `${sign}${Math.abs(figure).toLocaleString('en-US')}`;
}

/** A value as people read it. */
export function shownValue(kind: ColumnKind | undefined, value: CellValue): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number') {
    if (kind === 'duration') return hoursText(value);
    if (kind === 'money') return moneyText(value);
    return kind === 'difference' ? signed(value) : value.toLocaleString('en-US');
  }
  if (kind === 'day') return displayDay(value);
  if (kind === 'instant') return pacificDisplay(value);
  if (kind !== 'moment') return value;
  const [day = '', time = ''] = value.split(' ');
  return displayMoment(day, time);
}

/** The columns of paper among these, in their order. */
export function paperColumns<Row>(columns: readonly FileColumn<Row>[]): FileColumn<Row>[] {
  return columns
    .filter(({ only }) => only !== 'screen' && only !== 'data' && only !== 'tight')
    .map(({ inFile, ...column }) => ({ ...column, ...inFile }));
}

/** The columns of files among these, in their order. */
function fileColumns<Row>(columns: readonly FileColumn<Row>[]): FileColumn<Row>[] {
  return columns
    .filter(({ only }) => only !== 'screen' && only !== 'tight')
    .map(({ inFile, ...column }) => ({
      ...column,
      ...(column.kind === 'duration' && { header: `${column.header} (minutes)` }),
      ...inFile,
    }));
}

export function csvColumns<Row>(columns: readonly FileColumn<Row>[]): CsvColumn<Row>[] {
  return fileColumns(columns).map(({ header, kind, value }) => ({
    header,
    value: (row) =>
      inUsualTimeFormat(() => {
        const found = value(row);
        return typeof found === 'number' ? fileNumber(kind, found) : shownValue(kind, found);
      }),
  }));
}

/** A number as spreadsheets have it: amounts in dollars. */
function fileNumber(kind: ColumnKind | undefined, value: number): number {
  return kind === 'money' ? value / 100 : value;
}

/** A cell of a workbook: numbers stay numbers, and days and instants become dates of the Pacific zone. */
function sheetCell(kind: ColumnKind | undefined, value: CellValue): SheetCell {
  if (typeof value === 'number') return fileNumber(kind, value);
  if (value === null || value === '') return value;
  if (kind === 'day') return { day: value };
  if (kind === 'instant') return { day: pacificDay(value), time: pacificTime(value) };
  if (kind !== 'moment') return value;
  const [day = '', time = ''] = value.split(' ');
  return { day, time };
}

export function sheetRows<Row>(
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
): { head: string[]; rows: SheetCell[][] } {
  const inFile = fileColumns(columns);
  return {
    head: inFile.map(({ header }) => header),
    rows: rows.map((row) =>
      inFile.map(({ kind, value }) =>
        sheetCell(
          kind,
          inUsualTimeFormat(() => value(row)),
        ),
      ),
    ),
  };
}
