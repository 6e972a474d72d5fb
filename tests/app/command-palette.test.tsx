import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ROLES } from '#domain/access/roles.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { openApp } from '#tests/support/whole-app.tsx';

let device: TestDevice;

beforeEach(async () => {
  stubLayout();
  cloneInOwnRealm();
  vi.stubGlobal('scrollTo', () => undefined);
  device = await openDevice();
  await pulledSoFar(device.db, { was_whole: true, is_refreshing: false, cursor: 'c', applied: 1, total: 1 });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const press = (keys: object) => fireEvent.keyDown(window, { key: 'k', ...keys });

async function openPalette(profile = {}) {
  const app = await openApp(device, '/home', { auth: ROLES.provider, ...profile });
  press({ ctrlKey: true });
  const dialog = await screen.findByRole('dialog', { name: 'Find people, screens, and actions' });
  return { ...app, dialog, field: within(dialog).getByRole('combobox') };
}

describe('the command palette', () => {
  // First: for the tests after it the palette is loaded, and takes the focus at once.
  test('keeps what is typed before it has the focus, away from the screen below', async () => {
    await openApp(device, '/home', { auth: ROLES.provider });
    const below = vi.fn();
    document.addEventListener('keydown', below);
    press({ ctrlKey: true });
    for (const key of ['m', 'x', 'Backspace', 'y', ' ']) fireEvent.keyDown(document.body, { key });
    document.removeEventListener('keydown', below);
    expect(below).not.toHaveBeenCalled();
    const dialog = await screen.findByRole('dialog', { name: 'Find people, screens, and actions' });
    const field = within(dialog).getByRole<HTMLInputElement>('combobox');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard('hou');
    expect(field.value).toBe('my hou');
    await userEvent.keyboard('{Escape}');
    press({ ctrlKey: true });
    expect((await screen.findByRole<HTMLInputElement>('combobox')).value).toBe('');
  });

  test('goes to a screen from the keyboard alone', async () => {
    const { router, field } = await openPalette();
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.type(field, 'my hou');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/my_hours'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('logs out, and asks first about unsynced changes', async () => {
    const send = vi.fn();
    const chooseLogOut = async () => {
      const { router, field } = await openPalette();
      router.options.context.signIn.actor.send = send;
      await userEvent.type(field, 'logout');
      await userEvent.keyboard('{Enter}');
    };
    await chooseLogOut();
    await waitFor(() =>
      expect(send).toHaveBeenCalledExactlyOnceWith({
        ...{ type: 'signIn.ended', reason: 'logged-out', discardUnsent: false },
      }),
    );
    cleanup();
    send.mockClear();
    const { user_id } = device.workspace;
    const entry = sessionEntry();
    await queueWrite(device.workspace, {
      ...{ endpoint: 'session.create', id: entry.id, lane: `day:${user_id}:${entry.session_date}` },
      body: { ...entry, provider: user_id },
    });
    await chooseLogOut();
    await screen.findByRole('dialog', { name: 'Log out with unsynced changes?' });
    expect(send).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('starts a session', async () => {
    const { router, field } = await openPalette();
    await userEvent.type(field, 'add');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ open: 'session' }));
  });

  test('offers no screen without access, and no session to office staff', async () => {
    const { dialog } = await openPalette({ auth: ROLES.admin, provider_id: null });
    const names = within(dialog)
      .getAllByRole('option')
      .map(({ textContent }) => textContent?.trim());
    expect(names).toContain('Lunch Cards Reports');
    expect(names).toContain('Admin');
    expect(names).not.toContain('Changed Durations Payroll');
    expect(names).not.toContain('My Hours');
    expect(names).not.toContain('Add session');
    expect(names).toContain('Add client');
    expect(names).toContain('Pay periods Admin');
  });

  test('says when nothing matches, and closes with Escape', async () => {
    const { dialog, field } = await openPalette();
    await userEvent.type(field, 'zzz');
    expect(dialog.textContent).toContain('Nothing matches “zzz”.');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('does not open with other keys', async () => {
    await openApp(device, '/home', { auth: ROLES.provider });
    press({});
    press({ ctrlKey: true, shiftKey: true });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('adds a client: its list opens with the form, and going back does not ask again', async () => {
    const { router, field } = await openPalette({ auth: ROLES.admin, provider_id: null });
    await userEvent.type(field, 'add cli');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'New client' })).toBeDefined();
    expect(router.state.location.pathname).toBe('/clients');
    expect(router.history.location.state.adds).toBeUndefined();
  });

  test('opens from the header by mouse, and leads to the list of shortcuts', async () => {
    await openApp(device, '/home', { auth: ROLES.provider });
    await userEvent.click(screen.getByRole('button', { name: 'Find' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Keyboard shortcuts' }));
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(sheet).getByRole('region', { name: 'Calendars' }).textContent).toContain('Add an event');
  });
});

test('"?" shows the shortcuts, but not while someone types or after single keys are turned off', async () => {
  await openApp(device, '/home', { auth: ROLES.admin, provider_id: null });
  const ask = () => fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  ask();
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await userEvent.click(within(sheet).getByRole('checkbox'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  ask();
  expect(screen.queryByRole('dialog')).toBeNull();
  localStorage.removeItem('single-keys');
});
