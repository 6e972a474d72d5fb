import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AuditRecord } from '#contract/audit-log.ts';
import { ROLES } from '#domain/access/roles.ts';
import { HistoryDisclosure, RecordHistory } from '#screens/list/record-history.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const CLIENT = uuidv7();
const CHANGED: AuditRecord = {
  ...{ id: 12, at: '2026-03-10T17:05:00.000Z', by: uuidv7(), by_name: 'Tessa Quill' },
  ...{ action: 'client_account.update', entity: 'client_account', row_id: CLIENT, row_version: 4 },
  ...{ request_id: 'r-1', details: {}, changes: { purchase_order: ['', 'PO 7'] } },
};
const SEEN: AuditRecord = { ...CHANGED, id: 11, action: 'student.read', changes: null };
/** The office's part gets a version when the other part changed. */
const VERSION_ALONE: AuditRecord = { ...CHANGED, id: 10, changes: {} };

let device: TestDevice;
let office: ReturnType<typeof scriptedOffice>;
let entries: AuditRecord[];
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  entries = [CHANGED, SEEN, VERSION_ALONE];
  office = scriptedOffice(() => ({ as_of: '2026-03-10T18:00:00.000Z', total: entries.length, entries }));
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const show = (content: React.ReactNode, role: string = ROLES.admin) =>
  showTo(device, office, content, { auth: role, provider_id: null, grants: [] });
const lines = async () =>
  within(await screen.findByRole('list', { name: 'History' }))
    .getAllByRole('listitem')
    .filter((item) => item.closest('ul') === null);

test("a record's history says who changed what from what to what, and only that", async () => {
  show(<RecordHistory record={CLIENT} />);
  expect((await lines()).map(({ textContent }) => textContent)).toEqual([
    'Changed client details · Tessa Quill, 03/10/2026 10:05 AMPurchase order: None → PO 7',
  ]);
});

test('a long history shows the newest 50 changes first, and the rest on request', async () => {
  entries = Array.from({ length: 60 }, (_, nth) => ({ ...CHANGED, id: 100 - nth }));
  show(<RecordHistory record={CLIENT} />);
  expect(await lines()).toHaveLength(50);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show all 60' }));
  expect(await lines()).toHaveLength(60);
});

test('the history in a form is loaded once it is opened', async () => {
  show(<HistoryDisclosure record={CLIENT} />);
  const title = await screen.findByText('History');
  expect(office.calls).toEqual([]);
  await userEvent.setup().click(title);
  expect(await lines()).toHaveLength(1);
});

test('people who may not read the audit log get no history in a form', () => {
  show(<HistoryDisclosure record={CLIENT} />, ROLES.serviceLead);
  expect(screen.queryByText('History')).toBeNull();
});
