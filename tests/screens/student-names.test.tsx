import { cleanup, screen, waitFor } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fullName } from '#domain/students/student-name.ts';
import { useStudentNames } from '#screens/device/student-names.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { scriptedOffice, showTo } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const [MAYA, NOBODY] = [uuidv7(), uuidv7()];
const AT = '2026-11-07T18:00:00.000Z';

let device: TestDevice;
let isOnline: boolean;
let office: ReturnType<typeof scriptedOffice>;

beforeEach(async () => {
  cloneInOwnRealm();
  device = await openDevice();
  isOnline = true;
  office = scriptedOffice(() => {
    if (!isOnline) throw new NoAnswer();
    return [{ id: MAYA, first_name: 'Maya', last_name: 'Rivera' }];
  });
});
afterEach(async () => {
  cleanup();
  await device.close();
});

/** The device has everything that its person has, which isn't Maya. */
async function pull(): Promise<void> {
  const position = await syncPosition(device.db);
  const page = {
    ...{ epoch: 'e', cursor: `${position.cursor}+`, more: false, server_time: AT, is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null, changes: [] },
  };
  expect(await applyPage(device.db, position, page)).toBe(true);
}

function Names({ of = [MAYA, NOBODY] }: { of?: readonly string[] }) {
  const names = useStudentNames();
  const said = of.map((id) => {
    const name = names.get(id);
    return name === undefined ? 'unknown' : fullName(name);
  });
  return <p>{said.join(', ')}</p>;
}
const show = () => showTo(device, office, <Names />, {});
const names = () => office.calls.filter(([name]) => name === 'student.list-names');

test('the name of a student who has left this device is asked for once, and kept for reading offline', async () => {
  await pull();
  show();
  expect(await screen.findByText('Maya Rivera, unknown')).toBeTruthy();
  expect(names()).toHaveLength(1);
  expect(names()[0]?.[1]).toEqual({ query: { ids: [MAYA, NOBODY].sort().join() } });
  cleanup();
  isOnline = false;
  show();
  expect(await screen.findByText('Maya Rivera, unknown')).toBeTruthy();
  expect(names()).toHaveLength(1);
});

test('no name is asked for while students may still arrive', async () => {
  show();
  expect(await screen.findByText('unknown, unknown')).toBeTruthy();
  expect(names()).toEqual([]);
  await pull();
  await waitFor(() => expect(screen.getByText('Maya Rivera, unknown')).toBeTruthy());
});

test('after 30 days the names are asked for again', async () => {
  await pull();
  show();
  expect(await screen.findByText('Maya Rivera, unknown')).toBeTruthy();
  cleanup();
  device.clock.pass(31 * 24 * 60 * 60 * 1_000);
  show();
  expect(await screen.findByText('Maya Rivera, unknown')).toBeTruthy();
  await waitFor(() => expect(names()).toHaveLength(2));
});

test('a name that was asked for later is kept for its own 30 days', async () => {
  const DAY = 24 * 60 * 60 * 1_000;
  await pull();
  showTo(device, office, <Names of={[MAYA]} />, {});
  expect(await screen.findByText('Maya Rivera')).toBeTruthy();
  cleanup();
  device.clock.pass(20 * DAY);
  show();
  await waitFor(() => expect(names()).toHaveLength(2));
  expect(names()[1]?.[1]).toEqual({ query: { ids: NOBODY } });
  cleanup();
  device.clock.pass(20 * DAY);
  show();
  await waitFor(() => expect(names()).toHaveLength(3));
  // Who was asked about 20 days ago isn't asked about again.
  expect(names()[2]?.[1]).toEqual({ query: { ids: MAYA } });
});
