import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PullPage } from '#contract/sync.ts';
import { entriesOfNote, soapNoteById } from '#db/soap-notes.ts';
import { ROLES } from '#domain/access/roles.ts';
import { soapNoteId } from '#domain/notes/soap-ids.ts';
import { NotePreview } from '#features/soap/note-preview.tsx';
import { SessionNotes } from '#features/soap/session-notes.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { type ApiClient, NoAnswer } from '#sync/api-client.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { openDevice, outboxStates, scriptedServer, type TestDevice } from '#tests/support/device.ts';
import { sessionRow } from '#tests/support/device-entries.ts';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const AT = '2026-03-10T18:00:00.000Z';
const SESSION = uuidv7();
const GROUP = [uuidv7(), uuidv7()];

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

/** A note of the group as the server has it. */
function signedNote(student: string, changes: { service?: string | null; plan?: string } = {}) {
  const self = device.workspace.user_id;
  return {
    ...{ id: soapNoteId(SESSION, student), student, session: SESSION, provider: self, service: uuidv7() },
    ...{ note_date: '2026-03-10', subjective: 'a', objective: 'b', assessment: 'c', plan: 'd' },
    ...{ cpt_codes: [], dx_codes: [], state: 'signed', needs_co_sign: false, return_comment: '' },
    ...{ signed_by: self, signed_at: AT, co_signed_by: null, co_signed_at: null, amendments: [] },
    steps: [{ step: 'sign', by: self, at: AT, comment: '' }],
    ...{ captured_by: self, captured_at: AT, received_at: AT, version: 2 },
    ...changes,
  };
}

/** The group's session, with the notes of these students signed. */
async function pullGroup(cursor: string, signed: readonly string[], plan = 'd'): Promise<void> {
  const self = device.workspace.user_id;
  const session = sessionRow(self, 1, { id: SESSION, student_ids: GROUP, setting: 'group' });
  const rows = [
    { entity: 'session' as const, id: SESSION, row: session },
    ...signed.map((student) => {
      const row = signedNote(student, { service: session.service, plan });
      return { entity: 'soap_note' as const, id: row.id, row };
    }),
  ];
  const page: PullPage = {
    ...{ epoch: 'e1', cursor, more: false, server_time: AT, is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: rows.map((row) => ({ ...row, scopes: ['global'], left: [] })),
  };
  await pullAll(device.db, { call: async () => page } as unknown as ApiClient, 'd');
}

function show(
  auth: string = ROLES.provider,
  answer: Parameters<typeof scriptedOffice>[0] = () => ({ name: 'Bright Harbor' }),
  first?: string,
): void {
  const { user_id } = device.workspace;
  const provider_id = auth === ROLES.provider ? user_id : null;
  const profile = { user_id, provider_id, auth, grants: [], services: [] };
  const signedIn = { profile, workspace: device.workspace, engine: scriptedOffice(answer).engine };
  render(
    <SignedInContext value={signedIn as unknown as SignedInDevice}>
      <SessionNotes id={SESSION} noticeOf={() => null} first={first} />
    </SignedInContext>,
  );
}

test('a link to one note of a group opens the tab of its student', async () => {
  await pullGroup('c1', []);
  show(ROLES.provider, undefined, GROUP[1]);
  const tabs = await screen.findAllByRole('tab');
  expect(tabs.map((tab) => tab.getAttribute('aria-selected'))).toEqual(['false', 'false', 'true']);
});

test('text for all is offered while any note of the group is editable', async () => {
  await pullGroup('c1', GROUP.slice(0, 1));
  show();
  expect(await screen.findByRole('tab', { name: 'For all' })).toBeTruthy();
  cleanup();
  await pullGroup('c2', GROUP);
  show();
  expect(await screen.findAllByRole('tab')).toHaveLength(2);
  expect(screen.queryByRole('tab', { name: 'For all' })).toBeNull();
});

test('text for all stays on the screen if the last note is signed elsewhere', async () => {
  const user = userEvent.setup();
  await pullGroup('c1', GROUP.slice(0, 1));
  show();
  const text = await screen.findByLabelText('Plan for all');
  await user.type(text, 'Go on');
  await pullGroup('c2', GROUP);
  await user.click(screen.getByRole('button', { name: 'Add to all notes' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Every note in this group is signed/);
  expect((screen.getByLabelText('Plan for all') as HTMLTextAreaElement).value).toBe('Go on');
});

/** A session with one student who has a goal, and their last note with the goal's result. */
async function pullAlone(): Promise<{ student: string; goal: string }> {
  const self = device.workspace.user_id;
  const [student, goal, lastSession] = [uuidv7(), uuidv7(), uuidv7()];
  const session = sessionRow(self, 1, { id: SESSION, student_ids: [student] });
  const last = soapNoteId(lastSession, student);
  const entry = { id: uuidv7(), soap_note: last, student, provider: self, goal, pg_num: 1, version: 1 };
  const note = {
    ...{ id: last, student, session: lastSession, provider: self, service: session.service },
    ...{ note_date: '2026-01-01', subjective: 'a', objective: 'Sat well. Says /s/: 8 of 10 (80%).' },
    ...{ assessment: 'c', plan: 'd', cpt_codes: [], dx_codes: [], state: 'signed', needs_co_sign: false },
    ...{ return_comment: '', signed_by: self, signed_at: AT, co_signed_by: null, co_signed_at: null },
    ...{ amendments: [], steps: [{ step: 'sign', by: self, at: AT, comment: '' }] },
    ...{ captured_by: self, captured_at: AT, received_at: AT, version: 2 },
  };
  const rows = [
    { entity: 'session', id: SESSION, row: session },
    {
      entity: 'goal',
      id: goal,
      row: {
        ...{ id: goal, student, service: null, goal_option: null, goal_text: 'Says /s/.', baseline: '' },
        ...{ target: '', criterion: '', start_date: '2026-01-01', target_date: null, archived: false },
        ...{ captured_by: self, captured_at: AT, received_at: AT, version: 1 },
      },
    },
    { entity: 'soap_note', id: last, row: note },
    {
      entity: 'goal_entry',
      id: entry.id,
      row: { ...entry, trials: 10, correct: 8, prompt_level: 'verbal', comment: 'Tired.' },
    },
  ] as const;
  const page = {
    ...{ epoch: 'e1', cursor: 'c1', more: false, server_time: AT, is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: rows.map((row) => ({ ...row, scopes: ['global'], left: [] })),
  };
  await pullAll(device.db, { call: async () => page } as unknown as ApiClient, 'd');
  return { student, goal };
}

const shownIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;

/** The button that had the focus is gone, and the keyboard goes on from here. */
function expectFocus(name: string): Promise<void> {
  return waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(name));
}

test('a goal carried forward has no data; signing asks once, and can be undone', async () => {
  const { student } = await pullAlone();
  show();
  const status = () => screen.getByRole('status', { name: 'Note' }).textContent;
  const load = await screen.findByRole('button', { name: 'Load last note' });
  expect(status()).toBe('Nothing written yet');
  fireEvent.click(load);
  await waitFor(() => expect(shownIn('Plan')).toBe('d'));
  expect(shownIn('Objective')).toBe('Sat well.');
  expect(shownIn('Prompt level for goal 1')).toBe('');
  expect([shownIn('Trials for goal 1'), shownIn('Comment on goal 1')]).toEqual(['', '']);

  fireEvent.click(screen.getByRole('button', { name: 'Sign note' }));
  const question = await screen.findByRole('alertdialog', { name: 'Confirmation - Sign' });
  expect(question.textContent).toContain('Goal 1 has no data from this session.');
  fireEvent.click(screen.getByRole('button', { name: 'CONFIRM' }));
  const note = soapNoteId(SESSION, student);
  await waitFor(async () => expect((await soapNoteById(device.db, note))?.state).toBe('signed'));
  expect(await entriesOfNote(device.db, note)).toEqual([]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect((await device.db.outbox.toArray()).filter(({ endpoint }) => endpoint === 'soap.sign')).toHaveLength(
    1,
  );
  await expectFocus('SOAP note: Signed');
  const withdraw = await screen.findByRole('button', { name: 'Withdraw signature' });
  withdraw.focus();
  fireEvent.click(withdraw);
  await waitFor(async () => expect((await soapNoteById(device.db, note))?.state).toBe('draft'));
  expect(await screen.findByRole('button', { name: 'Sign note' })).toBeTruthy();
  await expectFocus('SOAP note: Draft');
  expect(shownIn('Plan')).toBe('d');
});

test('signing with data for every goal asks nothing', async () => {
  const { student } = await pullAlone();
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Load last note' }));
  fireEvent.change(screen.getByLabelText('Trials for goal 1'), { target: { value: '10' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign note' }));
  const note = soapNoteId(SESSION, student);
  await waitFor(async () => expect((await soapNoteById(device.db, note))?.state).toBe('signed'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  const head = (await screen.findByText('Signed')).parentElement;
  expect(head?.textContent).toContain('Saved on this device');
});

test("an unsynced signature can be withdrawn after ten minutes, a synced one can't", async () => {
  const { student } = await pullAlone();
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Load last note' }));
  await waitFor(() => expect(shownIn('Plan')).toBe('d'));
  fireEvent.change(screen.getByLabelText('Trials for goal 1'), { target: { value: '10' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign note' }));
  await screen.findByText('Signed');
  device.clock.pass(11 * 60_000);
  cleanup();
  show();
  const signed = (await screen.findByText('Signed')).parentElement;
  expect(signed?.textContent).toContain('Saved on this device');
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw signature' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sign note' }));
  await screen.findByText('Signed');
  expect((await device.db.outbox.toArray()).filter(({ endpoint }) => endpoint === 'soap.sign')).toHaveLength(
    1,
  );

  const id = soapNoteId(SESSION, student);
  const { transport } = scriptedServer(() => ({ version: 1 }));
  device.clock.pass(11 * 60_000);
  expect(await screen.findByRole('button', { name: 'Withdraw signature' })).toBeTruthy();
  await drainWhileAnswered(() => drainBatch(device.db, transport, device.clock, device.lock));
  expect(await outboxStates(device.db)).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw signature' })).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  expect(await screen.findByRole('menuitem', { name: 'Add amendment' })).toBeTruthy();
  expect(await soapNoteById(device.db, id)).toMatchObject({ state: 'signed' });
});

test('an amendment stays on the screen while the signed note changes below it', async () => {
  await pullGroup('c1', GROUP);
  show();
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Add amendment' }));
  fireEvent.change(await screen.findByLabelText('Amendment'), { target: { value: 'He asked for help.' } });
  await pullGroup('c2', GROUP, 'Changed on the server.');
  expect(await screen.findByText('Changed on the server.')).toBeTruthy();
  expect(shownIn('Amendment')).toBe('He asked for help.');
});

test('the browser prints an open draft as a note, with the last words typed, and not its editor', async () => {
  await pullGroup('c1', GROUP.slice(0, 1));
  show();
  fireEvent.keyDown((await screen.findAllByRole('tab'))[2] as HTMLElement, { key: 'Enter' });
  fireEvent.change(await screen.findByLabelText('Plan'), { target: { value: 'Send cards home.' } });
  fireEvent.blur(screen.getByLabelText('Plan'));
  await screen.findByRole('button', { name: 'More actions' });
  fireEvent.change(screen.getByLabelText('Plan'), { target: { value: 'Send two cards home.' } });
  expect(document.querySelector('[data-print-sheet]')).toBeNull();
  fireEvent(window, new Event('beforeprint'));
  const paper = document.querySelector('[data-print-sheet]');
  expect(paper?.textContent).toContain('SOAP note, not signed');
  expect(paper?.textContent).toContain('Send two cards home.');
  expect(paper?.querySelector('textarea, button')).toBeNull();
  fireEvent(window, new Event('afterprint'));
  await waitFor(() => expect(document.querySelector('[data-print-sheet]')).toBeNull());
});

test('the browser prints a signed note as on paper, and not the screen around it', async () => {
  await pullGroup('c1', GROUP);
  show();
  await screen.findByRole('button', { name: 'More actions' });
  expect(document.querySelector('[data-print-sheet]')).toBeNull();
  fireEvent(window, new Event('beforeprint'));
  const paper = document.querySelector('[data-print-sheet]');
  expect(paper?.textContent).toContain('Signed electronically by');
  expect(paper?.textContent).toContain('Attendance');
  expect(paper?.querySelector('button')).toBeNull();
  fireEvent(window, new Event('afterprint'));
  await waitFor(() => expect(document.querySelector('[data-print-sheet]')).toBeNull());
});

test("a note signed elsewhere can't be edited here anymore", async () => {
  await pullGroup('c1', []);
  show();
  fireEvent.keyDown((await screen.findAllByRole('tab'))[1] as HTMLElement, { key: 'Enter' });
  expect(await screen.findByRole('button', { name: 'Sign note' })).toBeTruthy();
  await pullGroup('c2', GROUP);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign note' })).toBeNull());
});

test('a preview shows the status of each note of a group, and opens them', async () => {
  await pullGroup('c1', GROUP.slice(0, 1));
  const open = vi.fn();
  const { user_id } = device.workspace;
  const profile = { user_id, provider_id: user_id, auth: ROLES.provider, grants: [], services: [] };
  const signedIn = {
    profile,
    workspace: device.workspace,
    engine: scriptedOffice(() => ({ name: 'Bright Harbor' })).engine,
  };
  render(
    <SignedInContext value={signedIn as unknown as SignedInDevice}>
      <NotePreview id={SESSION} onOpen={open} />
    </SignedInContext>,
  );
  const notes = await screen.findAllByRole('listitem');
  expect(notes.map((note) => note.textContent)).toEqual([
    'A student not on this deviceSigneda',
    'A student not on this deviceNo note yet',
  ]);
  await userEvent.click(screen.getByRole('button', { name: /No note yet/ }));
  expect(open).toHaveBeenCalledOnce();
});

test('an impossible count stays on this device until it is corrected', async () => {
  const { student } = await pullAlone();
  show();
  fireEvent.change(await screen.findByLabelText('Trials for goal 1'), { target: { value: '5' } });
  fireEvent.change(screen.getByLabelText('Correct for goal 1'), { target: { value: '9' } });
  fireEvent.change(screen.getByLabelText('Comment on goal 1'), { target: { value: 'Tired.' } });
  fireEvent.blur(screen.getByLabelText('Comment on goal 1'));
  const note = soapNoteId(SESSION, student);
  const stored = async () =>
    (await entriesOfNote(device.db, note)).map(({ trials, correct, comment }) => [trials, correct, comment]);
  await waitFor(async () => expect(await stored()).toEqual([[null, null, 'Tired.']]));
  expect(screen.getByText('At most 5 of 5 trials can be correct.')).toBeTruthy();
  expect(shownIn('Correct for goal 1')).toBe('9');
  const status = () => screen.getByRole('status', { name: 'Note' }).textContent;
  await waitFor(() => expect(status()).toBe('Draft saved on this device'));

  cleanup();
  show();
  await waitFor(() => expect(shownIn('Correct for goal 1')).toBe('9'));
  expect(await stored()).toEqual([[null, null, 'Tired.']]);
  fireEvent.change(screen.getByLabelText('Correct for goal 1'), { target: { value: '3' } });
  fireEvent.blur(screen.getByLabelText('Comment on goal 1'));
  await waitFor(async () => expect(await stored()).toEqual([[5, 3, 'Tired.']]));
  await waitFor(() => expect(status()).toBe('Saved on this device'));
});

test('signing an incomplete note moves the focus to the first field with an error', async () => {
  await pullAlone();
  show();
  fireEvent.change(await screen.findByLabelText('Subjective'), { target: { value: 'Sat well.' } });
  const sign = () => fireEvent.click(screen.getByRole('button', { name: 'Sign note' }));
  sign();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Objective')));
  fireEvent.change(screen.getByLabelText('Trials for goal 1'), { target: { value: '5' } });
  sign();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Assessment')));
  await waitFor(() =>
    expect(screen.getByRole('status', { name: 'Note' }).textContent).toBe('Saved on this device'),
  );
});

test('the office reads notes from the server, and none of them stays on its device', async () => {
  const [student = ''] = GROUP;
  await pullGroup('c1', []);
  const note = { ...signedNote(student, { plan: 'Go on with step 3.' }), goal_entries: [] };
  show(ROLES.admin, (name) => (name === 'soap.list-of-session' ? [note] : { name: 'Bright Harbor' }));
  expect(await screen.findByText('Go on with step 3.')).toBeTruthy();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'A student not on this deviceSigned',
    'A student not on this deviceNo note yet',
  ]);
  expect(await device.db.soapNotes.count()).toBe(0);
});

test('the office is told that notes need a connection, not that there are none', async () => {
  await pullGroup('c1', []);
  show(ROLES.admin, (name) => {
    if (name === 'soap.list-of-session') throw new NoAnswer();
    return { name: 'Bright Harbor' };
  });
  expect(await screen.findByText("Can't reach the server")).toBeTruthy();
  expect(screen.queryByText(/No notes? yet/)).toBeNull();
});

describe('an amendment that is being written', () => {
  async function openDialog(): Promise<HTMLElement> {
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Add amendment' }));
    return screen.findByLabelText('Amendment');
  }
  /** The notes are on another place of the page once a device is turned. */
  const turn = () => {
    cleanup();
    show();
  };
  const drafts = (count: number) => waitFor(async () => expect(await device.db.drafts.count()).toBe(count));

  test('is open again, with its text, after the device was turned', async () => {
    await pullGroup('c1', GROUP);
    show();
    await userEvent.type(await openDialog(), 'He asked');
    await drafts(1);
    turn();
    await screen.findByLabelText('Amendment');
    await userEvent.type(screen.getByLabelText('Amendment'), ' for help.');
    expect(shownIn('Amendment')).toBe('He asked for help.');
    await userEvent.click(screen.getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('He asked for help.')).toBeTruthy();
    await drafts(0);
  });

  test('is gone once it was canceled', async () => {
    await pullGroup('c1', GROUP);
    show();
    await userEvent.type(await openDialog(), 'He asked');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await drafts(0);
    turn();
    await openDialog();
    expect(shownIn('Amendment')).toBe('');
  });
});
