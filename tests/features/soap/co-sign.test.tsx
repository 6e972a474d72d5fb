import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PullPage } from '#contract/sync.ts';
import { ROLES } from '#domain/access/roles.ts';
import { soapNoteId } from '#domain/notes/soap-ids.ts';
import { NotesThatWait } from '#features/soap/co-sign.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { sessionRow } from '#tests/support/device-entries.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const AT = '2026-03-10T18:00:00.000Z';
const [SESSION, STUDENT, PROVIDER] = [uuidv7(), uuidv7(), uuidv7()];

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  await pullSignedNote();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

/** The note of an assistant whom the person at this device leads in the service. */
async function pullSignedNote(): Promise<void> {
  const session = sessionRow(PROVIDER, 1, { id: SESSION, student_ids: [STUDENT] });
  const id = soapNoteId(SESSION, STUDENT);
  const note = {
    ...{ id, student: STUDENT, session: SESSION, provider: PROVIDER, service: session.service },
    ...{ note_date: '2026-03-10', subjective: 'a', objective: 'b', assessment: 'c', plan: 'd' },
    ...{ cpt_codes: [], dx_codes: [], state: 'signed', needs_co_sign: true, return_comment: '' },
    ...{ signed_by: PROVIDER, signed_at: AT, co_signed_by: null, co_signed_at: null, amendments: [] },
    steps: [{ step: 'sign', by: PROVIDER, at: AT, comment: '' }],
    ...{ captured_by: PROVIDER, captured_at: AT, received_at: AT, version: 2 },
  };
  const rows = [
    { entity: 'session', id: SESSION, row: session },
    { entity: 'soap_note', id, row: note },
  ] as const;
  const page = {
    ...{ epoch: 'e1', cursor: 'c1', more: false, server_time: AT, is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: rows.map((row) => ({ ...row, scopes: ['global'], left: [] })),
  };
  await pullAll(device.db, { call: async () => page as unknown as PullPage } as unknown as ApiClient, 'd');
}

function show(isFolded = false): void {
  const { user_id } = device.workspace;
  const services = [sessionRow(PROVIDER, 1).service];
  const profile = { user_id, provider_id: user_id, auth: ROLES.serviceLead, grants: [], services };
  const signedIn = { profile, workspace: device.workspace, engine: {} } as unknown as SignedInDevice;
  render(
    <SignedInContext value={signedIn}>
      <NotesThatWait isFolded={isFolded} onOpenSession={() => undefined} />
    </SignedInContext>,
  );
}

/** Every alert that is ever drawn, however soon it goes. */
function alertsFromNow(): string[] {
  const seen: string[] = [];
  const observer = new MutationObserver(() => {
    for (const alert of screen.queryAllByRole('alert')) seen.push(alert.textContent);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return seen;
}

/** Time for what a second tap would store. */
const second = () => new Promise((resolve) => setTimeout(resolve, 150));
const written = async () => (await device.db.outbox.toArray()).map(({ endpoint }) => endpoint);

async function openNote(): Promise<void> {
  show();
  const waiting = await screen.findByRole('region', { name: 'Notes to co-sign' });
  fireEvent.click(waiting.querySelector('button') as HTMLElement);
}

test('a note that is co-signed by a double tap is co-signed once', async () => {
  await openNote();
  const coSign = await screen.findByRole('button', { name: 'Co-sign' });
  const alerts = alertsFromNow();
  fireEvent.click(coSign);
  fireEvent.click(coSign);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await second();
  expect(alerts).toEqual([]);
  expect(await written()).toEqual(['soap.co-sign']);
});

test('a note that is returned by a double tap is returned once', async () => {
  await openNote();
  fireEvent.click(await screen.findByRole('button', { name: 'Return with comment' }));
  fireEvent.change(await screen.findByLabelText(/^Comment/), { target: { value: 'Name the goal.' } });
  const confirm = screen.getByRole('button', { name: 'CONFIRM' });
  const alerts = alertsFromNow();
  // Before anything is drawn again, so that the button still takes both.
  act(() => {
    fireEvent.click(confirm);
    fireEvent.click(confirm);
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await second();
  expect(alerts).toEqual([]);
  expect(await written()).toEqual(['soap.return']);
});

test('on a phone the notes that wait are a line with their count, and a list once it is opened', async () => {
  show(true);
  const line = await screen.findByText('Notes to co-sign: 1');
  expect(line.closest('details')?.open).toBe(false);
  fireEvent.click(line);
  const list = screen.getByRole('list', { name: 'Notes to co-sign' });
  fireEvent.click(within(list).getByRole('button'));
  expect(await screen.findByRole('button', { name: 'Co-sign' })).toBeTruthy();
});
