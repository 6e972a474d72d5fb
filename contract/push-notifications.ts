import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';

/** The browser's address at its push service. */
const endpoint = z.url('Enter an address.').max(2_000);
/** Base64url without padding, as browsers give it: of 65 bytes and of 16. */
const p256dh = z.string().regex(/^[A-Za-z0-9_-]{87}$/, "This key isn't valid.");
const auth = z.string().regex(/^[A-Za-z0-9_-]{22}$/, "This key isn't valid.");

export const pushNotificationEndpoints = defineEndpoints({
  'push-notification.status': {
    method: 'GET',
    path: '/api/notifications/push/',
    summary: "The server's public key, and the browsers where the caller turned on push notifications",
    policy: 'account.use',
    reply: z.object({
      /** Base64url. */
      public_key: z.string(),
      /** SHA-256 of each browser's address, in hex. */
      subscriptions: z.array(z.string()),
    }),
  },
  'push-notification.subscribe': {
    method: 'POST',
    path: '/api/notifications/push/',
    summary: 'Turn on push notifications in a browser; anyone else stops getting them there',
    policy: 'account.use',
    body: z.strictObject({ endpoint, p256dh, auth }),
  },
  'push-notification.unsubscribe': {
    method: 'POST',
    path: '/api/notifications/push/off/',
    summary: 'Turn off push notifications in a browser',
    policy: 'account.use',
    body: z.strictObject({ endpoint }),
  },
});
