import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { APP_VERSION } from '#contract/app-version.ts';
import { openNotices, pastNotifications, unviewedAnnouncements } from '#db/notifications.ts';
import { unsentWrites } from '#db/outbox.ts';
import { answerAnnouncement, viewNotification } from '#features/notifications/answer-notification.ts';
import { recordChange } from '#server/db/change-index.ts';
import { admin_messages, notification_receipts, notifications } from '#server/db/schema/notifications.ts';
import { createApiClient } from '#sync/api-client.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { openTransport } from '#sync/outbox/transport.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { type ApiWorld, openApiWorld, type Person } from '#tests/server/api-world.ts';
import { SIGNATURE } from '#tests/server/message-forms.ts';
import { usualKind } from '#tests/support/database.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';

const NOW = '2026-03-10T18:30:00.000Z';
let world: ApiWorld;
let provider: Person;
let phone: TestDevice;
beforeAll(async () => {
  world = await openApiWorld(usualKind);
});
afterAll(() => world.close());
beforeEach(async () => {
  provider = await world.addPerson();
  phone = await openDevice({ user_id: provider.id });
});
afterEach(() => phone.close());

async function sync(): Promise<void> {
  const { token } = await world.signIn(provider);
  const api = createApiClient({
    tokens: { current: async () => token, renew: async () => null },
    fetch: fetchFrom(world.app),
  });
  const { db, clock, lock } = phone;
  const sender = { db, api, device_id: phone.workspace.device_id, app_version: APP_VERSION, clock };
  await drainWhileAnswered(() => drainBatch(db, openTransport(sender), clock, lock));
  await pullAll(db, api, sender.device_id);
}

async function told(changes: Partial<typeof notifications.$inferInsert> = {}): Promise<string> {
  const [id, message] = [randomUUID(), randomUUID()];
  const shared = {
    title: 'Policy',
    message: '<p>Old.</p>',
    content_hash: 'old',
    shown_from: '2026-03-10T16:00:00.000Z',
  };
  const versions = [{ content_hash: 'old', title: 'Policy', message: '<p>Old.</p>', attachments: [] }];
  await world.db.transaction(async (tx) => {
    await tx.insert(admin_messages).values({
      ...{ ...shared, id: message, versions, sent_by: randomUUID(), sent_at: shared.shown_from },
      ...{ requires_acknowledgment: true, requires_signature: true },
      audience: { is_everyone: true, roles: [], clients: [], regions: [], people: [] },
    });
    await tx.insert(notifications).values({
      ...{ ...shared, id, receiver: provider.id, kind: 'announcement', admin_message: message, ...changes },
    });
    await recordChange(tx, 'notification', id, [`user:${provider.id}`]);
  });
  return id;
}

async function edited(id: string): Promise<void> {
  await world.db.transaction(async (tx) => {
    await tx
      .update(notifications)
      .set({ title: 'Policy 2', content_hash: 'new', version: 2 })
      .where(eq(notifications.id, id));
    await recordChange(tx, 'notification', id, [`user:${provider.id}`]);
  });
}

const waiting = async () =>
  (await unviewedAnnouncements(phone.db, NOW)).map(({ id, content_hash }) => [id, content_hash]);
const sign = async (id: string, content_hash: string) => {
  const announcement = { id, content_hash, requires_acknowledgment: true, requires_signature: true };
  const acknowledgment = { signature: { image: SIGNATURE, name: 'Maya Reyes' } };
  await answerAnnouncement(phone.workspace, { announcement, acknowledgment });
};
const receiptsOf = (id: string) =>
  world.db.select().from(notification_receipts).where(eq(notification_receipts.notification, id));

test('an announcement acknowledged offline leaves the screen, and its receipt reaches the office', async () => {
  const id = await told({ requires_acknowledgment: true, requires_signature: true });
  await sync();
  expect(await waiting()).toEqual([[id, 'old']]);
  await sign(id, 'old');
  expect(await waiting()).toEqual([]);
  expect(await receiptsOf(id)).toEqual([]);
  await sync();
  expect(await unsentWrites(phone.db)).toEqual([]);
  expect(await receiptsOf(id)).toMatchObject([
    { content_hash: 'old', signature: SIGNATURE, signed_name: 'Maya Reyes', receiver: provider.id },
  ]);
  expect((await pastNotifications(phone.db, NOW)).map((row) => row.acknowledged_at !== null)).toEqual([true]);
});

test('a text edited meanwhile is asked about again; the receipt of the old one is kept', async () => {
  const id = await told({ requires_acknowledgment: true, requires_signature: true });
  await sync();
  await sign(id, 'old');
  await edited(id);
  await sync();
  expect(await unsentWrites(phone.db)).toEqual([]);
  expect(await waiting()).toEqual([[id, 'new']]);
  await sign(id, 'new');
  await sync();
  expect(await waiting()).toEqual([]);
  expect((await receiptsOf(id)).map(({ content_hash }) => content_hash).sort()).toEqual(['new', 'old']);
});

test('a notice cleared offline leaves the bell, and stays among the past ones', async () => {
  const id = await told({ kind: 'notice', event: 'note-returned', content_hash: 'only' });
  await sync();
  const [notice] = await openNotices(phone.db, NOW);
  expect(notice?.id).toBe(id);
  await viewNotification(phone.workspace, { id, content_hash: 'only' });
  expect(await openNotices(phone.db, NOW)).toEqual([]);
  await sync();
  const [stored] = await world.db.select().from(notifications).where(eq(notifications.id, id));
  expect(stored).toMatchObject({ viewed_hash: 'only', version: 2 });
  expect((await pastNotifications(phone.db, NOW)).map((row) => row.id)).toEqual([id]);
});

test('an announcement of another day is shown from its start to its end', async () => {
  await told({ shown_from: '2026-03-11T16:00:00.000Z' });
  await told({ shown_until: '2026-03-10T17:00:00.000Z' });
  await sync();
  expect(await waiting()).toEqual([]);
  expect(await unviewedAnnouncements(phone.db, '2026-03-11T16:00:00.000Z')).toHaveLength(1);
});

test('a reminder leaves the bell when its message ends', async () => {
  const reminder = {
    kind: 'notice',
    event: 'message-reminder',
    shown_until: '2026-03-11T16:00:00.000Z',
  } as const;
  const id = await told(reminder);
  await sync();
  expect((await openNotices(phone.db, '2026-03-11T15:59:00.000Z')).map((notice) => notice.id)).toEqual([id]);
  expect(await openNotices(phone.db, '2026-03-11T16:00:00.000Z')).toEqual([]);
});
