import './zod-without-eval.ts';
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { APP_VERSION } from '#contract/app-version.ts';
import { DeviceDatabase } from '#db/device-database.ts';
import { OUTBOX_SYNC_TAG } from '#sync/outbox/sync-tag.ts';
import { drainSealed } from '#sync/outbox/worker-drain.ts';
import { createKeyBridge } from '#sync/sign-in/key-bridge.ts';

declare const self: ServiceWorkerGlobalScope;

/** The browser's wake-up call; not yet in TypeScript's library. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

// It answers only GET navigations and the files of the build. Calls to the API
// pass it by, so it can never repeat a write.
cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);

// While developing, the list of files is empty and there is no page to hand out.
if (import.meta.env.PROD) {
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//] }));
}

// The page that was just loaded for the first time must find its lazy parts
// when the network goes before the next load.
clientsClaim();

const keyBridge = createKeyBridge();

self.addEventListener('message', (event) => {
  if (keyBridge.receive(event.data, event.ports[0])) return;
  // A new version waits until the person accepts it.
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === OUTBOX_SYNC_TAG) (event as SyncEvent).waitUntil(sendSealedWork());
});

async function sendSealedWork(): Promise<void> {
  const devices = new DeviceDatabase();
  try {
    await drainSealed(devices, APP_VERSION);
  } finally {
    devices.close();
  }
}
