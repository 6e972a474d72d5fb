import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PullPage } from '#contract/sync.ts';
import { memberScope } from '#domain/access/scope-parts.ts';
import { openBlobs } from '#server/blob-store.ts';
import { recordChange } from '#server/db/change-index.ts';
import { placeStudents } from '#server/db/directory-places.ts';
import { provider_services, supervisions } from '#server/db/schema/providers.ts';
import { services } from '#server/db/schema/services.ts';
import { student_providers, student_services, students } from '#server/db/schema/students.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { sweep } from '#server/modules/operations/sweep.ts';
import { purgeExpired } from '#server/modules/sync/pull-retention.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { MOTOR, type OfficeWorld, openOfficeWorld, type PersonName, SPEECH } from './office-world.ts';
import { scopesOf } from './pull-world.ts';

describe.each(databaseKinds)('followed files on %s', (kind) => {
  let world: OfficeWorld;
  let parent: string;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  beforeEach(async () => {
    const { db, people, anna, ben } = world;
    await db.execute(sql`delete from follows`);
    await db.execute(sql`update students set archived = false where id in (${anna}, ${ben})`);
    await db.delete(student_services);
    await db.delete(student_providers);
    await db.insert(student_services).values([
      { student: anna, service: SPEECH },
      { student: ben, service: MOTOR },
    ]);
    await db.insert(student_providers).values([
      { student: anna, provider: people.paula.id },
      { student: ben, provider: people.otto.id },
    ]);
    await db.transaction(async (tx) => {
      await placeStudents(tx, [anna, ben]);
      await refreshScopeMembers(
        tx,
        Object.values(people).map(({ id }) => id),
      );
    });
    parent = randomUUID();
    const body = {
      ...{ id: parent, student: anna, first_name: 'Alma', last_name: 'Abara', relationship: 'mother' },
      ...{ email: '', phone: '', language: 'en', is_primary: false },
    };
    const made = await world.as('paula', 'parent.create', { params: { id: anna }, body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
  });

  const follow = (person: PersonName, device_id: string, list: readonly string[]) =>
    world.as(person, 'sync.follow', { params: { device_id }, body: { students: list } });

  async function archive(id: string): Promise<void> {
    const { body } = await world.as('admin', 'student.read', { params: { id } });
    const answer = await world.as('admin', 'student.set-archived', {
      ...{ params: { id }, version: body.version, body: { archived: true } },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }

  /** All pages since the cursor as one. */
  async function pull(person: PersonName, device_id: string, cursor?: string, limit = '500') {
    const pages: PullPage[] = [];
    for (let next = cursor; ; ) {
      const query = { device_id, limit, ...(next === undefined ? {} : { cursor: next }) };
      const { status, body } = await world.as(person, 'sync.pull', { query });
      expect(status).toBe(200);
      pages.push(body);
      next = body.cursor;
      if (!body.more) break;
    }
    return {
      cursor: pages.at(-1)?.cursor ?? '',
      ids: new Set(
        pages.flatMap(({ changes }) => changes.filter(({ row }) => row !== null)).map(({ id }) => id),
      ),
      added: pages.flatMap(({ scopes_added }) => scopes_added),
      removed: pages.flatMap(({ scopes_removed }) => scopes_removed),
    };
  }

  test.each([
    ['lead', 'anna', 'ben'],
    ['sven', 'ben', 'anna'],
  ] as const)(
    '%s has the directory, and the file of a student who was opened on the device',
    async (person, own, foreign) => {
      const device = randomUUID();
      const before = await pull(person, device);
      expect([before.ids.has(world[own]), before.ids.has(world[foreign])]).toEqual([true, false]);
      expect(before.ids.has(parent)).toBe(false);

      const answer = await follow(person, device, [world[own], world[foreign], randomUUID()]);
      expect(answer).toMatchObject({ status: 200, body: { students: [world[own]] } });
      const read = (await world.auditOf(world[own])).filter(
        ({ user_id }) => user_id === world.people[person].id,
      );
      expect(read.map(({ action }) => action)).toEqual(['student.read']);
      const after = await pull(person, device, before.cursor);
      expect(after.added).toEqual([`student:${world[own]}`]);
      if (own === 'anna') expect(after.ids.has(parent)).toBe(true);

      // Again, as after a lost answer: nothing is sent or noted twice.
      await follow(person, device, [world[own]]);
      expect(await pull(person, device, after.cursor)).toMatchObject({ ids: new Set(), added: [] });
      expect(
        (await world.auditOf(world[own])).filter(({ action }) => action === 'student.read'),
      ).toHaveLength(read.length);
      // Other devices of the person have nothing of it, nor have other people on this device.
      expect((await pull(person, randomUUID())).ids.has(parent)).toBe(false);
      expect((await pull(own === 'anna' ? 'sven' : 'lead', device)).ids.has(parent)).toBe(false);

      const last = await follow(person, device, []);
      expect(last.body).toEqual({ students: [] });
      const end = await pull(person, device, after.cursor);
      expect(end.removed).toEqual([`student:${world[own]}`]);
    },
  );

  test.each<[string, () => Promise<unknown>]>([
    [
      'assignment',
      async () => {
        await world.db.execute(sql`delete from student_services where student = ${world.anna}`);
        await world.db.transaction(async (tx) => {
          await placeStudents(tx, [world.anna]);
          await refreshScopeMembers(tx, [world.people.lead.id]);
        });
      },
    ],
    [
      'archiving',
      async () => {
        await archive(world.anna);
      },
    ],
    [
      'role',
      async () => {
        await world.db.execute(sql`update users set role = '2' where id = ${world.people.lead.id}`);
        await world.db.transaction((tx) => refreshScopeMembers(tx, [world.people.lead.id]));
        await world.db.execute(sql`update users set role = '3' where id = ${world.people.lead.id}`);
      },
    ],
    [
      'services of the lead',
      async () => {
        const { lead } = world.people;
        await world.db.execute(sql`delete from provider_services where provider = ${lead.id}`);
        await world.db.transaction((tx) => refreshScopeMembers(tx, [lead.id]));
        await world.db.insert(provider_services).values({ provider: lead.id, service: SPEECH });
      },
    ],
  ])('end with the right: %s', async (_, end) => {
    const device = randomUUID();
    const first = await pull('lead', device);
    await follow('lead', device, [world.anna]);
    const { cursor } = await pull('lead', device, first.cursor);
    await end();
    const after = await pull('lead', device, cursor, '1');
    expect(after.removed).toContain(`student:${world.anna}`);
    // What the device asks for doesn't bring it back.
    const { rows } = await world.db.execute(sql`select has_left from follows where device_id = ${device}`);
    expect(rows).toEqual([{ has_left: true }]);
  });

  test('a change of supervision ends them, and moves no rows of students', async () => {
    const device = randomUUID();
    const { sven, otto } = world.people;
    await follow('sven', device, [world.ben]);
    const { cursor } = await pull('sven', device);
    const before = await world.placesOf(world.ben);
    await world.db.delete(supervisions);
    await world.db.transaction((tx) => refreshScopeMembers(tx, [sven.id]));
    const after = await pull('sven', device, cursor);
    const ended = new Set(after.removed.map(memberScope));
    expect([...ended].sort()).toEqual([`student:${world.ben}`, `supervised:${otto.id}`].sort());
    expect(await world.placesOf(world.ben)).toEqual(before);
    await world.db.insert(supervisions).values({ supervisor: sven.id, supervisee: otto.id });
  });

  test('a file that is both of the caseload and followed stays until both have ended, and comes whole', async () => {
    const device = randomUUID();
    const { lead } = world.people;
    const first = await pull('lead', device);
    await follow('lead', device, [world.anna]);
    await world.db.insert(student_providers).values({ student: world.anna, provider: lead.id });
    await world.db.transaction((tx) => refreshScopeMembers(tx, [lead.id]));
    const both = await pull('lead', device, first.cursor);
    expect(both.ids.has(parent)).toBe(true);
    await world.db.execute(sql`delete from student_providers where provider = ${lead.id}`);
    await world.db.transaction((tx) => refreshScopeMembers(tx, [lead.id]));
    const followed = await pull('lead', device, both.cursor);
    expect(followed.removed).not.toContain(`student:${world.anna}`);
    expect(followed.ids.has(parent)).toBe(true);
    await follow('lead', device, []);
    expect((await pull('lead', device, followed.cursor)).removed).toEqual([`student:${world.anna}`]);
  });

  test('more than two hundred are refused', async () => {
    const many = Array.from({ length: 201 }, () => randomUUID());
    expect((await follow('lead', randomUUID(), many)).status).toBe(422);
  });

  test('the office has what is assigned to every student, and the files that it opened', async () => {
    const device = randomUUID();
    const before = await pull('admin', device);
    expect([before.ids.has(world.anna), before.ids.has(world.ben)]).toEqual([true, true]);
    expect(before.ids.has(parent)).toBe(false);
    const answer = await follow('admin', device, [world.anna, randomUUID()]);
    expect(answer).toMatchObject({ status: 200, body: { students: [world.anna] } });
    const after = await pull('admin', device, before.cursor);
    expect(after.ids.has(parent)).toBe(true);
    expect((await pull('admin', randomUUID())).ids.has(parent)).toBe(false);
    await follow('admin', device, []);
    expect((await pull('admin', device, after.cursor)).removed).toEqual([`student:${world.anna}`]);
  });

  test('the office alone follows the file of an archived student, from before or after it was archived', async () => {
    const [early, late, provider] = [randomUUID(), randomUUID(), randomUUID()];
    await follow('admin', early, [world.anna]);
    const known = await pull('admin', early);
    const served = await pull('paula', provider);
    expect(served.ids.has(parent)).toBe(true);
    await archive(world.anna);
    expect((await pull('admin', early, known.cursor)).removed).toEqual([]);
    expect((await pull('paula', provider, served.cursor)).removed).toContain(`student:${world.anna}`);
    for (const person of ['paula', 'lead'] as const) {
      expect(await follow(person, randomUUID(), [world.anna])).toMatchObject({ body: { students: [] } });
      const whole = await pull(person, randomUUID());
      expect([whole.ids.has(world.anna), whole.ids.has(parent)]).toEqual([false, false]);
    }
    expect(await follow('admin', late, [world.anna])).toMatchObject({ body: { students: [world.anna] } });
    expect((await pull('admin', late)).ids.has(parent)).toBe(true);
    // What the office adds then reaches both of its devices, and nobody else.
    const goal = randomUUID();
    const text = { goal_text: 'Names ten pictures.', baseline: '', target: '', criterion: '' };
    const body = {
      ...{ id: goal, student: world.anna, service: null, goal_option: null, ...text },
      ...{ start_date: '2026-01-05', target_date: null, archived: false },
    };
    const made = await world.as('admin', 'goal.create', { params: { id: world.anna }, body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(await world.placesOf(goal)).toEqual([`student:${world.anna}`]);
    expect((await pull('admin', early, known.cursor)).ids.has(goal)).toBe(true);
    expect((await pull('paula', provider)).ids.has(goal)).toBe(false);
  });

  test('of the office end with its role, and of a record that was merged are not followed', async () => {
    const device = randomUUID();
    const { admin } = world.people;
    await follow('admin', device, [world.anna, world.ben]);
    await world.db.execute(
      sql`update students set archived = true, merged_into = ${world.anna} where id = ${world.ben}`,
    );
    expect(await follow('admin', device, [world.anna, world.ben])).toMatchObject({
      body: { students: [world.anna] },
    });
    await world.db.execute(
      sql`update students set archived = false, merged_into = null where id = ${world.ben}`,
    );
    const { cursor } = await pull('admin', device);
    await world.db.execute(sql`update users set role = '2' where id = ${admin.id}`);
    await world.db.transaction((tx) => refreshScopeMembers(tx, [admin.id]));
    expect((await pull('admin', device, cursor)).removed).toContain(`student:${world.anna}`);
    await world.db.execute(sql`update users set role = '1' where id = ${admin.id}`);
    await world.db.transaction((tx) => refreshScopeMembers(tx, [admin.id]));
  });

  test('a student who moves from one scope to another is never named as gone before the new place is there', async () => {
    const device = randomUUID();
    const { lead } = world.people;
    await world.db.insert(student_providers).values({ student: world.anna, provider: lead.id });
    await world.db.execute(sql`delete from provider_services where provider = ${lead.id}`);
    await world.db.transaction((tx) => refreshScopeMembers(tx, [lead.id]));
    let { cursor } = await pull('lead', device);
    await world.db.execute(sql`delete from student_providers where provider = ${lead.id}`);
    await world.db.insert(provider_services).values({ provider: lead.id, service: SPEECH });
    await world.db.transaction((tx) => refreshScopeMembers(tx, [lead.id]));
    const told: string[] = [];
    for (let more = true; more; ) {
      const { body } = await world.as('lead', 'sync.pull', {
        query: { device_id: device, limit: '1', cursor },
      });
      told.push(...body.changes.map(({ id }) => id), ...body.scopes_removed);
      ({ cursor, more } = body);
    }
    expect(told).toContain(world.anna);
    expect(told.indexOf(`student:${world.anna}`)).toBeGreaterThan(told.indexOf(world.anna));
  });

  test('the hourly sweep places students whom an older server recorded without these scopes', async () => {
    const places = await world.placesOf(world.anna);
    expect(places).toContain(`service:${SPEECH}`);
    await world.db.transaction((tx) =>
      recordChange(tx, 'student', world.anna, ['org', `student:${world.anna}`]),
    );
    await sweep(world.db, openBlobs(world.config), world.clock.now);
    expect(await world.placesOf(world.anna)).toEqual(places);
    const { rows } = await world.db.execute<{ xid: string }>(
      sql`select xid::text as xid from change_index order by xid desc limit 1`,
    );
    await sweep(world.db, openBlobs(world.config), world.clock.now);
    expect(
      (await world.db.execute(sql`select xid::text as xid from change_index order by xid desc limit 1`)).rows,
    ).toEqual(rows);
  });

  test('the hourly sweep takes files that an older server recorded for the office from its devices', async () => {
    const device = randomUUID();
    await world.db.transaction((tx) => recordChange(tx, 'parent', parent, ['org']));
    const before = await pull('admin', device);
    expect(before.ids.has(parent)).toBe(true);
    await sweep(world.db, openBlobs(world.config), world.clock.now);
    expect(await world.placesOf(parent)).toEqual(['-org', `student:${world.anna}`]);
    expect((await pull('paula', randomUUID())).ids.has(parent)).toBe(true);
  });

  test('what is expired is deleted in portions, a transaction each', async () => {
    const device = randomUUID();
    const tables = ['change_index', 'scope_members', 'follows', 'idempotency_keys'];
    const old = sql`now() - interval '200 days'`;
    await world.db.execute(sql`
      insert into change_index (scope, entity, id, has_left, xid, seq, changed_at)
      select 'old', 'parent', n::text, n > 0, pg_current_xact_id(), nextval('change_seq'), ${old}
      from generate_series(0, 24) n`);
    await world.db.execute(sql`
      insert into scope_members (user_id, scope, has_left, xid, seq, changed_at)
      select ${world.people.lead.id}::uuid, 'old:' || n, n > 0, pg_current_xact_id(), nextval('change_seq'), ${old}
      from generate_series(0, 24) n`);
    await world.db.execute(sql`
      insert into follows (device_id, user_id, student, has_left, xid, seq, changed_at)
      select ${device}::uuid, ${world.people.lead.id}::uuid, gen_random_uuid(), n > 0, pg_current_xact_id(),
        nextval('change_seq'), ${old}
      from generate_series(0, 24) n`);
    await world.db.execute(sql`
      insert into idempotency_keys (key, user_id, fingerprint, status, created_at, xid)
      select gen_random_uuid(), ${world.people.lead.id}::uuid, 'old', 200,
        case when n > 0 then ${old} else now() end, pg_current_xact_id()
      from generate_series(0, 24) n`);
    const deleted: string[] = [];
    const watched = new Proxy(world.db, {
      get(db, name) {
        if (name !== 'transaction') return Reflect.get(db, name);
        return async (work: Parameters<typeof db.transaction>[0]) => {
          const before = await counts();
          const result = await db.transaction(work);
          const after = await counts();
          for (const table of tables) {
            const gone = (before[table] ?? 0) - (after[table] ?? 0);
            if (gone > 0) deleted.push(`${table} ${gone}`);
          }
          return result;
        };
      },
    });
    const counts = async (): Promise<Record<string, number>> => {
      const { rows } = await world.db.execute<{ name: string; count: number }>(sql`
        select 'change_index' as name, count(*)::int as count from change_index where scope = 'old'
        union all select 'scope_members', count(*)::int from scope_members where scope like 'old:%'
        union all select 'follows', count(*)::int from follows where device_id = ${device}
        union all select 'idempotency_keys', count(*)::int from idempotency_keys where fingerprint = 'old'`);
      return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
    };
    await purgeExpired(watched, new Date().toISOString(), 10);
    expect(deleted).toEqual(tables.flatMap((table) => [10, 10, 4].map((rows) => `${table} ${rows}`)));
    // What has not ended, and what is newer, is still there.
    expect(Object.values(await counts())).toEqual([1, 1, 1, 1]);
  });

  test('memberships and follows that ended 92 days ago are deleted', async () => {
    const device = randomUUID();
    await follow('lead', device, [world.anna]);
    await follow('lead', device, []);
    const kept = async () =>
      (await world.db.execute(sql`select 1 from follows where device_id = ${device}`)).rows.length;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    await purgeExpired(world.db, inDays(91));
    expect(await kept()).toBe(1);
    await purgeExpired(world.db, inDays(93));
    expect(await kept()).toBe(0);
  });

  test('a lead of ten services with a thousand students has a few dozen scopes', async () => {
    const { lead } = world.people;
    const led = Array.from({ length: 10 }, (_, at) => ({
      ...{ id: randomUUID(), category: randomUUID(), name: `Service ${at}`, short_name: `S${at}` },
      ...{ default_minutes: 30, is_billable: true },
    }));
    const many = Array.from({ length: 1_000 }, () => randomUUID());
    await world.db.insert(services).values(led);
    await world.db
      .insert(provider_services)
      .values(led.map(({ id }) => ({ provider: lead.id, service: id })));
    await world.db.insert(students).values(many.map((id) => ({ id, first_name: 'A', last_name: 'B' })));
    await world.db
      .insert(student_services)
      .values(many.map((student, at) => ({ student, service: led[at % 10]?.id ?? '' })));
    await world.db.transaction(async (tx) => {
      await placeStudents(tx, many);
      await refreshScopeMembers(tx, [lead.id]);
    });
    expect((await scopesOf(world.db, lead.id)).length).toBeLessThan(36);
    const { ids } = await pull('lead', randomUUID());
    expect(many.every((id) => ids.has(id))).toBe(true);
  });
});
