import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppErrorBoundary } from '#app/error-page.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { hasJustReloaded, rememberReload } from '#ui/part-loading.ts';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';

const restores: (() => void)[] = [];

// React logs what a boundary caught; here that is expected.
beforeEach(() => void vi.mocked(console.error).mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  for (const restore of restores.splice(0)) restore();
  sessionStorage.clear();
  vi.mocked(console.error).mockClear();
});

const missing = () => new TypeError('Failed to fetch dynamically imported module: /assets/help.js');

function HelpText({ about }: { about: string }) {
  return <p>{`Help about ${about}`}</p>;
}

/** A screen with a form, and a button that opens a part of which the first attempts fail. */
function show({ isUnsaved = false, failures = 1, isDialog = true } = {}) {
  let attempts = 0;
  const Part = lazyPart(async () => {
    attempts += 1;
    if (attempts <= failures) throw missing();
    return { default: HelpText };
  });
  function Form() {
    useUnsavedChanges(isUnsaved);
    return <input aria-label="Notes" defaultValue="typed" />;
  }
  function Screen({ children }: { children?: ReactNode }) {
    const [isOpen, setOpen] = useState(false);
    const absence = isDialog ? { onClose: () => setOpen(false) } : {};
    return (
      <>
        <Form />
        {children}
        <button type="button" onClick={() => setOpen(true)}>
          Help
        </button>
        {isOpen && <Part about="sessions" absence={absence} />}
      </>
    );
  }
  render(
    <AppErrorBoundary>
      <Screen />
    </AppErrorBoundary>,
  );
  const user = userEvent.setup();
  return { user, open: () => user.click(screen.getByRole('button', { name: 'Help' })) };
}

function goOffline() {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  restores.push(() => online.mockRestore());
}

const isPageReplaced = () => screen.queryByLabelText('Notes') === null;

describe('a dialog that could not be loaded', () => {
  test.each([
    ['a form has unsaved changes', () => undefined, { isUnsaved: true }],
    ['the device is offline', goOffline, {}],
    ['the page has just reloaded because of it', rememberReload, {}],
  ])('leaves the screen as it is while %s, and can be tried again', async (_, arrange, screenOptions) => {
    arrange();
    const { user, open } = show(screenOptions);
    await open();
    await screen.findByRole('dialog', { name: 'Application Loading Error' });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Help about sessions');
    expect((screen.getByLabelText('Notes') as HTMLInputElement).value).toBe('typed');
  });

  test('can be closed', async () => {
    const { user, open } = show({ isUnsaved: true });
    await open();
    await screen.findByRole('dialog');
    await user.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(isPageReplaced()).toBe(false);
  });

  test('shows the loading-error page, which reloads, where nothing can be lost', async () => {
    const { open } = show();
    await open();
    await screen.findByRole('heading', { name: 'Application Loading Error' });
    screen.getByText(/will automatically reload in 10 seconds/);
    expect(isPageReplaced()).toBe(true);
  });
});

test('a part of a form that could not be loaded says so in its place', async () => {
  const { user, open } = show({ isUnsaved: true, isDialog: false });
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain("couldn't load this part");
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Help about sessions');
});

test('a dialog that has been loading for 120,000 ms counts as one that could not be loaded', async () => {
  const Part = lazyPart(() => new Promise<{ default: () => null }>(() => undefined));
  rememberReload();
  vi.useFakeTimers({ now: Date.now() });
  render(
    <AppErrorBoundary>
      <Part absence={{ onClose: () => undefined }} />
    </AppErrorBoundary>,
  );
  expect(screen.getByRole('status').textContent).toBe('Loading…');
  await act(() => vi.advanceTimersByTimeAsync(119_999));
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  screen.getByRole('dialog', { name: 'Application Loading Error' });
});

describe('another reload', () => {
  test('waits for a person after a part has again been loading for as long as it may', () => {
    vi.useFakeTimers();
    rememberReload();
    vi.advanceTimersByTime(140_000);
    expect(hasJustReloaded()).toBe(true);
    vi.advanceTimersByTime(600_000);
    expect(hasJustReloaded()).toBe(false);
  });

  test('waits for a person where the first could not be remembered', () => {
    const denied = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Denied.', 'SecurityError');
    });
    restores.push(() => denied.mockRestore());
    expect(hasJustReloaded()).toBe(true);
  });
});
