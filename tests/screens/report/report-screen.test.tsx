import { randomUUID } from 'node:crypto';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { strFromU8, unzipSync } from 'fflate';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import type { Endpoints } from '#contract/index.ts';
import { ROLES } from '#domain/access/roles.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { defineReport, fromDevice, fromServer } from '#screens/report/define-report.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { everythingStored, openDevice, type TestDevice } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

type Device = ReplyOf<Endpoints['device.list']>[number];

const MAYA: Device = {
  id: randomUUID(),
  user_id: randomUUID(),
  ...{ username: 'maya.rivera', name: 'Maya Rivera' },
  app_version: '1.2.0',
  last_contact_at: '2026-03-10T15:00:00.000Z',
  unsent_count: 3,
  unsent_since: '2026-03-08T18:00:00.000Z',
  lost_at: null,
  wiped_at: null,
};
const LEO: Device = {
  ...MAYA,
  id: randomUUID(),
  username: 'leo.stein',
  unsent_count: 0,
  unsent_since: null,
  app_version: '1.10.0',
};
const DEVICES = [MAYA, LEO];
const UNSYNCED: ReplyOf<Endpoints['device.list-unsynced']> = [
  { user_id: MAYA.user_id, name: MAYA.username, changes: 3, since: MAYA.unsent_since },
];

const SHAPES = { show: ['all', 'unsent'], search: 'words' } as const;

const ofServer = defineReport(SHAPES, {
  id: 'lines',
  title: 'Lines',
  label: 'Lines',
  rows: fromServer({
    name: 'lines',
    ask: (api) => api.call('device.list'),
    rows: (answer: Device[]) => answer,
  }),
  rowId: ({ id }) => id,
  opens: ({ username }) => username,
  filters: {
    show: {
      label: 'Show',
      choices: () => [{ id: 'unsent', name: 'With changes' }],
      matches: ({ unsent_count }) => unsent_count > 0,
    },
    search: { label: 'Search', words: ({ username }) => username },
  },
  columns: [
    { id: 'name', header: 'Name', value: ({ username }) => username },
    { id: 'version', header: 'App', value: ({ app_version }) => app_version },
    { id: 'unsent', header: 'Unsent', kind: 'number', value: ({ unsent_count }) => unsent_count },
    { id: 'contact', header: 'Contact', kind: 'instant', only: 'file', value: (row) => row.last_contact_at },
  ],
  sort: { id: 'name', desc: false },
  totals: (shown, all) => [['Shown', `${shown.length} of ${all.length}`]],
  empty: { title: 'No lines here', help: 'Lines appear here.', filtered: 'No lines match these filters.' },
});

const ofDevice = defineReport(SHAPES, {
  ...ofServer,
  rows: fromDevice<typeof SHAPES, Device>(() => DEVICES),
  asksDevices: true,
});

let own: TestDevice;
/** The server's error instead of its list. */
let fault: Error | null;
let files: { name: string; file: Blob }[];
let opened: string[];
let pressed: MockInstance;

beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  fault = null;
  files = [];
  opened = [];
  own = await openDevice();
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (file: Blob) => keep(file), revokeObjectURL() {} }),
  );
  pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const last = files.at(-1);
    if (last !== undefined) last.name = this.download;
  });
});
afterEach(async () => {
  cleanup();
  pressed.mockRestore();
  vi.unstubAllGlobals();
  await own.close();
});

function keep(file: Blob): string {
  files.push({ name: '', file });
  return 'blob:file';
}

function Opened({ report, start }: { report: typeof ofServer; start: Record<string, unknown> }) {
  const [search, setSearch] = useState(start);
  const [revision, setRevision] = useState(0);
  return (
    <>
      <output aria-label="Address">{JSON.stringify(search)}</output>
      <ReportScreen
        {...{ report, search, revision }}
        onSearch={setSearch}
        onOpen={(id) => opened.push(id)}
        actions={
          <button type="button" onClick={() => setRevision(revision + 1)}>
            Change a row
          </button>
        }
      />
    </>
  );
}

function open(start: Record<string, unknown> = {}, report = ofServer, role: string = ROLES.admin) {
  const server = scriptedOffice((name) => {
    if (fault !== null) throw fault;
    return name === 'device.list-unsynced' ? UNSYNCED : DEVICES;
  });
  const { workspace } = own;
  const profile = { user_id: workspace.user_id, auth: role, grants: [] };
  const signedIn = { profile, workspace, engine: server.engine } as unknown as SignedInDevice;
  const shown = render(
    <SignedInContext value={signedIn}>
      <Opened report={report} start={start} />
    </SignedInContext>,
    { wrapper: InRouter },
  );
  return { server, shown, user: userEvent.setup() };
}

const address = () => JSON.parse(screen.getByLabelText('Address').textContent ?? '');
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

async function names(): Promise<(string | null)[]> {
  const grid = await screen.findByRole('grid', { name: 'Lines' });
  const [, ...rows] = within(grid).getAllByRole('row');
  return rows.map((row) => row.querySelector('td')?.textContent ?? null);
}

describe('a report', () => {
  test('shows the rows in the declared order, and in another once a header is pressed', async () => {
    const { user } = open();
    expect(await names()).toEqual(['leo.stein', 'maya.rivera']);
    expect(screen.getByText('As of 03/10/2026 11:00 AM, Pacific')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'App' }));
    expect(await names()).toEqual(['maya.rivera', 'leo.stein']);
    expect(address()).toEqual({ sort: 'version' });
    await user.click(screen.getByRole('button', { name: 'App' }));
    expect(address()).toEqual({ sort: '-version' });
  });

  test('keeps its filters in the URL, and counts the remaining rows', async () => {
    const { user } = open({ search: 'e' });
    expect(await names()).toHaveLength(2);
    await user.selectOptions(screen.getByLabelText('Show'), 'With changes');
    expect(await names()).toEqual(['maya.rivera']);
    expect(address()).toEqual({ search: 'e', show: 'unsent' });
    expect(screen.getByLabelText('Totals').textContent).toBe('Shown1 of 2');
  });

  test('asks again after a change from outside, and keeps the focus and what was typed', async () => {
    const { user, server } = open();
    expect(await names()).toHaveLength(2);
    await user.type(screen.getByRole('searchbox'), 'maya');
    const asked = server.calls.length;
    await user.click(screen.getByRole('button', { name: 'Change a row' }));
    await waitFor(() => expect(server.calls).toHaveLength(asked + 1));
    expect(document.activeElement?.textContent).toBe('Change a row');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('maya');
  });

  test('leaves out a column that says the same of every row', async () => {
    const [name, version, ...columns] = ofServer.columns;
    if (name === undefined || version === undefined) throw new Error('The report has too few columns.');
    const same = { ...version, value: () => 'SLP', hidesSame: true as const };
    open({}, { ...ofServer, columns: [name, same, ...columns] });
    await names();
    expect(heads()).toEqual(['Name', 'Unsent']);
    cleanup();
    open({}, { ...ofServer, columns: [name, { ...version, hidesSame: true }, ...columns] });
    await names();
    expect(heads()).toEqual(['Name', 'App', 'Unsent']);
  });

  test('says what to do if no rows match, and clears the filters', async () => {
    const { user } = open({ search: 'nobody', sort: '-name', columns: 'name' });
    expect(await screen.findByText('No lines match these filters.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await names()).toEqual(['maya.rivera', 'leo.stein']);
    expect(address()).toEqual({ sort: '-name', columns: 'name' });
  });

  test('hides unwanted columns, but never the last', async () => {
    const { user } = open();
    await names();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(screen.getByRole('checkbox', { name: 'App' }));
    await user.click(screen.getByRole('checkbox', { name: 'Unsent' }));
    expect(address()).toEqual({ columns: 'name' });
    expect(heads()).toEqual(['Name']);
    expect(screen.getByRole<HTMLButtonElement>('checkbox', { name: 'Name' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Show all columns' }));
    expect(address()).toEqual({});
    expect(heads()).toEqual(['Name', 'App', 'Unsent']);
  });

  test('works by keyboard alone: arrows move, Enter opens', async () => {
    const { user } = open();
    await names();
    const [, first, second] = screen.getAllByRole('row');
    act(() => first?.focus());
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(second);
    await user.keyboard('{Enter}');
    expect(opened).toEqual(['maya.rivera']);
  });

  test('prints all rows with the filters, rendered only for printing', async () => {
    const { user } = open({ search: 'e', sort: '-name' });
    await names();
    const printed = vi.spyOn(window, 'print').mockImplementation(() => {
      fireEvent(window, new Event('beforeprint'));
    });
    expect(document.querySelector('[data-slot="printed-rows"]')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(printed).toHaveBeenCalledOnce();
    const paper = document.querySelector('[data-slot="printed-rows"]');
    expect([...(paper?.querySelectorAll('tr') ?? [])].map((row) => row.textContent)).toEqual([
      'NameAppUnsentContact',
      'maya.rivera1.2.0303/10/2026 08:00 AM',
      'leo.stein1.10.0003/10/2026 08:00 AM',
    ]);
    expect(paper?.parentElement?.textContent).toContain('Search: e');
    const figures = [...(paper?.querySelectorAll('.text-right') ?? [])].map((cell) => cell.textContent);
    expect(figures).toEqual(['Unsent', '3', '0']);
    fireEvent(window, new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('[data-slot="printed-rows"]')).toBeNull());
    printed.mockRestore();
  });
});

describe('files of a report', () => {
  async function exported(kind: 'CSV' | 'Excel (XLSX)', start: Record<string, unknown>) {
    const { user } = open(start);
    await names();
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: kind }));
    await waitFor(() => expect(files).toHaveLength(1));
    return files[0] as { name: string; file: Blob };
  }

  test('have the rows and columns of the screen, plus the columns only for files', async () => {
    const { name, file } = await exported('CSV', { sort: '-name', columns: 'name,unsent' });
    expect(name).toBe('lines-2026-03-10.csv');
    expect(await file.text()).toContain(
      'Name,Unsent,Contact\r\nmaya.rivera,3,03/10/2026 08:00 AM\r\nleo.stein,0,03/10/2026 08:00 AM\r\n',
    );
  });

  test('can be workbooks that say what they show and as of when', async () => {
    const { name, file } = await exported('Excel (XLSX)', { show: 'unsent' });
    expect(name).toBe('lines-2026-03-10.xlsx');
    const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
    const textOf = (sheet: number) =>
      [
        ...new DOMParser()
          .parseFromString(
            strFromU8(parts[`xl/worksheets/sheet${sheet}.xml`] ?? new Uint8Array()),
            'application/xml',
          )
          .querySelectorAll('row'),
      ].map((row) => [...row.querySelectorAll('c')].map(({ textContent }) => textContent));
    // 8 AM on 03/10/2026 is a third into day 46,091 of spreadsheets.
    expect(textOf(1)).toEqual([
      ['Name', 'App', 'Unsent', 'Contact'],
      ['maya.rivera', '1.2.0', '3', `${46_091 + 8 / 24}`],
    ]);
    expect(textOf(2)).toEqual([
      ['About', 'Lines'],
      ['As of', '03/10/2026 11:00 AM, Pacific'],
      ['Shown', 'Show: With changes'],
      ['Rows', '1'],
    ]);
  });
});

describe('saved views', () => {
  test('restore filters, sorting, and columns, and are encrypted on the device', async () => {
    const start = { search: 'maya', show: 'unsent', sort: '-unsent', columns: 'name,unsent' };
    const { user, shown } = open(start);
    await names();
    await user.click(screen.getByRole('button', { name: 'Views' }));
    await user.type(screen.getByLabelText('View name'), 'Left behind{Enter}');
    await waitFor(() => expect(screen.queryByLabelText('View name')).toBeNull());
    expect(await everythingStored()).not.toContain('Left behind');
    shown.unmount();

    open();
    expect(await names()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Views' }));
    const list = await screen.findByRole('list', { name: 'Saved views' });
    await user.click(within(list).getByRole('button', { name: 'Left behind' }));
    expect(address()).toEqual(start);
    expect(await names()).toEqual(['maya.rivera']);
    await user.click(screen.getByRole('button', { name: 'Views' }));
    const again = await screen.findByRole('button', { name: 'Left behind' });
    expect(again.getAttribute('aria-current')).toBe('true');
  });

  test('replace one of the same name, ask for a name, and are deleted', async () => {
    const { user } = open({ show: 'unsent' });
    await names();
    await user.click(screen.getByRole('button', { name: 'Views' }));
    await user.click(screen.getByRole('button', { name: 'Save view' }));
    expect(await screen.findByText('Enter a name for this view.')).toBeDefined();
    for (const sort of ['App', 'Unsent']) {
      await user.keyboard('{Escape}');
      await user.click(screen.getByRole('button', { name: sort }));
      await user.click(screen.getByRole('button', { name: 'Views' }));
      await user.type(screen.getByLabelText('View name'), 'Mine{Enter}');
      await waitFor(() => expect(screen.queryByLabelText('View name')).toBeNull());
    }
    await user.click(screen.getByRole('button', { name: 'Views' }));
    expect(await screen.findAllByRole('button', { name: 'Mine' })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Delete the view Mine' }));
    expect(await screen.findByText(/No saved views yet/)).toBeDefined();
  });
});

describe('the last answer of the server', () => {
  test('is available offline after a reload, with the time of the answer, and is encrypted', async () => {
    const first = open();
    await names();
    await waitFor(async () => expect(await own.db.drafts.count()).toBe(1));
    expect(await everythingStored()).not.toContain('maya.rivera');
    first.shown.unmount();
    own.clock.pass(3_600_000);
    fault = new NoAnswer();
    open();
    expect(await names()).toEqual(['leo.stein', 'maya.rivera']);
    expect(screen.getByText('As of 03/10/2026 11:00 AM, Pacific')).toBeDefined();
    expect(screen.getByText(/Showing the last data we received/)).toBeDefined();
  });

  test('is offered offline if the last request was a different one', async () => {
    const { show, ...others } = ofServer.filters;
    const { matches: _, ...ofSource } = show;
    const report = defineReport(SHAPES, { ...ofServer, filters: { ...others, show: ofSource } });
    const first = open({ show: 'unsent', search: 'maya' }, report);
    await names();
    await waitFor(async () => expect(await own.db.drafts.count()).toBe(1));
    first.shown.unmount();
    fault = new NoAnswer();
    const { user } = open({}, report);
    await user.click(await screen.findByRole('button', { name: 'Show the last answer' }));
    expect(address()).toMatchObject({ show: 'unsent' });
    expect(await names()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Show the last answer' })).toBeNull();
  });

  test("isn't shown to a person without access", async () => {
    const first = open();
    await names();
    await waitFor(async () => expect(await own.db.drafts.count()).toBe(1));
    first.shown.unmount();
    fault = new ApiError('access.denied');
    const { server, user } = open();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.calls).toHaveLength(2));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.queryByText('maya.rivera')).toBeNull();
  });
});

describe('a report of this device', () => {
  test('keeps its header and focus while other rows load', async () => {
    const report = defineReport(SHAPES, {
      ...ofDevice,
      remark: (_, all) => `${all.length} lines`,
      rows: fromDevice<typeof SHAPES, Device>(() => undefined),
    });
    open({}, report);
    expect(await screen.findByRole('heading', { name: 'Lines' })).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Print' }).disabled).toBe(true);
    expect(screen.queryByText('0 lines')).toBeNull();
    expect(screen.queryByRole('grid')).toBeNull();
  });

  test('says whose devices have unsynced changes, and since when', async () => {
    open({}, ofDevice);
    expect(
      await screen.findByText(
        'Not up to date: maya.rivera has 3 unsynced changes since 03/08/2026 11:00 AM.',
      ),
    ).toBeDefined();
    expect(screen.queryByText(/leo.stein has/)).toBeNull();
  });

  test("says offline that it can't tell, and still shows its rows", async () => {
    fault = new NoAnswer();
    open({}, ofDevice);
    expect(await screen.findByText(/can't tell if other devices/)).toBeDefined();
    expect(await names()).toHaveLength(2);
  });

  test('says so to every reader, and excludes the current device', async () => {
    const { server } = open({}, ofDevice, ROLES.provider);
    expect(await screen.findByText(/^Not up to date: maya.rivera has/)).toBeDefined();
    const { device_id } = own.workspace;
    expect(server.calls).toEqual([['device.list-unsynced', { query: { device_id } }]]);
  });
});
