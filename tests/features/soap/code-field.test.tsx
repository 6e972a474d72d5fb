import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CodeField } from '#features/soap/code-field.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { pullCodes } from '#tests/support/pulled-codes.ts';

const SPEECH = '019a0000-0000-7000-8000-00000000000a';
const MOTOR = '019a0000-0000-7000-8000-00000000000b';

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  await pullCodes(device, [
    ...Array.from({ length: 300 }, (_, at) => ({ code: `A00.${100 + at}`, description: 'Cholera' })),
    { code: 'F80.2', description: 'Mixed receptive-expressive language disorder' },
    { code: 'F82', description: 'Motor disorder', service: MOTOR },
  ]);
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const { engine } = scriptedOffice(() => null);

function Field({ onChange }: { onChange: (codes: string[]) => void }) {
  const [value, setValue] = useState<readonly string[]>(['A00.399']);
  return (
    <SignedInContext value={{ workspace: device.workspace, engine } as unknown as SignedInDevice}>
      <CodeField
        kind="dx"
        label="Diagnoses (DX)"
        searchLabel="Search diagnoses"
        service={SPEECH}
        value={value}
        error={undefined}
        onChange={(codes) => {
          setValue(codes);
          onChange(codes);
        }}
      />
    </SignedInContext>
  );
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

test('a field of codes offers what was chosen first, then few of many, and finds the others', async () => {
  const onChange = vi.fn();
  render(<Field onChange={onChange} />);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Diagnoses (DX)' }));
  await vi.waitFor(() => expect(options().length).toBeGreaterThan(1));
  expect(options()[0]).toMatch(/^A00\.399 · Cholera/);
  expect(options().length).toBeLessThan(60);
  expect(screen.getByText(/Type to narrow the list/)).toBeTruthy();
  await userEvent.keyboard('disorder');
  await vi.waitFor(() => expect(options()).toEqual(['F80.2 · Mixed receptive-expressive language disorder']));
  await userEvent.click(screen.getByRole('option', { name: /F80\.2/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(onChange).toHaveBeenCalledWith(['A00.399', 'F80.2']);
});

test('while codes are still loading, the field says so instead of that there are none', async () => {
  const loading = { was_whole: false, is_refreshing: true };
  await pulledSoFar(device.db, { ...loading, lacking: ['clinical_code'] });
  render(<Field onChange={vi.fn()} />);
  await screen.findByText('Codes are still loading. Some may be missing from this list.');
  await userEvent.click(screen.getByRole('combobox', { name: 'Diagnoses (DX)' }));
  await userEvent.keyboard('asthma');
  await screen.findByText('No matches yet. Codes are still loading.');
  await pulledSoFar(device.db, { was_whole: true });
  await screen.findByText('No matches.');
  expect(screen.queryByText(/still loading/)).toBeNull();
});
