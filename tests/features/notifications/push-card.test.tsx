import { createHash } from 'node:crypto';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PushCard } from '#features/notifications/push-card.tsx';
import { answered, showOnline } from '#tests/support/answering-office.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const PUBLIC_KEY = Buffer.from(new Uint8Array(65).fill(4)).toString('base64url');
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/abc';

let device: TestDevice;
let permission: NotificationPermission;
let own: object | null;
let known: string[];
let sent: unknown[];
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  [permission, own, known, sent] = ['granted', null, [], []];
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await device.close();
});

/** A browser with a push service. */
function withPush() {
  const subscription = {
    endpoint: ENDPOINT,
    options: { applicationServerKey: new Uint8Array(65).fill(4).buffer },
    getKey: (name: string) => new Uint8Array(name === 'auth' ? 16 : 65).fill(7).buffer,
    unsubscribe: async () => {
      own = null;
    },
  };
  const pushManager = {
    getSubscription: async () => own,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      expect(applicationServerKey).toBe(PUBLIC_KEY);
      own = subscription;
      return own;
    },
  };
  const worker = { getRegistration: async () => ({ active: {}, pushManager }) };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => permission });
}

function open() {
  showOnline(device, <PushCard />, (_, { method, body }) => {
    if (method === 'GET') return answered(200, { public_key: PUBLIC_KEY, subscriptions: known });
    sent.push(JSON.parse(String(body)));
    known = own === null || sent.length > 1 ? [] : [createHash('sha256').update(ENDPOINT).digest('hex')];
    return answered(200, null);
  });
  return userEvent.setup();
}

test('are turned on with the keys of this browser, stay on, and are turned off', async () => {
  withPush();
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await screen.findByText(/^Push notifications are on/);
  const key = (bytes: number) => Buffer.from(new Uint8Array(bytes).fill(7)).toString('base64url');
  expect(sent).toEqual([{ endpoint: ENDPOINT, p256dh: key(65), auth: key(16) }]);
  cleanup();
  const again = open();
  await again.click(await screen.findByRole('button', { name: 'Turn off' }));
  await screen.findByText(/^Push notifications are off/);
  expect(sent[1]).toEqual({ endpoint: ENDPOINT });
  expect(own).toBeNull();
});

test('are off for someone else in the same browser', async () => {
  withPush();
  own = { endpoint: ENDPOINT };
  open();
  await screen.findByText(/^Push notifications are off/);
});

test('stay off, with their button, if the browser was not answered', async () => {
  withPush();
  permission = 'default';
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await screen.findByRole('button', { name: 'Turn on' });
  await screen.findByText(/^Push notifications are off/);
  expect(sent).toEqual([]);
});

test('say what to do if the browser blocks them, or has none', async () => {
  withPush();
  permission = 'denied';
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await screen.findByText(/^Your browser blocks/);
  expect(sent).toEqual([]);
  cleanup();
  vi.unstubAllGlobals();
  stubLayout();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  open();
  await screen.findByText(/support push notifications/);
});
