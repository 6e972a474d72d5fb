import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import naughtyStrings from 'big-list-of-naughty-strings' with { type: 'json' };
import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import type { SignedInDevice } from '#screens/device/signed-in.ts';
import { SignedInContext } from '#screens/device/signed-in.ts';
import { readRecordFile } from '#screens/file/read-file.ts';
import { defineReport, fromDevice } from '#screens/report/define-report.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';

/** Every text that others found to break programs, and what spreadsheets would run. */
const STRINGS = [
  ...(naughtyStrings as readonly string[]).filter((one) => one.trim() !== ''),
  ...['=HYPERLINK("http://evil.example")', '+1', '-1+cmd|x', '@SUM(A1)', '\t=1', '＝1'],
];
const ROWS = STRINGS.map((text, at) => ({ id: String(at).padStart(4, '0'), text }));
type Row = (typeof ROWS)[number];

const report = defineReport({} as const, {
  ...{ id: 'naughty', title: 'Naughty', label: 'Naughty' },
  rows: fromDevice<Record<never, never>, Row>(() => ROWS),
  rowId: ({ id }) => id,
  filters: {},
  columns: [
    { id: 'id', header: 'No.', value: ({ id }) => id },
    { id: 'text', header: 'Text', value: ({ text }) => text },
  ],
  sort: { id: 'id', desc: false },
  empty: { title: 'None', help: 'None.', filtered: 'None match.' },
});

let own: TestDevice;
let files: Blob[];
let pressed: MockInstance;
beforeEach(async () => {
  stubLayout();
  files = [];
  own = await openDevice();
  const createObjectURL = (file: Blob) => `blob:${files.push(file)}`;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL() {} }));
  pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { workspace } = own;
  const profile = { user_id: workspace.user_id, auth: '0', grants: [] };
  const { engine } = scriptedOffice(() => []);
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      <ReportScreen report={report} search={{}} onSearch={() => undefined} />
    </SignedInContext>,
    { wrapper: InRouter },
  );
  await screen.findByRole('table', { name: 'Naughty' });
});
afterEach(async () => {
  cleanup();
  pressed.mockRestore();
  vi.unstubAllGlobals();
  await own.close();
});

async function exported(kind: 'CSV' | 'Excel (XLSX)'): Promise<Blob> {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: kind }));
  await waitFor(() => expect(files).toHaveLength(1));
  return files[0] as Blob;
}

/** Whether a spreadsheet would take the text for a formula: an apostrophe in front says that it is text. */
const readAsText = (cell: string, original: string) => (cell === `'${original}` ? original : cell);

test('naughty strings are text in the list and on paper, and run nowhere', async () => {
  const list = screen.getByRole('table', { name: 'Naughty' });
  const shown = [...list.querySelectorAll('tbody tr[data-index]')].map(
    (row) => row.querySelectorAll('td')[1],
  );
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.map((cell) => cell?.textContent)).toEqual(STRINGS.slice(0, shown.length));
  fireEvent(window, new Event('beforeprint'));
  const paper = await waitFor(() => {
    const found = document.querySelector('[data-slot="printed-rows"]');
    if (found === null) throw new Error('Not on paper yet.');
    return found;
  });
  const printed = [...paper.querySelectorAll('tbody tr')].map((row) => row.lastElementChild);
  expect(printed.map((cell) => cell?.textContent)).toEqual(STRINGS);
  expect(printed.filter((cell) => (cell?.children.length ?? 0) > 0)).toEqual([]);
  expect(document.querySelector('body script, iframe, object, embed, [onerror], [onload]')).toBeNull();
  fireEvent(window, new Event('afterprint'));
});

test('naughty strings come back from a CSV file, and no cell of it is a formula', async () => {
  const text = (await (await exported('CSV')).text()).replace(/^\uFEFF/, '');
  const { data } = Papa.parse<string[]>(text, { header: false });
  const cells = data.filter(([no]) => /^\d{4}$/.test(no ?? '')).map((row) => row[1] ?? '');
  expect(cells.map((cell, at) => readAsText(cell, STRINGS[at] ?? ''))).toEqual(STRINGS);
  expect(cells.filter((cell) => /^\s*[=+\-@＝＋－＠]/.test(cell) || /^[\t\r\n]/.test(cell))).toEqual([]);
});

test('naughty strings come back from a workbook, each as text', async () => {
  const file = await exported('Excel (XLSX)');
  const read = await readRecordFile(file, {
    ...{ encoding: null, sheet: 0, signal: new AbortController().signal },
    isHeading: (cells) => cells.includes('Text'),
    onProgress: () => undefined,
  });
  const cells = read?.records.slice(1).map((record) => record.cells[1] ?? '') ?? [];
  expect(cells.map((cell, at) => readAsText(cell, STRINGS[at] ?? ''))).toEqual(STRINGS);
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet).not.toMatch(/<f[ >]/);
});
