import type { ApiClient } from './api-client.ts';

/** Whether this browser can show push notifications, and whether it does for this person. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

async function registered(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active == null ? null : registration;
}

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @throws ApiError, NoAnswer */
export async function pushState(api: ApiClient): Promise<PushState> {
  const registration = await registered();
  if (registration === null) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const own = await registration.pushManager.getSubscription();
  const { subscriptions } = await api.call('push-notification.status');
  return own !== null && subscriptions.includes(await hashOf(own.endpoint)) ? 'on' : 'off';
}

function base64Url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Turns push notifications on in this browser; it asks for permission first.
 * @throws ApiError, NoAnswer, and what the browser says if it can't reach its push service
 */
export async function turnPushOn(api: ApiClient): Promise<PushState> {
  const registration = await registered();
  if (registration === null) return 'unsupported';
  const permission = await Notification.requestPermission();
  // A question that was closed without an answer may be asked again.
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  const { public_key } = await api.call('push-notification.status');
  const { pushManager } = registration;
  const before = await pushManager.getSubscription();
  // One that was made for another server can't be used.
  if (before !== null && base64Url(before.options.applicationServerKey) !== public_key) {
    await before.unsubscribe();
  }
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
  const key = (name: PushEncryptionKeyName) => base64Url(made.getKey(name));
  await api.call('push-notification.subscribe', {
    body: { endpoint: made.endpoint, p256dh: key('p256dh'), auth: key('auth') },
  });
  return 'on';
}

/** Turns push notifications off in this browser. @throws ApiError, NoAnswer */
export async function turnPushOff(api: ApiClient): Promise<PushState> {
  const registration = await registered();
  const own = await registration?.pushManager.getSubscription();
  if (own == null) return registration === null ? 'unsupported' : 'off';
  await api.call('push-notification.unsubscribe', { body: { endpoint: own.endpoint } });
  await own.unsubscribe();
  return 'off';
}
