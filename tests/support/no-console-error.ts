import { afterEach, beforeEach, expect, vi } from 'vitest';

/**
 * Fails every test that writes to `console.error`.
 *
 * React, Radix, and the browser report real faults only there; a test that ignored them would hide them from
 * everyone.
 */
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const reports = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(reports, 'console.error was called during this test').toEqual([]);
});
