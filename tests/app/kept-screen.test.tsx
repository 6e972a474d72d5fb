import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeptScreen } from '#app/shell/kept-screen.tsx';
import { isInNarrowLayout } from '#app/shell/shell.tsx';
import { useViewport } from '#ui/viewport.ts';

let width = 1440;
const listeners = new Set<() => void>();

beforeEach(() => {
  width = 1440;
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    get matches() {
      return media.includes('<=') ? width <= 640 : width >= 1025;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function resize(to: number) {
  act(() => {
    width = to;
    for (const listener of listeners) listener();
  });
}

let place = { pathname: '/admin/import/client', isRefused: false };

/** The shell's choice, around a screen with a field that nothing else keeps. */
function Choice() {
  const isMissing = useViewport() === 'narrow' && !isInNarrowLayout(place.pathname);
  return (
    <KeptScreen {...place} isMissing={isMissing}>
      <input key={place.pathname} aria-label={place.pathname} />
      <input role="combobox" aria-label="Find a student" aria-expanded aria-controls="found" />
    </KeptScreen>
  );
}

async function open(pathname: string, at = 1440) {
  width = at;
  place = { pathname, isRefused: false };
  const router = createRouter({
    routeTree: createRootRoute({ component: Choice }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  render(<RouterProvider router={router} />);
  return (next: Partial<typeof place>) => {
    place = { ...place, ...next };
    resize(width === 600 ? 601 : 600);
  };
}

const field = (pathname: string) => screen.getByLabelText<HTMLInputElement>(pathname);
const STAYS = /What you entered is still there/;

test('what was entered is still there after the window was narrow for a while', async () => {
  await open('/admin/import/client');
  await userEvent.type(field('/admin/import/client'), 'half');
  resize(600);
  screen.getByRole('heading', { name: 'Not available on a phone' });
  screen.getByText(STAYS);
  resize(1440);
  expect(field('/admin/import/client').value).toBe('half');
  expect(screen.queryByRole('heading')).toBeNull();
});

test('of a screen where nothing was entered, nothing is said to be still there', async () => {
  const change = await open('/admin/devices');
  await userEvent.type(screen.getByLabelText('Find a student'), 'quint');
  resize(600);
  screen.getByText('Make the window wider or turn your device to see this page again.');
  resize(1440);
  await userEvent.type(field('/admin/devices'), 'half');
  resize(600);
  screen.getByText(STAYS);
  change({ pathname: '/admin/users' });
  resize(1440);
  resize(600);
  screen.getByText(/to see this page again/);
});

test.each([820, 600])('a screen of both layouts keeps its field from 1440 to %i px', async (to) => {
  await open('/my-sessions');
  const before = field('/my-sessions');
  resize(to);
  expect(field('/my-sessions')).toBe(before);
  expect(screen.queryByRole('heading')).toBeNull();
});

test('a screen that a phone never showed is not opened out of sight', async () => {
  await open('/students', 390);
  screen.getByText('Open this page on a tablet or computer.');
  expect(screen.queryByLabelText('/students')).toBeNull();
});

test('a screen is gone once another one was opened on a phone, or its access was withdrawn', async () => {
  const change = await open('/students');
  await userEvent.type(field('/students'), 'half');
  change({ pathname: '/clients' });
  expect(screen.queryByText(STAYS)).toBeNull();
  change({ pathname: '/students' });
  expect(screen.queryByText(STAYS)).toBeNull();
  resize(1440);
  expect(field('/students').value).toBe('');
  change({ isRefused: true });
  screen.getByRole('heading', { name: "Page not found, or you don't have access to it." });
  expect(screen.queryByLabelText('/students')).toBeNull();
});
