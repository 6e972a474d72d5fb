import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListedCondition } from '#contract/billing-conditions.ts';
import { ApiError } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import { ROLES } from '#domain/access/roles.ts';
import { ClientConditions } from '#features/clients/client-conditions.tsx';
import { billingConditions } from '#features/clients/condition-list.tsx';
import { bodyOf, problemsOf, valuesOf } from '#features/clients/condition-values.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const CLIENT = { id: uuidv7(), name: 'Copperline Schools' };
const condition = (changes: Partial<ListedCondition>): ListedCondition => ({
  ...{ id: uuidv7(), client: CLIENT.id, client_name: CLIENT.name, service_name: null, version: 2 },
  ...{ type: 'no_show', starts_on: '2020-07-01', percent: 50, minutes: 30, days: null, choice: null },
  ...{ service: null, note: '', archived: false, ...changes },
});
const NO_SHOW = condition({ note: 'Agreed in the contract.' });
const LATER = condition({ starts_on: '2090-07-01', percent: 100, minutes: null });
const ARCHIVED = condition({ type: 'late_cancel', percent: 0, minutes: null, archived: true });

let device: TestDevice;
let refusal: Record<string, string> | null;
let writes: { name: EndpointName; body: unknown; params?: unknown }[];
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  [refusal, writes] = [null, []];
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function answer(name: EndpointName, input: { body?: unknown; params?: Record<string, string> }): unknown {
  if (name === 'billing-condition.list') return [NO_SHOW, LATER, ARCHIVED];
  if (name === 'client.list-with-districts') return [{ ...CLIENT, district: null }];
  if (refusal !== null) throw new ApiError('request.invalid', { fields: refusal });
  writes.push({ name, body: input.body, params: input.params });
  return undefined;
}

function showConditions() {
  const office = scriptedOffice(answer);
  const { workspace } = device;
  const profile = {
    ...{ user_id: workspace.user_id, provider_id: null, auth: ROLES.superAdmin, grants: [], services: [] },
  };
  const engine = { ...office.engine, refresh: async () => undefined };
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      <ClientConditions client={CLIENT} />
    </SignedInContext>,
    { wrapper: InRouter },
  );
  return userEvent.setup();
}
const today = () => screen.findByRole('grid', { name: 'Conditions that apply today' });

describe("a client's billing conditions", () => {
  test('say for each kind what applies today, agreed or by default', async () => {
    showConditions();
    const rows = within(await today())
      .getAllByRole('row')
      .slice(1);
    expect(rows).toHaveLength(10);
    expect(rows[0]?.textContent).toContain('No show');
    expect(rows[0]?.textContent).toContain('Billed at 50% of the rate, up to 30 minutes.');
    expect(rows[0]?.textContent).toContain('Agreed in the contract.');
    expect(rows[0]?.textContent).toContain('Since 07/01/2020');
    // The archived one doesn't apply.
    expect(rows[1]?.textContent).toContain('Billed in full.');
    expect(rows[1]?.textContent).toContain('Default');
    const all = within(screen.getByRole('grid', { name: 'All conditions' }));
    expect(all.getByText('From 07/01/2090')).toBeTruthy();
    expect(all.getByText('Archived')).toBeTruthy();
  });

  test('a kind without one opens a new one of that kind, and only its terms are sent', async () => {
    const user = showConditions();
    await user.click(within(await today()).getByText('Minimum increment'));
    const form = within(await screen.findByRole('dialog'));
    expect((form.getByLabelText(/^Condition/) as HTMLSelectElement).value).toBe('minimum_increment');
    expect(form.queryByLabelText(/Percent of the rate/)).toBeNull();
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Enter a number of minutes.')).toBeTruthy();
    await user.type(form.getByLabelText(/^Minutes/), '15');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(writes).toHaveLength(1));
    expect(writes[0]).toMatchObject({
      name: 'billing-condition.create',
      body: { type: 'minimum_increment', minutes: 15, percent: null, client: CLIENT.id },
    });
  });

  test('one that exists is changed at its address, and a refusal appears at its field', async () => {
    const user = showConditions();
    await user.click(within(await today()).getByText(/Billed at 50%/));
    const form = within(await screen.findByRole('dialog'));
    const percent = form.getByLabelText(/Percent of the rate/);
    await user.clear(percent);
    await user.type(percent, '75');
    refusal = { starts_on: 'There is already a condition for no show from 07/01/2020.' };
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/There is already a condition/)).toBeTruthy();
    expect((percent as HTMLInputElement).value).toBe('75');
    refusal = null;
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(writes).toHaveLength(1));
    expect(writes[0]).toMatchObject({
      name: 'billing-condition.update',
      params: { id: NO_SHOW.id, type: 'no_show' },
      body: { percent: 75 },
    });
  });

  test('one is archived after the confirmation', async () => {
    const user = showConditions();
    await today();
    const all = within(screen.getByRole('grid', { name: 'All conditions' }));
    await user.click(all.getByRole('button', { name: /^Archive.*2020/ }));
    await user.click(await screen.findByRole('button', { name: 'CONFIRM' }));
    await waitFor(() => expect(writes).toHaveLength(1));
    expect(writes[0]).toMatchObject({
      ...{ name: 'billing-condition.archive', body: { archived: true } },
      params: { id: NO_SHOW.id, type: 'no_show' },
    });
  });
});

describe('the billing conditions of all clients', () => {
  test('are searched, and archived ones are shown when asked for', async () => {
    const { user } = openReport(device, billingConditions, answer, { role: ROLES.superAdmin });
    const grid = within(await screen.findByRole('grid', { name: 'Billing conditions' }));
    await waitFor(() => expect(grid.getAllByText('No show')).toHaveLength(2));
    expect(grid.queryByText('Late cancel')).toBeNull();
    await user.type(screen.getByLabelText('Search'), 'contract');
    await waitFor(() => expect(grid.getAllByText('No show')).toHaveLength(1));
    cleanup();
    openReport(device, billingConditions, answer, { role: ROLES.superAdmin, start: { show: 'archived' } });
    const archived = within(await screen.findByRole('grid', { name: 'Billing conditions' }));
    expect(await archived.findByText('Late cancel')).toBeTruthy();
    expect(archived.queryByText('No show')).toBeNull();
  });
});

describe('the form of a billing condition', () => {
  const begins = { client: CLIENT.id, type: 'no_show' as const, starts_on: '2026-07-01' };

  test('sends only the terms of its type', () => {
    const values = { ...valuesOf(null, begins), percent: '50%', minutes: ' 30 ', days: '9', choice: 'up' };
    const none = { percent: null, minutes: null, days: null, choice: null, service: null };
    const id = uuidv7();
    expect(bodyOf(values, id)).toMatchObject({ ...none, percent: 50, minutes: 30 });
    expect(bodyOf({ ...values, type: 'rounding' }, id)).toMatchObject({ ...none, choice: 'up' });
    expect(bodyOf({ ...values, type: 'group_split' }, id)).toMatchObject(none);
  });

  test('says at each field what is wrong', () => {
    const values = { ...valuesOf(null, { ...begins, client: '', starts_on: '' }), percent: '12.5' };
    expect(problemsOf(values, uuidv7())).toEqual({
      client: 'Choose a client.',
      percent: 'Enter a whole percentage, such as 50.',
      starts_on: 'Enter a date.',
    });
    const travel = { ...valuesOf(null, begins), type: 'travel' as const, percent: '200' };
    expect(problemsOf(travel, uuidv7())).toEqual({
      service: 'Choose a service.',
      percent: 'Enter a percentage from 0 to 100.',
    });
  });
});
