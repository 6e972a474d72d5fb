import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import type { SecondFactorStatus } from '#contract/second-factor.ts';
import { SecondFactorCard } from '#features/account/second-factor-card.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { scriptedOffice } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const OFF: SecondFactorStatus = {
  ...{ is_on: false, is_required: false, turned_on_at: null, recovery_codes_left: 0 },
};
const ON: SecondFactorStatus = {
  ...{ is_on: true, is_required: false, turned_on_at: '2026-03-10T18:00:00.000Z', recovery_codes_left: 1 },
};
const SETUP = {
  secret: 'ABCDEFGH',
  uri: 'otpauth://totp/x?secret=ABCDEFGH',
  recovery_codes: ['abcde-23456'],
};
const WRONG = "That isn't your current password.";

let device: TestDevice;
let status: SecondFactorStatus;
let calls: [EndpointName, unknown][];
beforeEach(async () => {
  cloneInOwnRealm();
  device = await openDevice();
  [status, calls] = [OFF, []];
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function refuse(field: string, message: string): never {
  throw new ApiError('request.invalid', { message, fields: { [field]: message } });
}

function answer(name: EndpointName, input: object): unknown {
  if (name === 'auth.read-second-factor') return status;
  const body = (input as { body: { password?: string; code?: string } }).body;
  calls.push([name, body]);
  if (body.password !== undefined && body.password !== 'right') refuse('password', WRONG);
  if (name === 'auth.set-up-second-factor') return SETUP;
  if (name === 'auth.renew-recovery-codes') return { recovery_codes: ['fghjk-23456'] };
  if (body.code === '000000') refuse('code', "That code didn't work.");
  status = name === 'auth.confirm-second-factor' ? ON : OFF;
  return status;
}

async function show(shown: SecondFactorStatus) {
  status = shown;
  const { engine } = scriptedOffice(answer);
  const profile = { user_id: uuidv7(), auth: '2', email: 'sam@test.example', grants: [], services: [] };
  render(
    <SignedInContext value={{ profile, workspace: device.workspace, engine } as unknown as SignedInDevice}>
      <SecondFactorCard />
    </SignedInContext>,
  );
  const user = userEvent.setup();
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  await screen.findByText(shown.is_on ? 'On' : 'Off');
  return { user, press };
}

describe('the second factor in the profile', () => {
  test('is turned on with the password and a code, and keeps what was typed after a mistake', async () => {
    const { user, press } = await show(OFF);
    await press('Turn on');
    const password = screen.getByLabelText('Your password') as HTMLInputElement;
    await user.type(password, 'wrong{Enter}');
    expect(await screen.findByText(WRONG)).toBeTruthy();
    expect(password.value).toBe('wrong');
    await user.clear(password);
    await user.type(password, 'right{Enter}');
    expect(await screen.findByText('ABCD EFGH')).toBeTruthy();
    expect(screen.getByText('abcde-23456')).toBeTruthy();
    const code = screen.getByLabelText('Code') as HTMLInputElement;
    await user.type(code, '000000{Enter}');
    expect(await screen.findByText("That code didn't work.")).toBeTruthy();
    expect(screen.getByText('ABCD EFGH')).toBeTruthy();
    await user.clear(code);
    await user.type(code, '123456');
    await press('Turn on');
    expect(await screen.findByText('Second factor turned on.')).toBeTruthy();
    expect(await screen.findByText(/1 recovery code left/)).toBeTruthy();
    expect(calls.map(([name]) => name)).toEqual([
      ...['auth.set-up-second-factor', 'auth.set-up-second-factor'],
      ...['auth.confirm-second-factor', 'auth.confirm-second-factor'],
    ]);
  });

  test('is turned off with the password', async () => {
    const { user, press } = await show(ON);
    await press('Turn off');
    await press('Turn off second factor');
    expect(screen.getByText('This field is required.')).toBeTruthy();
    expect(calls).toEqual([]);
    await user.type(screen.getByLabelText('Your password'), 'right{Enter}');
    expect(await screen.findByText('Second factor turned off.')).toBeTruthy();
    await screen.findByText('Off');
  });

  test("can't be turned off where the role needs it", async () => {
    await show({ ...ON, is_required: true });
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Use another phone' })).toBeTruthy();
  });

  test('says that the next login asks for it where the role needs it', async () => {
    await show({ ...OFF, is_required: true });
    expect(screen.getByText(/Your next login will ask you to set it up/)).toBeTruthy();
  });

  test('makes new recovery codes, which are shown once, copied, downloaded, and printed', async () => {
    const { user, press } = await show(ON);
    await press('Create new recovery codes');
    await user.type(screen.getByLabelText('Your password'), 'right{Enter}');
    expect(await screen.findByText('fghjk-23456')).toBeTruthy();
    await press('Copy recovery codes');
    expect(await navigator.clipboard.readText()).toBe('fghjk-23456');
    const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => null }),
    );
    await press('Download');
    expect(download).toHaveBeenCalledOnce();
    download.mockRestore();
    // As a browser does while its dialog is open.
    const print = vi.fn(() => window.dispatchEvent(new Event('beforeprint')));
    vi.stubGlobal('print', print);
    await press('Print');
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(document.querySelector('[data-print-sheet]')?.textContent).toContain('fghjk-23456');
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('[data-print-sheet]')).toBeNull());
    await press('Done');
    expect(screen.queryByText('fghjk-23456')).toBeNull();
  });

  test('gives up on request, and changes nothing', async () => {
    const { press } = await show(ON);
    await press('Turn off');
    await press('Cancel');
    expect(await screen.findByText('On')).toBeTruthy();
    expect(calls).toEqual([]);
  });
});
