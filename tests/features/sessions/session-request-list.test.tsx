import { act, cleanup, render, screen } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionById } from '#db/sessions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { createSession } from '#features/sessions/record-session.ts';
import type { SessionLookups } from '#features/sessions/session-lookups.ts';
import { SessionRequests } from '#features/sessions/session-request-list.tsx';
import { SignedInContext, type SignedInDevice, useLocal } from '#screens/device/signed-in.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const lookups = { providers: new Map(), self: { id: '', name: '' } } as unknown as SessionLookups;

function Requests({ id }: { id: string }) {
  const session = useLocal((db) => sessionById(db, id), [id]);
  return session == null ? null : <SessionRequests session={session} lookups={lookups} />;
}

function show(id: string): void {
  const { user_id } = device.workspace;
  const profile = { user_id, provider_id: user_id, auth: ROLES.provider, grants: [], services: [] };
  const signedIn = { profile, workspace: device.workspace, engine: {} };
  render(
    <SignedInContext value={signedIn as unknown as SignedInDevice}>
      <Requests id={id} />
    </SignedInContext>,
  );
}

test('a changed duration is pending approval only once the request has left the device', async () => {
  const id = uuidv7();
  const { id: _, ...entry } = sessionEntry({
    calendar_event_id: uuidv7(),
    end_time: '09:45',
    actual_minutes: 45,
    direct_minutes: 45,
    duration_reason: 'Took longer.',
  });
  await createSession(device.workspace, id, { ...entry, provider: device.workspace.user_id });
  show(id);
  expect(await screen.findByText('Not synced yet')).toBeTruthy();
  expect(screen.queryByText('Waiting for approval')).toBeNull();

  await act(() => device.db.outbox.toCollection().modify({ state: 'parked' }));
  expect(await screen.findByText('Needs attention')).toBeTruthy();

  await act(() => device.db.outbox.clear());
  expect(await screen.findByText('Waiting for approval')).toBeTruthy();
});
