import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { catchDownloads } from '#tests/support/caught-downloads.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { enterSession, mayaComes, mayaLeaves, openCenter, openHistory } from './sync-center-screen.tsx';

let device: TestDevice;

beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  await mayaComes(device);
  await enterSession(device, { notes: 'Two-word sentences' });
  await mayaLeaves(device);
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function keeps(_name: string, { body }: { body?: unknown }) {
  const { writes } = body as { writes: { write_id: string }[] };
  return { kept: writes.map(({ write_id }) => write_id) };
}

async function openDialog(options: Parameters<typeof openCenter>[1]) {
  const center = openCenter(device, options);
  await center.user.click(await screen.findByRole('button', { name: 'Hand over to a supervisor' }));
  return { ...center, dialog: await screen.findByRole('dialog', { name: 'Hand over to a supervisor' }) };
}

describe('an orphaned draft', () => {
  test("is listed with its content and the reason, without the student's name", async () => {
    openCenter(device);
    const list = await screen.findByRole('list', { name: 'Work for students no longer on your caseload' });
    const [entry, ...others] = within(list).getAllByRole('listitem');
    expect(others).toEqual([]);
    expect(entry?.textContent).toContain('New session03/10/2026, 9:00 AM, a student');
    expect(entry?.textContent).toContain('This student is no longer on your caseload.');
    expect(entry?.textContent).toContain('Entered 03/10/2026 11:00 AM');
    expect(entry?.textContent).not.toContain('Maya');
    expect(screen.queryByRole('list', { name: 'Waiting' })).toBeNull();
  });

  test('is handed over with a note, and its author is told who decides', async () => {
    const { user, dialog, calls } = await openDialog({ answer: keeps });
    expect(dialog.textContent).toContain('New session: 03/10/2026, 9:00 AM, a student. Your supervisor');
    expect(dialog.textContent).toContain('You need a connection for this.');
    await user.type(within(dialog).getByLabelText('Note'), 'She moved on Friday.');
    await user.click(within(dialog).getByRole('button', { name: 'Hand over' }));
    const done = await screen.findByRole('dialog', { name: 'Handed over' });
    expect(done.textContent).toContain('Your supervisor, a service lead, or an admin reviews it');
    expect(calls).toEqual([
      ['sync.hand-over', { body: expect.objectContaining({ note: 'She moved on Friday.' }) }],
    ]);
    await user.click(within(done).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('list', { name: 'Work for students no longer on your caseload' })).toBeNull();
    const history = await openHistory(user);
    expect(history.textContent).toContain('Handed over');
  });

  test("stays if the server can't be reached, and says so", async () => {
    const { user, dialog } = await openDialog({
      status: { isReachable: false },
      answer: () => {
        throw new NoAnswer();
      },
    });
    expect(within(dialog).getByRole('alert').textContent).toBe("Can't reach the server right now.");
    await user.click(within(dialog).getByRole('button', { name: 'Hand over' }));
    expect(await within(dialog).findByText(/The draft stays here/)).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('list', { name: 'Work for students no longer on your caseload' })).toBeDefined();
    expect(await device.db.outbox.count()).toBe(1);
  });

  test('stays if the server rejects it, with the reason', async () => {
    const { user, dialog } = await openDialog({
      answer: () => {
        throw new ApiError('access.denied');
      },
    });
    await user.click(within(dialog).getByRole('button', { name: 'Hand over' }));
    expect(await within(dialog).findByText("You don't have permission to do this.")).toBeDefined();
    expect(await device.db.outbox.count()).toBe(1);
  });

  test("isn't reported as handed over if its student came back", async () => {
    const { user, dialog, calls } = await openDialog({ answer: keeps });
    await mayaComes(device);
    await user.click(within(dialog).getByRole('button', { name: 'Hand over' }));
    expect(await within(dialog).findByText(/Nothing was handed over/)).toBeDefined();
    expect(calls).toEqual([]);
  });

  test('is exported with what was entered', async () => {
    const files = catchDownloads();
    const { user } = openCenter(device);
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await files[0]?.text()).toContain('Two-word sentences');
  });

  test('is discarded once its author confirms', async () => {
    const { user } = openCenter(device);
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('alertdialog', { name: 'Confirmation - Discard' });
    expect(question.textContent).toContain('It will never be synced.');
    expect(await device.db.outbox.count()).toBe(1);
    await user.click(within(question).getByRole('button', { name: 'CONFIRM' }));
    const history = await openHistory(user);
    expect(history.textContent).toContain('Discarded');
    expect(await device.db.outbox.count()).toBe(0);
  });
});
