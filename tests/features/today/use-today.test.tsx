import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { useFormDay, useNow, useToday } from '#screens/device/today.ts';
import { noteServerTime, systemClock } from '#sync/clock.ts';

const clock = { now: () => Date.now(), random: () => 0.5 };
const wrapper = ({ children }: { children: ReactNode }) => (
  <SignedInContext value={{ workspace: { clock } } as unknown as SignedInDevice}>{children}</SignedInContext>
);
const corrected = ({ children }: { children: ReactNode }) => (
  <SignedInContext value={{ workspace: { clock: systemClock } } as unknown as SignedInDevice}>
    {children}
  </SignedInContext>
);
/** The instant of a Pacific wall time with its offset. */
const at = (instant: string) => vi.setSystemTime(Date.parse(instant));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('today', () => {
  test.each([
    ['on an ordinary night', '2026-11-19T23:59:58-08:00', '2026-11-19', '2026-11-20'],
    ['at the end of the day that lasts 25 hours', '2026-11-01T23:59:58-08:00', '2026-11-01', '2026-11-02'],
    ['at the end of the day that lasts 23 hours', '2027-03-14T23:59:58-07:00', '2027-03-14', '2027-03-15'],
  ])('becomes the new day at midnight, Pacific, %s', (_, instant, before, after) => {
    at(instant);
    const { result } = renderHook(useToday, { wrapper });
    pass(1_999);
    expect(result.current).toBe(before);
    pass(1);
    expect(result.current).toBe(after);
  });

  test.each([
    ['of 25 hours', '2026-11-01T00:00:00-07:00', 25],
    ['of 23 hours', '2027-03-14T00:00:00-08:00', 23],
  ])('stays the same during a whole day %s', (_, instant, hours) => {
    at(instant);
    const drawn: string[] = [];
    renderHook(() => drawn.push(useToday()), { wrapper });
    pass(hours * 3_600_000 - 1);
    expect(new Set(drawn).size).toBe(1);
    expect(drawn.length).toBeLessThan(3);
    pass(1);
    expect(new Set(drawn).size).toBe(2);
  });

  test.each([
    [
      'the page comes back to the front',
      () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    ],
    ['the window takes the focus', () => window.dispatchEvent(new Event('focus'))],
    ['the page is restored', () => window.dispatchEvent(new Event('pageshow'))],
    ['a minute has passed, although no event told of it', () => vi.advanceTimersByTime(60_000)],
  ])('is refreshed after a night of sleep once %s', (_, wake) => {
    at('2026-11-19T16:00:00-08:00');
    const { result } = renderHook(useToday, { wrapper });
    // Timers pause while the device sleeps.
    at('2026-11-20T07:00:00-08:00');
    act(() => void wake());
    expect(result.current).toBe('2026-11-20');
  });

  test('is refreshed once the server corrects the clock', () => {
    at('2026-11-19T16:00:00-08:00');
    const { result } = renderHook(useToday, { wrapper: corrected });
    expect(result.current).toBe('2026-11-19');
    const sent_at = Date.now();
    act(() => noteServerTime({ sent_at, received_at: sent_at, server_at: sent_at + 86_400_000 }));
    expect(result.current).toBe('2026-11-20');
  });

  test('uses one timer for all subscribers, and none once they are gone', () => {
    at('2026-11-19T16:00:00-08:00');
    const hooks = [useToday, useToday, () => useNow(30_000), () => useNow(10_000)].map((hook) =>
      renderHook<string | number, unknown>(hook, { wrapper }),
    );
    expect(vi.getTimerCount()).toBe(1);
    pass(10_000);
    expect(vi.getTimerCount()).toBe(1);
    for (const { unmount } of hooks) unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('now moves on at each multiple of its step', () => {
  at('2026-11-19T16:00:07-08:00');
  const { result } = renderHook(() => useNow(10_000), { wrapper });
  expect(result.current).toBe(Date.parse('2026-11-19T16:00:00-08:00'));
  pass(2_999);
  expect(result.current).toBe(Date.parse('2026-11-19T16:00:00-08:00'));
  pass(1);
  expect(result.current).toBe(Date.parse('2026-11-19T16:00:10-08:00'));
});

describe('a form open at midnight', () => {
  test('keeps its day, and says so only below the date that was today', () => {
    at('2026-11-19T23:59:00-08:00');
    const { result } = renderHook(useFormDay, { wrapper });
    expect(result.current.midnightWords('2026-11-19')).toBeUndefined();
    pass(60_000);
    expect(result.current.openedOn).toBe('2026-11-19');
    expect(result.current.midnightWords('2026-11-19')).toBe(
      "It's now 11/20/2026. This stays on 11/19/2026 unless you change the date.",
    );
    expect(result.current.midnightWords('2026-11-18')).toBeUndefined();
    expect(result.current.midnightWords('2026-11-20')).toBeUndefined();
  });
});
