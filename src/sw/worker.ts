import './zod-without-eval.ts';
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { APP_VERSION } from '#contract/app-version.ts';
import { DeviceDatabase } from '#db/device-database.ts';
import { showsIconCount } from '#db/icon-count.ts';
import { OUTBOX_SYNC_TAG } from '#sync/outbox/sync-tag.ts';
import { drainEncrypted } from '#sync/outbox/worker-drain.ts';
import { showApp, showPush } from '#sync/show-push.ts';
import { createKeyBridge } from '#sync/sign-in/key-bridge.ts';

declare const self: ServiceWorkerGlobalScope;

/** The Background Sync event; not yet in TypeScript's library. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

// Only handles GET navigations and build files. API calls bypass it, so it can never repeat a write.
cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);

// In development there is no precache manifest and no page to serve.
if (import.meta.env.PROD) {
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//] }));
}

// A page loaded for the first time must find its lazy chunks if the network fails before the next load.
clientsClaim();

const keyBridge = createKeyBridge();

self.addEventListener('message', (event) => {
  if (keyBridge.receive(event.data, event.ports[0])) return;
  // A new version waits until the person accepts it.
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === OUTBOX_SYNC_TAG) (event as SyncEvent).waitUntil(sendEncryptedWork());
});

async function sendEncryptedWork(): Promise<void> {
  const devices = new DeviceDatabase();
  try {
    await drainEncrypted(devices, APP_VERSION);
  } finally {
    devices.close();
  }
}

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data, showsCount)));

async function showsCount(): Promise<boolean> {
  const devices = new DeviceDatabase();
  try {
    return await showsIconCount(devices);
  } finally {
    devices.close();
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showApp(self.clients));
});
