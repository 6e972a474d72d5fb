import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ROLES } from '#domain/access/roles.ts';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';
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
  const dialog = await screen.findByRole('dialog', { name: 'Go to a screen or student' });
  return { ...app, dialog, field: within(dialog).getByRole('combobox') };
}

describe('the command palette', () => {
  test('goes to a screen from the keyboard alone', async () => {
    const { router, field } = await openPalette();
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.type(field, 'my hou');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/my_hours'));
    expect(screen.queryByRole('dialog')).toBeNull();
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
});
