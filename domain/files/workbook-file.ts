import { strToU8, zipSync } from 'fflate';
import { harmlessText } from './csv-text.ts';

/** A day is `YYYY-MM-DD`, a time `HH:MM`. Empty text and null leave the cell empty. */
export type SheetCell = string | number | null | { day: string; time?: string };

export interface Sheet {
  name: string;
  /** Frozen, bold, and with filters. */
  head: readonly string[];
  rows: readonly (readonly SheetCell[])[];
}

/**
 * Sheets as a workbook (Office Open XML). No text cell can start a formula, even after someone saves it as
 * CSV.
 *
 * It compresses on this thread: the content security policy forbids libraries that create workers from
 * strings.
 */
export function workbookFile(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const numbers = sheets.map((_, at) => at + 1);
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': relations([['workbook', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.map(({ name }, at) => `<sheet name="${escaped(sheetName(name))}" sheetId="${at + 1}" r:id="sheet${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['styles', 'styles', 'styles.xml'],
      ...numbers.map((n) => [`sheet${n}`, 'worksheet', `worksheets/sheet${n}.xml`] as const),
    ]),
    'xl/styles.xml': STYLES,
    ...Object.fromEntries(sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)])),
  };
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(`${XML}${xml}`)])),
    { level: 6, mtime: new Date(2000, 0, 1) },
  );
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function relations(list: readonly (readonly [id: string, type: string, target: string])[]): string {
  const one = ([id, type, target]: (typeof list)[number]) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.map(one).join('')}</Relationships>`;
}

/** Cell styles, by their index in the list of formats below. */
const LOOKS = { plain: 0, head: 1, day: 2, moment: 3 } as const;
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="mm/dd/yyyy"/><numFmt numFmtId="165" formatCode="mm/dd/yyyy\\ hh:mm\\ AM/PM"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

function sheetXml({ head, rows }: Sheet): string {
  const last = `${columnName(head.length - 1)}${rows.length + 1}`;
  const widths = head.map((_, at) =>
    columnWidth([head[at] ?? '', ...rows.slice(0, 500).map((row) => row[at] ?? null)]),
  );
  const lines = [
    head.map((text, at) => cellXml(text, `${columnName(at)}1`, LOOKS.head)),
    ...rows.map((row, line) => row.map((cell, at) => cellXml(cell, `${columnName(at)}${line + 2}`))),
  ];
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols><sheetData>${lines.map((cells, line) => `<row r="${line + 1}">${cells.join('')}</row>`).join('')}</sheetData><autoFilter ref="A1:${last}"/></worksheet>`;
}

function cellXml(cell: SheetCell, place: string, look: number = LOOKS.plain): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') {
    const style = cell.time === undefined ? LOOKS.day : LOOKS.moment;
    return `<c r="${place}" s="${style}"><v>${serialDate(cell)}</v></c>`;
  }
  const text = escaped(harmlessText(cell).slice(0, MOST_CHARACTERS));
  return `<c r="${place}" s="${look}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** A cell with more than this makes the file count as corrupt. */
const MOST_CHARACTERS = 32_767;

/** Days since 12/30/1899, as spreadsheets count them. */
function serialDate({ day, time = '00:00' }: { day: string; time?: string }): number {
  const days = (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return days + (hours * 60 + minutes) / 1_440;
}

/** "A" … "Z", "AA" … */
function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : `${columnName(Math.floor(at / 26) - 1)}${letter}`;
}

function columnWidth(cells: readonly SheetCell[]): number {
  const lengths = cells.map((cell) => {
    if (cell === null) return 0;
    return typeof cell === 'object' ? (cell.time === undefined ? 10 : 19) : String(cell).length;
  });
  return Math.min(60, Math.max(8, ...lengths) + 2);
}

/** At most 31 characters, without those that have a meaning in references. */
function sheetName(name: string): string {
  return name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31);
}

/**
 * XML can't represent control characters, not even escaped, and reads a carriage return as a line feed. Spreadsheets write them
 * as `_x000D_`, and the underscore of text that looks like that as `_x005F_`. U+0000 and lone surrogates are left out.
 */
function escaped(text: string): string {
  return text
    .replaceAll('\u0000', '')
    .replace(/[\uD800-\uDFFF]/gu, '')
    .replace(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_')
    .replace(
      /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
