import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ImportRecord } from '#contract/imports.ts';
import type { EndpointName } from '#contract/index.ts';
import { ROLES } from '#domain/access/roles.ts';
import { IMPORT_KINDS } from '#domain/imports/import-kinds.ts';
import type { ImportLine } from '#domain/imports/import-lines.ts';
import { ImportKindScreen } from '#features/imports/import-kind-screen.tsx';
import { ImportList } from '#features/imports/import-list.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { LeaveConfirmation } from '#ui/leave-confirmation.tsx';
import { hasUnsavedChanges } from '#ui/unsaved-changes.ts';
import { workbookFile } from '#ui/workbook.ts';

const PAST: ImportRecord = {
  ...{ id: uuidv7(), kind: 'student', file_name: 'kids.csv', existing: 'skip', lines: 5, faulty: 1, done: 4 },
  ...{ added: 3, updated: 0, skipped: 1, started_by: uuidv7(), started_by_name: 'Robin Vale', remaining: 3 },
  ...{ started_at: '2026-03-10T15:00:00.000Z', finished_at: '2026-03-10T15:01:00.000Z' },
  ...{ undone_by_name: null, undone_at: null },
};

let device: TestDevice;
let calls: {
  name: EndpointName;
  body: { lines: ImportLine[]; from?: number; id?: string; columns?: unknown };
}[];
/** Fails that many imports before one goes through. */
let failures: number;
/** Answers to imports wait for it. */
let held: Promise<void> | null;
const refreshed = vi.fn(async () => undefined);
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  [calls, failures, held] = [[], 0, null];
  refreshed.mockClear();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function answer(name: EndpointName, input: object): unknown {
  const { body, params } = input as { body: (typeof calls)[number]['body']; params?: { id: string } };
  if (name === 'import.list') {
    return {
      imports: [
        {
          ...{ ...PAST, id: calls.at(-1)?.body.id ?? PAST.id },
          ...(calls.at(-1)?.name === 'import.undo' && { undone_at: PAST.finished_at, remaining: 0 }),
        },
      ],
      counts: Object.fromEntries(IMPORT_KINDS.map((kind, at) => [kind, at])),
      columns: Object.fromEntries(
        IMPORT_KINDS.map((kind) => [kind, kind === 'student' ? { who: 'full_name' } : {}]),
      ),
    };
  }
  if (name === 'import.read-undo') {
    return { undoable: 2, kept_count: 1, kept: [{ line: 3, title: 'Rivera, Maya', because: 'parent' }] };
  }
  calls.push({ name, body });
  if (name === 'import.undo') return { next: null, undone: 2, import: { ...PAST, id: params?.id } };
  if (name === 'import.run' && failures > 0) {
    failures -= 1;
    throw new NoAnswer();
  }
  const results = body.lines.map(({ line, cells }) =>
    cells.client === 'Nowhere'
      ? { line, outcome: 'faulty', faults: ['Client: no client is named "Nowhere".'] }
      : { line, outcome: 'add', faults: [] },
  );
  const written = { results, import: PAST };
  return name === 'import.run' && held !== null ? held.then(() => written) : written;
}

function show(content: React.ReactNode) {
  const office = scriptedOffice(answer);
  const { workspace } = device;
  const profile = { user_id: uuidv7(), provider_id: null, auth: ROLES.superAdmin, grants: [], services: [] };
  const engine = { ...office.engine, refresh: refreshed };
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      {content}
    </SignedInContext>,
    { wrapper: InRouter },
  );
  return userEvent.setup();
}

async function open(file: File) {
  const user = show(<ImportKindScreen kind="student" />);
  await user.upload(await screen.findByLabelText('File'), file);
  return user;
}

const FILE =
  'who,client,born\n"Rivera, Maya",Quailhaven,9/5/2016\n"Bell, Amy",Nowhere,9/6/2016\n"Lee, Jo",,soon\n';

test.each([
  ['category', 'service category', false],
  ['region', 'region', true],
] as const)(
  'updating is offered only where a line can change something: %s',
  async (kind, one, isOffered) => {
    const user = show(<ImportKindScreen kind={kind} />);
    await user.upload(await screen.findByLabelText('File'), new File(['Name\nAlder\n'], 'names.csv'));
    await user.click(await screen.findByRole('button', { name: 'Check 1 line' }));
    await screen.findByRole('button', { name: `Import 1 ${one}` });
    expect(screen.queryByText('Update them from the file') !== null).toBe(isOffered);
  },
);

test('a file is mapped, checked, and imported without its lines with errors', async () => {
  const user = await open(new File([FILE], 'kids.csv'));
  // As chosen before, and guessed.
  expect((await screen.findByLabelText<HTMLSelectElement>('Full name')).value).toBe('0');
  expect(screen.getByLabelText<HTMLSelectElement>('Client').value).toBe('1');
  await user.selectOptions(screen.getByLabelText('Date of birth'), 'born');
  await user.click(screen.getByRole('button', { name: 'Check 3 lines' }));
  await screen.findByText('1 new student · 2 with errors');
  // The button has gone; the next Tab is in what was checked.
  expect(document.activeElement?.textContent).toBe('3. Check');
  const errors = within(screen.getByRole('list', { name: 'Lines with errors' })).getAllByRole('listitem');
  expect(errors.map(({ textContent }) => textContent)).toEqual([
    'Line 3: Client: no client is named "Nowhere".',
    expect.stringContaining('Line 4: Date of birth: "soon" isn\'t a date.'),
  ]);
  await user.click(screen.getByRole('button', { name: 'Import 1 student, skip 2 lines with errors' }));
  await screen.findByText('3 students added, 1 already there, 1 line with errors left out.');
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Back to imports');
  expect(calls.map(({ name, body }) => [name, body.lines.length])).toEqual([
    ['import.check', 2],
    ['import.run', 1],
  ]);
  expect(calls[1]?.body).toMatchObject({
    ...{ from: 0, is_last: true, file_lines: 3, faulty: 2, file_name: 'kids.csv' },
    columns: { who: 'full_name', client: 'client', born: 'date_of_birth' },
    lines: [
      { line: 2, cells: { full_name: 'Rivera, Maya', client: 'Quailhaven', date_of_birth: '9/5/2016' } },
    ],
  });
});

test('a workbook is read like a delimited file', async () => {
  const bytes = workbookFile([
    {
      name: 'Kids',
      head: ['First name', 'Last name', 'Date of birth'],
      rows: [['Maya', 'Rivera', { day: '2016-09-05' }]],
    },
  ]);
  const user = await open(new File([bytes], 'kids.xlsx'));
  await user.click(await screen.findByRole('button', { name: 'Check 1 line' }));
  await screen.findByText('1 new student');
  expect(calls[0]?.body.lines).toEqual([
    { line: 2, cells: { first_name: 'Maya', last_name: 'Rivera', date_of_birth: '2016-09-05' } },
  ]);
});

const COVER = { name: 'Read me', head: ['Students of Quailhaven'], rows: [['Exported on', '3/10/2026']] };
const BLANK = { name: 'Blank', head: [], rows: [] };
const KIDS = { name: 'Kids', head: ['First name', 'Last name'], rows: [['Maya', 'Rivera']] };
const sheetChoice = () => screen.findByLabelText<HTMLSelectElement>('Sheet');

test.each([
  ['blank', BLANK],
  ['a cover sheet', COVER],
])('a workbook whose first sheet is %s opens on the sheet with the columns', async (_, first) => {
  await open(new File([workbookFile([first, KIDS])], 'kids.xlsx'));
  await screen.findByRole('button', { name: 'Check 1 line' });
  expect((await sheetChoice()).value).toBe('1');
});

test('a workbook opens on the sheet whose columns were chosen before', async () => {
  const codes = { name: 'Codes', head: ['First name', 'Last name'], rows: [] };
  const before = { name: 'Before', head: ['Who', 'DOB'], rows: [['Rivera, Maya', '9/5/2016']] };
  await open(new File([workbookFile([BLANK, before, codes])], 'kids.xlsx'));
  await screen.findByRole('button', { name: 'Check 1 line' });
  expect((await sheetChoice()).value).toBe('1');
});

test('an empty sheet says so, and another one can be chosen', async () => {
  const user = await open(new File([workbookFile([KIDS, BLANK])], 'kids.xlsx'));
  await user.selectOptions(await sheetChoice(), 'Blank');
  await screen.findByText('This sheet is empty. Choose another one.');
  const choice = await sheetChoice();
  expect([choice.value, document.activeElement]).toEqual(['1', choice]);
  await user.selectOptions(choice, 'Kids');
  await screen.findByRole('button', { name: 'Check 1 line' });
});

test('an import whose answer was lost goes on where it stopped, as the same import', async () => {
  const rows = Array.from({ length: 600 }, (_, at) => `Child ${at},Rivera\n`).join('');
  const user = await open(new File([`First name,Last name\n${rows}`], 'many.csv'));
  await user.click(await screen.findByRole('button', { name: 'Check 600 lines' }));
  failures = 1;
  await user.click(await screen.findByRole('button', { name: 'Import 600 students' }));
  await screen.findByText(/0 of 600 lines were imported/);
  expect(hasUnsavedChanges()).toBe(true);
  const asking = render(<LeaveConfirmation open onStay={() => undefined} onLeave={() => undefined} />);
  const question = await screen.findByRole('alertdialog', { name: 'Leave and stop the import?' });
  expect(question.textContent).toContain("The rest of the file won't be imported.");
  asking.unmount();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/students added/);
  expect(hasUnsavedChanges()).toBe(false);
  const runs = calls.filter(({ name }) => name === 'import.run').map(({ body }) => body);
  expect(runs.map(({ from, lines }) => [from, lines.length])).toEqual([
    ...[
      [0, 500],
      [0, 500],
      [500, 100],
    ],
  ]);
  expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
});

test('an import stops when its page is left: the lines on their way are the last', async () => {
  const rows = Array.from({ length: 1_100 }, (_, at) => `Child ${at},Rivera\n`).join('');
  const user = await open(new File([`First name,Last name\n${rows}`], 'many.csv'));
  await user.click(await screen.findByRole('button', { name: 'Check 1,100 lines' }));
  let arrive = (): void => undefined;
  held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await user.click(await screen.findByRole('button', { name: 'Import 1,100 students' }));
  const runs = () => calls.filter(({ name }) => name === 'import.run').map(({ body }) => body.from);
  await waitFor(() => expect(runs()).toEqual([0]));
  expect(hasUnsavedChanges()).toBe(true);
  cleanup();
  expect(hasUnsavedChanges()).toBe(false);
  arrive();
  await waitFor(() => expect(refreshed).toHaveBeenCalledOnce());
  expect(runs()).toEqual([0]);
});

test('missing columns are named, and an unreadable file says so', async () => {
  const user = await open(new File(['Grade\n3\n'], 'grades.csv'));
  expect((await screen.findByRole('alert')).textContent).toContain('First name and Last name');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check 1 line' }).disabled).toBe(true);
  await user.upload(screen.getByLabelText('File'), new File([''], 'empty.csv'));
  await screen.findByText('The file is empty.');
});

test('past imports say what they did, and undoing names first what stays', async () => {
  const user = show(
    <main id="main" tabIndex={-1}>
      <ImportList />
    </main>,
  );
  const table = within(await screen.findByRole('table', { name: 'Past imports' }));
  table.getByText('3 students added, 1 already there, 1 line with errors left out.');
  table.getByText('Robin Vale');
  await user.click(table.getByRole('button', { name: 'Undo' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText("1 record can't be undone.");
  expect(dialog.getByRole('listitem').textContent).toBe('Line 3, Rivera, Maya: in use by a parent.');
  await user.click(dialog.getByRole('button', { name: 'Undo 2 records' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toMatchObject([{ name: 'import.undo', body: { before: null } }]);
  // The button has gone with it.
  expect(table.queryByRole('button', { name: 'Undo' })).toBeNull();
  await waitFor(() => expect(document.activeElement?.id).toBe('main'));
});
