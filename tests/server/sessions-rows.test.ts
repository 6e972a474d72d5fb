import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maySeeSession } from '#domain/access/row-rules.ts';
import { migrationsFolder } from '#server/db/migrate.ts';
import { loadActorOfUser } from '#server/plugins/actor.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { sessionBody } from './api-world.ts';
import { MOTOR, type OfficeWorld, openOfficeWorld, type PersonName, SPEECH, told } from './office-world.ts';

describe.each(ruleKinds)('access to sessions on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  async function record(provider: 'paula' | 'otto', changes: Record<string, unknown> = {}) {
    const caseload =
      provider === 'paula'
        ? { service: SPEECH, student: world.anna }
        : { service: MOTOR, student: world.ben };
    const answer = await world.as('admin', 'session.create', {
      body: sessionBody(caseload, { provider: world.people[provider].id, ...changes }),
    });
    expect(answer.status).toBe(201);
    return answer.body;
  }

  /** All changes that a device of this person pulls from the start. Recent rows come twice. */
  async function pulledBy(person: PersonName) {
    const changes = [];
    for (let cursor: string | undefined; ; ) {
      const { body } = await world.as(person, 'sync.pull', {
        query: { limit: '2000', ...(cursor === undefined ? {} : { cursor }) },
      });
      changes.push(...body.changes);
      if (!body.more) return changes;
      cursor = body.cursor;
    }
  }

  /** People with access to a speech session of Paula's, and a motor session of Otto's. */
  const reach: [PersonName, { paula: boolean; otto: boolean }][] = [
    ['superadmin', { paula: true, otto: true }],
    ['admin', { paula: true, otto: true }],
    ['paula', { paula: true, otto: false }],
    ['otto', { paula: false, otto: true }],
    ['lead', { paula: true, otto: false }],
  ];

  test.each(reach)('%s lists, changes and deletes the same sessions', async (person, reaches) => {
    for (const provider of ['paula', 'otto'] as const) {
      const session = await record(provider);
      const target = { params: { id: session.id } };
      const listed = await world.as(person, 'session.list', { query: { limit: '200' } });
      const updated = await world.as(person, 'session.update', {
        ...target,
        version: session.version,
        body: { notes: 'seen' },
      });
      const { status: deleted } = await world.as(person, 'session.delete', {
        ...target,
        version: updated.status === 200 ? updated.body.version : session.version,
      });
      const ids = listed.body.sessions.map(({ id }) => id);
      expect([ids.includes(session.id), updated.status, deleted], `${person} and ${provider}'s`).toEqual(
        reaches[provider] ? [true, 200, 204] : [false, 404, 404],
      );
    }
  });

  test.each(reach)('%s learns nothing by asking for an inaccessible id', async (person, reaches) => {
    for (const provider of ['paula', 'otto'] as const) {
      if (reaches[provider]) continue;
      const foreign = await record(provider);
      for (const verb of ['session.update', 'session.delete'] as const) {
        const ask = (id: string) =>
          world.as(person, verb, {
            params: { id },
            version: 1,
            ...(verb === 'session.update' ? { body: {} } : {}),
          });
        const answer = await ask(foreign.id);
        expect(told(answer)).toEqual(told(await ask(randomUUID())));
        expect(answer).toMatchObject({ status: 404, body: { code: 'record.absent' } });
      }
    }
  });

  test('a supervisor reads the sessions of supervisees, and changes none', async () => {
    const [ofSupervisee, ofStranger] = [await record('otto'), await record('paula')];
    const { body } = await world.as('sven', 'session.list', { query: { limit: '200' } });
    const ids = body.sessions.map(({ id }) => id);
    expect([ids.includes(ofSupervisee.id), ids.includes(ofStranger.id)]).toEqual([true, false]);
    for (const [verb, body] of [
      ['session.update', { notes: 'seen' }],
      ['session.delete', undefined],
      ['session.request', { kind: 'edit', changes: { notes: 'seen' }, reason: 'seen' }],
    ] as const) {
      const ask = (id: string) => world.as('sven', verb, { params: { id }, version: 1, body });
      const answer = await ask(ofSupervisee.id);
      expect(answer).toMatchObject({ status: 404, body: { code: 'record.absent' } });
      expect(told(answer)).toEqual(told(await ask(randomUUID())));
    }
    expect(
      (await world.placesOf(ofSupervisee.id)).includes(`supervised:${world.people.otto.id}:2026-03`),
    ).toBe(true);
  });

  test('a supervisor pulls the sessions of supervisees', async () => {
    const session = await record('otto');
    const found = (await pulledBy('sven')).findLast(({ id }) => id === session.id);
    expect(found).toMatchObject({
      entity: 'session',
      scopes: [`supervised:${world.people.otto.id}:2026-03`],
    });
  });

  async function migrate(name: string) {
    const text = await readFile(join(migrationsFolder(), `${name}.sql`), 'utf8');
    await world.db.transaction(async (tx) => {
      for (const statement of text.split('--> statement-breakpoint')) await tx.execute(sql.raw(statement));
    });
  }

  test('the migrations deliver older sessions to a supervisor, by months, and what is to be decided', async () => {
    const session = await record('otto');
    const scope = `supervised:${world.people.otto.id}`;
    await world.db.execute(sql`
      delete from change_index where entity = 'session' and (scope like 'supervised:%' or scope like 'service:%')
    `);
    await world.db.execute(sql`delete from scope_members where scope = ${scope}`);
    await migrate('0008_supervised_sessions');
    await world.db.execute(sql`update sessions set approval_request = 'pending' where id = ${session.id}`);
    await migrate('0046_leaders_rows_by_month');
    await world.db.execute(sql`update sessions set approval_request = 'none' where id = ${session.id}`);
    const found = (await pulledBy('sven')).filter(({ id }) => id === session.id);
    expect(new Set(found.flatMap(({ scopes }) => scopes))).toEqual(
      new Set([`${scope}:2026-03`, `${scope}:open`]),
    );
    const members = await world.db.execute(sql`select * from scope_members where scope = ${scope}`);
    expect(members.rows).toMatchObject([{ user_id: world.people.sven.id, has_left: false }]);
  });

  test("someone else's deleted session is absent, not deleted", async () => {
    const session = await record('otto');
    await world.as('otto', 'session.delete', { params: { id: session.id }, version: session.version });
    const answer = await world.as('paula', 'session.update', {
      params: { id: session.id },
      version: 1,
      body: {},
    });
    expect(answer).toMatchObject({ status: 404, body: { code: 'record.absent' } });
  });

  test('an unknown role has no access', async () => {
    const session = await record('paula');
    const list = await world.as('stray', 'session.list');
    const update = await world.as('stray', 'session.update', {
      params: { id: session.id },
      version: 1,
      body: {},
    });
    const create = await world.as('stray', 'session.create', {
      body: sessionBody({ service: SPEECH, student: world.anna }),
    });
    expect([list.status, update.status, create.status]).toEqual([403, 403, 403]);
  });

  test.each([
    ['paula', 'anna', 'sees'],
    ['paula', 'ben', 'not'],
    ['paula', 'dora', 'not'],
    ['otto', 'anna', 'not'],
    ['lead', 'anna', 'sees'],
    ['lead', 'ben', 'not'],
    ['sven', 'ben', 'sees'],
    ['sven', 'anna', 'not'],
    ['admin', 'dora', 'empty'],
    ['admin', 'anna', 'sees'],
  ] as const)("%s asks for %s's sessions: %s", async (person, student, outcome) => {
    await record('paula');
    await record('otto');
    const answer = await world.as(person, 'session.list-of-student', { params: { id: world[student] } });
    if (outcome === 'not') {
      const random = await world.as(person, 'session.list-of-student', { params: { id: randomUUID() } });
      expect(told(answer)).toEqual(told(random));
      expect(answer.status).toBe(404);
    } else {
      expect(answer.status).toBe(200);
      expect(answer.body.length > 0).toBe(outcome === 'sees');
      expect(answer.body.every(({ student_ids }) => student_ids.includes(world[student]))).toBe(true);
    }
  });

  test('the list follows the row rule for everyone', async () => {
    const { body: all } = await world.as('admin', 'session.list', { query: { limit: '200' } });
    expect(all.next).toBeNull();
    for (const person of [...reach.map(([name]) => name), 'sven'] as const) {
      const loaded = await loadActorOfUser(world.db, world.people[person].id);
      if (loaded === null) throw new Error('The person is not there.');
      const expected = all.sessions.filter((session) => maySeeSession(loaded.actor, session));
      const { body } = await world.as(person, 'session.list', { query: { limit: '200' } });
      expect(body.sessions).toEqual(expected);
    }
  });

  describe('the list', () => {
    test('is paginated, newest day first, each session once', async () => {
      for (let index = 0; index < 5; index += 1)
        await record('paula', { session_date: `2026-03-0${index + 1}` });
      const whole = await world.as('paula', 'session.list', { query: { limit: '200' } });
      const paged: string[] = [];
      let after: string | null = null;
      do {
        const query: Record<string, string> = { limit: '2', ...(after === null ? {} : { after }) };
        const page = await world.as('paula', 'session.list', { query });
        expect(page.body.sessions.length).toBeLessThanOrEqual(2);
        paged.push(...page.body.sessions.map(({ id }) => id));
        after = page.body.next;
      } while (after !== null);
      expect(paged).toEqual(whole.body.sessions.map(({ id }) => id));
      const days = whole.body.sessions.map(({ session_date }) => session_date);
      expect(days).toEqual([...days].sort().reverse());
    });

    test('is limited to the requested days and provider', async () => {
      await record('paula', { session_date: '2026-03-04' });
      await record('otto', { session_date: '2026-03-04' });
      const query = { start_date: '2026-03-04', end_date: '2026-03-04', provider: world.people.otto.id };
      const { body } = await world.as('admin', 'session.list', { query });
      expect(body.sessions.length).toBeGreaterThan(0);
      for (const session of body.sessions) {
        expect(session).toMatchObject({ session_date: '2026-03-04', provider: world.people.otto.id });
      }
      expect((await world.as('paula', 'session.list', { query })).body.sessions).toEqual([]);
    });

    test.each([
      'x',
      '2026-03-04',
      '2026-03-04_x',
      `2026-99-99_${randomUUID()}`,
      `_${randomUUID()}`,
      '2026-02-30_',
    ])('rejects the cursor %j', async (after) => {
      const answer = await world.as('paula', 'session.list', { query: { after } });
      expect(answer).toMatchObject({ status: 422, body: { fields: { after: expect.any(String) } } });
    });
  });
});
