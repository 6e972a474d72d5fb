import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notifications } from '#server/db/schema/notifications.ts';
import { student_providers } from '#server/db/schema/students.ts';
import { idempotency_keys } from '#server/db/schema/sync.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { queuedWrite } from './locked-device.ts';
import { type OfficeWorld, openOfficeWorld } from './office-world.ts';
import { CAPTURED, quarantineFixture, rowId } from './quarantine-fixture.ts';

describe.each(databaseKinds)('a decision on a quarantined write on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  const {
    creation,
    foreign,
    report,
    handOver,
    push,
    list,
    accept,
    refuse,
    sessionOf,
    keptAs,
    leftBehind,
    setActive,
  } = quarantineFixture(() => world);

  describe('accepts a write', () => {
    test('as its author, about students whom the accepting person may see', async () => {
      const write = foreign();
      expect((await push('otto', [write])).body.answers[0]?.status).toBe(422);
      await handOver('otto', [write]);
      expect((await accept('sven', write.write_id)).body).toMatchObject({
        decision: 'open',
        problem: { code: 'request.invalid', fields: { student_ids: expect.any(String) } },
      });
      expect(await sessionOf(write)).toBeUndefined();
      world.clock.now = new Date(world.clock.now.getTime() + 1_000);
      expect((await accept('lead', write.write_id, 'She left on Monday.')).body).toMatchObject({
        decision: 'accepted',
        decided_by_name: `Robin ${world.people.lead.username}`,
        decided_at: world.clock.now.toISOString(),
        decision_note: 'She left on Monday.',
        problem: null,
      });
      const { otto, sven, lead } = world.people;
      expect(await sessionOf(write)).toMatchObject({
        provider: otto.id,
        captured_by: otto.id,
        captured_at: CAPTURED,
      });
      expect((await world.auditOf(rowId(write)))[0]).toMatchObject({
        action: 'session.create',
        user_id: otto.id,
      });
      const trail = (await world.auditOf(write.write_id)).map(({ action, user_id, details }) => [
        action,
        user_id,
        details.on_behalf_of,
      ]);
      expect(trail).toEqual([
        ['quarantine.keep', otto.id, undefined],
        ['quarantine.fail', sven.id, otto.id],
        ['quarantine.accept', lead.id, otto.id],
      ]);
      // What was allowed once is not allowed ever after.
      expect((await push('otto', [foreign()])).body.answers[0]?.status).toBe(422);
    });

    test('that changes the file of a student who has left its author', async () => {
      const { body: parent } = await world.as('paula', 'parent.create', {
        params: { id: world.anna },
        body: {
          id: randomUUID(),
          student: world.anna,
          first_name: 'Alma',
          last_name: 'Abara',
          relationship: 'mother',
          email: '',
          phone: '',
          language: 'es',
          is_primary: true,
        },
      });
      const write = queuedWrite('parent.update', {
        params: { id: parent.id },
        body: { phone: '555 0100' },
        base_version: 1,
        captured_at: CAPTURED,
      });
      expect((await push('otto', [write])).body.answers[0]?.status).toBe(404);
      await handOver('otto', [write]);
      expect((await accept('lead', write.write_id)).body).toMatchObject({
        decision: 'accepted',
        student_names: { [world.anna]: 'Anna Abara' },
      });
      const { body: parents } = await world.as('paula', 'parent.list', { params: { id: world.anna } });
      expect(parents).toMatchObject([{ phone: '555 0100', version: 2 }]);
    });

    test('of an author whose account stays closed', async () => {
      const write = creation();
      await leftBehind(write);
      await setActive(world.people.paula, false);
      const { body } = await accept('admin', write.write_id);
      await setActive(world.people.paula, true);
      expect(body).toMatchObject({ cause: 'deactivated', decision: 'accepted' });
      expect((await sessionOf(write))?.captured_by).toBe(world.people.paula.id);
    });

    test('that took effect in another way since, unchanged', async () => {
      const write = creation();
      const device = await leftBehind(write);
      expect((await device.pushEncrypted([write])).body.answers[0]).toMatchObject({
        status: 201,
        version: 1,
      });
      expect((await accept('admin', write.write_id)).body.decision).toBe('accepted');
      expect((await sessionOf(write))?.version).toBe(1);
    });

    test('and its device gets the same answer whenever it asks again', async () => {
      const write = creation();
      await handOver('paula', [write]);
      await accept('admin', write.write_id);
      expect((await push('paula', [write])).body.answers[0]).toMatchObject({ status: 201, version: 1 });
      expect((await handOver('paula', [write])).body.kept).toEqual([write.write_id]);
    });

    test('once the rules allow it, and says why not until then', async () => {
      const write = creation({ session_date: '2026-03-20' });
      expect((await push('paula', [write])).body.answers[0]?.code).toBe('request.invalid');
      await handOver('paula', [write]);
      for (let tries = 0; tries < 2; tries += 1) {
        const { status, body } = await accept('admin', write.write_id);
        expect(status).toBe(200);
        expect(body).toMatchObject({ decision: 'open', problem: { code: 'request.invalid' } });
      }
      const before = world.clock.now;
      world.clock.now = new Date('2026-03-20T12:00:00.000Z');
      const { body } = await accept('admin', write.write_id);
      world.clock.now = before;
      expect(body).toMatchObject({ decision: 'accepted', problem: null });
    });

    test("judging lateness by its capture time, if the device's clock could be trusted", async () => {
      const closed = '2026-02-20';
      const work = { session_date: closed };
      const inTime = { ...creation(work), captured_at: '2026-03-02T09:00:00.000Z' };
      const wrongClock = { ...creation(work), captured_at: '2026-03-02T09:00:00.000Z' };
      await handOver('paula', [inTime]);
      await world.as('paula', 'sync.hand-over', {
        body: { device: report({ device_now: '2026-03-02T09:05:00.000Z' }), writes: [wrongClock] },
      });
      const before = world.clock.now;
      world.clock.now = new Date('2026-03-14T12:00:00.000Z');
      for (const { write_id } of [inTime, wrongClock])
        expect((await accept('admin', write_id)).body.decision).toBe('accepted');
      world.clock.now = before;
      expect((await sessionOf(inTime))?.late_for_payroll).toBe(false);
      expect((await sessionOf(wrongClock))?.late_for_payroll).toBe(true);
    });

    test('only on its base version', async () => {
      const created = creation();
      await push('paula', [created]);
      const change = (notes: string) =>
        queuedWrite('session.update', { params: { id: rowId(created) }, body: { notes }, base_version: 1 });
      const [mine, theirs] = [change('mine'), change('theirs')];
      await handOver('paula', [mine]);
      await push('paula', [theirs]);
      const shown = (await list('admin')).body.find(({ write_id }) => write_id === mine.write_id);
      expect(shown?.current).toMatchObject({ id: rowId(created), notes: 'theirs', version: 2 });
      expect((await accept('admin', mine.write_id)).body).toMatchObject({
        decision: 'open',
        problem: { code: 'record.stale' },
      });
      expect(await sessionOf(created)).toMatchObject({ notes: 'theirs', version: 2 });
    });

    test('of a chain one after the other, each on the version of the previous one', async () => {
      const created = creation();
      const changed = queuedWrite('session.update', {
        params: { id: rowId(created) },
        body: { notes: 'changed' },
        base_version: 0,
        depends_on: [created.write_id],
      });
      const deleted = queuedWrite('session.delete', {
        params: { id: rowId(created) },
        base_version: 0,
        depends_on: [created.write_id, changed.write_id],
      });
      await handOver('paula', [created, changed, deleted]);
      expect((await accept('admin', changed.write_id)).body).toMatchObject({
        decision: 'open',
        problem: { code: 'write.blocked' },
      });
      for (const { write_id } of [created, changed, deleted])
        expect((await accept('admin', write_id)).body).toMatchObject({ decision: 'accepted', problem: null });
      expect((await sessionOf(created))?.deleted_at).not.toBeNull();
    });
  });

  describe('rejects a write', () => {
    test('with a reason, for good, whichever way it comes again', async () => {
      const write = creation();
      const device = await leftBehind(write);
      expect((await refuse('admin', write.write_id, ' ')).status).toBe(422);
      expect((await refuse('admin', write.write_id, 'Paula did not work that day.')).body).toMatchObject({
        decision: 'refused',
        decision_note: 'Paula did not work that day.',
      });
      for (const { body } of [await device.pushEncrypted([write]), await push('paula', [write])])
        expect(body.answers[0]).toMatchObject({ status: 409, code: 'decision.made' });
      expect(await sessionOf(write)).toBeUndefined();
      expect((await world.auditOf(write.write_id)).at(-1)).toEqual({
        action: 'quarantine.refuse',
        user_id: world.people.admin.id,
        details: { on_behalf_of: world.people.paula.id },
      });
    });

    test('and its author is told, with the reason', async () => {
      const write = creation();
      await handOver('paula', [write]);
      await refuse('admin', write.write_id, 'Otto recorded it.');
      const { unread } = (await world.as('paula', 'notification.list')).body;
      expect(unread.find(({ title }) => title === 'Held change rejected')).toMatchObject({
        effective_date: '2026-03-10',
      });
      const rows = await world.db
        .select()
        .from(notifications)
        .where(eq(notifications.event, 'held-rejected'));
      expect(rows.map(({ display_msg }) => display_msg)).toContain(
        "A change that you entered on 03/10/2026 was rejected and isn't saved. Enter it again if needed. Reason: Otto recorded it.",
      );
      const long = creation();
      await handOver('paula', [long]);
      expect((await refuse('admin', long.write_id, 'Why? '.repeat(300))).status).toBe(200);
      expect((await world.as('paula', 'notification.list')).status).toBe(200);
    });

    test('and its author, whose account is still closed, need not keep it', async () => {
      const write = creation();
      const device = await leftBehind(write);
      await refuse('admin', write.write_id);
      await setActive(world.people.paula, false);
      const { body } = await device.pushEncrypted([write]);
      await setActive(world.people.paula, true);
      expect(body.answers[0]).toMatchObject({ status: 202, version: null });
    });

    test('but not one that has taken effect', async () => {
      const write = creation();
      await handOver('paula', [write]);
      await push('paula', [write]);
      const { status, body } = await refuse('admin', write.write_id);
      expect([status, body.code]).toEqual([409, 'decision.made']);
      expect((await accept('admin', write.write_id)).body.decision).toBe('accepted');
    });
  });

  describe('of several people at once', () => {
    test('has one effect and one decision', async () => {
      for (let round = 0; round < 5; round += 1) {
        const write = creation();
        await handOver('paula', [write]);
        const people = ['admin', 'superadmin', 'lead', 'admin'] as const;
        const answers = await Promise.all(people.map((person) => accept(person, write.write_id)));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
        expect((await sessionOf(write))?.version).toBe(1);
        const trail = (await world.auditOf(rowId(write))).map(({ action }) => action);
        expect(trail).toEqual(['session.create']);
      }
    });

    test('that differ follows what took effect', async () => {
      for (let round = 0; round < 12; round += 1) {
        const write = creation();
        await handOver('paula', [write]);
        const [yes, no] = await Promise.all([
          accept('admin', write.write_id),
          refuse('superadmin', write.write_id),
        ]);
        const decision = (await keptAs(write.write_id))?.decision;
        const hasEffect = (await sessionOf(write)) !== undefined;
        expect([decision, hasEffect]).toEqual(hasEffect ? ['accepted', true] : ['refused', false]);
        expect([yes.status, no.status].sort()).toEqual([200, 409]);
      }
    });

    test('that send it meanwhile has one effect', async () => {
      for (let round = 0; round < 5; round += 1) {
        const write = creation();
        await handOver('paula', [write]);
        await Promise.all([accept('admin', write.write_id), push('paula', [write])]);
        expect((await sessionOf(write))?.version).toBe(1);
        const keys = await world.db
          .select()
          .from(idempotency_keys)
          .where(eq(idempotency_keys.key, write.write_id));
        expect(keys.map(({ status }) => status)).toEqual([201]);
        expect((await keptAs(write.write_id))?.decision).toBe('accepted');
      }
    });
  });

  test("doesn't need a permanent assignment: one that came back is enough", async () => {
    const write = foreign();
    await handOver('otto', [write]);
    const link = { student: world.anna, provider: world.people.otto.id };
    await world.db.insert(student_providers).values(link);
    expect((await push('otto', [write])).body.answers[0]?.status).toBe(201);
    await world.db.delete(student_providers).where(eq(student_providers.provider, link.provider));
    expect((await accept('sven', write.write_id)).body.decision).toBe('accepted');
  });
});
