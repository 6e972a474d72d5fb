import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RELOAD_PAUSE_MS, reloadOnArrival } from '#app/shell/fresh-page.ts';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';

const DASHBOARD = '/reports/dashboard/lunch-cards';

let arrive: (pathname: string) => void;
const reload = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open(keepsKey = true) {
  const listeners = new Set<(arrived: { toLocation: { pathname: string } }) => void>();
  arrive = (pathname) => {
    for (const listener of [...listeners]) listener({ toLocation: { pathname } });
  };
  const router = {
    subscribe(_: 'onResolved', listener: (arrived: { toLocation: { pathname: string } }) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  reloadOnArrival(router, (pathname) => pathname === DASHBOARD, { keepsKey: () => keepsKey, reload });
}

function Form({ isChanged }: { isChanged: boolean }) {
  useUnsavedChanges(isChanged);
  return null;
}

test('a link of the Reports dashboard reloads the page once, 50 ms after it has opened', () => {
  open();
  vi.advanceTimersByTime(1_000);
  expect(reload).not.toHaveBeenCalled();
  arrive(DASHBOARD);
  vi.advanceTimersByTime(RELOAD_PAUSE_MS - 1);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  arrive(DASHBOARD);
  vi.advanceTimersByTime(1_000);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(RELOAD_PAUSE_MS).toBe(50);
});

test.each([
  ['somebody stayed on the screen before', () => arrive('/students')],
  [
    'a form has unsaved changes',
    () => {
      render(<Form isChanged />);
      arrive(DASHBOARD);
    },
  ],
  [
    'a form is changed in the meantime',
    () => {
      arrive(DASHBOARD);
      vi.advanceTimersByTime(RELOAD_PAUSE_MS - 1);
      render(<Form isChanged />);
    },
  ],
])('nothing is reloaded if %s', (_, happens) => {
  open();
  happens();
  vi.advanceTimersByTime(1_000);
  expect(reload).not.toHaveBeenCalled();
});

test('an unchanged form does not delay the reload, and without a key nothing is reloaded', () => {
  render(<Form isChanged={false} />);
  open();
  arrive(DASHBOARD);
  vi.advanceTimersByTime(RELOAD_PAUSE_MS);
  expect(reload).toHaveBeenCalledTimes(1);
  open(false);
  arrive(DASHBOARD);
  vi.advanceTimersByTime(RELOAD_PAUSE_MS);
  expect(reload).toHaveBeenCalledTimes(1);
});
