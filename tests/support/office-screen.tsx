import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import type { SyncStatus } from '#sync/sync-engine.ts';
import type { TestDevice } from './device.ts';
import { InRouter } from './in-router.tsx';

interface OfficeCall {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

const QUIET = { isSending: false, isPulling: false, fault: null };

/** A scripted server, and whether it can be reached. */
export function scriptedOffice(answer: (name: EndpointName, input: OfficeCall) => unknown) {
  let status: SyncStatus = { ...QUIET, isReachable: true };
  const listeners = new Set<() => void>();
  const watchers = new Set<(entity: string | null) => void>();
  const calls: [EndpointName, OfficeCall][] = [];
  return {
    calls,
    setReachable(isReachable: boolean) {
      status = { ...QUIET, isReachable };
      for (const listener of listeners) listener();
    },
    /** The server says that rows of this entity changed. */
    hint(entity: string) {
      for (const watcher of watchers) watcher(entity);
    },
    /** As if the server had refused to sync. */
    setFault(fault: string) {
      status = { ...QUIET, isReachable: true, fault };
      for (const listener of listeners) listener();
    },
    engine: {
      getStatus: () => status,
      subscribe(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      watch(watcher: (entity: string | null) => void) {
        watchers.add(watcher);
        return () => watchers.delete(watcher);
      },
      api: {
        async call(name: EndpointName, input: OfficeCall = {}) {
          calls.push([name, input]);
          return answer(name, input);
        },
      },
    },
  };
}

/** Renders a screen for a user who is signed in on the device. */
export function showTo(
  device: TestDevice,
  office: Pick<ReturnType<typeof scriptedOffice>, 'engine'>,
  screen: ReactNode,
  profile: Partial<SignedInDevice['profile']> = {},
) {
  const { workspace } = device;
  const { user_id } = workspace;
  const signedIn = { profile: { user_id, ...profile }, workspace, engine: office.engine };
  return render(<SignedInContext value={signedIn as unknown as SignedInDevice}>{screen}</SignedInContext>, {
    wrapper: InRouter,
  });
}

/** jsdom has no layout: every media query matches a wide screen, and Radix gets no sizes. */
export function stubLayout(): void {
  // jsdom doesn't know the <search> element either; React would warn about it.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' });
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('>='),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}
