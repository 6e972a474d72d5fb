import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { unreadableFault } from '#domain/imports/file-record.ts';
import { readRecordFile } from '#screens/file/read-file.ts';
import { workbookFile } from '#ui/workbook.ts';

function read(content: Uint8Array<ArrayBuffer> | string, sheet = 0) {
  return readRecordFile(new Blob([content]), {
    ...{ encoding: null, sheet, signal: new AbortController().signal },
    isHeading: (cells) => cells.includes('name'),
    onProgress: () => undefined,
  });
}
const cellsOf = async (...[content, sheet]: Parameters<typeof read>) =>
  (await read(content, sheet))?.records.map(({ cells }) => cells);

/** A workbook of another program: shared strings, prefixes, gaps, and formulas with stored values. */
function foreignWorkbook(sheetData: string, is1904 = false) {
  const parts = {
    'xl/workbook.xml': `<x:workbook xmlns:x="m" xmlns:r="o"><x:workbookPr date1904="${is1904 ? 1 : 0}"/><x:sheets><x:sheet name="Kids &amp; more" sheetId="1" r:id="rId1"/></x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="t" Target="/xl/worksheets/sheet7.xml"/></Relationships>',
    'xl/sharedStrings.xml':
      '<sst><si><t>name</t></si><si><r><t>Ma</t></r><r><t xml:space="preserve">ya </t></r><rPh><t>no</t></rPh></si><si><t>a_x000D_b &lt;&#x1F600;</t></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="m/d/yy\\ h:mm"/><numFmt numFmtId="171" formatCode="0.0&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="20"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet7.xml': `<x:worksheet xmlns:x="m"><x:sheetData>${sheetData}</x:sheetData></x:worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}

describe('a workbook', () => {
  test('that we wrote is read as it was, with its days and times', async () => {
    const file = workbookFile([
      {
        name: 'One',
        head: ['name', 'day', 'at', 'count'],
        rows: [['Maya', { day: '2025-09-05' }, { day: '2025-09-05', time: '09:30' }, 3.5]],
      },
      { name: 'Two', head: ['other'], rows: [['x']] },
    ]);
    expect(await read(file)).toMatchObject({ encoding: null, sheets: ['One', 'Two'], sheet: 0 });
    expect(await cellsOf(file)).toEqual([
      ['name', 'day', 'at', 'count'],
      ['Maya', '2025-09-05', '2025-09-05 09:30', '3.5'],
    ]);
    expect(await cellsOf(file, 1)).toEqual([['other'], ['x']]);
  });

  test('of another program keeps its row numbers, texts, formulas, and formats', async () => {
    const rows =
      '<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c></x:row>' +
      '<x:row r="4"><x:c r="A4" t="s"><x:v>1</x:v></x:c><x:c r="C4" s="1"><x:f>TODAY()</x:f><x:v>45905</x:v></x:c><x:c r="D4" t="s"><x:v>2</x:v></x:c><x:c r="E4" s="4"><x:v>0.375</x:v></x:c><x:c r="F4" s="3"><x:v>2</x:v></x:c><x:c r="G4" t="b"><x:v>1</x:v></x:c><x:c r="H4" t="e"><x:v>#REF!</x:v></x:c><x:c r="AA4" t="str"><x:v>=1+1</x:v></x:c></x:row>';
    const file = await read(foreignWorkbook(rows));
    expect(file?.records.map(({ line }) => line)).toEqual([1, 4]);
    expect(file?.records[1]?.cells.slice(0, 8)).toEqual([
      ...['Maya ', '', '2025-09-05', 'a\rb <😀', '09:00', '2', 'Yes', '#REF!'],
    ]);
    expect(file?.records[1]?.cells[26]).toBe('=1+1');
    expect(file?.sheets).toEqual(['Kids & more']);
    const [, early] = (await cellsOf(foreignWorkbook(rows.replace('45905', '44443'), true))) ?? [];
    expect(early?.[2]).toBe('2025-09-05');
  });

  test('with many rows is read in slices without losing any', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [`Name ${at}`, 'x'.repeat(20), at]);
    const cells = await cellsOf(workbookFile([{ name: 'All', head: ['name', 'text', 'number'], rows }]));
    expect(cells).toHaveLength(20_001);
    expect(cells?.at(-1)).toEqual(['Name 19999', 'x'.repeat(20), '19999']);
  });

  test('that is not one says so', async () => {
    const other = zipSync({ 'word/document.xml': strToU8('<a/>') });
    await expect(read(other)).rejects.toThrow("This isn't an Excel workbook");
    await expect(read(new Uint8Array([0x50, 0x4b, 3, 4, 9, 9]))).rejects.toThrow("can't be opened");
  });
});

/** A text as spreadsheets save it: UTF-16 with its byte order mark. */
function utf16(text: string, isBig: boolean): Uint8Array<ArrayBuffer> {
  const marked = `\uFEFF${text}`;
  const bytes = new Uint8Array(marked.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < marked.length; at += 1) view.setUint16(at * 2, marked.charCodeAt(at), !isBig);
  return bytes;
}

describe.each([
  ['utf-16le', false],
  ['utf-16be', true],
] as const)('a file in %s', (encoding, isBig) => {
  test.each([';', '\t', ','])(
    'separated by %j keeps its characters, quoted values, and lines',
    async (by) => {
      const lines = [
        ['name', 'language', 'note'],
        ['"Núñez, Zoë"', 'español', '"Warm-up;\r\nthen, reading"'],
        ['李小龙', 'Tiếng Việt', '"Likes 🎈 and ""quotes"""'],
        ['Łukasz', 'Հայերեն', ''],
      ];
      const file = await read(utf16(lines.map((cells) => cells.join(by)).join('\r\n'), isBig));
      expect(file).toMatchObject({ encoding, isDetected: true });
      expect(file?.records).toEqual([
        { line: 1, fault: null, cells: ['name', 'language', 'note'] },
        { line: 2, fault: null, cells: ['Núñez, Zoë', 'español', 'Warm-up;\nthen, reading'] },
        { line: 4, fault: null, cells: ['李小龙', 'Tiếng Việt', 'Likes 🎈 and "quotes"'] },
        { line: 5, fault: null, cells: ['Łukasz', 'Հայերեն', ''] },
      ]);
    },
  );

  test('names the line of an unclosed quotation mark, and has a cut-off end unreadable', async () => {
    const whole = utf16('name;day\r\nMaya;1\r\n"Léo;2\r\nAnna;3\r\nÓscar;4', isBig);
    const file = await read(whole.slice(0, -1));
    expect(file?.records.map(({ line, fault }) => [line, fault !== null])).toEqual([
      ...[
        [1, false],
        [2, false],
        [3, true],
        [4, false],
        [5, false],
      ],
    ]);
    expect(unreadableFault(file?.records[4]?.cells ?? [])).toContain("can't be read");
    expect(unreadableFault(file?.records[3]?.cells ?? [])).toBeNull();
  });
});

test('a delimited file is read with its lines, and names the line of an unclosed quotation mark', async () => {
  const file = await read('name;day\r\nMaya;1\r\n"Leo;2\r\nAnna;3\r\n');
  expect(file).toMatchObject({ encoding: 'utf-8', sheets: [] });
  const written = file?.records.filter(({ cells }) => cells.join('') !== '');
  expect(written?.map(({ line, fault }) => [line, fault === null])).toEqual([
    ...[
      [1, true],
      [2, true],
      [3, false],
      [4, true],
    ],
  ]);
});

test('a heading below a title decides the delimiter', async () => {
  const file = await readRecordFile(new Blob(['Roster, September\n\nfirst name;last name\nMaya;Rivera\n']), {
    ...{ encoding: null, sheet: null, signal: new AbortController().signal, onProgress: () => undefined },
    isHeading: (cells) => cells[0] === 'first name' && cells.length === 2,
  });
  expect(file?.records.map(({ cells }) => cells)).toEqual(
    expect.arrayContaining([
      ['first name', 'last name'],
      ['Maya', 'Rivera'],
    ]),
  );
});
