import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PushedWrite } from '#contract/sync.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { LockedDevice, queuedWrite } from './locked-device.ts';
import {
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  personNames,
  SPEECH,
  told,
} from './office-world.ts';
import { CAPTURED, quarantineFixture, rowId } from './quarantine-fixture.ts';

describe.each(databaseKinds)('the quarantine on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  const { creation, foreign, handOver, push, list, accept, refuse, sessionOf, keptAs, leftBehind } =
    quarantineFixture(() => world);

  describe('accepts a hand-over', () => {
    test("once however often, with its author's note, and without effect", async () => {
      const write = foreign();
      const first = await handOver('otto', [write], 'She is with Paula now.');
      expect(first.body).toEqual({ kept: [write.write_id] });
      expect((await handOver('otto', [write])).body).toEqual(first.body);
      expect(await sessionOf(write)).toBeUndefined();
      expect((await list('admin')).body.find(({ write_id }) => write_id === write.write_id)).toMatchObject({
        author: world.people.otto.id,
        author_name: `Robin ${world.people.otto.username}`,
        cause: 'handed-over',
        note: 'She is with Paula now.',
        endpoint: 'session.create',
        params: {},
        body: { id: rowId(write) },
        captured_at: CAPTURED,
        received_at: world.clock.now.toISOString(),
        decision: 'open',
        decided_by_name: null,
        decided_at: null,
      });
      expect(await world.auditOf(write.write_id)).toHaveLength(1);
    });

    test('but not what had taken effect', async () => {
      const write = creation();
      await push('paula', [write]);
      expect((await handOver('paula', [write])).body).toEqual({ kept: [write.write_id] });
      expect(await keptAs(write.write_id)).toBeUndefined();
    });

    test("and not under the id of someone else's write", async () => {
      const write = creation();
      await handOver('paula', [write]);
      expect((await handOver('otto', [write])).body).toEqual({ kept: [] });
      expect((await keptAs(write.write_id))?.author).toBe(world.people.paula.id);
    });

    test('from a known device, whose contact it records', async () => {
      const { token } = await world.signIn(world.people.otto);
      const device = await LockedDevice.register(world, token);
      const since = '2026-03-09T08:00:00.000Z';
      await world.call('sync.hand-over', {
        token,
        body: { device: device.report({ unsent_count: 3, unsent_since: since }), writes: [foreign()] },
      });
      const { body } = await world.as('admin', 'device.list');
      expect(body.find(({ id }) => id === device.id)).toMatchObject({ unsent_count: 2, unsent_since: since });
    });

    test.each<[string, () => PushedWrite, string]>([
      ['no call that can wait on a device', () => queuedWrite('auth.login', { body: {} }), 'endpoint'],
      ['a field that the contract refuses', () => creation({ start_time: 'late' }), 'start_time'],
      ['text that no store keeps', () => creation({ notes: 'a\u0000b' }), 'notes'],
      [
        'no version of the row that it changes',
        () => queuedWrite('session.update', { params: { id: randomUUID() }, body: { notes: 'x' } }),
        'base_version',
      ],
      ['no row', () => queuedWrite('session.delete', { base_version: 1 }), 'id'],
    ])('completely or not at all: rejects %s and names the field', async (_, bad, field) => {
      const fine = creation();
      const { status, body } = await handOver('paula', [fine, bad()]);
      expect([status, body.code]).toEqual([422, 'request.invalid']);
      expect(Object.keys(body.fields ?? {})).toContain(`writes.1.${field}`);
      expect(body.fields?.writes).toEqual(expect.any(String));
      expect(await keptAs(fine.write_id)).toBeUndefined();
    });
  });

  describe('is readable', () => {
    const readers = async (write: PushedWrite) => {
      const found: string[] = [];
      for (const person of personNames) {
        const { status, body } = await list(person);
        if (status === 200 && body.some(({ write_id }) => write_id === write.write_id)) found.push(person);
        if (status !== 200) expect([person, status]).toEqual([person, 403]);
      }
      return found;
    };

    test.each<[string, PersonName, () => PushedWrite, PersonName[]]>([
      ['handed over by a supervisee', 'otto', () => foreign({ student_ids: [world.ben] }), ['sven']],
      ['handed over about a student of the lead', 'otto', () => foreign(), ['lead', 'sven']],
      [
        'handed over about the lead’s service',
        'otto',
        () => foreign({ student_ids: [world.ben], service: SPEECH }),
        ['lead', 'sven'],
      ],
      [
        'handed over by a provider of the lead’s service',
        'paula',
        () => foreign({ student_ids: [world.ben] }),
        ['lead'],
      ],
    ])('by the office and whom it concerns: %s', async (_, author, make, others) => {
      const write = make();
      await handOver(author, [write]);
      expect(await readers(write)).toEqual(['superadmin', 'admin', ...others]);
    });

    test('only by the office if an account was closed', async () => {
      const write = creation();
      await leftBehind(write);
      expect(await readers(write)).toEqual(['superadmin', 'admin']);
    });

    test('with the names of students whom the reader may see, audited', async () => {
      const write = foreign({ student_ids: [world.anna, world.ben, randomUUID()] });
      await handOver('otto', [write]);
      const names = async (person: PersonName) =>
        (await list(person)).body.find(({ write_id }) => write_id === write.write_id)?.student_names;
      expect(await names('admin')).toEqual({ [world.anna]: 'Anna Abara', [world.ben]: 'Ben Bello' });
      expect(await names('lead')).toEqual({ [world.anna]: 'Anna Abara' });
      expect(await names('sven')).toEqual({ [world.ben]: 'Ben Bello' });
      const traces = await world.db.execute<{ user_id: string }>(
        sql`select user_id from audit_entries where action = 'quarantine.list' order by id desc limit 1`,
      );
      expect(traces.rows[0]?.user_id).toBe(world.people.sven.id);
    });

    test('with the names of the people whom the changed row is about, and by whom it concerns', async () => {
      const { body: session } = await world.as('otto', 'session.create', {
        body: foreign({ student_ids: [world.ben] }).body,
      });
      const params = { id: session.id.toUpperCase() };
      const writes = [
        queuedWrite('session.delete', { params, base_version: 1 }),
        queuedWrite('session.update', { params, base_version: 1, body: { student_ids: [world.anna] } }),
      ];
      await handOver('otto', writes);
      const { body } = await list('admin');
      const names = writes.map(
        (write) => body.find(({ write_id }) => write_id === write.write_id)?.student_names,
      );
      expect(names).toEqual([
        { [world.ben]: 'Ben Bello' },
        { [world.ben]: 'Ben Bello', [world.anna]: 'Anna Abara' },
      ]);
      for (const write of writes)
        expect(await readers(write)).toEqual(
          write.body === null ? ['superadmin', 'admin', 'sven'] : ['superadmin', 'admin', 'lead', 'sven'],
        );
    });

    test('with pending writes oldest first, and decided ones newest first', async () => {
      const [first, second] = [foreign(), foreign()];
      await handOver('otto', [first, second]);
      await refuse('admin', first.write_id);
      const open = (await list('admin')).body.map(({ write_id }) => write_id);
      expect([open.includes(first.write_id), open.at(-1)]).toEqual([false, second.write_id]);
      const all = (await list('admin', true)).body.map(({ write_id }) => write_id);
      expect(all.slice(0, 2)).toEqual([second.write_id, first.write_id]);
    });
  });

  describe('is decided', () => {
    test.each(personNames)('by %s only within their access, with no hint otherwise', async (person) => {
      const write = foreign({ student_ids: [world.ben] });
      await handOver('otto', [write]);
      const mayDecide = ['superadmin', 'admin', 'sven'].includes(person);
      for (const decide of [refuse, accept]) {
        if (mayDecide) continue;
        const real = await decide(person, write.write_id);
        expect(real.status).toBe(person === 'lead' ? 404 : 403);
        expect(told(real)).toEqual(told(await decide(person, randomUUID())));
      }
      if (mayDecide) expect((await refuse(person, write.write_id)).body.decision).toBe('refused');
      expect((await keptAs(write.write_id))?.decision).toBe(mayDecide ? 'refused' : 'open');
    });

    test('never by its own author', async () => {
      for (const person of ['admin', 'lead', 'sven'] as const) {
        const write = creation({ provider: world.people.paula.id });
        await handOver(person, [write]);
        for (const answer of [await accept(person, write.write_id), await refuse(person, write.write_id)])
          expect([person, answer.status, answer.body.code]).toEqual([person, 403, 'decision.own']);
      }
    });

    test('once', async () => {
      const [yes, no] = [creation(), creation()];
      await handOver('paula', [yes, no]);
      await accept('admin', yes.write_id);
      await refuse('admin', no.write_id);
      for (const { write_id } of [yes, no]) {
        for (const answer of [await accept('lead', write_id), await refuse('lead', write_id)])
          expect([answer.status, answer.body.code]).toEqual([409, 'decision.made']);
      }
    });
  });
});
