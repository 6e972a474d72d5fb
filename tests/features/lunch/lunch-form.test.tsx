import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { LunchForm } from '#features/lunch/lunch-form.tsx';
import { newLunchValues } from '#features/lunch/lunch-values.ts';
import { SignedInContext, type SignedInDevice } from '#sync/signed-in.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const DAY = '2026-03-10';

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

test('a lunch break that finds no space stays in its form, and the next save works', async () => {
  const { workspace, db } = device;
  const signedIn = { profile: { user_id: workspace.user_id }, workspace } as unknown as SignedInDevice;
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
        refusal={null}
        onClose={onClose}
      />
    </SignedInContext>,
  );
  const user = userEvent.setup();
  const form = await screen.findByRole('form', { name: 'New lunch break' });
  await user.type(within(form).getByLabelText('Notes'), 'In the park');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  const alert = await within(form).findByRole('alert');
  expect(alert.textContent).toMatch(/^Not saved: this device has no space left\./);
  expect((within(form).getByLabelText('Notes') as HTMLTextAreaElement).value).toBe('In the park');
  expect(onClose).not.toHaveBeenCalled();
  expect(await lunchBreaksOfDay(db, workspace.user_id, DAY)).toEqual([]);

  isFull = false;
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await lunchBreaksOfDay(db, workspace.user_id, DAY)).toMatchObject([{ notes: 'In the park' }]);
});
