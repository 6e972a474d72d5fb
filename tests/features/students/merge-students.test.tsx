import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import type { StudentFile } from '#contract/student.ts';
import type { MergePreview, StudentMerge } from '#contract/student-merge.ts';
import { MergePartner } from '#features/students/merge-partner.tsx';
import { MergeStudentsScreen } from '#features/students/merge-students-screen.tsx';
import { StudentMerges } from '#features/students/merged-records.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { studentArrived } from '#tests/support/device-entries.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const IDA: StudentFile = {
  ...{ id: uuidv7(), first_name: 'Ida', last_name: 'Quist', grade: '', archived: false, version: 4 },
  ...{ date_of_birth: '2017-05-04', home_language: 'en', qualifications: [], client: null, location: null },
  ...{ iep_annual_date: null, iep_triennial_date: null, services: [], providers: [], merged_into: null },
  ...{ district_student_id: '', case_manager: '', payer: '', member_id: '', has_esy: false },
  ...{ consent_date: null, release_date: null, sex: '', street: '', city: '', state: '', zip: '' },
};
const COPY: StudentFile = { ...IDA, id: uuidv7(), last_name: 'Quistt', grade: '3', version: 2 };
const PREVIEW: MergePreview = {
  ...{ stays: IDA, merged: COPY, series: 2, sessions_of_both: 1, services_of_both: [], rates_left: 1 },
  moves: [
    { entity: 'session', rows: 12 },
    { entity: 'calendar_event', rows: 3 },
  ],
  refusals: [],
};
const MERGE: StudentMerge = {
  ...{ id: uuidv7(), merged_at: '2026-03-10T18:00:00.000Z', merged_by_name: 'Dana Ruiz', undone_at: null },
  ...{ stays: { id: IDA.id, name: 'Ida Quist' }, merged: { id: COPY.id, name: 'Ida Quistt' } },
  ...{ undo_until: '2026-04-09', moves: [{ entity: 'session', rows: 12 }] },
  since: {
    changed: [{ entity: 'session', rows: 1 }],
    added: [{ entity: 'parent', rows: 1 }],
    fields: ['grade'],
  },
};

let device: TestDevice;
let writes: { name: EndpointName; body: unknown; params: unknown }[];
let preview: MergePreview;
let fault: Error | null;
let merges: StudentMerge[];
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  [writes, preview, fault, merges] = [[], PREVIEW, null, [MERGE]];
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function answer(name: EndpointName, input: object): unknown {
  if (name === 'student-merge.read-preview') return preview;
  if (name === 'student-merge.list') return merges;
  if (name === 'student.list-duplicates') return [];
  if (fault !== null) throw fault;
  writes.push({ name, ...(input as { body: unknown; params: unknown }) });
  if (name === 'student-merge.undo') merges = [{ ...MERGE, since: null, undone_at: MERGE.merged_at }];
  return MERGE;
}

function show(content: React.ReactNode) {
  const { workspace } = device;
  const profile = { user_id: workspace.user_id, provider_id: null, auth: '1', grants: [], services: [] };
  const engine = { ...scriptedOffice(answer).engine, refresh: async () => undefined };
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      {content}
    </SignedInContext>,
    { wrapper: InRouter },
  );
  return userEvent.setup();
}

function compare() {
  const leads = { onChoose: vi.fn(), onMerged: vi.fn() };
  const user = show(<MergeStudentsScreen stays={IDA.id} merged={COPY.id} {...leads} />);
  return { user, ...leads };
}

test('shows where the records differ and what moves, and merges with the chosen values', async () => {
  const { user, onMerged, onChoose } = compare();
  const grade = within(await screen.findByRole('radiogroup', { name: 'Grade' }));
  // What is empty in the record that stays is taken from the other one.
  expect(grade.getByRole('radio', { name: '3' }).getAttribute('aria-checked')).toBe('true');
  const name = within(screen.getByRole('radiogroup', { name: 'Last name' }));
  expect(name.getByRole('radio', { name: 'Quist' }).getAttribute('aria-checked')).toBe('true');
  expect(screen.queryByRole('radiogroup', { name: 'First name' })).toBeNull();
  screen.getByText('12 sessions');
  screen.getByText('3 calendar events, 2 recurring');
  screen.getByText(/Both records are in 1 group session/);
  screen.getByText(/1 rate stays with the archived record/);
  await user.click(name.getByRole('radio', { name: 'Quistt' }));
  await user.click(screen.getByRole('button', { name: 'Swap' }));
  expect(onChoose).toHaveBeenCalledWith({ stays: COPY.id, merged: IDA.id });
  await user.click(screen.getByRole('button', { name: 'Merge records' }));
  await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  await waitFor(() => expect(onMerged).toHaveBeenCalledWith(IDA.id));
  expect(writes).toHaveLength(1);
  expect(writes[0]).toMatchObject({
    name: 'student-merge.create',
    body: {
      ...{ stays: IDA.id, merged: COPY.id, stays_version: 4, merged_version: 2 },
      fields_of_merged: expect.arrayContaining(['grade', 'last_name']),
    },
  });
});

test('says why records can’t be merged, and offers no merge', async () => {
  preview = { ...PREVIEW, refusals: ['One of these records was already merged into another one.'] };
  compare();
  expect((await screen.findByRole('alert')).textContent).toContain('already merged');
  expect(screen.getByRole('button', { name: 'Merge records' })).toHaveProperty('disabled', true);
});

test('a refused merge says why and stays open', async () => {
  fault = new ApiError('request.invalid', { fields: { merged: 'Discard one of the notes first.' } });
  const { user, onMerged } = compare();
  await user.click(await screen.findByRole('button', { name: 'Merge records' }));
  await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  await screen.findByText('Discard one of the notes first.');
  expect(onMerged).not.toHaveBeenCalled();
});

test('a merge is undone from the student’s page, which says what was changed since', async () => {
  const onChanged = vi.fn(async () => undefined);
  const user = show(<StudentMerges student={IDA.id} onChanged={onChanged} />);
  await screen.findByText(/The record of Ida Quistt was merged into this one on 03\/10\/2026 by Dana Ruiz/);
  await user.click(screen.getByRole('button', { name: 'Undo merge' }));
  const question = await screen.findByRole('alertdialog', { name: 'Undo this merge' });
  expect(question.textContent).toContain('These go back to Ida Quistt: 12 sessions.');
  expect(question.textContent).toContain('Changed since the merge, with changes kept: 1 session.');
  expect(question.textContent).toContain('Added since: 1 parent.');
  expect(question.textContent).toContain('Grade');
  await user.click(within(question).getByRole('button', { name: 'CONFIRM' }));
  await waitFor(() => expect(onChanged).toHaveBeenCalled());
  expect(writes).toMatchObject([{ name: 'student-merge.undo', params: { id: MERGE.id } }]);
});

test('the question before an undo tells records of one name apart', async () => {
  merges = [{ ...MERGE, merged: { id: COPY.id, name: 'Ida Quist' } }];
  const user = show(<StudentMerges student={IDA.id} onChanged={async () => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Undo merge' }));
  const { textContent } = await screen.findByRole('alertdialog', { name: 'Undo this merge' });
  expect(textContent).toContain(`go back to Ida Quist (record ${COPY.id.slice(-4)}): 12 sessions.`);
  expect(textContent).toContain(`The rest stays with Ida Quist (record ${IDA.id.slice(-4)}).`);
});

test('an undone merge keeps the focus on its entry', async () => {
  const user = show(<StudentMerges student={IDA.id} onChanged={async () => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Undo merge' }));
  await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  const undone = (await screen.findByText(/^Undone on/)).closest('li');
  await waitFor(() => expect(document.activeElement).toBe(undone));
});

test('the question before a merge tells records of one name apart', async () => {
  preview = { ...PREVIEW, merged: { ...COPY, last_name: IDA.last_name, date_of_birth: '2018-05-04' } };
  const { user } = compare();
  await user.click(await screen.findByRole('button', { name: 'Merge records' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'Everything in the record of Ida Quist (born 05/04/2018, grade 3) moves, and that record is archived.',
  );
});

test('the question before a merge tells records apart that hold just the same', async () => {
  preview = { ...PREVIEW, merged: { ...IDA, id: COPY.id } };
  const { user } = compare();
  await user.click(await screen.findByRole('button', { name: 'Merge records' }));
  const [stays, merged] = [IDA, COPY].map(({ id }) => `born 05/04/2017, record ${id.slice(-4)}`);
  const question = await screen.findByRole('alertdialog', { name: `Merge into Ida Quist (${stays})` });
  expect(question.textContent).toContain(`Everything in the record of Ida Quist (${merged}) moves`);
  // The two sides say the same.
  expect(screen.getByText(String(stays))).toBeTruthy();
  expect(screen.getByText(String(merged))).toBeTruthy();
});

test('the other record says its birth date once, also where namesakes differ by its year', async () => {
  const others = ['2016-05-17', '2017-05-17'].map((date_of_birth) => {
    const arrived = studentArrived(uuidv7(), ['Ada', 'Quint']);
    return { ...arrived, row: { ...IDA, ...(arrived.row as object), date_of_birth } };
  });
  const page = {
    ...{ epoch: 'e', cursor: 'c', more: false, is_fresh: false, server_time: MERGE.merged_at },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null, changes: others },
  };
  expect(await applyPage(device.db, await syncPosition(device.db), page)).toBe(true);
  const user = show(<MergePartner student={{ ...IDA, record_state: 'sent' }} onChoose={vi.fn()} />);
  await user.click(await screen.findByRole('combobox', { name: /^Student/ }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Quint, Ada · 05/17/2016',
    'Quint, Ada · 05/17/2017',
  ]);
});
