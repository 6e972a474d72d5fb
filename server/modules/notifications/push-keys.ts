import webPush from 'web-push';
import type { Database, Transaction } from '#server/db/database.ts';
import { push_keys } from '#server/db/schema/push-notifications.ts';
import { decryptAtRest, encryptAtRest, type Place } from '#server/plugins/encrypted-at-rest.ts';

const ONLY_ROW = 1;
const placeOf = (secret: string): Place => ({ secret, purpose: 'push notifications', row: 'push keys' });

type Reader = Pick<Database | Transaction, 'select'>;

async function storedKeys(db: Reader) {
  const [keys] = await db.select().from(push_keys);
  return keys;
}

/**
 * Makes the server's keys for push notifications (VAPID) at its first start. They are kept: with others, every browser
 * would have to subscribe again.
 */
export async function ensurePushKeys(db: Database, secret: string): Promise<void> {
  if ((await storedKeys(db)) !== undefined) return;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const private_key = encryptAtRest(placeOf(secret), Buffer.from(privateKey));
  // Another process may have been faster.
  await db
    .insert(push_keys)
    .values({ id: ONLY_ROW, public_key: publicKey, private_key })
    .onConflictDoNothing();
}

/** The public key, Base64url. */
export async function publicPushKey(db: Reader): Promise<string> {
  const keys = await storedKeys(db);
  if (keys === undefined) throw new Error('The server has no push notification keys.');
  return keys.public_key;
}

/** The private key, Base64url. @throws if the server's secret has changed since they were made */
export async function privatePushKey(db: Reader, secret: string): Promise<string> {
  const keys = await storedKeys(db);
  if (keys === undefined) throw new Error('The server has no push notification keys.');
  return decryptAtRest(placeOf(secret), keys.private_key).toString();
}
