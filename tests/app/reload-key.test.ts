import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKeyBridge, type SharedKey } from '#sync/sign-in/key-bridge.ts';
import { askForKey, forgetKeyInWorker, shareKey } from '#sync/sign-in/key-sharing.ts';

const SHARED: SharedKey = { vaultName: 'vault-1', dataKey: {} as CryptoKey };

/** No other tab is open. */
class SilentChannel {
  onmessage = null;
  postMessage(): void {}
  close(): void {}
}

/** A port that delivers messages to the other end immediately. */
class DirectChannel {
  port1: { onmessage: ((event: { data: unknown }) => void) | null } = { onmessage: null };
  port2 = { postMessage: (data: unknown) => this.port1.onmessage?.({ data }) };
}

/** Stops the page's sharing silently, as a reload does after its `pagehide`. */
let stops: (() => void)[];

beforeEach(() => {
  stops = [];
  const bridge = createKeyBridge();
  const worker = {
    postMessage: (message: unknown, ports: MessagePort[] = []) => bridge.receive(message, ports[0]),
  };
  vi.stubGlobal('BroadcastChannel', SilentChannel);
  vi.stubGlobal('MessageChannel', DirectChannel);
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: worker, getRegistration: async () => undefined },
  });
  sessionStorage.clear();
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

/** The page is logged in: from here on it hands over the key. */
async function share(): Promise<void> {
  stops.push(shareKey(SHARED));
  await Promise.resolve();
}

function leave(): void {
  window.dispatchEvent(new Event('pagehide'));
  for (const stop of stops.splice(0)) stop();
}

test('a second reload finds the key even if the first page never used it', async () => {
  await share();
  leave();
  expect(await askForKey()).toBe(SHARED);
  leave();
  expect(await askForKey()).toBe(SHARED);
});

test('a page that shares the key makes the worker forget the previous one', async () => {
  await share();
  leave();
  const mark = sessionStorage.getItem('caseload-tab') ?? '';
  expect(await askForKey()).toBe(SHARED);
  await share();
  await vi.waitFor(() => expect(sessionStorage.getItem('caseload-tab')).toBeNull());
  sessionStorage.setItem('caseload-tab', mark);
  expect(await askForKey()).toBeNull();
});

test('after a lock neither this tab nor the worker has a key', async () => {
  await share();
  leave();
  const mark = sessionStorage.getItem('caseload-tab') ?? '';
  forgetKeyInWorker();
  expect(sessionStorage.getItem('caseload-tab')).toBeNull();
  sessionStorage.setItem('caseload-tab', mark);
  expect(await askForKey()).toBeNull();
});
