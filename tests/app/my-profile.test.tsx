import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OwnDevice } from '#contract/auth.ts';
import { ROLES } from '#domain/access/roles.ts';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { openApp } from '#tests/support/whole-app.tsx';

const PHONE: OwnDevice = {
  id: '0195a000-0000-7000-8000-0000000000d1',
  device_id: '0195a000-0000-7000-8000-000000abcdef',
  browser: 'Safari on iPhone',
  signed_in_at: '2026-03-01T18:00:00.000Z',
  last_seen_at: '2026-03-09T18:00:00.000Z',
  is_current: false,
};
const LAPTOP: OwnDevice = {
  ...PHONE,
  id: '0195a000-0000-7000-8000-0000000000d2',
  device_id: null,
  browser: '',
  is_current: true,
};

let device: TestDevice;
beforeEach(async () => {
  stubLayout();
  cloneInOwnRealm();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  device = await openDevice();
  await pulledSoFar(device.db, { was_whole: true, is_refreshing: false, cursor: 'c', applied: 1, total: 1 });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const open = (address: string, profile = {}) =>
  openApp(
    device,
    address,
    {
      ...{ auth: ROLES.provider, emp: 'w2_nonexempt', email: 'sam@test.example', services: [] },
      ...{ last_password_update: '2026-03-01T18:00:00.000Z', ...profile },
    },
    {
      'auth.list-own-devices': [LAPTOP, PHONE],
      'availability.read': {
        ...{ id: device.workspace.user_id, weekly: [{ weekday: 1, from: '08:00', to: '15:00' }] },
        ...{
          days_off: [{ start_date: '2099-06-01', end_date: '2099-06-01', reason: 'Jury duty' }],
          version: 1,
        },
      },
      'auth.read-second-factor': {
        ...{ is_on: false, is_required: false, turned_on_at: null, recovery_codes_left: 0 },
      },
    },
  );
const own = (search = '') => `/provider/my-profile/${device.workspace.user_id}/${search}`;

describe('my profile', () => {
  test('opens from the user options menu, before Admin, Tickets, Feedback, and Logout', async () => {
    const { router } = await open('/home', { auth: ROLES.superAdmin });
    await userEvent.click(await screen.findByRole('button', { name: /^User menu/ }));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      ...['Profile', 'Admin', 'Tickets', 'Feedback', 'Sync center', 'Logout'],
    ]);
    fireEvent.click(entries[0] as HTMLElement);
    const path = `/provider/my-profile/${device.workspace.user_id}`;
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  });

  test('says who the person is', async () => {
    const { main } = await open(own());
    await within(main).findByRole('heading', { level: 1, name: 'sam' });
    await within(main).findByText(/^Monday, 8:00 AM/);
    const facts = within(main)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['User name', 'sam'],
      ['Email', 'sam@test.example'],
      ['Role', 'Provider'],
      ['Employment type', 'Hourly employee (W-2, nonexempt)'],
      ['Weekly hours', 'Monday, 8:00 AM–3:00 PM'],
      ['Time off', '06/01/2099, Jury duty'],
    ]);
  });

  test("isn't found with another person's id", async () => {
    await open('/provider/my-profile/0195a000-0000-7000-8000-0000000000f1/');
    expect(await screen.findByRole('heading', { name: /^Page not found/ })).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  test.each([
    ['', 'Profile'],
    ['?tab=1', 'Profile'],
    ['?tab=2', 'Security'],
    ['?tab=3&notification=7', 'Notifications'],
    ['?tab=x', 'Profile'],
  ])('opens with "%s" the tab %s', async (search, tab) => {
    const { main } = await open(own(search));
    const selected = await within(main).findByRole('tab', { selected: true });
    expect(selected.textContent).toBe(tab);
    expect(within(main).getAllByRole('tab')).toHaveLength(3);
  });

  test('names the chosen tab in the address', async () => {
    const { main, router } = await open(own());
    await userEvent.click(await within(main).findByRole('tab', { name: 'Security' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 2 }));
  });
});

describe('My devices', () => {
  test('marks the current one, and logs out another after asking', async () => {
    const { main, office } = await open(own('?tab=2'));
    const list = await within(main).findByRole('list', { name: 'My devices' });
    const [current, phone] = within(list).getAllByRole('listitem');
    expect(current?.textContent).toContain('Unknown browserThis device');
    expect(phone?.textContent).toContain('Safari on iPhone (abcdef)');
    const buttons = within(list).getAllByRole('button');
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Log out this device: Safari on iPhone (abcdef)',
    ]);
    fireEvent.click(buttons[0] as HTMLElement);
    const dialog = await screen.findByRole('alertdialog');
    const lists = () => office.calls.filter(([name]) => name === 'auth.list-own-devices').length;
    const before = lists();
    fireEvent.click(within(dialog).getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(office.calls).toContainEqual(['auth.end-own-device', { params: { id: PHONE.id } }]);
    expect(lists()).toBe(before + 1);
  });
});
