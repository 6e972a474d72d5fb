import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SoapNote } from '#contract/soap-note.ts';
import { ROLES } from '#domain/access/roles.ts';
import { soapNoteId } from '#domain/notes/soap-ids.ts';
import { SessionNotes } from '#features/soap/session-notes.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import { sessionEntry, sessionRow, signedNoteRow } from '#tests/support/device-entries.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const AT = '2023-11-07T18:00:00.000Z';
const LONG_AGO = '2023-11-07';
const MAYA = uuidv7();

let device: TestDevice;
let office: ReturnType<typeof scriptedOffice>;
let answers: Record<string, unknown>;

beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  answers = {};
  office = scriptedOffice((name) => {
    if (name in answers) return answers[name];
    throw new NoAnswer();
  });
  await pull();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

/** The provider's own session with Maya, before the fiscal years that the device holds, and its note. */
function visit(changes: Partial<SoapNote> = {}, others: readonly string[] = []) {
  const me = device.workspace.user_id;
  const session = sessionRow(me, 1, { session_date: LONG_AGO, student_ids: [MAYA, ...others] });
  const note = signedNoteRow(session, MAYA, { subjective: 'Said R.', ...changes });
  return { session, note };
}

/** A pull by a device that has own rows since July 1, 2024. */
async function pull(...notes: { id: string }[]): Promise<void> {
  const position = await syncPosition(device.db);
  const page = {
    ...{ epoch: 'e', cursor: `${position.cursor}+`, more: false, server_time: AT, is_fresh: false },
    ...{ own_from: '2024-07-01', scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: notes.map((row) => ({
      ...{ entity: 'soap_note' as const, id: row.id, left: [], row },
      scopes: [`user:${device.workspace.user_id}:open`],
    })),
  };
  expect(await applyPage(device.db, position, page)).toBe(true);
}

const provider = () => ({
  ...{ auth: ROLES.provider, provider_id: device.workspace.user_id, grants: [], services: [] },
});
const show = (id: string) =>
  showTo(device, office, <SessionNotes id={id} noticeOf={() => null} />, provider());

test('a signed note is read from the server and amended, and the amendment waits on this device', async () => {
  const { session, note } = visit();
  answers = { 'session.read': session, 'soap.list-of-session': [{ ...note, goal_entries: [] }] };
  show(session.id);
  const user = userEvent.setup();
  expect(await screen.findByText('Said R.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Add amendment' }));
  await user.type(await screen.findByLabelText('Amendment'), 'It was S.');
  await user.click(screen.getByRole('button', { name: 'CONFIRM' }));
  await waitFor(async () => expect(await outboxStates(device.db)).toEqual(['waiting']));
  expect(await screen.findByText('It was S.', { selector: 'p' })).toBeTruthy();
  expect(await device.db.soapNotes.toArray()).toMatchObject([{ id: note.id, is_withdrawn: 1 }]);
});

test('a note that was returned is on this device, and is written here', async () => {
  const { session, note } = visit({ state: 'returned', return_comment: 'Name the sound.', signed_at: null });
  await pull(note);
  answers = { 'session.read': session, 'soap.list-of-session': [{ ...note, goal_entries: [] }] };
  show(session.id);
  expect(await screen.findByDisplayValue('Said R.')).toBeTruthy();
  expect(screen.getByText(/Name the sound/)).toBeTruthy();
});

test('a note that nobody has begun is begun here', async () => {
  const { session } = visit();
  answers = { 'session.read': session, 'soap.list-of-session': [] };
  show(session.id);
  await userEvent.setup().type(await screen.findByLabelText('Subjective'), 'Late, but here.');
  await waitFor(async () => expect(await device.db.soapNotes.count()).toBe(1));
});

test('text for all of a group of long ago is added to the notes that are not finished, and to no other', async () => {
  const [ben, carl] = [uuidv7(), uuidv7()];
  const { session, note } = visit({}, [ben, carl]);
  const returned = { ...note, id: soapNoteId(session.id, ben), student: ben };
  const open = { ...returned, state: 'returned', return_comment: 'More, please.', signed_at: null };
  await pull(open);
  answers = {
    'session.read': session,
    'soap.list-of-session': [note, open].map((one) => ({ ...one, goal_entries: [] })),
  };
  show(session.id);
  const user = userEvent.setup();
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
    'For all',
    'A student not on this deviceSigned',
    'A student not on this deviceReturned',
    'A student not on this deviceNo note yet',
  ]);
  await user.type(await screen.findByLabelText('Plan for all'), 'Go on.');
  await user.click(screen.getByRole('button', { name: 'Add to all notes' }));
  await waitFor(async () => {
    const writes = await device.db.outbox.toArray();
    expect(writes.map(({ entity_id }) => entity_id).sort()).toEqual(
      [open.id, soapNoteId(session.id, carl)].sort(),
    );
  });
});

test('a group of long ago whose notes are all signed offers no text for all', async () => {
  const ben = uuidv7();
  const { session, note } = visit({}, [ben]);
  const other = { ...note, id: soapNoteId(session.id, ben), student: ben };
  answers = {
    'session.read': session,
    'soap.list-of-session': [note, other].map((one) => ({ ...one, goal_entries: [] })),
  };
  show(session.id);
  expect(await screen.findAllByRole('tab')).toHaveLength(2);
  expect(screen.queryByRole('tab', { name: 'For all' })).toBeNull();
});

test('offline, the note of a session of long ago that was entered here is written here', async () => {
  const entry = sessionEntry({ session_date: LONG_AGO, student_ids: [MAYA] });
  await queueWrite(device.workspace, {
    endpoint: 'session.create',
    ...{ id: entry.id, body: { ...entry, provider: device.workspace.user_id }, lane: `session:${entry.id}` },
  });
  show(entry.id);
  expect(await screen.findByLabelText('Subjective')).toBeTruthy();
});

test('offline, a session of long ago is not said to have no note', async () => {
  const { session } = visit();
  answers = { 'session.read': session };
  show(session.id);
  expect(await screen.findByText("Can't reach the server")).toBeTruthy();
  expect(screen.queryByLabelText('Subjective')).toBeNull();
});
