import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROLES } from '#domain/access/roles.ts';
import { createEvent } from '#features/calendar/event/record-event.ts';
import { DayStrip } from '#features/today/day-strip.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';
import { eventEntry } from '#tests/support/device-entries.ts';
import { scriptedOffice, showTo } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

/** A Tuesday in the fiscal year before those that the device holds. */
const OLD = '2024-05-07';

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  device = await openDevice();
  await pulledSoFar(device.db, { own_from: '2024-07-01' });
});
afterEach(async () => {
  cleanup();
  await device.close();
});

function openOffline() {
  const provider = device.workspace.user_id;
  const office = scriptedOffice(() => {
    throw new NoAnswer();
  });
  const actions = { onOpenSession: () => {}, onLogSession: () => {}, onOpenLunch: () => {} };
  const profile = { auth: ROLES.provider, grants: [], provider_id: provider };
  showTo(device, office, <DayStrip provider={provider} day={OLD} actions={actions} />, profile);
}

test('offline, a day that is not on the device shows what was entered there, and says that there may be more', async () => {
  const {
    id,
    original_id: _,
    original_date: __,
    ...fields
  } = eventEntry({
    ...{ is_lunch: false, event_title: 'Entered late', event_start_date: OLD, event_end_date: OLD },
  });
  const provider = device.workspace.user_id;
  expect(await createEvent(device.workspace, id, { ...fields, provider })).toMatchObject({ kind: 'saved' });
  openOffline();
  expect(await screen.findByText('Entered late')).toBeTruthy();
  expect(screen.getByText("Some of this isn't on this device. It shows when you're online.")).toBeTruthy();
});

test('offline, such a day without entries says that the server is needed', async () => {
  openOffline();
  expect(await screen.findByText("You're offline. Connect to see this page.")).toBeTruthy();
  expect(screen.queryByText('Nothing scheduled')).toBeNull();
});
