import { z } from 'zod';
import { text } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

/** The browser's address at its push service. */
const endpoint = z.url('Enter an address.').max(2_000);
/** Base64url, as browsers give it. */
const key = (bytes: number) =>
  text(200).refine(
    (value) => /^[A-Za-z0-9_-]+$/.test(value) && Math.floor((value.length * 3) / 4) === bytes,
    'This key has the wrong form.',
  );

export const pushNotificationEndpoints = defineEndpoints({
  'push-notification.status': {
    method: 'GET',
    path: '/api/notifications/push/',
    summary: "The server's public key, and in which browsers the caller has turned push notifications on",
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
    summary: 'Turn push notifications on in a browser; someone else no longer gets them there',
    policy: 'account.use',
    body: z.strictObject({ endpoint, p256dh: key(65), auth: key(16) }),
  },
  'push-notification.unsubscribe': {
    method: 'POST',
    path: '/api/notifications/push/off/',
    summary: 'Turn push notifications off in a browser',
    policy: 'account.use',
    body: z.strictObject({ endpoint }),
  },
});
