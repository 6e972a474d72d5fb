import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppErrorBoundary } from '#app/error-page.tsx';

// React logs what a boundary caught; here that is expected.
beforeEach(() => void vi.mocked(console.error).mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.mocked(console.error).mockClear();
  window.history.replaceState(null, '', '/');
});

function showBroken(problem: unknown, address = '/home') {
  window.history.replaceState(null, '', address);
  function Broken(): never {
    throw problem;
  }
  render(
    <AppErrorBoundary>
      <Broken />
    </AppErrorBoundary>,
  );
}

describe('a part of the app that could not be loaded', () => {
  test.each([
    ['Chromium', 'Failed to fetch dynamically imported module: http://localhost/assets/v2-abc.js'],
    ['Firefox', 'error loading dynamically imported module: http://localhost/assets/v2-abc.js'],
    ['WebKit', 'Importing a module script failed.'],
  ])('is distinguished from an error in %s', (_, message) => {
    showBroken(new TypeError(message));
    expect(screen.getByRole('heading').textContent).toBe('Application Loading Error');
    screen.getByText(
      "The application couldn't load correctly. The page will automatically reload in 10 seconds...",
    );
    screen.getByText('If this issue persists after reloading, please submit a support ticket.');
    screen.getByRole('button', { name: 'Reload Now' });
  });

  test('says what it waits for while the device is offline', () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    showBroken(new TypeError('Importing a module script failed.'));
    screen.getByText(
      "The application couldn't load correctly. The page reloads when you're back online and nothing is unsaved.",
    );
    online.mockRestore();
  });

  test('says that reloading did not help, if the page has just reloaded', () => {
    sessionStorage.setItem('caseload-reloaded-at', String(Date.now() - 5_000));
    showBroken(new TypeError('Importing a module script failed.'));
    screen.getByText(
      "The application couldn't load correctly. That didn't work. Check your connection, then reload.",
    );
    screen.getByRole('button', { name: 'Reload Now' });
  });
});

describe('any other error', () => {
  test('shows its text to copy, and a link home', () => {
    showBroken(new RangeError('minutes out of range'));
    expect(screen.getByRole('heading').textContent).toBe('Something went wrong.');
    expect(screen.getByText(/minutes out of range/).tagName).toBe('PRE');
    screen.getByRole('button', { name: 'Copy error text' });
    expect(screen.getByRole('link', { name: 'Go home' }).getAttribute('href')).toBe('/');
  });

  test.each([
    ['/students', true],
    ['/students/info/7/', true],
    ['/my-students/info/7/', true],
    ['/archived/students', true],
    ['/home', false],
    ['/my-sessions', false],
  ])('at %s suggests My Sessions: %s', (address, isAdvised) => {
    showBroken(new Error('broken'), address);
    expect(screen.queryByRole('link', { name: 'My Sessions' }) !== null).toBe(isAdvised);
  });

  test("that isn't an Error object is shown too", () => {
    showBroken('just words');
    screen.getByText('just words');
  });
});
