import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditRecord } from '#contract/audit-log.ts';
import { ApiError } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import type { AlikeStudent, Student, StudentFile } from '#contract/student.ts';
import { NewStudent } from '#features/students/new-student.tsx';
import { StudentInfo } from '#features/students/student-info.tsx';
import { allStudents } from '#features/students/student-list.tsx';
import type { StudentSearch } from '#features/students/student-search.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { type ApiClient, NoAnswer } from '#sync/api-client.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

/** Long ago, so that the review is overdue on every day on which this runs. */
const OVERDUE = '2020-01-15';
const IDA: Student = {
  ...{ id: uuidv7(), first_name: 'Ida', last_name: 'Quist', grade: '3', archived: false, version: 4 },
  ...{ date_of_birth: '2017-05-04', home_language: 'en', qualifications: ['Autism', 'Other'], client: null },
  ...{ location: null, iep_annual_date: OVERDUE, iep_triennial_date: null, services: [], providers: [] },
};
const FILE: StudentFile = {
  ...{
    ...IDA,
    version: 7,
    district_student_id: 'D-77',
    case_manager: 'Noor Haddad',
    payer: 'Bayline Mutual',
  },
  ...{ sex: 'female', street: '12 Oak Street', city: 'Fresno', state: 'CA', zip: '93701' },
  ...{ member_id: 'M1', consent_date: '2026-01-08', release_date: null, has_esy: true },
};
const OTHER: AlikeStudent = {
  ...{ id: uuidv7(), first_name: 'Ida', last_name: 'Kvist', grade: '4', archived: true, client: null },
  ...{ date_of_birth: '2017-05-04', location: null, likeness: 'sound' },
};
const CHANGED: AuditRecord = {
  ...{ id: 12, at: '2026-03-10T17:05:00.000Z', by: uuidv7(), by_name: 'Tessa Quill' },
  ...{ action: 'student_account.update', entity: 'student_account', row_id: IDA.id, row_version: 7 },
  ...{ request_id: 'r-1', details: {}, changes: { case_manager: ['', 'Noor Haddad'] } },
};

let device: TestDevice;
let writes: { name: EndpointName; params?: unknown; body: unknown; version: unknown }[];
/** What the server says instead of an answer. */
let fault: Error | null;
let file: StudentFile;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  [writes, fault, file] = [[], null, FILE];
  const page = {
    ...{ epoch: 'e1', cursor: 'c1', more: false, server_time: '2026-03-10T18:00:00.000Z', is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: [{ entity: 'student', id: IDA.id, scopes: ['org'], left: [], row: IDA }],
  };
  await pullAll(device.db, { call: async () => page } as unknown as ApiClient, 'd');
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function answer(name: EndpointName, input: object): unknown {
  if (fault !== null) throw fault;
  switch (name) {
    case 'student.read':
      return file;
    case 'student.list-duplicates':
      return [OTHER];
    case 'student-merge.list':
      return [];
    case 'audit.list':
      return { as_of: CHANGED.at, total: 1, entries: [CHANGED] };
    case 'student.read-open':
      return {
        services: [{ service_name: 'Speech', provider_name: 'Maya Reyes' }],
        planned: [{ provider_name: 'Maya Reyes', events: 14 }],
        unsigned_notes: 1,
      };
  }
  const { params, body, write } = input as {
    params?: unknown;
    body: unknown;
    write?: { base_version: unknown };
  };
  writes.push({ name, params, body, version: write?.base_version });
  return undefined;
}

function show(role: string, content: React.ReactNode) {
  const { workspace } = device;
  const profile = { user_id: workspace.user_id, provider_id: null, auth: role, grants: [], services: [] };
  const engine = { ...scriptedOffice(answer).engine, refresh: async () => undefined };
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      {content}
    </SignedInContext>,
    { wrapper: InRouter },
  );
  return userEvent.setup();
}

function openFile(role: string, search: StudentSearch = {}) {
  const leads = {
    search,
    onSearch: vi.fn(),
    placeOf: () => null,
    accessRecord: null,
    onOpenSession: vi.fn(),
    onMerge: vi.fn(),
    notFound: null,
    merged: null,
    soapNotes: null,
    attachments: null,
    transfer: () => null,
    transfers: () => null,
  };
  return show(role, <StudentInfo id={IDA.id} {...leads} />);
}

describe('a new student', () => {
  test('is saved whole on the server and opened', async () => {
    const onOpen = vi.fn();
    const user = show('1', <NewStudent onOpen={onOpen} />);
    await user.click(screen.getByRole('button', { name: 'Add student' }));
    const form = within(await screen.findByRole('form', { name: 'New student' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findAllByText('This field is required.')).toHaveLength(2);
    await user.type(form.getByLabelText('First name'), ' Ida ');
    await user.type(form.getByLabelText('Last name'), 'Quist');
    await user.type(form.getByLabelText('Qualifications'), 'Autism{enter}{enter}Other health impairment');
    await user.type(form.getByLabelText('Annual IEP review'), '2026-10-01');
    await user.click(form.getByLabelText('Extended school year'));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
    expect(writes).toHaveLength(1);
    expect(writes[0]).toMatchObject({
      name: 'student.create',
      body: {
        ...{ id: onOpen.mock.calls[0]?.[0], first_name: 'Ida', last_name: 'Quist', client: null },
        qualifications: ['Autism', 'Other health impairment'],
        ...{ iep_annual_date: '2026-10-01', iep_triennial_date: null, has_esy: true },
      },
    });
  });

  test('whose name sounds like another’s is pointed out, and can be saved all the same', async () => {
    const user = show('1', <NewStudent onOpen={vi.fn()} />);
    await user.click(screen.getByRole('button', { name: 'Add student' }));
    const form = within(await screen.findByRole('form', { name: 'New student' }));
    await user.type(form.getByLabelText('First name'), 'Ida');
    expect(form.queryByText('Ida Kvist')).toBeNull();
    await user.type(form.getByLabelText('Last name'), 'Quist');
    expect(await form.findByText('Ida Kvist')).toBeTruthy();
    expect(form.getByText(/sounds the same, born 05\/04\/2017, grade 4/)).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(writes.map(({ name }) => name)).toEqual(['student.create']));
  });

  test('born in the future is refused at the field', async () => {
    const user = show('1', <NewStudent onOpen={vi.fn()} />);
    await user.click(screen.getByRole('button', { name: 'Add student' }));
    const form = within(await screen.findByRole('form', { name: 'New student' }));
    await user.type(form.getByLabelText('Date of birth'), '2099-01-01');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText("The date can't be in the future.")).toBeTruthy();
    expect(writes).toEqual([]);
  });

  test('is not offered to people who only read', () => {
    show('3', <NewStudent onOpen={vi.fn()} />);
    expect(screen.queryByRole('button', { name: 'Add student' })).toBeNull();
  });
});

describe("a student's page", () => {
  test('says what the office keeps, and that an IEP review is overdue', async () => {
    openFile('1');
    expect(await screen.findByText(/^[\d,]+ days overdue$/)).toBeTruthy();
    expect(screen.getByText('Noor Haddad')).toBeTruthy();
    expect(screen.getByText('Bayline Mutual')).toBeTruthy();
  });

  test('shows colleagues neither insurance nor buttons that change the record', async () => {
    openFile('2');
    expect(await screen.findByText('Noor Haddad')).toBeTruthy();
    expect(screen.queryByText('Payer')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull();
  });

  test('has its history for people who read the audit log', async () => {
    openFile('1', { tab: 'history' });
    const history = within(await screen.findByRole('tabpanel', { name: 'History' }));
    expect(await history.findByText(/Tessa Quill, 03\/10\/2026 10:05 AM/)).toBeTruthy();
    expect(history.getByText(/^Case manager: None →/)).toBeTruthy();
  });

  test('has no history for others, who get the overview at its address', async () => {
    openFile('2', { tab: 'history' });
    expect(await screen.findByRole('tabpanel', { name: 'Overview' })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'History' })).toBeNull();
  });

  test('is edited under the version that was read', async () => {
    const user = openFile('0');
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const form = within(await screen.findByRole('form', { name: 'Edit student' }));
    const grade = form.getByLabelText('Grade');
    await user.clear(grade);
    await user.type(grade, '4');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(writes).toHaveLength(1));
    expect(writes[0]).toMatchObject({
      ...{ name: 'student.update', params: { id: IDA.id }, version: 7 },
      body: { grade: '4', first_name: 'Ida', qualifications: ['Autism', 'Other'] },
    });
  });

  test('keeps what was entered when the record has changed meanwhile', async () => {
    const user = openFile('0');
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const form = within(await screen.findByRole('form', { name: 'Edit student' }));
    await user.type(form.getByLabelText('Grade'), '4');
    fault = new ApiError('record.stale');
    await user.click(form.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this too' });
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(form.getByLabelText<HTMLInputElement>('Grade').value).toBe('34');
  });

  test('archives after saying what that ends', async () => {
    const user = openFile('1');
    await user.click(await screen.findByRole('button', { name: 'Archive' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmation - Archive' });
    expect(
      await within(dialog).findByText(/ends 1 service and removes 14 planned sessions \(Maya Reyes 14\)/),
    ).toBeTruthy();
    expect(within(dialog).getByText(/1 SOAP note still needs to be written or signed/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() =>
      expect(writes).toEqual([
        { name: 'student.set-archived', params: { id: IDA.id }, body: { archived: true }, version: 7 },
      ]),
    );
  });

  test('restores without asking what would end', async () => {
    file = { ...FILE, archived: true };
    const user = openFile('1');
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(await screen.findByText(/need to assign services again/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() => expect(writes).toMatchObject([{ body: { archived: false } }]));
  });

  test('shows what this device has when the server can’t be reached', async () => {
    fault = new NoAnswer();
    openFile('1');
    expect(await screen.findByRole('heading', { level: 1, name: /Ida Quist/ })).toBeTruthy();
    expect(await screen.findByText("Can't reach the server")).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  });
});

test('the list names an IEP review that is due, and can be narrowed to those', async () => {
  show('1', <ReportScreen report={allStudents} search={{ iep: true }} onSearch={vi.fn()} onOpen={vi.fn()} />);
  const row = await screen.findByRole('row', { name: /^Quist, Ida/ });
  expect(within(row).getByText(/^IEP [\d,]+ days overdue$/)).toBeTruthy();
});
