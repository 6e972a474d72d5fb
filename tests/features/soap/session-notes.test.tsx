import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PullPage } from '#contract/sync.ts';
import { ROLES } from '#domain/access/roles.ts';
import { soapNoteId } from '#domain/notes/soap-ids.ts';
import { SessionNotes } from '#features/soap/session-notes.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { pullAll } from '#sync/pull.ts';
import { SignedInContext, type SignedInDevice } from '#sync/signed-in.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { sessionRow } from '#tests/support/device-entries.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
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

/** The group's session, with the notes of these of its students signed. */
async function pullGroup(cursor: string, signed: readonly string[]): Promise<void> {
  const self = device.workspace.user_id;
  const session = sessionRow(self, 1, { id: SESSION, student_ids: GROUP, setting: 'group' });
  const rows = [
    { entity: 'session' as const, id: SESSION, row: session },
    ...signed.map((student) => {
      const id = soapNoteId(SESSION, student);
      const row = {
        ...{ id, student, session: SESSION, provider: self, service: session.service },
        ...{ note_date: '2026-03-10', subjective: 'a', objective: 'b', assessment: 'c', plan: 'd' },
        ...{ cpt_codes: [], dx_codes: [], state: 'signed', needs_co_sign: false, return_comment: '' },
        ...{ signed_by: self, signed_at: AT, co_signed_by: null, co_signed_at: null, amendments: [] },
        steps: [{ step: 'sign', by: self, at: AT, comment: '' }],
        ...{ captured_by: self, captured_at: AT, received_at: AT, version: 2 },
      };
      return { entity: 'soap_note' as const, id, row };
    }),
  ];
  const page: PullPage = {
    ...{ epoch: 'e1', cursor, more: false, server_time: AT, is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: rows.map((row) => ({ ...row, scopes: ['global'], left: [] })),
  };
  await pullAll(device.db, { call: async () => page } as unknown as ApiClient, 'd');
}

function show(): void {
  const { user_id } = device.workspace;
  const profile = { user_id, provider_id: user_id, auth: ROLES.provider, grants: [], services: [] };
  const signedIn = { profile, workspace: device.workspace, engine: {} };
  render(
    <SignedInContext value={signedIn as unknown as SignedInDevice}>
      <SessionNotes id={SESSION} noticeOf={() => null} />
    </SignedInContext>,
  );
}

test('text for all is offered as long as a note of the group takes any', async () => {
  await pullGroup('c1', GROUP.slice(0, 1));
  show();
  expect(await screen.findByRole('tab', { name: 'For all' })).toBeTruthy();
  cleanup();
  await pullGroup('c2', GROUP);
  show();
  expect(await screen.findAllByRole('tab')).toHaveLength(2);
  expect(screen.queryByRole('tab', { name: 'For all' })).toBeNull();
});

test('text for all stays with its author where the last note is signed elsewhere meanwhile', async () => {
  const user = userEvent.setup();
  await pullGroup('c1', GROUP.slice(0, 1));
  show();
  const text = await screen.findByLabelText('Plan for all');
  await user.type(text, 'Go on');
  await pullGroup('c2', GROUP);
  await user.click(screen.getByRole('button', { name: 'Put into all notes' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Every note of this group is signed/);
  expect((screen.getByLabelText('Plan for all') as HTMLTextAreaElement).value).toBe('Go on');
});
