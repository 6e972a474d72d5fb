import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type MailSettings, USUAL_MAIL_SETTINGS } from '#domain/notifications/mail-settings.ts';
import { MailSettingsCard } from '#features/notifications/mail-settings-card.tsx';
import { answered, showOnline } from '#tests/support/answering-office.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

let device: TestDevice;
let stored: MailSettings;
let isOffline: boolean;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  [stored, isOffline] = [USUAL_MAIL_SETTINGS, false];
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function open() {
  showOnline(device, <MailSettingsCard />, (_, { method, body }) => {
    if (isOffline) throw new TypeError('Failed to fetch');
    if (method === 'PUT') stored = JSON.parse(String(body));
    return answered(200, stored);
  });
  return userEvent.setup();
}
const save = () => screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement;

test('the daily email and quiet hours are chosen and kept; a missing time, or one in the quiet hours, is named at its field', async () => {
  const user = open();
  const daily = await screen.findByRole('radio', { name: 'Once a day' });
  expect(save().disabled).toBe(true);
  await user.click(daily);
  await user.clear(screen.getByLabelText('Daily email at'));
  await user.click(save());
  await screen.findByText('Enter a time.');
  expect(screen.getByLabelText('Daily email at').getAttribute('aria-invalid')).toBe('true');
  await user.type(screen.getByLabelText('Daily email at'), '05:30');
  await user.click(save());
  await screen.findByText('Choose a time outside your quiet hours.');
  await user.clear(screen.getByLabelText('Daily email at'));
  await user.type(screen.getByLabelText('Daily email at'), '16:30');
  await user.click(save());
  await waitFor(() => expect(stored).toEqual({ ...USUAL_MAIL_SETTINGS, mail: 'daily', daily_at: '16:30' }));
  await waitFor(() => expect(save().disabled).toBe(true));
});

test('what was chosen stays if the server can not be reached', async () => {
  const user = open();
  await user.click(await screen.findByRole('radio', { name: 'No emails' }));
  isOffline = true;
  await user.click(save());
  expect((await screen.findByRole('alert')).textContent).toBe(
    "Can't reach the server. You need a connection to make this change.",
  );
  expect(screen.getByRole('radio', { name: 'No emails' }).getAttribute('aria-checked')).toBe('true');
  expect(stored.mail).toBe('soon');
});
