import { describe, expect, test } from 'vitest';
import { readCodeFile } from '#features/soap-options/read-code-file.ts';
import { workbookFile } from '#ui/workbook.ts';

const services = [{ id: 'speech', name: 'Speech Therapy', short_name: 'ST' }];

type Encoding = Parameters<typeof readCodeFile>[1]['encoding'];

function read(content: string | Uint8Array<ArrayBuffer>, encoding: Encoding = null) {
  return readCodeFile(new Blob([content]), {
    ...{ kind: 'dx' as const, services, encoding },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
}

/** Each character as one byte, as Windows-1252 has it for these. */
function narrow(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

/** UTF-16 with its byte order mark. */
function wide(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const bytes = Array.from(`\uFEFF${text}`).flatMap((sign) => {
    const unit = sign.charCodeAt(0);
    return isLittle ? [unit & 0xff, unit >> 8] : [unit >> 8, unit & 0xff];
  });
  return new Uint8Array(bytes);
}

const one = { line: 2, code: 'F80.2', description: 'Mixed', service: 'speech' };

describe('a code file', () => {
  test.each<[string, string]>([
    ['commas', 'code,description,service\nF80.2,Mixed,ST\n'],
    ['semicolons', 'code;description;service\r\nF80.2;Mixed;ST\r\n'],
    ['tabs', 'code\tdescription\tservice\nF80.2\tMixed\tST'],
    ['a heading in another order', 'Service,Code,DESCRIPTION\nST,f80.2,Mixed'],
    ['a byte order mark', '\uFEFFcode,description,service\r\nF80.2,Mixed,ST\r\n'],
    ['quotation marks', '"code","description","service"\n"F80.2","Mixed","ST"\n'],
    ['old line breaks', 'code,description,service\rF80.2,Mixed,ST\r'],
    ['commas in other columns', 'code;description;service;note, long\nF80.2;Mixed;ST;a, b, c'],
  ])('with %s is read', async (_, text) => {
    expect(await read(text)).toMatchObject({ rows: 1, codes: [one], faulty: [], problem: null });
  });

  test("that starts with Excel's separator line is read", async () => {
    expect(await read('sep=;\r\ncode;description\r\nF80.2;Mixed\r\n')).toMatchObject({
      rows: 1,
      codes: [{ line: 3, code: 'F80.2' }],
    });
  });

  test('has its line numbers counted across line breaks in quotation marks and blank lines', async () => {
    const text =
      'code,description\r\nF80.81,"Stammering, ""stuttering""\r\nin childhood"\r\n\r\nbad,x\r\nF80.2,y\r\n';
    expect(await read(text)).toMatchObject({
      rows: 3,
      codes: [
        { line: 2, description: 'Stammering, "stuttering"\nin childhood' },
        { line: 6, code: 'F80.2' },
      ],
      faulty: [{ line: 5 }],
    });
  });

  test.each<[string, string, number, number[], RegExp]>([
    [
      'up to the next quoted value',
      'code,description\nF80.1,a\nF80.2,"b\nF80.4,"d"\nF80.81,e\n',
      3,
      [2, 4, 5],
      /never closes/,
    ],
    [
      'up to the end of the file',
      'code,description\nF80.1,a\nF80.2,"b\nF80.4,d\nF80.81,e\n',
      3,
      [2, 4, 5],
      /never closes/,
    ],
    ['on the last line', 'code,description\nF80.1,a\nF80.2,"b', 3, [2], /never closes/],
    ['in a value of several lines', 'code,description\n"F80.1","a\nb","c\nF80.4,d\n', 3, [4], /never closes/],
    ['inside a value', 'code,description\nF80.2,"a "b" c"\nF80.4,d\n', 2, [3], /Double it/],
  ])(
    'names the line of a quotation mark left open %s, and reads on below it',
    async (_, text, line, lines, words) => {
      const reading = await read(text);
      expect(reading?.faulty).toMatchObject([{ line, faults: [expect.stringMatching(words)] }]);
      expect(reading?.codes.map((code) => code.line)).toEqual(lines);
      expect(reading?.rows).toBe(lines.length + 1);
    },
  );

  test('keeps the line numbers of a long file, and every line in it', async () => {
    const count = 30_000;
    const quoted = (at: number) => (at % 3 === 0 ? `"Text ${at},\nsecond line"` : `Text ${at}`);
    const code = (at: number) => `A${String(at % 100).padStart(2, '0')}.${Math.floor(at / 100)}`;
    const rows = Array.from({ length: count }, (_, at) => `${code(at)},${quoted(at)}`);
    rows[20_000] = 'A00.200,"open';
    const reading = await read(`code,description\n${rows.join('\n')}\n`);
    const breaks = rows.slice(0, 20_000).filter((row) => row.includes('\n')).length;
    expect(reading).toMatchObject({ rows: count, faulty: [{ line: 20_002 + breaks }] });
    expect(reading?.codes.at(-1)).toMatchObject({
      line: rows.join('\n').split('\n').length + (quoted(count - 1).includes('\n') ? 0 : 1),
      code: code(count - 1),
    });
  });
});

describe('the encoding of a code file', () => {
  const text = 'code,description,service\nF80.2,Caf\u00e9,ST\n';
  const cafe = { ...one, description: 'Café' };

  test.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ['UTF-8', new TextEncoder().encode(text), 'utf-8'],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${text}`), 'utf-8'],
    ['Windows-1252', narrow(text), 'windows-1252'],
    ['UTF-16 LE', wide(text, true), 'utf-16le'],
    ['UTF-16 BE', wide(text, false), 'utf-16be'],
  ])('is recognized as %s', async (_, bytes, encoding) => {
    expect(await read(bytes)).toMatchObject({ encoding, isDetected: true, codes: [cafe], faulty: [] });
  });

  test('can be chosen instead, and a character lost by a wrong choice is a fault on its line', async () => {
    expect(await read(narrow(text), 'utf-8')).toMatchObject({
      ...{ encoding: 'utf-8', isDetected: false, rows: 1, codes: [] },
      faulty: [
        { line: 2, faults: [expect.stringMatching(/"Caf\uFFFD" has a character that can't be read/)] },
      ],
    });
  });
});

describe('a workbook of codes', () => {
  const head = ['Code', 'Description', 'Service'];

  test('is read as it is in its cells, numbers and days too', async () => {
    const rows = [
      ['F80.2', 'Café', 'ST'],
      ['F80.81', { day: '2025-09-05' }, ''],
      ['nonsense', 7, ''],
    ];
    const reading = await read(workbookFile([{ name: 'Codes', head, rows }]));
    expect(reading).toMatchObject({ rows: 3, encoding: null, problem: null, faulty: [{ line: 4 }] });
    expect(reading?.codes).toEqual([
      { line: 2, code: 'F80.2', description: 'Café', service: 'speech' },
      { line: 3, code: 'F80.81', description: '2025-09-05', service: null },
    ]);
  });

  test('is read from the first sheet that has the columns', async () => {
    const notes = { name: 'Notes', head: ['About this file'], rows: [['x']] };
    const file = workbookFile([notes, { name: 'Codes', head, rows: [['F80.2', 'Mixed', 'ST']] }]);
    expect(await read(file)).toMatchObject({ codes: [one], problem: null });
  });

  test('without such a sheet says which columns it needs', async () => {
    const file = workbookFile([{ name: 'Notes', head: ['About this file'], rows: [['x']] }]);
    expect(await read(file)).toMatchObject({
      codes: [],
      problem: { line: 1, message: expect.stringMatching(/"code" and "description".*About this file/) },
    });
  });
});

describe('the ICD-10-CM order file', () => {
  const BILLABLE = 74_000;

  /** As published: 37 groups of codes, each with its category, then its 2,000 codes of six or seven characters. */
  function orderFile(): string {
    const lines: string[] = [];
    const add = (code: string, valid: 0 | 1, text: string) => {
      const order = String(lines.length + 1).padStart(5, '0');
      lines.push(`${order} ${code.padEnd(7)} ${valid} ${text.slice(0, 60).padEnd(60)} ${text}`);
    };
    for (let group = 0; group < BILLABLE / 2_000; group += 1) {
      const category = `S${String(group).padStart(2, '0')}`;
      add(category, 0, `Injury ${group}`);
      for (let at = 0; at < 2_000; at += 1) {
        add(
          `${category}${String(at).padStart(4, '0')}`,
          1,
          `Ménière's injury ${group}-${at}, "open", initial`,
        );
      }
    }
    return lines.map((line) => `${line}\r\n`).join('');
  }

  test('with 74,000 codes is read whole, without its categories', async () => {
    const reading = await read(orderFile());
    expect(reading).toMatchObject({ rows: BILLABLE, categories: 37, faulty: [], problem: null });
    expect(reading?.codes).toHaveLength(BILLABLE);
    expect(reading?.codes[0]).toEqual({
      ...{ line: 2, code: 'S00.0000', description: `Ménière's injury 0-0, "open", initial` },
    });
    expect(reading?.codes.at(-1)).toMatchObject({ line: BILLABLE + 37, code: 'S36.1999' });
  });

  test.each<[string, (text: string) => Uint8Array<ArrayBuffer>]>([
    ['windows-1252', narrow],
    ['utf-16le', (text) => wide(text, true)],
  ])('in %s is recognized', async (encoding, bytes) => {
    const few = orderFile().split('\r\n').slice(0, 3).join('\r\n');
    expect(await read(bytes(few))).toMatchObject({
      ...{ encoding, categories: 1, faulty: [] },
      codes: [{ line: 2, description: `Ménière's injury 0-0, "open", initial` }, { line: 3 }],
    });
  });

  test('names a line that was broken, and reads on', async () => {
    const lines = orderFile().split('\r\n').slice(0, 4);
    lines[2] = '00003 S00.0001 Injury';
    expect(await read(lines.join('\n'))).toMatchObject({
      ...{ rows: 3, categories: 1, codes: [{ line: 2 }, { line: 4 }] },
      faulty: [{ line: 3, faults: [expect.stringMatching(/layout of the ICD-10-CM order file/)] }],
    });
  });
});

test('reading stops when it is aborted', async () => {
  const abort = new AbortController();
  const rows = Array.from({ length: 50_000 }, (_, at) => `A00.${at},x`).join('\n');
  let told = 0;
  const read = readCodeFile(new Blob([`code,description\n${rows}`]), {
    ...{ kind: 'dx' as const, services: [], encoding: null, signal: abort.signal },
    onProgress: () => {
      told += 1;
      abort.abort();
    },
  });
  expect(await read).toBeNull();
  expect(told).toBe(1);
});
