import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AppErrorBoundary } from '#app/error-page.tsx';
import { LoadLimit } from '#app/load-limit.tsx';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a screen that has been loading for 120,000 ms counts as one that can not be loaded', () => {
  vi.useFakeTimers();
  vi.mocked(console.error).mockImplementation(() => undefined);
  const events = new Map<string, () => void>();
  const router = {
    state: { status: 'pending' },
    subscribe(event: string, listener: () => void) {
      events.set(event, listener);
      return () => events.delete(event);
    },
  };
  let isOpening = true;
  render(
    <AppErrorBoundary>
      <LoadLimit router={router as never} isOpening={() => isOpening} />
    </AppErrorBoundary>,
  );
  const title = () => screen.queryByRole('heading', { name: 'Application Loading Error' });
  // The device is being upgraded: that isn't the screen's fault.
  act(() => void vi.advanceTimersByTime(120_000));
  expect(title()).toBeNull();
  isOpening = false;
  // Another screen, which loads in time.
  act(() => events.get('onBeforeLoad')?.());
  act(() => void vi.advanceTimersByTime(119_999));
  act(() => events.get('onResolved')?.());
  act(() => void vi.advanceTimersByTime(300_000));
  expect(title()).toBeNull();
  act(() => events.get('onBeforeLoad')?.());
  act(() => void vi.advanceTimersByTime(119_999));
  expect(title()).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(title()).not.toBeNull();
  vi.mocked(console.error).mockClear();
});

test('a screen that takes too long replaces no form with unsaved changes', () => {
  vi.useFakeTimers();
  const router = { state: { status: 'pending' }, subscribe: () => () => undefined };
  function Form() {
    useUnsavedChanges(true);
    return <input aria-label="Notes" />;
  }
  render(
    <AppErrorBoundary>
      <Form />
      <LoadLimit router={router as never} isOpening={() => false} />
    </AppErrorBoundary>,
  );
  act(() => void vi.advanceTimersByTime(600_000));
  screen.getByLabelText('Notes');
});
