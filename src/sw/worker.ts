import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope;

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

// A new version waits until the person accepts it.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
