import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import { migrationsFolder } from '#server/db/migrate.ts';
import { ruleKinds, settled } from '#tests/support/database.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName, SPEECH, told } from './office-world.ts';

describe.each(ruleKinds)("a student's file on %s", (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  type Name = 'anna' | 'ben' | 'dora';
  const bodies = {
    parent: (student: Name, changes = {}) => ({
      id: randomUUID(),
      student: world[student],
      first_name: 'Alma',
      last_name: 'Abara',
      relationship: 'mother',
      email: 'alma@test.example',
      phone: '(555) 010-0199',
      language: 'es',
      is_primary: true,
      ...changes,
    }),
    'student-note': (student: Name, changes = {}) => ({
      id: randomUUID(),
      student: world[student],
      note_date: '2026-03-10',
      note: 'Tires after twenty minutes.',
      ...changes,
    }),
    goal: (student: Name, changes = {}) => ({
      id: randomUUID(),
      student: world[student],
      service: SPEECH,
      goal_option: null,
      goal_text: 'Says /r/ in words.',
      baseline: '20 %',
      target: '80 %',
      criterion: 'in 3 sessions',
      start_date: '2026-03-01',
      target_date: '2026-12-01',
      archived: false,
      ...changes,
    }),
  };
  type Noun = keyof typeof bodies;
  const nouns = Object.keys(bodies) as Noun[];
  const touch = {
    parent: { phone: '555 0100' },
    'student-note': { note: 'Better.' },
    goal: { target: '90 %' },
  };

  function create(person: PersonName, noun: Noun, student: Name, changes: Record<string, unknown> = {}) {
    const body = bodies[noun](student, changes);
    const params = noun === 'goal' ? {} : { params: { id: body.student } };
    return world.as(person, `${noun}.create` as 'parent.create', { ...params, body });
  }
  const change = (
    person: PersonName,
    noun: Noun,
    row: { id: string; version: number },
    body: unknown = touch[noun],
  ) =>
    world.as(person, `${noun}.update` as 'parent.update', {
      params: { id: row.id },
      version: row.version,
      body,
    });

  /** Whose files a person can access: students they may see, archived ones for the office only. */
  const reach: [PersonName, Name[]][] = [
    ['superadmin', ['anna', 'ben', 'dora']],
    ['admin', ['anna', 'ben', 'dora']],
    ['paula', ['anna']],
    ['otto', ['ben']],
    ['lead', ['anna']],
    ['sven', ['ben']],
    ['stray', []],
  ];

  test.each(reach)('%s reads and writes in the files of accessible students', async (person, own) => {
    for (const student of ['anna', 'ben', 'dora'] as const) {
      const isOwn = own.includes(student);
      const foreign = person === 'stray' ? 403 : 404;
      for (const noun of nouns) {
        const { body: row } = await create('admin', noun, student);
        const listed = await world.as(person, `${noun}.list` as 'parent.list', {
          params: { id: world[student] },
        });
        const made = await create(person, noun, student);
        // Only its author may change a note, even if others can read it.
        const changed = await change(person, noun, isOwn ? made.body : row);
        expect([noun, student, listed.status, made.status, changed.status]).toEqual(
          isOwn ? [noun, student, 200, 201, 200] : [noun, student, foreign, foreign, foreign],
        );
        if (isOwn) expect(listed.body.map(({ id }) => id)).toContain(row.id);
      }
    }
  });

  test('an inaccessible row reveals nothing', async () => {
    for (const noun of nouns) {
      const { body: foreign } = await create('admin', noun, 'ben');
      expect(told(await change('paula', noun, foreign))).toEqual(
        told(await change('paula', noun, { id: randomUUID(), version: 1 })),
      );
    }
  });

  test("a row has its student's scopes, announces its change, and is audited", async () => {
    for (const noun of nouns) {
      const { body: row } = await create('paula', noun, 'anna');
      expect(await world.placesOf(row.id)).toEqual([`student:${world.anna}`]);
      const changed = await change('paula', noun, row);
      expect(changed.body).toEqual({ ...row, ...touch[noun], version: 2 });
      const stale = await change('paula', noun, row);
      expect(stale).toMatchObject({
        status: 412,
        body: { code: 'record.stale', current: { ...changed.body } },
      });
      const entity = noun.replace('-', '_');
      expect((await world.auditOf(row.id)).map(({ action, details }) => [action, details.fields])).toEqual([
        [`${entity}.create`, undefined],
        [`${entity}.update`, Object.keys(touch[noun])],
      ]);
      const archived = await create('admin', noun, 'dora');
      expect(await world.placesOf(archived.body.id)).toEqual([`student:${world.dora}`]);
    }
  });

  test.each(['parent', 'student-note'] as const)(
    'the address and the body of a new %s name one student',
    async (noun) => {
      const answer = await world.as('admin', `${noun}.create`, {
        params: { id: world.ben },
        body: bodies[noun]('anna'),
      });
      expect(answer).toMatchObject({ status: 422, body: { fields: { student: expect.any(String) } } });
    },
  );

  test('parents are deleted by the office only, and leave a tombstone', async () => {
    const { body: parent } = await create('paula', 'parent', 'anna');
    const target = { params: { id: parent.id }, version: parent.version };
    for (const person of ['paula', 'lead', 'sven'] as const) {
      expect((await world.as(person, 'parent.delete', target)).status).toBe(403);
    }
    expect((await world.as('admin', 'parent.delete', target)).status).toBe(204);
    expect((await change('paula', 'parent', parent)).body).toMatchObject({ code: 'record.deleted' });
    expect(await world.placesOf(parent.id)).toEqual([`-student:${world.anna}`]);
  });

  const primariesOf = async (student: Name) => {
    const { body } = await world.as('admin', 'parent.list', { params: { id: world[student] } });
    return body.filter(({ is_primary }) => is_primary).map(({ id }) => id);
  };

  test('of several primary contacts the one that arrives last is kept; the former one keeps everything else', async () => {
    const { body: first } = await create('admin', 'parent', 'anna', { phone: '555 0100' });
    const { body: second } = await create('paula', 'parent', 'anna');
    expect(await primariesOf('anna')).toEqual([second.id]);
    const [, former] = await world.auditOf(first.id);
    expect(former).toMatchObject({
      ...{ action: 'parent.update', user_id: world.people.paula.id },
      details: { fields: ['is_primary'], student: world.anna },
    });
    // Its next change knows that it moved on.
    expect(await change('admin', 'parent', first)).toMatchObject({
      status: 412,
      body: { current: { ...first, is_primary: false, version: 2 } },
    });

    const back = { ...first, version: 2 };
    expect((await change('lead', 'parent', back, { phone: '555 0111' })).status).toBe(200);
    expect(await primariesOf('anna')).toEqual([second.id]);
    const chosen = await change('lead', 'parent', { ...back, version: 3 }, { is_primary: true });
    expect(chosen).toMatchObject({ status: 200, body: { phone: '555 0111', version: 4 } });
    expect(await primariesOf('anna')).toEqual([first.id]);
    const none = await change('lead', 'parent', { ...back, version: 4 }, { is_primary: false });
    expect(none.status).toBe(200);
    expect(await primariesOf('anna')).toEqual([]);
  });

  test('of several from before there was one, the update of the database keeps the one chosen last', async () => {
    const { body: older } = await create('admin', 'parent', 'anna', { is_primary: false });
    const { body: middle } = await create('admin', 'parent', 'anna');
    const { body: newest } = await create('admin', 'parent', 'anna', { is_primary: false });
    await change('lead', 'parent', older, { is_primary: true });
    // As versions before left them.
    await world.db.execute(
      sql`update parents set is_primary = true where id in (${middle.id}, ${newest.id})`,
    );
    const folder = migrationsFolder();
    const name = readdirSync(folder).find((one) => one.endsWith('_primary_contacts.sql')) ?? '';
    const migrate = () => world.db.execute(sql.raw(readFileSync(join(folder, name), 'utf8')));
    const { body: before } = await world.as('paula', 'sync.pull', { query: {} });
    await migrate();
    expect(await primariesOf('anna')).toEqual([older.id]);
    for (const { id } of [middle, newest]) {
      expect((await world.auditOf(id)).at(-1)).toMatchObject({
        ...{ action: 'parent.update', user_id: world.people.lead.id },
        details: { fields: ['is_primary'], student: world.anna },
      });
    }
    await settled(world.db);
    const { cursor } = before;
    const { body: news } = await world.as('paula', 'sync.pull', { query: { cursor } });
    expect(news.changes).toHaveLength(2);
    for (const { id } of [middle, newest]) {
      expect(news.changes.find((change) => change.id === id)?.row).toMatchObject({ is_primary: false });
    }
    await migrate();
    const { body: again } = await world.as('paula', 'sync.pull', { query: { cursor: news.cursor } });
    expect(again.changes).toEqual([]);
  });

  test('primary contacts chosen at the same moment leave one', async () => {
    const rows = await Promise.all(
      [1, 2, 3, 4].map(() => create('admin', 'parent', 'ben', { is_primary: false })),
    );
    const answers = await Promise.all([
      ...rows.map(({ body }) => change('admin', 'parent', body, { is_primary: true })),
      ...[1, 2, 3].map(() => create('otto', 'parent', 'ben')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 201, 201]);
    expect(await primariesOf('ben')).toHaveLength(1);
  });

  test('a note is changed and deleted by its author or the office', async () => {
    const { body: note } = await create('paula', 'student-note', 'anna');
    expect(note).toMatchObject({ provider: world.people.paula.id });
    for (const name of ['student-note.update', 'student-note.delete'] satisfies EndpointName[]) {
      const answer = await world.as('lead', name, {
        params: { id: note.id },
        version: 1,
        ...(name === 'student-note.update' ? { body: touch['student-note'] } : {}),
      });
      expect(answer).toMatchObject({ status: 403, body: { code: 'access.denied' } });
    }
    expect((await change('admin', 'student-note', note)).status).toBe(200);
    const target = { params: { id: note.id }, version: 2 };
    expect((await world.as('paula', 'student-note.delete', target)).status).toBe(204);
  });

  test('a goal is archived and restored by its own call', async () => {
    const { body: goal } = await create('paula', 'goal', 'anna');
    const archived = await world.as('lead', 'goal.archive', {
      params: { id: goal.id },
      version: 1,
      body: { archived: true },
    });
    expect(archived.body).toEqual({ ...goal, archived: true, version: 2 });
  });

  test('reading a file is audited', async () => {
    const before = (await world.auditOf(world.anna)).length;
    await world.as('paula', 'parent.list', { params: { id: world.anna } });
    expect((await world.auditOf(world.anna)).slice(before)).toMatchObject([
      { action: 'parent.list', user_id: world.people.paula.id },
    ]);
  });

  test.each([
    ['parent', { email: 'alma at home' }, 'email'],
    ['parent', { phone: 'ask the aunt' }, 'phone'],
    ['student-note', { note_date: '2026-03-11' }, 'note_date'],
    ['goal', { target_date: '2026-02-28' }, 'target_date'],
    ['goal', { service: randomUUID() }, 'service'],
  ] as const)('a %s with %j is rejected at its field', async (noun, changes, field) => {
    const made = await create('paula', noun, 'anna', changes);
    expect(made).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
    const { body: row } = await create('paula', noun, 'anna');
    expect(await change('paula', noun, row, changes)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
  });

  test("a new row and its change arrive together: the change knows the row's version, not the student's", async () => {
    const device_id = randomUUID();
    const body = bodies.parent('anna');
    const write = {
      endpoint_version: 1,
      captured_at: world.clock.now.toISOString(),
    };
    const [first, second] = [randomUUID(), randomUUID()];
    const { body: pushed } = await world.as('paula', 'sync.push', {
      body: {
        device: {
          device_id,
          device_now: world.clock.now.toISOString(),
          app_version: '1',
          unsent_count: 2,
          unsent_since: null,
        },
        writes: [
          {
            ...write,
            write_id: first,
            endpoint: 'parent.create',
            params: { id: world.anna },
            body,
            base_version: null,
            depends_on: [],
          },
          {
            ...write,
            write_id: second,
            endpoint: 'parent.update',
            params: { id: body.id },
            body: { phone: '' },
            base_version: 0,
            depends_on: [first],
          },
        ],
      },
    });
    expect(pushed.answers.map(({ status, version }) => [status, version])).toEqual([
      [201, 1],
      [200, 2],
    ]);
  });
});
