import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { createAppRouter } from '#app/app-router.tsx';
import { isInNarrowLayout } from '#app/shell/shell.tsx';
import { signInMachine } from '#machines/sign-in.ts';
import type { RestoreOutcome } from '#machines/sign-in-outcome.ts';

beforeEach(() => {
  // jsdom has no layout: every media query is that of a wide screen.
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('>='),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal('scrollTo', () => {});
  // The server doesn't answer the login page.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens a URL in a logged-out tab. */
async function open(address: string) {
  const actor = createActor(
    signInMachine.provide({
      actors: { restore: fromPromise<RestoreOutcome>(async () => ({ kind: 'signed-out' })) },
    }),
  ).start();
  const session = {
    actor,
    settled: async () => null,
    isLeaving: () => false,
    subscribe: () => () => {},
    stop: () => actor.stop(),
  };
  const router = createAppRouter(session, createMemoryHistory({ initialEntries: [address] }));
  await act(async () => {
    render(<RouterProvider router={router} />);
    await router.load();
  });
  return router;
}

describe('someone who is logged out', () => {
  test.each([
    ['/', 'Log in'],
    ['/login', 'Log in'],
    ['/login/', 'Log in'],
    ['/reset-password', 'Reset your password'],
    ['/reset-password/', 'Reset your password'],
    ['/password-reset-confirm/?token=abc', 'Choose a new password'],
    ['/password-reset-confirm?token=abc', 'Choose a new password'],
    ['/login-support', 'Help with logging in'],
    ['/login-support/', 'Help with logging in'],
  ])('finds at %s the screen "%s"', async (address, heading) => {
    await open(address);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(heading);
    await waitFor(() => expect(document.title).toBe(`${heading} · Caseload`));
  });

  test.each([
    '/home',
    '/my-sessions',
    '/my-sessions?day=2026-03-02',
    '/reports/dashboard/my-sessions/v2',
    '/admin/',
    '/admin/audit/?kind=viewed',
    '/admin/devices/?show=lost',
    '/admin/quarantine/',
    '/admin/rescue/',
    '/admin/users/',
    '/no/such/place',
  ])('is asked to log in at %s, and returns there', async (address) => {
    const router = await open(address);
    await screen.findByRole('button', { name: 'Log in' });
    expect(router.state.location.pathname).toBe('/login');
    expect(router.state.location.search).toEqual({ redirect: address });
  });

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    'javascript:alert(1)',
  ])('is never redirected to %s', async (address) => {
    const router = await open(`/login?redirect=${encodeURIComponent(address)}`);
    await screen.findByRole('button', { name: 'Log in' });
    expect(router.state.matches.at(-1)?.search).toEqual({ redirect: undefined });
  });

  test('is told that the device is offline and that the password unlocks its data', async () => {
    await open('/login');
    await screen.findByText("You're offline. Log in to open what's saved on this device.");
  });
});

test.each([
  ['/my-sessions', true],
  ['/my-sessions/', true],
  ['/my-sessions/info/0190/', true],
  ['/my-sessions/info/0190', true],
  ['/my-sessions/info/', false],
  ['/my-sessions-archive', false],
  ['/home', false],
  ['/sync', false],
  ['/admin/', false],
])('the narrow layout has %s: %s', (pathname, isThere) => {
  expect(isInNarrowLayout(pathname)).toBe(isThere);
});
