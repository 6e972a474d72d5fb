import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType, ReactNode } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import { ClinicalCodeForm } from '#features/soap-options/clinical-code-form.tsx';
import { SoapOptionForm } from '#features/soap-options/soap-option-form.tsx';
import { StudentServiceForm } from '#features/students/student-service-form.tsx';
import { useServerCommand } from '#screens/device/server-write.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { ArchiveAction } from '#screens/list/archive-action.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const WORDS = 'This is in use. Archive it instead.';

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

/** As an admin whose every write the server rejects at a field. */
function showRefused(screenOf: ReactNode): void {
  const { workspace } = device;
  const call = async () => {
    throw new ApiError('request.invalid', { fields: { id: WORDS } });
  };
  const engine = { api: { call }, refresh: async () => undefined };
  const profile = { user_id: workspace.user_id, provider_id: null, auth: '1', grants: [], services: [] };
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      {screenOf}
    </SignedInContext>,
  );
}

const row = { id: uuidv7(), service: null, archived: false, version: 1 };
const option = { ...row, option_text: 'Orders lunch.', translations: {} };
const code = { ...row, kind: 'dx', code: 'F80.2', description: 'Mixed', is_sample: false };
const service = {
  ...{ id: uuidv7(), student: uuidv7(), service: uuidv7(), provider: null, provider_name: null, version: 1 },
  ...{ authorised_minutes: null, authorised_per: 'week', start_date: '2025-07-01', end_date: null },
};

test.each([
  ['an option', SoapOptionForm, { bank: 'goal-option', option }],
  ['a code', ClinicalCodeForm, { kind: 'dx', code }],
  ['an assigned service', StudentServiceForm, { student: service.student, row: service, providers: [] }],
])('when the server rejects deleting %s, the dialog says why and the form stays', async (_, form, props) => {
  const Form = form as unknown as ComponentType<Record<string, unknown>>;
  const onClose = vi.fn();
  showRefused(<Form {...props} services={[]} onClose={onClose} onAddAnother={vi.fn()} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  expect((await screen.findByRole('alert')).textContent).toBe(WORDS);
  expect(onClose).not.toHaveBeenCalled();
});

test('when the server rejects archiving an entry, the dialog says why', async () => {
  function Entry() {
    const command = useServerCommand();
    return (
      <ArchiveAction
        name="Orders lunch."
        archived={false}
        onArchive={(archived) =>
          command('goal-option.update', { params: { id: option.id }, body: { archived } }, 1)
        }
      />
    );
  }
  showRefused(<Entry />);
  await userEvent.click(await screen.findByRole('button', { name: /^Archive/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  expect((await screen.findByRole('alert')).textContent).toBe(WORDS);
});
