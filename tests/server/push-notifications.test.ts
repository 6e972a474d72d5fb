import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notifications } from '#server/db/schema/notifications.ts';
import { push_keys, push_subscriptions } from '#server/db/schema/push-notifications.ts';
import { users } from '#server/db/schema/users.ts';
import { ensurePushKeys } from '#server/modules/notifications/push-keys.ts';
import { pushNotices } from '#server/modules/notifications/push-notices.ts';
import { noticeRow } from '#server/records/bell.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { provenSender, startPushService, subscribedBrowser } from '#tests/support/push-service.ts';
import { messageBody, sendForm } from './message-forms.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName } from './office-world.ts';

/** Noon Pacific, an hour after the world's clock. */
const LATER = '2026-03-10T19:00:00.000Z';
/** 10 PM Pacific. */
const NIGHT = '2026-03-11T05:00:00.000Z';

describe.each(ruleKinds)('push notifications on %s', (kind) => {
  let world: OfficeWorld;
  let service: Awaited<ReturnType<typeof startPushService>>;
  let failures: unknown[];
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    service = await startPushService();
    world.config.pushServices = [service.origin];
  });
  afterAll(async () => {
    service.stop();
    await world.close();
  });
  beforeEach(async () => {
    [service.pushed.length, service.status, failures] = [0, 201, []];
    await world.db.delete(notifications);
    await world.db.delete(push_subscriptions);
    await world.db.update(users).set({ mail_settings: null });
  });

  const browser = (name = 'phone') => subscribedBrowser(`${service.origin}/${name}`);
  async function turnOn(person: PersonName, own = browser()) {
    const answer = await world.as(person, 'push-notification.subscribe', { body: own.subscription });
    expect(answer.status, JSON.stringify(answer.body)).toBe(204);
    return own;
  }
  const push = (now = LATER) =>
    pushNotices(world.db, {
      ...{ secret: world.config.secret, subject: 'mailto:office@caseload.example', now },
      onFailure: (problem) => failures.push(problem),
    });
  const ring = (event: 'request-approved' | 'iep-due', now: string) =>
    world.db
      .insert(notifications)
      .values(
        noticeRow(
          { event, receiver: world.people.paula.id, day: '2026-03-09', provider_name: 'Ada Lindqvist' },
          now,
        ),
      );

  test('say how much is new, once, to those who turned them on, and nothing else', async () => {
    const own = await turnOn('paula');
    const { body: status } = await world.as('paula', 'push-notification.status');
    expect(status.subscriptions).toEqual([
      createHash('sha256').update(own.subscription.endpoint).digest('hex'),
    ]);
    await push();
    expect(service.pushed).toEqual([]);

    // What is shown from the same moment on isn't new.
    world.clock.now = new Date(world.clock.now.getTime() + 1_000);
    await sendForm(world, 'admin', messageBody({ title: 'Fire drill at Oak School' }));
    await ring('request-approved', '2026-03-10T18:30:00.000Z');
    await ring('iep-due', '2026-03-10T18:30:00.000Z');
    await push();
    await push();
    expect(failures).toEqual([]);
    expect(service.pushed).toHaveLength(1);
    const [sent] = service.pushed;
    expect(own.read(sent?.body ?? Buffer.alloc(0))).toEqual({ announcements: 1, decisions: 1, open: 3 });
    expect(sent).toMatchObject({
      path: '/phone',
      headers: { 'content-encoding': 'aes128gcm', ttl: '86400' },
    });
    expect(provenSender(sent?.headers.authorization)).toMatchObject({
      ...{ publicKey: status.public_key, aud: service.origin, sub: 'mailto:office@caseload.example' },
    });
  });

  test('wait for the end of quiet hours, which each person chooses', async () => {
    const own = await turnOn('paula');
    await ring('request-approved', '2026-03-11T04:00:00.000Z');
    await push(NIGHT);
    expect(service.pushed).toEqual([]);
    const chosen = { mail: 'daily', quiet_from: '12:00', quiet_until: '13:00', daily_at: '08:00' };
    expect((await world.as('paula', 'notification.save-settings', { body: chosen })).body).toEqual(chosen);
    await push(NIGHT);
    expect(service.pushed.map(({ body }) => own.read(body).decisions)).toEqual([1]);
  });

  test('are not sent about what is viewed already, or to someone who is locked out', async () => {
    await turnOn('paula');
    await ring('request-approved', '2026-03-10T18:30:00.000Z');
    await world.db.update(users).set({ is_active: false }).where(eq(users.id, world.people.paula.id));
    await push();
    await world.db.update(users).set({ is_active: true }).where(eq(users.id, world.people.paula.id));
    const [notice] = await world.db.select().from(notifications);
    await world.db.update(notifications).set({ viewed_hash: notice?.content_hash ?? '' });
    await push();
    expect(service.pushed).toEqual([]);
  });

  test('end when the browser has unsubscribed, when they are turned off, and when someone else takes over', async () => {
    const subscribers = async () =>
      (await world.db.select().from(push_subscriptions)).map((row) => row.user_id);
    await turnOn('paula');
    service.status = 410;
    await ring('request-approved', '2026-03-10T18:30:00.000Z');
    await push();
    expect(await subscribers()).toEqual([]);

    const own = await turnOn('paula');
    await turnOn('otto', own);
    expect(await subscribers()).toEqual([world.people.otto.id]);
    const { endpoint } = own.subscription;
    await world.as('paula', 'push-notification.unsubscribe', { body: { endpoint } });
    expect(await subscribers()).toHaveLength(1);
    await world.as('otto', 'push-notification.unsubscribe', { body: { endpoint } });
    expect(await subscribers()).toEqual([]);
  });

  test('that a push service refuses are reported without stopping the others', async () => {
    await turnOn('paula', browser('one'));
    await turnOn('paula', browser('two'));
    service.status = 500;
    await ring('request-approved', '2026-03-10T18:30:00.000Z');
    await push();
    expect(service.pushed.map(({ path }) => path)).toEqual(['/one', '/two']);
    expect(failures.map(String)).toEqual(Array(2).fill('Error: The push service answered 500.'));
  });

  test.each([
    ['http://127.0.0.1:1/x', 'endpoint'],
    ['https://internal.example/x', 'endpoint'],
    ['https://fcm.googleapis.com.evil.example/x', 'endpoint'],
    ['https://fcm.googleapis.com:8443/x', 'endpoint'],
    ['file:///etc/passwd', 'endpoint'],
  ])('never go to %s', async (endpoint, field) => {
    const { subscription } = subscribedBrowser(endpoint);
    const { status, body } = await world.as('paula', 'push-notification.subscribe', { body: subscription });
    expect([status, Object.keys((body as { fields?: object }).fields ?? {})]).toEqual([422, [field]]);
  });

  test('use keys that are made once and stored encrypted', async () => {
    const before = await world.db.select().from(push_keys);
    await ensurePushKeys(world.db, world.config.secret);
    expect(await world.db.select().from(push_keys)).toEqual(before);
    expect(before).toHaveLength(1);
    // The private key has 32 bytes: in plain text it would have 43 characters.
    expect(before[0]?.private_key.length).toBeGreaterThan(60);
  });
});
