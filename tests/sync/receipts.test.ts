import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APP_VERSION } from '#contract/app-version.ts';
import { unviewedAnnouncements } from '#db/notifications.ts';
import { unsentWrites } from '#db/outbox.ts';
import { answerAnnouncement } from '#features/notifications/answer-notification.ts';
import { recordChange, recordDeletion } from '#server/db/change-index.ts';
import { admin_messages, notification_receipts, notifications } from '#server/db/schema/notifications.ts';
import { createRandom, type Random } from '#server/db/seed/random.ts';
import { createApiClient, NoAnswer } from '#sync/api-client.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { openTransport, type Sender } from '#sync/outbox/transport.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { type ApiWorld, openApiWorld } from '#tests/server/api-world.ts';
import { SIGNATURE } from '#tests/server/message-forms.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';

/*
 * Two devices of one person acknowledge messages that the office edits and recalls meanwhile, over a network that
 * loses, repeats, and delays. A seed that fails is run again by its number.
 */

const NOW = '2026-03-10T18:30:00.000Z';
const SEEDS = Array.from({ length: 24 }, (_, at) => at + 1);

let world: ApiWorld;
beforeAll(async () => {
  world = await openApiWorld('pglite');
});
afterAll(() => world.close());

/** Requests that get lost, arrive twice, or arrive later. */
function badNetwork(random: Random, rate: number) {
  const server = fetchFrom(world.app);
  const late: (() => Promise<unknown>)[] = [];
  const network = { rate, deliverLate: () => Promise.all(late.splice(0).map((deliver) => deliver())) };
  const send: typeof fetch = async (input, init) => {
    if (!random.chance(network.rate)) return server(input, init);
    const fault = random.pick(['lost-request', 'lost-answer', 'twice', 'late'] as const);
    if (fault === 'late') late.push(() => server(input, init));
    if (fault === 'lost-answer' || fault === 'twice') await server(input, init);
    if (fault === 'twice') return server(input, init);
    throw new TypeError('fetch failed');
  };
  return Object.assign(network, { send });
}

/** The office's messages to one person. */
class Messages {
  readonly #receiver: string;
  /** By notification: its message, and the hash of what it says now; null once it was recalled. */
  readonly sent = new Map<string, { message: string; hash: string | null }>();
  #edits = 0;

  constructor(receiver: string) {
    this.#receiver = receiver;
  }

  async send(): Promise<void> {
    const [id, message, content_hash] = [randomUUID(), randomUUID(), this.#hash()];
    const shared = { title: content_hash, message: '<p>Read.</p>', content_hash };
    const needs = { requires_acknowledgment: true, requires_signature: true };
    const shown_from = '2026-03-10T16:00:00.000Z';
    await world.db.transaction(async (tx) => {
      await tx.insert(admin_messages).values({
        ...{ ...shared, ...needs, id: message, shown_from, sent_by: randomUUID(), sent_at: shown_from },
        versions: [{ content_hash, title: content_hash, message: '<p>Read.</p>', attachments: [] }],
        audience: { is_everyone: true, roles: [], clients: [], regions: [], people: [] },
      });
      await tx.insert(notifications).values({
        ...{ ...shared, ...needs, id, shown_from, receiver: this.#receiver },
        ...{ kind: 'announcement', admin_message: message },
      });
      await recordChange(tx, 'notification', id, [`user:${this.#receiver}`]);
    });
    this.sent.set(id, { message, hash: content_hash });
  }

  async edit(id: string): Promise<void> {
    const known = this.sent.get(id);
    if (known?.hash == null) return;
    known.hash = this.#hash();
    const [content_hash, version] = [known.hash, sql`version + 1`];
    const added = JSON.stringify([{ content_hash, title: content_hash, message: '', attachments: [] }]);
    await world.db.transaction(async (tx) => {
      await tx
        .update(admin_messages)
        .set({ content_hash, versions: sql`versions || ${added}::jsonb` })
        .where(eq(admin_messages.id, known.message));
      await tx.update(notifications).set({ content_hash, version }).where(eq(notifications.id, id));
      await recordChange(tx, 'notification', id, [`user:${this.#receiver}`]);
    });
  }

  async recall(id: string): Promise<void> {
    const known = this.sent.get(id);
    if (known?.hash == null) return;
    known.hash = null;
    await world.db.transaction(async (tx) => {
      await tx.update(notifications).set({ deleted_at: NOW }).where(eq(notifications.id, id));
      await recordDeletion(tx, 'notification', id);
    });
  }

  #hash(): string {
    this.#edits += 1;
    return `text ${this.#edits}`;
  }
}

async function unlessUnanswered(work: Promise<unknown>): Promise<void> {
  await work.catch((problem: unknown) => {
    if (!(problem instanceof NoAnswer)) throw problem;
  });
}

test.each(SEEDS)('every acknowledgment has one receipt, and is asked for no more: seed %i', async (seed) => {
  const random = createRandom(seed);
  const person = await world.addPerson();
  const { token } = await world.signIn(person);
  const network = badNetwork(random, random.pick([0, 0.3, 0.5]));
  const api = createApiClient({
    tokens: { current: async () => token, renew: async () => null },
    fetch: network.send,
  });
  const devices = [await openDevice({ user_id: person.id }), await openDevice({ user_id: person.id })];
  const senderOf = ({ db, clock, workspace: { device_id } }: TestDevice): Sender => ({
    ...{ db, api, device_id, clock, app_version: APP_VERSION },
  });
  const drain = (device: TestDevice) => {
    // Long enough for every retry.
    device.clock.pass(600_000);
    const transport = openTransport(senderOf(device));
    return drainWhileAnswered(() => drainBatch(device.db, transport, device.clock, device.lock));
  };
  const pull = (device: TestDevice) => unlessUnanswered(pullAll(device.db, api, device.workspace.device_id));
  const messages = new Messages(person.id);
  const signed = new Set<string>();
  const sign = async (device: TestDevice) => {
    const waiting = await unviewedAnnouncements(device.db, NOW);
    if (waiting.length === 0) return;
    const announcement = random.pick(waiting);
    const signature = { image: SIGNATURE, name: 'Maya Reyes' };
    await answerAnnouncement(device.workspace, { announcement, acknowledgment: { signature } });
    signed.add(`${announcement.id} ${announcement.content_hash}`);
  };
  await messages.send();
  for (let step = 0; step < 22; step += 1) {
    const device = random.pick(devices);
    const about = random.pick([...messages.sent.keys()]);
    const act = random.next();
    if (act < 0.08) await messages.send();
    else if (act < 0.22) await messages.edit(about);
    else if (act < 0.25) await messages.recall(about);
    else if (act < 0.5) await sign(device);
    else if (act < 0.7) await drain(device);
    else if (act < 0.95) await pull(device);
    else await network.deliverLate();
  }
  network.rate = 0;
  await network.deliverLate();
  for (const device of [...devices, ...devices]) {
    await drain(device);
    await pull(device);
  }

  const receipts = await world.db
    .select()
    .from(notification_receipts)
    .where(eq(notification_receipts.receiver, person.id));
  const found = receipts.map(({ notification, content_hash }) => `${notification} ${content_hash}`).sort();
  expect(found, 'no receipt twice').toEqual([...new Set(found)]);
  expect(
    [...found].filter((one) => !signed.has(one)),
    'nothing that nobody signed',
  ).toEqual([]);
  const stands = ([id]: [string, unknown]) => messages.sent.get(id)?.hash !== null;
  const lasting = [...signed].filter((one) => stands([one.split(' ')[0] ?? '', null]));
  expect(
    lasting.filter((one) => !found.includes(one)),
    'nothing lost',
  ).toEqual([]);
  const open = [...messages.sent].flatMap(([id, { hash }]) =>
    hash === null || signed.has(`${id} ${hash}`) ? [] : [id],
  );
  for (const device of devices) {
    const waiting = await unviewedAnnouncements(device.db, NOW);
    expect(waiting.map(({ id }) => id).sort(), 'what is still asked for').toEqual(open.sort());
    expect(await unsentWrites(device.db), 'everything sent').toEqual([]);
    const held = await device.db.notifications.toCollection().primaryKeys();
    expect(
      held.filter((id) => !stands([id, null])),
      'no recalled message',
    ).toEqual([]);
    await device.close();
  }
});
