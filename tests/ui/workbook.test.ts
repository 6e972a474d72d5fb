import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { type Sheet, type SheetCell, workbookFile } from '#ui/workbook.ts';

/** The parts of a workbook as a spreadsheet reads them: unpacked and parsed. */
function partsOf(sheets: readonly Sheet[]): Map<string, Document> {
  const parts = Object.entries(unzipSync(workbookFile(sheets)));
  return new Map(
    parts.map(([name, bytes]) => {
      const parsed = new DOMParser().parseFromString(strFromU8(bytes), 'application/xml');
      expect(parsed.querySelector('parsererror')?.textContent, name).toBeUndefined();
      return [name, parsed];
    }),
  );
}

function sheetOf(rows: readonly (readonly SheetCell[])[], head = ['Name', 'Figure']): Document {
  return partsOf([{ name: 'Sheet', head, rows }]).get('xl/worksheets/sheet1.xml') as Document;
}

function cellAt(sheet: Document, place: string): Element | null {
  return sheet.querySelector(`c[r="${place}"]`);
}

describe('a workbook', () => {
  test('lists all of its parts', () => {
    const parts = partsOf([
      { name: 'One', head: ['A'], rows: [] },
      { name: 'Two', head: ['B'], rows: [] },
    ]);
    const listed = [...(parts.get('[Content_Types].xml')?.querySelectorAll('Override') ?? [])].map((part) =>
      part.getAttribute('PartName')?.slice(1),
    );
    const sheets = ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml'];
    expect(listed).toEqual(['xl/workbook.xml', 'xl/styles.xml', ...sheets]);
    for (const part of listed) expect(parts.has(String(part))).toBe(true);
    const names = [...(parts.get('xl/workbook.xml')?.querySelectorAll('sheet') ?? [])];
    expect(names.map((sheet) => sheet.getAttribute('name'))).toEqual(['One', 'Two']);
    const targets = parts.get('xl/_rels/workbook.xml.rels')?.documentElement.children ?? [];
    expect([...targets].map((target) => `xl/${target.getAttribute('Target')}`).sort()).toEqual(
      ['xl/styles.xml', ...sheets].sort(),
    );
  });

  test('freezes its header row, and has filters', () => {
    const sheet = sheetOf([['Ana Reyes', 45]]);
    expect(cellAt(sheet, 'A1')?.textContent).toBe('Name');
    expect(sheet.querySelector('pane')?.getAttribute('state')).toBe('frozen');
    expect(sheet.querySelector('autoFilter')?.getAttribute('ref')).toBe('A1:B2');
  });

  test('stores numbers as numbers and text as text, including digits', () => {
    const sheet = sheetOf([['007', -12.5]]);
    expect(cellAt(sheet, 'A2')?.getAttribute('t')).toBe('inlineStr');
    expect(cellAt(sheet, 'A2')?.textContent).toBe('007');
    expect(cellAt(sheet, 'B2')?.getAttribute('t')).toBeNull();
    expect(cellAt(sheet, 'B2')?.querySelector('v')?.textContent).toBe('-12.5');
  });

  test('stores days and times as dates', () => {
    const parts = partsOf([
      {
        name: 'Sheet',
        head: ['Day', 'At'],
        rows: [[{ day: '2026-03-10' }, { day: '2026-03-10', time: '18:00' }]],
      },
    ]);
    const sheet = parts.get('xl/worksheets/sheet1.xml') as Document;
    // 03/10/2026 is day 46,091 of spreadsheets.
    expect(cellAt(sheet, 'A2')?.textContent).toBe('46091');
    expect(cellAt(sheet, 'B2')?.textContent).toBe('46091.75');
    const formats = [...(parts.get('xl/styles.xml')?.querySelectorAll('cellXfs > xf') ?? [])];
    const formatOf = (place: string) => {
      const id = formats[Number(cellAt(sheet, place)?.getAttribute('s'))]?.getAttribute('numFmtId');
      return parts
        .get('xl/styles.xml')
        ?.querySelector(`numFmt[numFmtId="${id}"]`)
        ?.getAttribute('formatCode');
    };
    expect(formatOf('A2')).toBe('mm/dd/yyyy');
    expect(formatOf('B2')).toBe('mm/dd/yyyy\\ hh:mm\\ AM/PM');
  });

  test('leaves missing values empty', () => {
    const sheet = sheetOf([
      [null, null],
      ['', 1],
    ]);
    expect(sheet.querySelectorAll('sheetData row[r="2"] c')).toHaveLength(0);
    expect(cellAt(sheet, 'A3')).toBeNull();
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  -2+3', "'  -2+3"],
    ['＝1+1', "'＝1+1"],
  ])('never lets %j start a formula', (text, cell) => {
    const sheet = sheetOf([[text, 1]], [text, 'Figure']);
    expect(cellAt(sheet, 'A1')?.textContent).toBe(cell);
    expect(cellAt(sheet, 'A2')?.textContent).toBe(cell);
    expect(sheet.querySelector('f')).toBeNull();
  });

  test('accepts any typed text', () => {
    const typed = 'a <b> & "c" ]]>\n\tπ 🙂';
    expect(cellAt(sheetOf([[`${typed}\u0000\uD800`, 1]]), 'A2')?.textContent).toBe(typed);
  });

  test('has control characters as spreadsheets write them, and text that looks like that', () => {
    expect(cellAt(sheetOf([['a\u0007b\r_x0041_', 1]]), 'A2')?.textContent).toBe(
      'a_x0007_b_x000D__x005F_x0041_',
    );
  });

  test('has columns beyond Z', () => {
    const head = Array.from({ length: 28 }, (_, at) => `Column ${at}`);
    expect(cellAt(sheetOf([], head), 'AB1')?.textContent).toBe('Column 27');
  });

  test('gives sheets a name that spreadsheets accept', () => {
    const name = 'Hours [by week]: all of them, a very long name';
    const parts = partsOf([{ name, head: ['A'], rows: [] }]);
    const taken = parts.get('xl/workbook.xml')?.querySelector('sheet')?.getAttribute('name') ?? '';
    expect(taken).toBe('Hours  by week   all of them, a');
  });
});
