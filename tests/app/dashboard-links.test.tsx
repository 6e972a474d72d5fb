import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ROLES } from '#domain/access/roles.ts';
import { openDevice, pulledSoFar } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { openApp } from '#tests/support/whole-app.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('links of the Reports dashboard reload the page after 50 ms', async () => {
  cloneInOwnRealm();
  stubLayout();
  const device = await openDevice();
  const worker = Object.assign(new EventTarget(), { controller: {}, ready: new Promise(() => undefined) });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  await pulledSoFar(device.db);
  const { router } = await openApp(device, '/home', { auth: ROLES.superAdmin });
  const later = setTimeout;
  const delays: (number | undefined)[] = [];
  vi.stubGlobal('setTimeout', (work: () => void, ms?: number) => {
    delays.push(ms);
    // A page in jsdom can't reload.
    return ms === 50 ? 0 : later(work, ms);
  });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'More under Payroll' }));
  await user.click(await screen.findByRole('link', { name: 'My Sessions V2' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/reports/dashboard/my-sessions/v2'));
  await waitFor(() => expect(delays).toContain(50));
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await device.close();
});
