import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BulkChange, BulkOrder } from '#contract/bulk-changes.ts';
import { ApiError } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import {
  ARCHIVED_CLIENT_STEPS,
  ARCHIVED_PROVIDER_STEPS,
  ARCHIVED_STUDENT_STEPS,
} from '#features/bulk-changes/bulk-steps.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const [GONE, BACK] = [uuidv7(), uuidv7()];
const IDS = [GONE, BACK];

let device: TestDevice;
/** What the server says instead of making the change. */
let fault: Error | null;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  fault = null;
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

interface Leads {
  onClose: () => void;
  onDone: () => void;
}

/** The form of each list's step, for two of its records. */
const FORMS: Record<string, (leads: Leads) => ReactNode> = {
  'restore-students': (leads) =>
    ARCHIVED_STUDENT_STEPS[0]?.form(
      IDS.map((id) => ({ student: { id, archived: true }, mergedInto: null })),
      leads,
    ),
  'restore-providers': (leads) =>
    ARCHIVED_PROVIDER_STEPS[0]?.form(
      IDS.map((id) => ({ provider: { id, archived: true } })),
      leads,
    ),
  'restore-clients': (leads) =>
    ARCHIVED_CLIENT_STEPS[0]?.form(
      IDS.map((id) => ({ client: { id, active: 0 as const } })),
      leads,
    ),
};

/** As if one of the two had been brought back by someone else since the list was loaded. */
const LINES = [
  { id: GONE, name: 'Quailhaven', effect: 'is activated', refusal: '' },
  { id: BACK, name: 'Redbark', effect: '', refusal: 'Already active.' },
];

function open(kind: string) {
  const change = {
    ...{ id: uuidv7(), kind: kind as BulkOrder['kind'], about: 'Activated', records: 1, remaining: 0 },
    ...{ made_at: '2026-03-10T17:42:00.000Z', made_by_name: null, undone_at: null, undone_by_name: null },
    ...{ undo_until: '2026-04-09', undo_refusal: '' },
  } satisfies BulkChange;
  const office = scriptedOffice((name: EndpointName) => {
    if (name === 'bulk-change.check') return { lines: LINES };
    if (name === 'bulk-change.read-undo') return { undoable: 1, kept: [] };
    if (name === 'bulk-change.make' && fault !== null) throw fault;
    return name === 'bulk-change.make' ? { change, lines: LINES } : change;
  });
  const engine = { ...office.engine, refresh: async () => undefined };
  const leads = { onClose: vi.fn(), onDone: vi.fn() };
  showTo(device, { engine }, FORMS[kind]?.(leads));
  const made = () => office.calls.flatMap(([name, { body }]) => (name === 'bulk-change.make' ? body : []));
  return { user: userEvent.setup(), calls: office.calls, made, change, ...leads };
}

describe.each([
  ['restore-students', 'Restore students', 'Restore 1 student', '1 student'],
  ['restore-providers', 'Activate providers', 'Activate 1 provider', '1 provider'],
  ['restore-clients', 'Activate clients', 'Activate 1 client', '1 client'],
])('%s', (kind, title, label, counted) => {
  test('says what will become of each record, changes them in one step, and says what it did', async () => {
    const { user, made, onDone } = open(kind);
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    const changes = await dialog.findByRole('list', { name: 'Changes' });
    expect(changes.textContent).toBe('Quailhaven: is activated');
    const refused = dialog.getByRole('list', { name: 'Not included: 1' });
    expect(refused.textContent).toBe('Redbark: Already active.');
    expect(made()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: label }));
    expect(await dialog.findByText(`${counted} changed`)).toBeTruthy();
    expect(dialog.getByRole('list', { name: 'Not changed: 1' })).toBeTruthy();
    // The server decides on both again.
    expect(made()).toEqual([{ id: expect.any(String), order: { kind, records: IDS } }]);
    expect(onDone).toHaveBeenCalledOnce();
  });

  test('can be undone right away', async () => {
    const { user, calls, change, onClose } = open(kind);
    await user.click(await screen.findByRole('button', { name: label }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await user.click(await screen.findByRole('button', { name: `Undo for ${counted}` }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const undone = calls.filter(([name]) => name === 'bulk-change.undo');
    expect(undone.map(([, { params }]) => params)).toEqual([{ id: change.id }]);
  });
});

test('a refused step says why and can be tried again', async () => {
  fault = new ApiError('request.invalid', { fields: { records: 'Choose at most 1,000.' } });
  const { user, made, onDone } = open('restore-clients');
  const activate = await screen.findByRole('button', { name: 'Activate 1 client' });
  await user.click(activate);
  expect((await screen.findByRole('alert')).textContent).toBe('Choose at most 1,000.');
  expect(onDone).not.toHaveBeenCalled();
  fault = null;
  await user.click(activate);
  await screen.findByText('1 client changed');
  // As the same write: an answer that was lost isn't another change.
  const [first, second] = made();
  expect(second).toEqual(first);
});
