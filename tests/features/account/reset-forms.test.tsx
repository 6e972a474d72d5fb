import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ANSWER_MARKER } from '#contract/errors.ts';
import { ConfirmResetForm } from '#features/account/reset-forms.tsx';
import { InRouter } from '#tests/support/in-router.tsx';

const SET = 'Your new password is set. Log in with it.';

beforeEach(() => {
  const headers = { [ANSWER_MARKER]: '1' };
  vi.stubGlobal('fetch', async () => Response.json({ message: SET }, { headers }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function choosePassword(loggedIn: string | null) {
  render(<ConfirmResetForm token="t" findLoggedIn={async () => loggedIn} />, { wrapper: InRouter });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('New password'), 'four quiet purple otters');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  return screen.findByRole('status');
}

test('a first password leads to the login', async () => {
  const done = await choosePassword(null);
  expect(done.textContent).toContain(SET);
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
});

test('a password that is chosen while someone is logged in says so, and offers no login that would open their Home', async () => {
  const done = await choosePassword('Renata Solano');
  expect(done.textContent).toContain('Renata Solano is logged in on this device');
  expect(screen.queryByRole('link', { name: /login|Log in/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/');
});
