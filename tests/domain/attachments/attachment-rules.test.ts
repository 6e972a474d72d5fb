import { describe, expect, test } from 'vitest';
import {
  extensionOf,
  imageTypeOfBytes,
  isProgram,
  isShownAsImage,
  servedAs,
} from '#domain/attachments/attachment-kinds.ts';
import {
  fileProblems,
  keptFileName,
  LARGEST_ATTACHMENT_BYTES,
} from '#domain/attachments/attachment-rules.ts';
import { missingParts, PART_BYTES, partCount, partRange } from '#domain/attachments/part-plan.ts';

const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const GIF = [...Buffer.from('GIF89a')];
const BMP = [0x42, 0x4d, 0x3a, 0, 0, 0, 0, 0, 0, 0];
const WEBP = [...Buffer.from('RIFF....WEBP')];
const HTML = [...Buffer.from('<!doctype html>')];
const SVG = [...Buffer.from('<svg xmlns="h')];

describe('files shown as images', () => {
  test.each(['a.jpg', 'a.jpeg', 'a.png', 'a.gif', 'a.bmp', 'a.webp', 'A B.JPG', 'x.tar.PnG'])(
    '%s',
    (name) => {
      expect(isShownAsImage(name)).toBe(true);
    },
  );

  test.each([
    'a.pdf',
    'a.svg',
    'a.html',
    'a.tiff',
    'a.heic',
    'a.avif',
    'png',
    '.png',
    'a.png.pdf',
    'a.',
    '',
    'a.toString',
  ])('%s is a link', (name) => {
    expect(isShownAsImage(name)).toBe(false);
  });

  test.each([
    ['Scan.PDF', 'pdf'],
    ['archive.tar.gz', 'gz'],
    ['noextension', ''],
    ['.profile', ''],
    ['dot.', ''],
    ['  spaced.png ', 'png'],
  ])('the extension of %s is %s', (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });

  test.each([
    [JPEG, 'image/jpeg'],
    [PNG, 'image/png'],
    [GIF, 'image/gif'],
    [BMP, 'image/bmp'],
    [WEBP, 'image/webp'],
    [HTML, null],
    [SVG, null],
    [[...Buffer.from('BMX is a kind of sport')], null],
    [[...Buffer.from('RIFF....WAVE')], null],
    [[0xff, 0xd8], null],
    [[], null],
  ])('the bytes %j are %s', (bytes, type) => {
    expect(imageTypeOfBytes(new Uint8Array(bytes))).toBe(type);
  });

  test.each([
    ['a.png', PNG, 'image/png', true],
    // The bytes know better than the name which image it is.
    ['a.png', JPEG, 'image/jpeg', true],
    ['a.png', HTML, 'application/octet-stream', false],
    ['a.gif', SVG, 'application/octet-stream', false],
    ['a.html', HTML, 'application/octet-stream', false],
    ['a.svg', SVG, 'application/octet-stream', false],
    ['a.pdf', PNG, 'application/octet-stream', false],
    ['a.png', [], 'application/octet-stream', false],
  ])('%s is served as what both its name and its bytes are', (name, bytes, type, isInline) => {
    expect(servedAs(name, new Uint8Array(bytes))).toEqual({ type, isInline });
  });
});

describe('files that may be attached', () => {
  test.each([
    [{ file_name: 'a.pdf', size: 1 }, {}],
    [{ file_name: 'a.pdf', size: LARGEST_ATTACHMENT_BYTES }, {}],
    [{ file_name: 'a.pdf', size: LARGEST_ATTACHMENT_BYTES + 1 }, { size: 'Files can be up to 25 MB.' }],
    [{ file_name: 'a.pdf', size: 0 }, { size: 'This file is empty.' }],
    [{ file_name: 'a.exe', size: 1 }, { file_name: "You can't attach programs or scripts." }],
    [{ file_name: 'photo.png.SCR', size: 1 }, { file_name: "You can't attach programs or scripts." }],
  ])('%j', (file, problems) => {
    expect(fileProblems(file)).toEqual(problems);
  });

  test('pages and drawings are accepted, but never opened inline', () => {
    expect(['a.html', 'a.svg', 'a.docx', 'a'].filter(isProgram)).toEqual([]);
  });

  test.each([
    'x.exe.',
    'x.exe. . ',
    'x.exe \u00a0',
    '.exe',
    'x.exe::$DATA',
    'x.exe:report.pdf',
    'x.e\u200bxe',
    'x.exe\ufeff',
    'x.ex\u202ee',
    'x\uff0eexe',
    'C:\\x\\report.EXE.',
  ])('%j is a program', (file_name) => {
    expect(fileProblems({ file_name, size: 1 }).file_name).toBeDefined();
  });

  test.each(['a.pdf.', 'exe', 'my exe', 'a.exe.pdf', 'Dr. Nguyen', 'note...'])(
    "%j isn't a program",
    (file_name) => {
      expect(fileProblems({ file_name, size: 1 })).toEqual({});
    },
  );

  test.each([
    ['a.pdf. .', 'a.pdf'],
    ['...', 'Attachment'],
    ['plain.pdf', 'plain.pdf'],
    ['C:\\Users\\x\\scan.pdf', 'scan.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['a\u0000b\n.pdf', 'ab.pdf'],
    ['exe\u202efdp.scan', 'exefdp.scan'],
    ['half\ud83d.png', 'half.png'],
    ['  ', 'Attachment'],
    ['folder/', 'Attachment'],
    ['Élodie’s 😀.jpg', 'Élodie’s 😀.jpg'],
  ])('%j is kept as %j', (name, kept) => {
    expect(keptFileName(name)).toBe(kept);
  });

  test('a long name is shortened before its extension', () => {
    const kept = keptFileName(`${'x'.repeat(400)}.jpeg`);
    expect(kept).toHaveLength(200);
    expect(isShownAsImage(kept)).toBe(true);
    expect(keptFileName(`${'😀'.repeat(150)}.pdf`)).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });
});

describe('the parts of a file', () => {
  test.each([
    [1, 1],
    [PART_BYTES, 1],
    [PART_BYTES + 1, 2],
    [LARGEST_ATTACHMENT_BYTES, 100],
  ])('a file of %d bytes has %d', (size, count) => {
    expect(partCount(size)).toBe(count);
    const ranges = Array.from({ length: count }, (_, index) => partRange(size, index + 1));
    // The ranges are contiguous, from the first byte to the last.
    expect(ranges[0]?.start).toBe(0);
    expect(ranges.at(-1)?.end).toBe(size);
    for (const [at, range] of ranges.entries()) if (at > 0) expect(range?.start).toBe(ranges[at - 1]?.end);
    for (const part of [0, -1, count + 1, 1.5, Number.NaN]) expect(partRange(size, part)).toBeNull();
  });

  test.each([
    [3, [], [1, 2, 3]],
    [3, [2], [1, 3]],
    [3, [3, 1, 2], []],
    [2, [7], [1, 2]],
  ])('of %d parts, where %j are there, %j are missing', (count, arrived, missing) => {
    expect(missingParts(count, arrived)).toEqual(missing);
  });
});
