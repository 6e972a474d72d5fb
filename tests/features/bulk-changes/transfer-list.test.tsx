import { cleanup, screen } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayPlus, displayDay, pacificDay } from '#domain/time/pacific.ts';
import { TransferList } from '#features/bulk-changes/transfer-list.tsx';
import { openDevice, type TestDevice, testClock } from '#tests/support/device.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const TODAY = pacificDay(testClock().now());
const YESTERDAY = dayPlus(TODAY, -1);
const TOMORROW = dayPlus(TODAY, 1);
const BLOCKED = 'Abara Family is archived. Activate it to make the transfer.';

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

const transferOf = (changes: object) => ({
  ...{ id: uuidv7(), from: { id: uuidv7(), name: 'Quailhaven' }, to: { id: uuidv7(), name: 'Abara Family' } },
  ...{ start_date: YESTERDAY, is_applied: false, refusal: '' },
  change: {
    ...{ id: uuidv7(), kind: 'transfer', about: '', records: 1, remaining: 0, made_by_name: 'Dana Ruiz' },
    ...{ made_at: '2026-03-10T17:42:00.000Z', undone_at: null, undone_by_name: null },
    ...{ undo_until: TOMORROW, undo_refusal: '' },
  },
  ...changes,
});

const CLIENTS = 'from Quailhaven to Abara Family';
test.each([
  [{ is_applied: true }, `Transferred ${CLIENTS} on ${displayDay(YESTERDAY)}.`],
  [{ start_date: TOMORROW }, `Will be transferred ${CLIENTS} on ${displayDay(TOMORROW)}.`],
  [{ start_date: TODAY }, `Will be transferred ${CLIENTS} on ${displayDay(TODAY)}.`],
  [{ refusal: BLOCKED }, `Couldn't be transferred ${CLIENTS} on ${displayDay(YESTERDAY)}: ${BLOCKED}`],
  [{}, `Will be transferred ${CLIENTS} within an hour. It was due on ${displayDay(YESTERDAY)}.`],
])('a transfer with %o says what becomes of it', async (changes, words) => {
  const office = scriptedOffice(() => [transferOf(changes)]);
  showTo(device, office, <TransferList student={uuidv7()} onChanged={async () => undefined} />);
  expect(await screen.findByText(words)).toBeTruthy();
});
