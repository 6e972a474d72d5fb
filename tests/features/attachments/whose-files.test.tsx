import { cleanup, screen } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ROLES } from '#domain/access/roles.ts';
import { Attachments } from '#features/attachments/attachments.tsx';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { studentArrived } from '#tests/support/device-entries.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const [MAYA, LEO, NOA] = [uuidv7(), uuidv7(), uuidv7()];

let device: TestDevice;
let office: ReturnType<typeof scriptedOffice>;

/** A device with the students Leo and Noa; Maya was handed over. */
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  office = scriptedOffice(() => [{ id: MAYA, first_name: 'Maya', last_name: 'Rivera' }]);
  const position = await syncPosition(device.db);
  const page = {
    ...{ epoch: 'e', cursor: 'c', more: false, server_time: '2026-03-10T18:00:00.000Z', is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: [studentArrived(LEO, ['Leo', 'Stein']), studentArrived(NOA, ['Noa', 'Stein'])],
  };
  expect(await applyPage(device.db, position, page)).toBe(true);
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function show(students: readonly string[], role: string = ROLES.provider) {
  const profile = { auth: role, provider_id: device.workspace.user_id, grants: [], services: [] };
  showTo(device, office, <Attachments students={students} hidesEmpty />, profile);
}

test('files of a group are offered for students who are still here', async () => {
  show([MAYA, LEO, NOA]);
  expect(await screen.findByRole('option', { name: 'Leo Stein' })).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByRole('option', { name: 'Maya Rivera' })).toBeNull());
  expect(screen.getByRole('option', { name: 'Noa Stein' })).toBeTruthy();
});

test('of a group with one student who is still here, files are that student’s', async () => {
  show([MAYA, LEO]);
  expect(await screen.findByLabelText('Attachments of Leo Stein')).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('no files are offered for a student who has left, but to the office', async () => {
  show([MAYA]);
  await vi.waitFor(() => expect(office.calls.map(([name]) => name)).toContain('student.list-names'));
  await vi.waitFor(() => expect(screen.queryByText('Attachments')).toBeNull());
  cleanup();
  show([MAYA], ROLES.admin);
  expect(await screen.findByLabelText('Attachments of Maya Rivera')).toBeTruthy();
});
