import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PushedWrite, QUARANTINED } from '#contract/sync.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { idempotency_keys, quarantined_writes } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { ruleKinds } from '#tests/support/database.ts';
import type { Person } from './api-world.ts';
import { LockedDevice, queuedWrite } from './locked-device.ts';
import {
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  personNames,
  sessionApart,
} from './office-world.ts';
import { rowId } from './quarantine-fixture.ts';

describe.each(ruleKinds)('a rescue file on %s', (kind) => {
  let world: OfficeWorld;
  let device: LockedDevice;
  let paula: Person;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    paula = world.people.paula;
    device = await LockedDevice.register(world, (await world.signIn(paula)).token);
  });
  afterAll(() => world.close());

  const creation = (changes: Record<string, unknown> = {}) =>
    queuedWrite('session.create', { body: sessionApart(world, changes) });
  const fileWith = (writes: readonly PushedWrite[]) => device.rescueFile(paula.id, writes);
  const importFile = (body: unknown, person: PersonName = 'admin') =>
    world.as(person, 'rescue.import', { body });
  const sessionOf = async (write: PushedWrite) =>
    (
      await world.db
        .select()
        .from(sessions)
        .where(eq(sessions.id, rowId(write)))
    )[0];

  /** A creation, a change of it, and a change of that, as an offline device queues them. */
  function chain() {
    const created = creation();
    const change = (notes: string, depends_on: string[]) =>
      queuedWrite('session.update', {
        params: { id: rowId(created) },
        body: { notes },
        base_version: 0,
        depends_on,
      });
    const first = change('first', [created.write_id]);
    return [created, first, change('second', [created.write_id, first.write_id])] as const;
  }

  test('runs in order as its author, and is answered without rows', async () => {
    const [created, first, second] = chain();
    const wrong = creation({ start_time: 'late' });
    const onWrong = queuedWrite('session.delete', {
      params: { id: rowId(wrong) },
      base_version: 0,
      depends_on: [wrong.write_id],
    });
    const { status, body } = await importFile(await fileWith([created, first, second, wrong, onWrong]));
    expect([status, body.author_name]).toEqual([200, `Robin ${paula.username}`]);
    expect(body.answers.map(({ status, version, code }) => [status, version, code])).toEqual([
      [201, 1, null],
      [200, 2, null],
      [200, 3, null],
      [422, null, 'request.invalid'],
      [424, null, 'write.blocked'],
    ]);
    expect(body.answers.some((answer) => 'row' in answer)).toBe(false);
    expect(await sessionOf(created)).toMatchObject({
      provider: paula.id,
      captured_by: paula.id,
      captured_at: created.captured_at,
      notes: 'second',
    });
    expect((await world.auditOf(device.id)).at(-1)).toEqual({
      action: 'rescue.import',
      user_id: world.people.admin.id,
      details: { on_behalf_of: paula.id, writes: 5 },
    });
  });

  test('imported any number of times, even concurrently, has each effect once', async () => {
    const writes = Array.from({ length: 4 }, chain).flat();
    const file = await fileWith(writes);
    const [first] = await Promise.all([importFile(file), importFile(file, 'superadmin'), importFile(file)]);
    const again = await importFile(file);
    expect(again.body.answers).toHaveLength(writes.length);
    expect(again.body.answers.every(({ status }) => status < 300)).toBe(true);
    expect(first.status).toBe(200);
    const ids = writes.flatMap((write) => (write.endpoint === 'session.create' ? [rowId(write)] : []));
    const rows = await world.db.select().from(sessions).where(inArray(sessions.id, ids));
    expect(rows.map(({ version, notes }) => [version, notes])).toEqual(ids.map(() => [3, 'second']));
  });

  test('continues where the device itself stopped', async () => {
    const [created, first, second] = chain();
    await device.pushEncrypted([created]);
    const { body } = await importFile(await fileWith([created, first, second]));
    expect(body.answers.map(({ status, version }) => [status, version])).toEqual([
      [201, 1],
      [200, 2],
      [200, 3],
    ]);
  });

  test('of an author whose account was closed goes to quarantine', async () => {
    const done = creation();
    await device.pushEncrypted([done]);
    const waiting = creation();
    const file = await fileWith([done, waiting]);
    await world.db.update(users).set({ is_active: false }).where(eq(users.id, paula.id));
    const first = await importFile(file);
    const again = await importFile(file);
    await world.db.update(users).set({ is_active: true }).where(eq(users.id, paula.id));
    for (const { body } of [first, again])
      expect(body.answers.map(({ status, version }) => [status, version])).toEqual([
        [201, 1],
        [202, null],
      ]);
    expect(await sessionOf(waiting)).toBeUndefined();
    const kept = await world.db
      .select()
      .from(quarantined_writes)
      .where(eq(quarantined_writes.device_id, device.id));
    expect(kept.map(({ write_id, cause }) => [write_id, cause])).toEqual([[waiting.write_id, 'deactivated']]);
  });

  test('brings tickets, each once with what the device and its worker send', async () => {
    const ticket = (title: string) =>
      queuedWrite('ticket.create', {
        body: { id: randomUUID(), category: 1, title, details: 'Blank.' },
        base_version: 0,
      });
    const [sent, brought, held] = [
      ticket('By the worker'),
      ticket('In a file'),
      ticket('Of a former account'),
    ];
    expect((await device.pushEncrypted([sent])).body.answers).toMatchObject([{ status: 201 }]);
    const { body } = await importFile(await fileWith([sent, brought]));
    expect(body.answers.map(({ status }) => status)).toEqual([201, 201]);
    // The page, when it opens.
    const { token } = await world.signIn(paula);
    const again = await world.app.inject({
      ...{ method: 'POST', url: '/api/tickets/' },
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': brought.write_id, 'if-match': '"0"' },
      payload: brought.body as object,
    });
    expect(again.statusCode).toBe(201);
    const listed = (await world.as('paula', 'ticket.list', { query: { state: 'open' } })).body.tickets;
    expect(listed.map(({ title, captured_at }) => [title, captured_at]).sort()).toEqual([
      ['By the worker', '2026-03-10T16:40:00.000Z'],
      ['In a file', '2026-03-10T16:40:00.000Z'],
    ]);

    await world.db.update(users).set({ is_active: false }).where(eq(users.id, paula.id));
    const kept = await importFile(await fileWith([held]));
    await world.db.update(users).set({ is_active: true }).where(eq(users.id, paula.id));
    expect(kept.body.answers).toMatchObject([{ status: QUARANTINED }]);
    const decision = { params: { id: held.write_id }, body: { note: '' } };
    expect((await world.as('lead', 'quarantine.accept', decision)).status).toBe(404);
    expect((await world.as('admin', 'quarantine.accept', decision)).body.decision).toBe('accepted');
    const after = (await world.as('paula', 'ticket.list', { query: { state: 'open' } })).body.tickets;
    expect(after).toHaveLength(3);
    expect(after.find(({ title }) => title === 'Of a former account')).toMatchObject({
      requester: paula.id,
      captured_at: '2026-03-10T16:40:00.000Z',
    });
  });

  test("reports a write that can't be decrypted, and accepts the others", async () => {
    const [moved, fine] = [creation(), creation()];
    const file = await fileWith([fine]);
    const sealed = await device.encrypt(moved, randomUUID());
    const { body } = await importFile({ ...file, writes: [sealed, ...file.writes] });
    expect(body.answers.map(({ status, message }) => [status, message])).toEqual([
      [422, "This change couldn't be decrypted."],
      [201, null],
    ]);
  });

  test('of an unknown device or person is rejected with a clear message', async () => {
    const file = await fileWith([creation()]);
    for (const strange of [{ device_id: randomUUID() }, { user_id: world.people.otto.id }]) {
      const { status, body } = await importFile({ ...file, ...strange });
      expect([status, body.code]).toEqual([404, 'record.absent']);
      expect(body.message).toMatch(/from an unknown device/);
    }
  });

  test('may be empty', async () => {
    expect((await importFile(await fileWith([]))).body.answers).toEqual([]);
  });

  test.each(personNames)('is accepted from %s only if they are the office', async (person) => {
    const write = creation();
    const { status } = await importFile(await fileWith([write]), person);
    expect(status).toBe(person === 'superadmin' || person === 'admin' ? 200 : 403);
    const keys = await world.db
      .select()
      .from(idempotency_keys)
      .where(eq(idempotency_keys.key, write.write_id));
    expect(keys).toHaveLength(status === 200 ? 1 : 0);
  });

  test('may be as large as a full outbox, and no larger', async () => {
    const note = 'ä'.repeat(20_000);
    const writes = Array.from({ length: 200 }, () => creation({ notes: note }));
    const file = await fileWith(writes);
    expect(JSON.stringify(file).length).toBeGreaterThan(8 * 1_024 * 1_024);
    const { status, body } = await importFile(file);
    expect(status).toBe(200);
    expect(body.answers.every(({ status }) => status === 201)).toBe(true);
    const larger = await importFile({ ...file, writes: [...file.writes, ...file.writes] });
    expect([larger.status, larger.body.code]).toEqual([413, 'request.too-large']);
  });
});
