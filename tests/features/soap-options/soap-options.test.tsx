import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import type { BankSearch } from '#features/soap-options/bank-search.ts';
import { SoapOptions } from '#features/soap-options/soap-options.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

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

function show(role: string, search: BankSearch, call: (name: string, input: unknown) => Promise<unknown>) {
  const { workspace } = device;
  const engine = { api: { call }, refresh: async () => undefined };
  const profile = { user_id: workspace.user_id, provider_id: null, auth: role, grants: [], services: [] };
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      <SoapOptions search={search} onSearch={vi.fn()} />
    </SignedInContext>,
  );
}

test('an entry is sent with its translations, and an error is shown at its field', async () => {
  const answers = [new Refusal('request.invalid', { fields: { option_text: 'It is there already.' } }), null];
  const call = vi.fn(async (_name: string, _input: unknown) => {
    const answer = answers.shift();
    if (answer instanceof Refusal) throw answer;
  });
  show('3', {}, call);
  await userEvent.click(await screen.findByRole('button', { name: 'Add goal' }));
  const form = await screen.findByRole('form', { name: 'New goal' });
  await userEvent.type(within(form).getByLabelText('Text'), 'Orders lunch.');
  await userEvent.type(within(form).getByLabelText('Spanish'), 'Pide el almuerzo.');
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await within(form).findByText('It is there already.')).toBeTruthy();
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  const [name, input] = call.mock.calls[1] ?? [];
  expect([name, input]).toMatchObject([
    'goal-option.create',
    { body: { option_text: 'Orders lunch.', service: null, translations: { es: 'Pide el almuerzo.' } } },
  ]);
});

test('errors in a file are listed by line before anything is sent', async () => {
  const call = vi.fn(async () => ({ added: 1, changed: 0 }));
  show('1', { list: 'dx' }, call);
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import codes' });
  const choose = (csv: string) =>
    userEvent.upload(within(dialog).getByLabelText('CSV file'), new File([csv], 'codes.csv'));
  await choose('code,description\nnonsense,x');
  expect(await within(dialog).findByText(/NONSENSE isn't a valid ICD-10-CM code/)).toBeTruthy();
  const send = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Import' });
  expect(send().disabled).toBe(true);
  await choose('code,description\nF80.2,Mixed');
  await waitFor(() => expect(send().disabled).toBe(false));
  await userEvent.click(send());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(call).toHaveBeenCalledWith(
    'dx-code.import',
    expect.objectContaining({ body: { csv: 'code,description\nF80.2,Mixed' } }),
  );
});

test('a service lead looks codes up without changing them', async () => {
  show('3', { list: 'cpt' }, async () => undefined);
  expect(await screen.findByText('No codes here')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add code' })).toBeNull();
});
