import { cleanup, screen } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PullPage } from '#contract/sync.ts';
import { NoteList } from '#features/soap/note-list.tsx';
import { amendNote } from '#features/soap/record-note.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const AT = '2026-03-10T18:00:00.000Z';
const MAYA = uuidv7();
const NOTE = uuidv7();

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

/** The person's own note, co-signed by someone who isn't on this device. */
async function pullNote(names: { signer?: string; coSigner?: string }): Promise<void> {
  const [self, coSigner] = [device.workspace.user_id, uuidv7()];
  const provider = {
    ...{ id: self, provider_first: 'Robin', provider_last: 'Reyes', services: [], supervisors: [] },
    ...{ needs_co_sign: true, archived: false, version: 1 },
  };
  const step = (name: string, by: string, by_name?: string) => ({
    ...{ step: name, by, at: AT, comment: '' },
    ...(by_name === undefined ? {} : { by_name }),
  });
  const note = {
    ...{ id: NOTE, student: MAYA, session: uuidv7(), provider: self, service: uuidv7() },
    ...{ note_date: '2026-03-10', subjective: 'a', objective: 'b', assessment: 'c', plan: 'd' },
    ...{ cpt_codes: [], dx_codes: [], state: 'co-signed', needs_co_sign: true, return_comment: '' },
    ...{ signed_by: self, signed_at: AT, co_signed_by: coSigner, co_signed_at: AT, amendments: [] },
    steps: [step('sign', self, names.signer), step('co-sign', coSigner, names.coSigner)],
    ...{ captured_by: self, captured_at: AT, received_at: AT, version: 3 },
  };
  const page: PullPage = {
    ...{ epoch: 'e1', cursor: 'c1', more: false, server_time: AT, is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: [
      { entity: 'provider', id: self, scopes: ['global'], left: [], row: provider },
      { entity: 'soap_note', id: NOTE, scopes: ['global'], left: [], row: note },
    ],
  };
  await pullAll(device.db, { call: async () => page } as unknown as ApiClient, 'd');
}

function show(): void {
  showTo(device, {} as never, <NoteList student={MAYA} onOpenSession={vi.fn()} />);
}

test('a note names who signed and co-signed it, by the names of that time', async () => {
  await pullNote({ signer: 'Robin Rao', coSigner: 'Dana Ruiz' });
  show();
  expect(await screen.findByText('Signed by Robin Rao, 03/10/2026 11:00 AM')).toBeTruthy();
  expect(screen.getByText('Co-signed by Dana Ruiz, 03/10/2026 11:00 AM')).toBeTruthy();
});

test("an offline addition shows its author's name immediately", async () => {
  await pullNote({ signer: 'Robin Rao', coSigner: 'Dana Ruiz' });
  await amendNote(device.workspace, NOTE, 'He asked twice.');
  show();
  expect(await screen.findByText(/^Amended by Robin Reyes,/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: /^Amendment, .*, Robin Reyes$/ })).toBeTruthy();
});

test("a note without names calls people who aren't on this device colleagues", async () => {
  await pullNote({});
  show();
  expect(await screen.findByText(/^Signed by Robin Reyes,/)).toBeTruthy();
  expect(screen.getByText(/^Co-signed by a colleague,/)).toBeTruthy();
});
