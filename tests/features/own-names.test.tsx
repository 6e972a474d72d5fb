import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nameOfPerson, useSessionLookups } from '#features/sessions/session-lookups.ts';
import { useNamesOfPeople } from '#features/timesheets/names-of-people.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { scriptedOffice } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  device = await openDevice();
});
afterEach(() => device.close());

/** An admin isn't a provider, so no device has a row about them. */
function AsAdmin({ children }: { children: ReactNode }) {
  const { workspace } = device;
  const { engine } = scriptedOffice(() => null);
  const profile = { user_id: workspace.user_id, username: 'dana', provider_id: null, auth: '1', grants: [] };
  const signedIn = { profile: { ...profile, services: [] }, workspace, engine };
  return <SignedInContext value={signedIn as unknown as SignedInDevice}>{children}</SignedInContext>;
}

test('an admin finds their own name under the requests they decided, and not under others', async () => {
  const { result } = renderHook(useSessionLookups, { wrapper: AsAdmin });
  await waitFor(() => expect(result.current).toBeDefined());
  const lookups = result.current;
  if (lookups === undefined) return;
  expect(nameOfPerson(device.workspace.user_id, lookups)).toBe('dana');
  expect(nameOfPerson(uuidv7(), lookups)).toBe('someone at your office');
});

test('an admin finds their own name under the timesheets they decided', () => {
  const { result } = renderHook(() => useNamesOfPeople(), { wrapper: AsAdmin });
  expect(result.current.get(device.workspace.user_id)).toBe('dana');
});
