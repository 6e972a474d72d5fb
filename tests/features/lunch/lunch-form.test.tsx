import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { LunchForm } from '#features/lunch/lunch-form.tsx';
import { newLunchValues } from '#features/lunch/lunch-values.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { lunchEntry } from '#tests/support/device-entries.ts';
import { scriptedOffice } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const DAY = '2026-03-10';

function signedInOn(workspace: TestDevice['workspace']): SignedInDevice {
  const profile = { user_id: workspace.user_id, provider_id: workspace.user_id, auth: '2', grants: [] };
  return { profile, workspace, engine: scriptedOffice(() => null).engine } as unknown as SignedInDevice;
}

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

test("a lunch break that can't be stored stays in its form, and the next save works", async () => {
  const { workspace, db } = device;
  const signedIn = signedInOn(workspace);
  const onClose = vi.fn();
  let isFull = true;
  db.outbox.hook('creating', () => {
    if (isFull) throw new DOMException('No space.', 'QuotaExceededError');
  });
  render(
    <SignedInContext value={signedIn}>
      <LunchForm
        provider={workspace.user_id}
        initial={newLunchValues(DAY, { day: DAY, time: '10:30' })}
        lunch={null}
        onOpen={() => undefined}
        onClose={onClose}
      />
    </SignedInContext>,
  );
  const user = userEvent.setup();
  const form = await screen.findByRole('form', { name: 'New lunch break' });
  await user.type(within(form).getByLabelText('Notes'), 'In the park');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  const alert = await within(form).findByRole('alert');
  expect(alert.textContent).toMatch(/^Not saved: this device is out of space\./);
  expect((within(form).getByLabelText('Notes') as HTMLTextAreaElement).value).toBe('In the park');
  expect(onClose).not.toHaveBeenCalled();
  expect(await lunchBreaksOfDay(db, workspace.user_id, DAY)).toEqual([]);

  isFull = false;
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await lunchBreaksOfDay(db, workspace.user_id, DAY)).toMatchObject([{ notes: 'In the park' }]);
});

test('an already punched lunch is named above Save, rejected at its start, and can be opened instead', async () => {
  const { workspace, db } = device;
  const signedIn = signedInOn(workspace);
  const body = { ...lunchEntry({ source: 'punch' }), lunch_end_time: '2026-03-10T19:30:00.000Z' };
  await queueWrite(workspace, {
    ...{ endpoint: 'lunch.create', id: body.id, lane: 'day' },
    body: { ...body, provider: workspace.user_id },
  });
  const onOpen = vi.fn();
  const onClose = vi.fn();
  render(
    <SignedInContext value={signedIn}>
      <LunchForm
        provider={workspace.user_id}
        initial={newLunchValues(DAY, { day: DAY, time: '10:30' })}
        lunch={null}
        onOpen={onOpen}
        onClose={onClose}
      />
    </SignedInContext>,
  );
  const user = userEvent.setup();
  const form = await screen.findByRole('form', { name: 'New lunch break' });
  const warnings = await within(form).findByRole('list', { name: 'Warnings' });
  await waitFor(() => expect(warnings.textContent).toMatch(/^You punched lunch \(12:00–12:30 PM\)\./));
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  const words = 'You punched lunch (12:00–12:30 PM). Change that one instead.';
  const problem = await within(form).findByText(words);
  expect(within(form).getByLabelText('Start time').getAttribute('aria-describedby')).toContain(
    problem.closest('p')?.id,
  );
  expect(onClose).not.toHaveBeenCalled();
  expect(await lunchBreaksOfDay(db, workspace.user_id, DAY)).toHaveLength(1);
  await user.click(within(warnings).getByRole('button', { name: 'View' }));
  expect(onOpen).toHaveBeenCalledWith(body.id);
});
