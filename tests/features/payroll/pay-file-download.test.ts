import { expect, test, vi } from 'vitest';
import { PAY_FILE_HEAD } from '#domain/payroll/pay-file.ts';
import { savePayFile } from '#features/payroll/pay-file-download.ts';
import { warningLines } from '#features/payroll/run-words.ts';

const file = {
  ...{
    file_name: 'payroll-2026-02-28-1',
    head: [...PAY_FILE_HEAD],
    own: { head: ['Emp', 'Code', 'Pay'], rows: [['id', 'E01', -10]] },
    sha256: '',
    made_at: '2026-03-02T18:00:00Z',
  },
  rows: [
    [
      'id',
      '=HYPERLINK("x")',
      '@Ada',
      'Contractor',
      '02/16/2026',
      '02/28/2026',
      'REG',
      'Regular',
      -15,
      -0.25,
      40,
      -10,
    ],
  ],
};

async function saved(format: 'csv' | 'xlsx', isOwn = false): Promise<{ name: string; bytes: Uint8Array }> {
  const made: Blob[] = [];
  const names: string[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`,
    revokeObjectURL: () => null,
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  await savePayFile(file, format, isOwn);
  click.mockRestore();
  const [blob] = made;
  if (blob === undefined) throw new Error('Nothing was saved.');
  return { name: names[0] ?? '', bytes: await bytesOf(blob) };
}

function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });
}

test.each(['csv', 'xlsx'] as const)('a pay file as %s has the same bytes each time', async (format) => {
  const first = await saved(format);
  expect(first.name).toBe(`payroll-2026-02-28-1.${format}`);
  expect(first.bytes.length).toBeGreaterThan(100);
  expect((await saved(format)).bytes).toEqual(first.bytes);
});

test('the own layout is a file of its own', async () => {
  const { name, bytes } = await saved('csv', true);
  expect(name).toBe('payroll-2026-02-28-1-own.csv');
  expect(new TextDecoder().decode(bytes).replace(/^\uFEFF/, '')).toBe('Emp,Code,Pay\r\nid,E01,-10\r\n');
});

test('no name in a pay file starts a formula, and amounts stay numbers', async () => {
  const text = new TextDecoder().decode((await saved('csv')).bytes);
  const [head, row] = text.split('\r\n');
  expect(head).toContain('Provider ID,Last name,First name');
  expect(row).toContain(`"'=HYPERLINK(""x"")",'@Ada,`);
  expect(row?.endsWith('REG,Regular,-15,-0.25,40,-10')).toBe(true);
});

test('warnings name the people, and say nothing where nothing is missing', () => {
  const nobody = { unsynced: [], unsubmitted: [], undecided: [], requests: [] };
  expect(warningLines(nobody)).toEqual([]);
  const lines = warningLines({
    ...nobody,
    unsynced: [{ id: 'a', name: 'Ada', changes: 3, since: null }],
    requests: [
      { id: 'b', name: 'Ben', count: 2 },
      { id: 'c', name: 'Cy', count: 1 },
    ],
  });
  expect(lines).toEqual([
    {
      title: '1 person with unsynced changes on a device that may affect this period',
      names: ['Ada (3)'],
      item: 'unsynced',
    },
    { title: '3 sessions with a request to review', names: ['Ben (2)', 'Cy (1)'] },
  ]);
});
