import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import type { Rate } from '#contract/rates.ts';
import { ROLES } from '#domain/access/roles.ts';
import { GeneralRates } from '#features/clients/general-rates.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const BAY = { id: uuidv7(), name: 'Marina Bay', region_number: '07' };
const SPEECH = { id: uuidv7(), name: 'Speech-Language Therapy' };
const DEFAULT: Rate = {
  ...{ id: uuidv7(), version: 2, level: 'service', service: SPEECH.id, client: null, student: null },
  ...{ region: null, setting: null, start_year: 2026, amount_cents: 11_000, is_draft: false },
};
const REGIONAL: Rate = { ...DEFAULT, id: uuidv7(), level: 'region', region: BAY.id, amount_cents: 12_500 };

let device: TestDevice;
let rates: Rate[];
let calls: { name: EndpointName; body: unknown; params: unknown }[];
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  [calls, rates] = [[], [DEFAULT]];
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function answer(name: EndpointName, input: { body?: unknown; params?: Record<string, string> }): unknown {
  const use = (rate: Rate, reason: string) => [
    { service: SPEECH.id, setting: 'individual', rate: rate.id, reason },
  ];
  switch (name) {
    case 'client.list-region-numbers':
      return [BAY];
    case 'rate.list-choices':
      return { services: [SPEECH], regions: [BAY], students: [] };
    case 'rate.list-of-services':
      return { rates, in_use: use(DEFAULT, 'Service default for 2026–2027.') };
    case 'rate.list-of-region':
      return { rates: [DEFAULT, REGIONAL], in_use: use(REGIONAL, 'Region rate for 2026–2027.') };
    case 'rate.preview':
      calls.push({ name, body: input.body, params: input.params });
      return {
        ...{ count: 0, before_cents: 0, after_cents: 0, newly_billable: 0, newly_blocked: 0, sessions: [] },
      };
  }
  calls.push({ name, body: input.body, params: input.params });
  return undefined;
}

function Shown() {
  const [region, setRegion] = useState<string | undefined>();
  return <GeneralRates region={region} onRegion={setRegion} />;
}

function show() {
  const office = scriptedOffice(answer);
  const { workspace } = device;
  const profile = {
    ...{ user_id: workspace.user_id, provider_id: null, auth: ROLES.superAdmin, grants: [], services: [] },
  };
  const engine = { ...office.engine, refresh: async () => undefined };
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      <Shown />
    </SignedInContext>,
    { wrapper: InRouter },
  );
  return userEvent.setup();
}

describe('rates of regions and services', () => {
  test('show the defaults, and those of a region with the defaults behind them', async () => {
    const user = show();
    const applied = async () => within(await screen.findByRole('grid', { name: 'Rates that apply' }));
    expect((await applied()).getByText('$110.00')).toBeTruthy();
    expect(screen.getByText("The service's default, for clients without any other rate.")).toBeTruthy();
    await screen.findByRole('option', { name: 'Marina Bay (07)' });
    await user.selectOptions(screen.getByLabelText('Rates of'), BAY.id);
    await waitFor(async () => expect((await applied()).queryByText('$125.00')).toBeTruthy());
    expect((await applied()).getByText('Region rate for 2026–2027.')).toBeTruthy();
  });

  test('a new rate of a region begins with the region, and is previewed before it is saved', async () => {
    const user = show();
    await screen.findByRole('option', { name: 'Marina Bay (07)' });
    await user.selectOptions(screen.getByLabelText('Rates of'), BAY.id);
    await user.click(await screen.findByRole('button', { name: 'Add rate' }));
    const form = within(await screen.findByRole('dialog'));
    const level = form.getByLabelText<HTMLSelectElement>(/^Applies to/);
    expect([...level.options].map(({ value }) => value)).toEqual(['region', 'service']);
    expect(level.value).toBe('region');
    const preview = form.getByRole('button', { name: 'Preview unbilled sessions' });
    expect((preview as HTMLButtonElement).disabled).toBe(true);
    await user.selectOptions(form.getByLabelText(/^Service/), SPEECH.id);
    await user.type(form.getByLabelText(/^Hourly rate/), '130');
    await user.click(preview);
    expect(await form.findByText('No unbilled sessions change.')).toBeTruthy();
    expect(calls).toEqual([
      {
        ...{ name: 'rate.preview', params: undefined },
        body: expect.objectContaining({ level: 'region', region: BAY.id, amount_cents: 13_000 }),
      },
    ]);
    // Another amount is another question.
    await user.type(form.getByLabelText(/^Hourly rate/), '5');
    expect(form.queryByText('No unbilled sessions change.')).toBeNull();
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(calls.at(-1)).toMatchObject({ name: 'rate.create', body: { region: BAY.id } }),
    );
  });

  test("say how many of them are drafts, which don't apply yet", async () => {
    const drafts = [1, 2].map((): Rate => ({ ...DEFAULT, id: uuidv7(), is_draft: true }));
    rates = [DEFAULT, ...drafts.slice(1)];
    const user = show();
    expect(await screen.findByText("1 draft doesn't apply yet. Activate it under All rates.")).toBeTruthy();
    rates = drafts;
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText("2 drafts don't apply yet. Activate them under All rates.")).toBeTruthy();
    rates = [DEFAULT];
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(screen.queryByText(/apply yet/)).toBeNull());
  });

  test("next year's drafts are made of what is shown", async () => {
    const user = show();
    await user.click(await screen.findByRole('button', { name: "Create next year's rates" }));
    expect(screen.getByText(/1 rate of services for/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Create drafts' }));
    await waitFor(() =>
      expect(calls.at(-1)).toMatchObject({
        ...{ name: 'rate.create-next-year', body: { client: null, region: null, percent_hundredths: 0 } },
      }),
    );
  });
});
