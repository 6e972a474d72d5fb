/// <reference path="./saxen.d.ts" />
import { strFromU8, unzipSync } from 'fflate';
import { Parser } from 'saxen';
import type { FileRecord } from '#domain/imports/file-record.ts';

/** Unpacked, a sheet of 100,000 rows with 20 columns has about 200 MB. */
const MOST_BYTES = 400 * 1_024 * 1_024;
/** Characters of a sheet per slice: parsed in a few milliseconds. */
const SLICE = 512 * 1_024;

/** A workbook (Office Open XML) whose sheets can be read. */
export interface Workbook {
  sheets: readonly { name: string; path: string }[];
  /** The records of a sheet, slice by slice: a record for each row that the file has, numbered as in the spreadsheet. */
  recordSlices(path: string): Generator<FileRecord[], void, void>;
}

/** Whether the bytes are an archive, as workbooks are. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 9) < 9;
}

/**
 * Opens a workbook. Formulas count with the value that the spreadsheet stored, days and times as text (`2025-09-05`,
 * `09:30`), and everything else as it is in the cell, not as it is displayed.
 *
 * @throws Error if it isn't a workbook, is encrypted, or is too large
 */
export function openWorkbook(bytes: Uint8Array): Workbook {
  let unpacked = 0;
  const parts = unzipped(bytes, (size) => {
    unpacked += size;
    if (unpacked > MOST_BYTES) throw new Error('This workbook is too large. Split it into smaller files.');
  });
  const text = (path: string) => {
    const part = parts[path];
    return part === undefined ? null : strFromU8(part);
  };
  const workbook = text('xl/workbook.xml');
  if (workbook === null) throw new Error("This isn't an Excel workbook (.xlsx). Save it as .xlsx or CSV.");
  const targets = relationsOf(text('xl/_rels/workbook.xml.rels') ?? '');
  const sheets: { name: string; path: string }[] = [];
  let is1904 = false;
  eachElement(workbook, (name, attributes) => {
    if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes().date1904 ?? '');
    if (name !== 'sheet') return;
    const own = attributes();
    const path = targets.get(own['r:id'] ?? own.id ?? '');
    if (path !== undefined && path in parts) sheets.push({ name: attributeText(own.name ?? 'Sheet'), path });
  });
  if (sheets.length === 0) throw new Error('This workbook has no sheets.');
  const shared = sharedTexts(text('xl/sharedStrings.xml'));
  const formats = dateFormats(text('xl/styles.xml'));
  return {
    sheets,
    recordSlices: (path) => sheetSlices(text(path) ?? '', { shared, formats, is1904 }),
  };
}

function unzipped(bytes: Uint8Array, onSize: (size: number) => void): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        const isWanted =
          /^xl\/(workbook|styles|sharedStrings)\.xml$|^xl\/_rels\/workbook\.xml\.rels$|^xl\/worksheets\/[^/]+\.xml$/.test(
            name,
          );
        if (isWanted) onSize(originalSize);
        return isWanted;
      },
    });
  } catch (fault) {
    if (fault instanceof Error && fault.message.startsWith('This workbook')) throw fault;
    throw new Error("This file can't be opened. It may be damaged or protected by a password.");
  }
}

const bare = (name: string) => name.replace(/^.*:/, '');

/** Elements by their names without prefix. */
function eachElement(xml: string, onOpen: (name: string, attributes: () => Record<string, string>) => void) {
  new Parser().on('openTag', (name, attributes) => onOpen(bare(name), attributes)).parse(xml);
}

function relationsOf(xml: string): Map<string, string> {
  const targets = new Map<string, string>();
  eachElement(xml, (name, attributes) => {
    if (name !== 'Relationship') return;
    const { Id: id = '', Target: target = '' } = attributes();
    targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  });
  return targets;
}

/** Characters beyond U+FFFF that are written as numbers, which the parser would lose. */
function withAstral(text: string): string {
  return text.replace(/&#(?:x([\da-f]{5,6})|(\d{5,7}));/gi, (whole, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0xffff && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The parser leaves entities in attributes as they are. */
function attributeText(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

/** Spreadsheets write characters that XML can't hold as `_x000D_`. */
function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

/** The texts that cells refer to by number. Phonetic readings (`rPh`) are left out. */
function sharedTexts(xml: string | null): string[] {
  const texts: string[] = [];
  if (xml === null) return texts;
  let [text, isText, isPhonetic] = ['', false, false];
  new Parser()
    .on('openTag', (name) => {
      if (bare(name) === 'si') text = '';
      if (bare(name) === 'rPh') isPhonetic = true;
      if (bare(name) === 't') isText = true;
    })
    .on('text', (part, decode) => {
      if (isText && !isPhonetic) text += decode(withAstral(part));
    })
    .on('closeTag', (name) => {
      if (bare(name) === 't') isText = false;
      if (bare(name) === 'rPh') isPhonetic = false;
      if (bare(name) === 'si') texts.push(unescaped(text));
    })
    .parse(xml);
  return texts;
}

type Format = 'number' | 'date';

/** By the number of a cell's style whether it shows a date or time. */
function dateFormats(xml: string | null): Format[] {
  const formats: Format[] = [];
  if (xml === null) return formats;
  const own = new Map<number, string>();
  let isCell = false;
  new Parser()
    .on('openTag', (name, attributes) => {
      const element = bare(name);
      if (element === 'numFmt')
        own.set(Number(attributes().numFmtId), attributeText(attributes().formatCode ?? ''));
      if (element === 'cellXfs') isCell = true;
      if (element === 'xf' && isCell) {
        const id = Number(attributes().numFmtId ?? 0);
        formats.push(isDateFormat(id, own.get(id)) ? 'date' : 'number');
      }
    })
    .on('closeTag', (name) => {
      if (bare(name) === 'cellXfs') isCell = false;
    })
    .parse(xml);
  return formats;
}

/** Built-in formats 14–22, 27–36, 45–47, and 50–58 are dates and times. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) {
    return (
      (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
    );
  }
  const letters = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_.|\*./gi, '');
  return /[dmyhs]/i.test(letters) && !/general/i.test(letters);
}

interface SheetFacts {
  shared: readonly string[];
  formats: readonly Format[];
  is1904: boolean;
}

/** Cuts the sheet between rows, so that the page stays responsive between slices. */
function* sheetSlices(xml: string, facts: SheetFacts): Generator<FileRecord[], void, void> {
  const start = /<(?:\w+:)?sheetData(?:\s[^>]*)?>/.exec(xml);
  if (start === null) return;
  let at = start.index + start[0].length;
  const last = xml.search(/<\/(?:\w+:)?sheetData>/);
  const end = last < 0 ? xml.length : last;
  const state = { row: 0 };
  while (at < end) {
    const rest = /<\/(?:\w+:)?row>/g;
    rest.lastIndex = Math.min(end, at + SLICE);
    const found = rest.exec(xml);
    const next = found === null || found.index > end ? end : found.index + found[0].length;
    yield rowsOf(`<rows>${xml.slice(at, next)}</rows>`, facts, state);
    at = next;
  }
}

function rowsOf(xml: string, facts: SheetFacts, state: { row: number }): FileRecord[] {
  const records: FileRecord[] = [];
  let cells: string[] = [];
  let cell = { column: 0, type: '', style: 0, value: '' };
  let column = 0;
  let isValue = false;
  new Parser()
    .on('openTag', (name, attributes) => {
      const element = bare(name);
      if (element === 'row') {
        cells = [];
        column = 0;
        state.row = Number(attributes().r ?? state.row + 1);
      } else if (element === 'c') {
        const { r = '', t = 'n', s = '0' } = attributes();
        column = r === '' ? column : columnOf(r);
        cell = { column, type: t, style: Number(s), value: '' };
        column += 1;
      } else if (element === 'v' || element === 't') isValue = true;
    })
    .on('text', (part, decode) => {
      if (isValue) cell.value += decode(withAstral(part));
    })
    .on('cdata', (part) => {
      if (isValue) cell.value += part;
    })
    .on('closeTag', (name) => {
      const element = bare(name);
      if (element === 'v' || element === 't') isValue = false;
      if (element === 'c' && cell.value !== '') {
        while (cells.length < cell.column) cells.push('');
        cells[cell.column] = textOf(cell, facts);
      }
      if (element === 'row') records.push({ line: state.row, cells, fault: null });
    })
    .parse(xml);
  return records;
}

/** "C7" is in column 2. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of place.toUpperCase()) {
    const at = letter.charCodeAt(0) - 64;
    if (at < 1 || at > 26) break;
    column = column * 26 + at;
  }
  return Math.max(0, column - 1);
}

function textOf(cell: { type: string; style: number; value: string }, facts: SheetFacts): string {
  switch (cell.type) {
    case 's':
      return facts.shared[Number(cell.value)] ?? '';
    case 'b':
      return cell.value === '1' ? 'Yes' : 'No';
    case 'n': {
      const number = Number(cell.value);
      if (Number.isNaN(number)) return cell.value;
      return facts.formats[cell.style] === 'date' ? momentText(number, facts.is1904) : String(number);
    }
    case 'd':
      return cell.value.replace('T', ' ').replace(/Z$/, '');
    case 'e':
      // An error such as #REF! is shown as it is: no column takes it for a value.
      return cell.value;
    default:
      return unescaped(cell.value);
  }
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A serial number as `2025-09-05`, `2025-09-05 09:30`, or without a day `09:30`. */
function momentText(serial: number, is1904: boolean): string {
  const days = serial + (is1904 ? 1_462 : 0);
  const ms = Math.round((days * DAY_MS) / MINUTE_MS) * MINUTE_MS;
  const at = new Date(Date.UTC(1899, 11, 30) + ms);
  if (Number.isNaN(at.getTime())) return String(serial);
  const [day = '', time = ''] = at.toISOString().split('T');
  const clock = time.slice(0, 5);
  if (serial < 1) return clock;
  return clock === '00:00' ? day : `${day} ${clock}`;
}
