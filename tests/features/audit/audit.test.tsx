import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditRecord } from '#contract/audit-log.ts';
import { ApiError } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import { ROLES } from '#domain/access/roles.ts';
import { aboutWords, detailsOf, searchedEntry } from '#entities/words/audit-entry-words.ts';
import { AuditEntry } from '#features/audit/audit-entry.tsx';
import { SUBJECTS } from '#features/audit/audit-rows.ts';
import { AuditScreen } from '#features/audit/audit-screen.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { studentArrived } from '#tests/support/device-entries.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const TESSA = { id: uuidv7(), name: 'Tessa Quill' };
const OMAR = { id: uuidv7(), name: 'Omar Finch' };
const CHANGED: AuditRecord = {
  ...{ id: 12, at: '2026-03-10T17:05:00.000Z', by: TESSA.id, by_name: TESSA.name },
  ...{ action: 'user.update', entity: 'user', row_id: OMAR.id, row_version: 4, request_id: 'r-1' },
  details: { fields: ['role'] },
  changes: { role: ['2', '4'] },
};
const SEEN: AuditRecord = {
  ...CHANGED,
  ...{ id: 11, at: '2026-03-10T16:00:00.000Z', action: 'student.read', entity: 'student', row_id: uuidv7() },
  ...{ row_version: null, details: {}, changes: null },
};
/** An answer to a pull, without its changes. */
const PAGE = {
  ...{ epoch: 'e', cursor: 'c', more: false, server_time: '2026-03-10T18:00:00.000Z', is_fresh: false },
  ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
};

let device: TestDevice;
let total: number;
let more: AuditRecord[];
let asked: { name: EndpointName; query: unknown }[];
let fault: Error | null;
/** How a search for words is answered, request by request, instead of with all entries. */
let parts: (object | Promise<object>)[];
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  [total, more, asked, fault, parts] = [2, [], [], null, []];
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function answer(name: EndpointName, input: { query?: unknown }): unknown {
  if (fault !== null) throw fault;
  asked.push({ name, query: input.query });
  if (name === 'user.list') return [TESSA, OMAR];
  if (name === 'audit.read') return { ...CHANGED, position: 9, hash: 'ab'.repeat(32) };
  const as_of = '2026-03-10T18:00:00.000Z';
  if (name === 'audit.list' && parts.length > 0) {
    return Promise.resolve(parts.shift()).then((part) => ({ as_of, total: 0, ...part }));
  }
  return { as_of, total, entries: [CHANGED, SEEN, ...more] };
}

function show(content: React.ReactNode) {
  const office = scriptedOffice(answer);
  const { workspace } = device;
  const profile = { user_id: uuidv7(), provider_id: null, auth: ROLES.admin, grants: [], services: [] };
  const engine = { ...office.engine, refresh: async () => undefined };
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      {content}
    </SignedInContext>,
    { wrapper: InRouter },
  );
}

describe('the audit log', () => {
  const open = (search: object = {}) =>
    show(<AuditScreen search={search} onSearch={() => undefined} onOpen={() => undefined} />);

  test('says who did what to whom, from what to what', async () => {
    open();
    const grid = await screen.findByRole('grid', { name: 'Audit log' });
    const changed = within(grid).getByText('Changed user').closest('tr');
    expect(changed?.textContent).toContain('Tessa Quill');
    expect(changed?.textContent).toContain('Omar Finch');
    expect(changed?.textContent).toContain('Role: Provider → Supervisor');
    expect(within(grid).getByText("Viewed a student's profile")).toBeDefined();
    expect(screen.queryByText(/Choose fewer days/)).toBeNull();
  });

  test('asks the server for the chosen days, person, and kind, and ignores an invalid id', async () => {
    open({ from: '2026-03-01', to: '2026-03-10', person: TESSA.id, student: 'nobody', kind: 'changed' });
    await waitFor(() => expect(asked.some(({ name }) => name === 'audit.list')).toBe(true));
    expect(asked.find(({ name }) => name === 'audit.list')?.query).toEqual({
      ...{ start_date: '2026-03-01', end_date: '2026-03-10', person: TESSA.id, kind: 'changed' },
    });
    await screen.findByRole('grid');
    const people = screen.getByLabelText<HTMLSelectElement>('Person');
    expect(people.value).toBe(TESSA.id);
  });

  test('finds the student by typing, among thousands', async () => {
    const anna = uuidv7();
    const changes = [
      studentArrived(anna, ['Anna', 'Quint']),
      studentArrived(uuidv7(), ['Ben', 'Stein']),
      studentArrived(uuidv7(), ['Cleo', 'Anders']),
    ];
    expect(await applyPage(device.db, await syncPosition(device.db), { ...PAGE, changes })).toBe(true);
    const onSearch = vi.fn<(change: (search: object) => object) => void>();
    show(<AuditScreen search={{}} onSearch={onSearch} onOpen={() => undefined} />);
    await userEvent.click(await screen.findByRole('combobox', { name: 'Student' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Find a student' }), 'quint');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Anna Quint']);
    await userEvent.click(screen.getByRole('option', { name: 'Anna Quint' }));
    expect(onSearch.mock.lastCall?.[0]({})).toEqual({ student: anna });
  });

  test('tells students of one name apart by their grade, and says who is archived', async () => {
    const student = (name: readonly [string, string], changes: object) => {
      const arrived = studentArrived(uuidv7(), name);
      return { ...arrived, row: { ...(arrived.row as object), grade: '3', ...changes } };
    };
    const changes = [
      student(['Anna', 'Quint'], {}),
      student(['Anna', 'Quint'], { grade: '5', archived: true }),
      student(['Ben', 'Stein'], {}),
    ];
    expect(await applyPage(device.db, await syncPosition(device.db), { ...PAGE, changes })).toBe(true);
    open();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Student' }));
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('option')
          .map(({ textContent }) => textContent)
          .toSorted(),
      ).toEqual(['All (chosen)', 'Anna Quint · Archived · Grade 5', 'Anna Quint · Grade 3', 'Ben Stein']),
    );
  });

  test('offers no two kinds of record under one name', () => {
    const names = SUBJECTS.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(new Set(SUBJECTS.map(({ id }) => id)).size).toBe(SUBJECTS.length);
  });

  const listed = () => asked.filter(({ name }) => name === 'audit.list').map(({ query }) => query);

  test('is searched by the server until it has looked at everything', async () => {
    const step = { action: 'pay_period_step.create' as const, entity: 'pay_period_step', row_version: 1 };
    const reopened = { ...SEEN, ...step, id: 10, row_id: uuidv7(), reason: 'Two lunches are missing.' };
    let end: (part: object) => void = () => undefined;
    const last = new Promise<object>((resolve) => {
      end = resolve;
    });
    const searched_to = '2026-03-04T18:00:00.000Z';
    parts = [{ entries: [], next: '8000', searched_to }, last];
    open({ search: ' lunches ' });
    await screen.findByText('Searched back to 03/04/2026 so far…');
    expect(screen.queryByText('No matches')).toBeNull();
    end({ entries: [reopened], next: null, searched_to: null });
    const grid = await screen.findByRole('grid', { name: 'Audit log' });
    expect(within(grid).getByText('Reason: Two lunches are missing.')).toBeDefined();
    expect(screen.queryByText(/Searched back/)).toBeNull();
    expect(listed()).toMatchObject([{ words: 'lunches' }, { words: 'lunches', before: '8000' }]);
    expect(searchedEntry(reopened, {})).toContain('Reason: Two lunches are missing.');
  });

  test('says that nothing was found only after everything was searched', async () => {
    parts = [
      { entries: [], next: '8000', searched_to: '2026-03-08T18:00:00.000Z' },
      { entries: [], next: '6000', searched_to: '2026-03-06T18:00:00.000Z' },
      { entries: [], next: null, searched_to: null },
    ];
    open({ search: 'lunches' });
    await screen.findByText('No matches');
    expect(parts).toEqual([]);
  });

  test('says how far it was searched if too many entries were found', async () => {
    const many = Array.from({ length: 2_000 }, (_, at) => ({ ...SEEN, id: 9_000 - at }));
    parts = [{ entries: many, next: '7000', searched_to: '2026-03-05T18:00:00.000Z' }];
    open({ search: 'profile' });
    await screen.findByText(
      /The newest 2,000 that match, searched back to 03\/05\/2026. Choose an earlier end date to see the rest./,
    );
    expect(listed()).toHaveLength(1);
  });

  test('says how many entries there are if only the newest are shown', async () => {
    total = 2_431;
    open();
    await screen.findByText(/The newest 2 of 2,431 entries. Choose a shorter range to see the rest./);
  });
});

describe('what an import wrote', () => {
  const imported = { kind: 'student', file_name: 'roster.xlsx', started_at: '2026-03-10T18:00:00.000Z' };
  const words = 'Students from roster.xlsx, 03/10/2026 11:00 AM';

  test('says which kind, from which file, and when', () => {
    const written = { ...CHANGED, changes: null, details: { import: uuidv7() }, imported };
    expect(detailsOf(written, {})).toEqual([{ label: 'Import', value: words }]);
    const details = { kind: 'student', added: 40, changed: 2 };
    expect(detailsOf({ ...written, entity: 'import', details, imported }, {})).toEqual([
      { label: 'Import', value: words },
      { label: 'Added', value: '40' },
      { label: 'Changed', value: '2' },
    ]);
  });

  test('says so in words where the server of an older version says no more', () => {
    const { imported: _, ...written } = {
      ...CHANGED,
      changes: null,
      details: { import: uuidv7() },
      imported,
    };
    expect(detailsOf(written, {})).toEqual([{ label: 'Import', value: 'From a file' }]);
  });
});

test('an entry about a student says on whose behalf it was made', () => {
  const details = { student: uuidv7(), on_behalf_of: OMAR.id };
  const deleted = { ...SEEN, action: 'attachment.delete' as const, entity: 'attachment', details };
  const names = {
    students: new Map([[details.student, 'Anna Quint']]),
    providers: new Map([[OMAR.id, OMAR.name]]),
  };
  expect(aboutWords(deleted, names)).toBe('Anna Quint');
  expect(detailsOf(deleted, names)).toEqual([{ label: 'On behalf of', value: 'Omar Finch' }]);
  const { student: _, ...ofPerson } = details;
  expect(aboutWords({ ...deleted, details: ofPerson }, names)).toBe('Omar Finch');
  expect(detailsOf({ ...deleted, details: ofPerson }, names)).toEqual([]);
});

describe('an entry of the audit', () => {
  const open = () =>
    show(
      <AuditEntry
        id="12"
        back={null}
        notFound={<p>Page not found</p>}
        linkTo={(to, words) => <a href={`#${JSON.stringify(to)}`}>{words}</a>}
      />,
    );

  test('shows each field before and after, and its place in the chain', async () => {
    open();
    const table = await screen.findByRole('table', { name: 'What changed' });
    const [, row] = within(table).getAllByRole('row');
    expect(
      within(row as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Role', 'Provider', 'Supervisor']]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Changed user');
    await screen.findByText('Omar Finch');
    expect(screen.getByText(/^Record 9/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'All entries for this record' }).getAttribute('href')).toContain(
      OMAR.id,
    );
  });

  test('is not found if there is none', async () => {
    fault = new ApiError('record.absent');
    open();
    await screen.findByText('Page not found');
  });
});
