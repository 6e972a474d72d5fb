import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SoapNote } from '#contract/soap-note.ts';
import { ROLES } from '#domain/access/roles.ts';
import { NoteList } from '#features/soap/note-list.tsx';
import { coSignNote } from '#features/soap/record-note.ts';
import { SessionNotes } from '#features/soap/session-notes.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { sessionRow, signedNoteRow } from '#tests/support/device-entries.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const AT = '2026-03-10T18:00:00.000Z';
const OTHER = '5b0c1e9a-6f53-4f0e-9a0e-1d7f1b1c0a11';
const MAYA = uuidv7();
const HELD_FROM = '2026-02-01';

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
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const asked = () => office.calls.map(([name]) => name);

/** A colleague's session with Maya, and its note. */
function visitOn(session_date: string, changes: Partial<SoapNote> = {}) {
  const session = sessionRow(OTHER, 1, { session_date, student_ids: [MAYA] });
  const note = signedNoteRow(session, MAYA, { subjective: `Of ${session_date}.`, ...changes });
  return { session, note };
}

/** What a pull has brought to a device that has others' rows since February. */
async function hold(...rows: ['session' | 'soap_note', { id: string }][]): Promise<void> {
  const page = {
    ...{ epoch: 'e', cursor: 'c', more: false, server_time: AT, is_fresh: false, others_from: HELD_FROM },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: rows.map(([entity, row]) => ({ entity, id: row.id, scopes: ['service:s:open'], left: [], row })),
  };
  expect(await applyPage(device.db, await syncPosition(device.db), page)).toBe(true);
}

const lead = () => ({
  auth: ROLES.serviceLead,
  provider_id: device.workspace.user_id,
  grants: [],
  services: [],
});
const showSession = (id: string) =>
  showTo(device, office, <SessionNotes id={id} noticeOf={() => null} />, lead());
const showStudent = () => showTo(device, office, <NoteList student={MAYA} onOpenSession={vi.fn()} />, lead());

test('a note of a month that the device holds is read here', async () => {
  const { session, note } = visitOn('2026-03-03');
  await hold(['session', session], ['soap_note', note]);
  showSession(session.id);
  expect(await screen.findByText('Of 2026-03-03.')).toBeTruthy();
  expect(asked()).not.toContain('soap.list-of-session');
});

test('a note of an earlier month is asked of the server', async () => {
  const { session, note } = visitOn('2025-11-04');
  await hold();
  answers = { 'session.read': session, 'soap.list-of-session': [{ ...note, goal_entries: [] }] };
  showSession(session.id);
  expect(await screen.findByText('Of 2025-11-04.')).toBeTruthy();
});

test('offline, an earlier session is not said to have no note', async () => {
  const { session } = visitOn('2025-11-04', {});
  // Something about it is to be decided, so that it is here.
  await hold(['session', session]);
  showSession(session.id);
  expect(await screen.findByText("Can't reach the server")).toBeTruthy();
  expect(screen.queryByText(/No notes? yet/)).toBeNull();
});

test('offline, an earlier session moved here to a day that is held is not said to have no note', async () => {
  const { session } = visitOn('2025-11-04', {});
  await hold(['session', session]);
  const write = { id: session.id, lane: `session:${session.id}`, opened: session };
  await queueWrite(device.workspace, {
    ...write,
    endpoint: 'session.update',
    body: { session_date: '2026-03-04' },
  });
  showSession(session.id);
  expect(await screen.findByText("Can't reach the server")).toBeTruthy();
  expect(screen.queryByText(/No notes? yet/)).toBeNull();
});

test("a co-signature that waits on this device is shown over the server's note", async () => {
  const { session, note } = visitOn('2025-11-04', { needs_co_sign: true });
  await hold(['soap_note', note]);
  answers = { 'session.read': session, 'soap.list-of-session': [{ ...note, goal_entries: [] }] };
  showSession(session.id);
  expect(await screen.findByText('Awaiting co-signature')).toBeTruthy();
  await coSignNote(device.workspace, note.id);
  expect(await screen.findByText('Co-signed')).toBeTruthy();
});

test("a student's recent notes are read here, and all of them from the server when asked for", async () => {
  const [recent, old] = [visitOn('2026-03-03').note, visitOn('2025-11-04').note];
  await hold(['soap_note', recent]);
  answers = {
    'soap.list-of-student': [recent, old].map((note) => ({ ...note, goal_entries: [] })),
    'soap.list-older': [old.id],
  };
  showStudent();
  expect(await screen.findByText("Notes from before 02/01/2026 aren't on this device.")).toBeTruthy();
  expect(screen.queryByText('Of 2025-11-04.')).toBeNull();
  expect(asked()).toEqual(['soap.list-older']);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show all notes' }));
  expect(await screen.findByText('Of 2025-11-04.')).toBeTruthy();
});

test('where the server has no older notes than this device, none are offered', async () => {
  const [recent, waiting] = [visitOn('2026-03-03').note, visitOn('2025-11-04', { needs_co_sign: true }).note];
  await hold(['soap_note', recent], ['soap_note', waiting]);
  answers = { 'soap.list-older': [waiting.id] };
  showStudent();
  expect(await screen.findByText('Of 2025-11-04.')).toBeTruthy();
  await waitFor(() => expect(asked()).toEqual(['soap.list-older']));
  expect(office.calls[0]?.[1]).toMatchObject({ query: { before: HELD_FROM, limit: 3 } });
  expect(screen.queryByText(/aren't on this device/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show all notes' })).toBeNull();
});

test('offline, older notes are said to need a connection, and no button is there that could not answer', async () => {
  await hold(['soap_note', visitOn('2026-03-03').note]);
  showStudent();
  expect(await screen.findByText(/^Notes from before 02\/01\/2026 .*when you're online\.$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show all notes' })).toBeNull();
});

test('offline, a student without recent notes has none on this device, and is not said to have none', async () => {
  await hold();
  showStudent();
  expect(await screen.findByText('No notes on this device')).toBeTruthy();
  expect(screen.getByText("You're offline. Notes from before 02/01/2026 need a connection.")).toBeTruthy();
  expect(screen.queryByText('No SOAP notes yet')).toBeNull();
  answers = { 'soap.list-of-student': [] };
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No SOAP notes yet')).toBeTruthy();
});
