import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Problem } from '#contract/errors.ts';
import type { PullPage } from '#contract/sync.ts';
import { ROLES } from '#domain/access/roles.ts';
import { soapNoteId } from '#domain/notes/soap-ids.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { NotesThatWait } from '#features/soap/co-sign.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { sessionRow } from '#tests/support/device-entries.ts';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { DOUBLE_TAP_MS } from '#ui/double-tap.ts';

const AT = '2026-03-10T18:00:00.000Z';
const [PROVIDER, SERVICE, STUDENT] = [uuidv7(), uuidv7(), uuidv7()];

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  localStorage.clear();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

/** Notes of an assistant in the lead's service, one a day. */
function pullSignedNotes(...days: string[]): Promise<string[]> {
  return pullNotes(days, { provider: PROVIDER, state: 'signed' });
}

async function pullNotes(
  days: readonly string[],
  { provider, state }: { provider: string; state: 'signed' | 'returned' },
): Promise<string[]> {
  const student = { id: STUDENT, first_name: 'Ana', last_name: 'Abel', grade: '3', archived: false };
  const service = { id: SERVICE, name: 'Speech-Language Therapy', short_name: 'SLP' };
  const rows: { entity: string; id: string; row: object }[] = [
    { entity: 'student', id: STUDENT, row: { ...student, services: [SERVICE], providers: [], version: 1 } },
    { entity: 'service', id: SERVICE, row: { ...service, default_minutes: 30, version: 1 } },
  ];
  const ids = days.map((day) => {
    const session = uuidv7();
    const times = { session_date: day, start_time: '09:15', end_time: '09:45' };
    const about = { id: session, student_ids: [STUDENT], service: SERVICE, ...times };
    const id = soapNoteId(session, STUDENT);
    const note = {
      ...{ id, student: STUDENT, session, provider, service: SERVICE, note_date: day },
      ...{ subjective: `He was calm on ${day}.`, objective: 'b', assessment: 'c', plan: 'd' },
      ...{ cpt_codes: [], dx_codes: ['F80.2'], state, needs_co_sign: true, return_comment: '' },
      ...{ signed_by: PROVIDER, signed_at: AT, co_signed_by: null, co_signed_at: null, amendments: [] },
      steps: [{ step: 'sign', by: PROVIDER, by_name: 'Saanvi Silva', at: AT, comment: '' }],
      ...{ provider_name: 'Saanvi Silva' },
      ...{ captured_by: PROVIDER, captured_at: AT, received_at: AT, version: 2 },
    };
    rows.push({ entity: 'session', id: session, row: sessionRow(PROVIDER, 1, about) });
    rows.push({ entity: 'soap_note', id, row: note });
    return id;
  });
  const page = {
    ...{ epoch: 'e1', cursor: 'c1', more: false, server_time: AT, is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: rows.map((row) => ({ ...row, scopes: ['global'], left: [] })),
  };
  await pullAll(device.db, { call: async () => page as unknown as PullPage } as unknown as ApiClient, 'd');
  return ids;
}

function show(isFolded = false): void {
  const { user_id } = device.workspace;
  const profile = { user_id, provider_id: user_id, auth: ROLES.serviceLead, grants: [], services: [SERVICE] };
  const signedIn = {
    profile,
    workspace: device.workspace,
    engine: scriptedOffice(() => null).engine,
  } as unknown as SignedInDevice;
  render(
    <SignedInContext value={signedIn}>
      <NotesThatWait isFolded={isFolded} onOpenSession={() => undefined} />
    </SignedInContext>,
  );
}

/** Every alert ever rendered, however briefly. */
function alertsFromNow(): string[] {
  const seen: string[] = [];
  const observer = new MutationObserver(() => {
    for (const alert of screen.queryAllByRole('alert')) seen.push(alert.textContent);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return seen;
}

/** Time for the effect of a second tap, longer than a double tap may take. */
const pause = () => new Promise((resolve) => setTimeout(resolve, DOUBLE_TAP_MS + 50));
const written = async () => (await device.db.outbox.toArray()).map(({ endpoint }) => endpoint);
const named = (name: string) => screen.getByRole('button', { name });
const title = (day: string) => screen.findByRole('heading', { name: `Ana Abel, ${displayDay(day)}` });

/** Opens the first note, and waits until it can be signed. */
async function openFirst(): Promise<void> {
  show();
  const waiting = await screen.findByRole('region', { name: 'Notes to co-sign' });
  fireEvent.click(waiting.querySelector('li button') as HTMLElement);
  await screen.findByText('Subjective');
  await pause();
}

async function press(key: string): Promise<void> {
  fireEvent.keyDown(document.activeElement ?? document.body, { key });
  await pause();
}

const [MONDAY, TUESDAY, WEDNESDAY] = ['2026-03-09', '2026-03-10', '2026-03-11'] as const;

test('a double tap co-signs a note once', async () => {
  await pullSignedNotes(MONDAY);
  await openFirst();
  const alerts = alertsFromNow();
  fireEvent.click(named('Co-sign'));
  fireEvent.click(named('Co-sign'));
  expect((await screen.findAllByText("No notes to co-sign. You're all caught up.")).length).toBeGreaterThan(
    0,
  );
  await pause();
  expect(alerts).toEqual([]);
  expect(await written()).toEqual(['soap.co-sign']);
});

test('a double tap on "Co-sign & next" does not sign the next note unread', async () => {
  await pullSignedNotes(MONDAY, TUESDAY, WEDNESDAY);
  await openFirst();
  fireEvent.click(named('Co-sign & next'));
  // However long the next note takes here, the second tap comes as soon as it is shown.
  const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  await title(TUESDAY);
  fireEvent.click(named('Co-sign & next'));
  time.mockRestore();
  await pause();
  expect(await written()).toEqual(['soap.co-sign']);
});

test('a double tap returns a note once', async () => {
  await pullSignedNotes(MONDAY);
  await openFirst();
  fireEvent.click(named('Return'));
  fireEvent.change(await screen.findByLabelText(/^Comment/), { target: { value: 'Name the goal.' } });
  const confirm = named('CONFIRM');
  const alerts = alertsFromNow();
  // Before the next render, so that the button still receives both.
  act(() => {
    fireEvent.click(confirm);
    fireEvent.click(confirm);
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'CONFIRM' })).toBeNull());
  await pause();
  expect(alerts).toEqual([]);
  expect(await written()).toEqual(['soap.return']);
});

test('a return needs a comment', async () => {
  await pullSignedNotes(MONDAY);
  await openFirst();
  fireEvent.click(named('Return'));
  fireEvent.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  expect(await screen.findByText('Enter a comment.')).toBeTruthy();
  expect(await written()).toEqual([]);
});

test('after a co-signature the next note opens, with its place and the focus on its name', async () => {
  await pullSignedNotes(MONDAY, TUESDAY, WEDNESDAY);
  await openFirst();
  expect(screen.getByText('1 of 3')).toBeTruthy();
  fireEvent.click(named('Co-sign & next'));
  const next = await title(TUESDAY);
  expect(screen.getByText('2 of 3')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(next));
  expect(screen.getByRole('status').textContent).toBe(
    'Co-signed: Ana Abel, 03/09/2026. Note 2 of 3: Ana Abel, 03/10/2026',
  );
});

test('after a return the next note opens, and after the last one nothing is left', async () => {
  await pullSignedNotes(MONDAY, TUESDAY);
  await openFirst();
  fireEvent.click(named('Return'));
  fireEvent.change(await screen.findByLabelText(/^Comment/), { target: { value: 'Name the goal.' } });
  fireEvent.click(named('CONFIRM'));
  await title(TUESDAY);
  await pause();
  fireEvent.click(named('Co-sign'));
  expect((await screen.findAllByText(/You're all caught up/)).length).toBeGreaterThan(0);
  expect(await written()).toEqual(['soap.return', 'soap.co-sign']);
});

test('"Co-sign" alone signs the note and goes back to the list', async () => {
  await pullSignedNotes(MONDAY, TUESDAY);
  await openFirst();
  fireEvent.click(named('Co-sign'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await written()).toEqual(['soap.co-sign']);
});

test('J and K go through the notes, C twice co-signs and goes on, and R asks for a comment', async () => {
  const [first] = await pullSignedNotes(MONDAY, TUESDAY, WEDNESDAY);
  await openFirst();
  await press('j');
  await title(TUESDAY);
  await press('k');
  await title(MONDAY);
  await press('c');
  expect(named('Press C again Co-sign & next')).toBeTruthy();
  expect(await written()).toEqual([]);
  await press('c');
  await title(TUESDAY);
  expect((await device.db.outbox.toArray()).map(({ entity_id }) => entity_id)).toEqual([first]);
  await press('k');
  await title(WEDNESDAY);
  await press('r');
  expect(await screen.findByLabelText(/^Comment/)).toBeTruthy();
});

test('C pressed for one note is not the first press for another', async () => {
  await pullSignedNotes(MONDAY, TUESDAY);
  await openFirst();
  await press('c');
  await press('j');
  await title(TUESDAY);
  await press('c');
  expect(await written()).toEqual([]);
});

test('the keys can be turned off where notes are co-signed', async () => {
  await pullSignedNotes(MONDAY, TUESDAY);
  await openFirst();
  fireEvent.click(named('Turn off keys'));
  await press('c');
  await press('c');
  expect(await written()).toEqual([]);
});

test('keys typed into the comment do nothing else', async () => {
  await pullSignedNotes(MONDAY, TUESDAY);
  await openFirst();
  fireEvent.click(named('Return'));
  (await screen.findByLabelText(/^Comment/)).focus();
  await press('c');
  await press('j');
  expect(await written()).toEqual([]);
  expect(screen.getByText('1 of 2')).toBeTruthy();
});

test('shows service, time, minutes, attendance, and codes of the session in one line', async () => {
  await pullSignedNotes(MONDAY);
  await openFirst();
  const session = screen.getByRole('region', { name: 'Session' });
  expect(within(session).getByText('SLP · 9:15–9:45 AM · 30 min · Delivered · F80.2')).toBeTruthy();
});

test('shows a note clean first, compared with the last one on request, and keeps the choice', async () => {
  await pullSignedNotes(MONDAY, TUESDAY);
  await openFirst();
  await press('j');
  await title(TUESDAY);
  expect(screen.getByText('He was calm on 2026-03-10.')).toBeTruthy();
  expect(document.querySelector('ins, del')).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Changes' }));
  await waitFor(() => expect(document.querySelector('del')).not.toBeNull());
  cleanup();
  await openFirst();
  await press('j');
  expect(screen.getByRole('radio', { name: 'Changes' }).getAttribute('aria-checked')).toBe('true');
  expect(document.querySelector('ins')).not.toBeNull();
});

test('a rejected co-signature says why, and the note can be reviewed again', async () => {
  const [id] = await pullSignedNotes(MONDAY);
  await openFirst();
  fireEvent.click(named('Co-sign'));
  await waitFor(async () => expect(await written()).toEqual(['soap.co-sign']));
  const problem = { code: 'soap-note.changed', message: 'This note changed. Read it again.' };
  await device.db.outbox.toCollection().modify({ state: 'parked', problem: problem as Problem });
  cleanup();
  show();
  expect(await screen.findByText('Not co-signed: This note changed. Read it again.')).toBeTruthy();
  fireEvent.click(named('Review again'));
  await screen.findByRole('region', { name: 'Notes to co-sign' });
  await waitFor(async () => expect(await written()).toEqual([]));
  await waitFor(() => expect(screen.queryByText(/Not co-signed/)).toBeNull());
  expect((await device.db.soapNotes.get(id ?? ''))?.state).toBe('signed');
});

test('tells co-signers when there is nothing to co-sign', async () => {
  show();
  expect(await screen.findByText("No notes to co-sign. You're all caught up.")).toBeTruthy();
});

test('on a phone the waiting notes are one line with a count, which opens into a list', async () => {
  await pullSignedNotes(MONDAY);
  show(true);
  const line = await screen.findByText('Notes to co-sign: 1');
  expect(line.closest('details')?.open).toBe(false);
  fireEvent.click(line);
  const list = screen.getByRole('list', { name: 'Notes to co-sign' });
  fireEvent.click(within(list).getByRole('button'));
  expect(await screen.findByRole('button', { name: 'Co-sign' })).toBeTruthy();
});

test('returned notes are listed from the oldest', async () => {
  await pullNotes([WEDNESDAY, MONDAY, TUESDAY], { provider: device.workspace.user_id, state: 'returned' });
  show();
  const returned = await screen.findByRole('region', { name: 'Returned notes' });
  const days = within(returned)
    .getAllByRole('listitem')
    .map(({ textContent }) => /\d\d\/\d\d\/\d{4}/.exec(textContent)?.[0]);
  expect(days).toEqual([MONDAY, TUESDAY, WEDNESDAY].map(displayDay));
});
