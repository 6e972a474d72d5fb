import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useLunchReminder } from '#app/shell/lunch-reminder.ts';
import { ROLES } from '#domain/access/roles.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { openDevice } from '#tests/support/device.ts';
import { holdTimers } from '#tests/support/held-timers.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('lunch cards to acknowledge are counted again every 300,000 ms', async () => {
  const device = await openDevice();
  const timer = holdTimers();
  const call = vi.fn(async () => ({ needs_acknowledgment: 2 }));
  const signedIn = { workspace: device.workspace, engine: { api: { call } } } as unknown as SignedInDevice;
  const { result } = renderHook(() => useLunchReminder({ role: ROLES.admin, grants: [] }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <SignedInContext value={signedIn}>{children}</SignedInContext>
    ),
  });
  await waitFor(() => expect(result.current).toBe(2));
  expect(call).toHaveBeenCalledTimes(1);
  await act(async () => timer(300_000)?.run());
  expect(call).toHaveBeenCalledTimes(2);
  await device.close();
});
