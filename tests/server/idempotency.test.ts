import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SessionBody } from '#contract/session.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { idempotency_keys } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld, type Person, sessionBody } from './api-world.ts';

describe.each(databaseKinds)('a write with an idempotency key on %s', (kind) => {
  let world: ApiWorld;
  let person: Person;
  let token: string;
  let caseload: { service: string; student: string };
  beforeAll(async () => {
    world = await openApiWorld(kind);
    person = await world.addPerson();
    caseload = await world.addCaseload(person);
    token = (await world.signIn(person)).token;
  });
  afterAll(() => world.close());

  const create = (body: unknown, key?: string, asToken = token) =>
    world.call('session.create', {
      token: asToken,
      body,
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    });
  const stored = async (id: string) => world.db.select().from(sessions).where(eq(sessions.id, id));
  const keyRow = async (key: string) =>
    (await world.db.select().from(idempotency_keys).where(eq(idempotency_keys.key, key)))[0];

  test('takes effect once and always gets the first answer', async () => {
    const body = sessionBody(caseload);
    const key = randomUUID();
    const first = await create(body, key);
    const again = await create(Object.fromEntries(Object.entries(body).reverse()), key.toUpperCase());
    expect(first.status).toBe(201);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(await stored(body.id)).toHaveLength(1);
  });

  test('works without a key too', async () => {
    const body = sessionBody(caseload);
    expect((await create(body)).status).toBe(201);
    expect((await create(body)).body.code).toBe('record.exists');
  });

  test('is rejected if its key was used for another body, route, or person', async () => {
    const key = randomUUID();
    const body = sessionBody(caseload);
    await create(body, key);
    const otherBody = await create({ ...body, notes: 'other' }, key);
    const otherRoute = await world.call('lunch.create', {
      token,
      headers: { 'idempotency-key': key },
      body: { id: randomUUID(), lunch_start_time: '2026-03-10T20:00:00Z' },
    });
    const stranger = await world.addPerson();
    const otherPerson = await create(body, key, (await world.signIn(stranger)).token);
    for (const { status, body: problem } of [otherBody, otherRoute, otherPerson]) {
      expect([status, problem.code]).toEqual([422, 'write.reused']);
    }
  });

  test('takes effect once, however many copies arrive concurrently', async () => {
    const body = sessionBody(caseload);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(body, key)));
    for (const { status, body: answer } of answers) {
      expect(status).toBe(201);
      expect(answer).toEqual(answers[0]?.body);
    }
    expect(await stored(body.id)).toHaveLength(1);
  });

  test('that the rules refuse is refused for good, without a trace of its effect', async () => {
    const body = sessionBody(caseload, { session_date: '2026-03-13' });
    const key = randomUUID();
    const refused = await create(body, key);
    expect(refused).toMatchObject({ status: 422, body: { fields: { session_date: expect.any(String) } } });
    const { now } = world.clock;
    world.clock.now = new Date('2026-03-13T18:00:00.000Z');
    const { token: later } = await world.signIn(person);
    expect((await create(body, key, later)).status).toBe(422);
    expect(await stored(body.id)).toHaveLength(0);
    expect((await create(body, randomUUID(), later)).status).toBe(201);
    world.clock.now = now;
  });

  test('that was never valid may be corrected under its key', async () => {
    const body = sessionBody(caseload);
    const key = randomUUID();
    expect((await create({ ...body, start_time: 'late' }, key)).status).toBe(422);
    expect((await create(body, key)).status).toBe(201);
  });

  describe('with a base version', () => {
    const update = (
      id: string,
      ifMatch: string | undefined,
      body: Partial<SessionBody>,
      key = randomUUID(),
    ) =>
      world.call('session.update', {
        token,
        params: { id },
        body,
        headers: { 'idempotency-key': key, ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) },
      });

    test.each(['1', '"1"'])('accepts the version %s', async (ifMatch) => {
      const body = sessionBody(caseload);
      await create(body);
      const { status, body: row } = await update(body.id, ifMatch, { notes: 'new' });
      expect([status, row.version, row.notes]).toEqual([200, 2, 'new']);
    });

    test.each([undefined, 'x', 'W/"1"', '-1', '1.5', '99999999999999999999', '"1'])(
      'must name it: %s does not',
      async (ifMatch) => {
        const body = sessionBody(caseload);
        await create(body);
        const { status, body: problem } = await update(body.id, ifMatch, { notes: 'new' });
        expect([status, problem.code, Object.keys(problem.fields ?? {})]).toEqual([
          422,
          'request.invalid',
          ['if-match'],
        ]);
      },
    );

    test('gets the current row if the version is old, and may be sent again under its key', async () => {
      const body = sessionBody(caseload);
      await create(body);
      await update(body.id, '1', { notes: 'theirs' });
      const key = randomUUID();
      const stale = await update(body.id, '1', { notes: 'mine' }, key);
      expect([stale.status, stale.body.code]).toEqual([412, 'record.stale']);
      expect(stale.body.current).toMatchObject({ id: body.id, notes: 'theirs', version: 2 });
      expect(await keyRow(key)).toBeUndefined();
      expect((await update(body.id, '2', { notes: 'mine' }, key)).status).toBe(200);
    });
  });

  test('that took effect is still answered after its author lost the permission', async () => {
    const author = await world.addPerson();
    const own = await world.addCaseload(author);
    const { token: authorToken } = await world.signIn(author);
    const body = sessionBody(own);
    const key = randomUUID();
    const first = await create(body, key, authorToken);
    await world.db.update(users).set({ role: '9' }).where(eq(users.id, author.id));
    expect(await create(body, key, authorToken)).toMatchObject({ status: 201, body: first.body });
    expect((await create(sessionBody(own), randomUUID(), authorToken)).status).toBe(403);
  });

  test.each(['x', '123', '', '00000000-0000-0000-0000-00000000000g'])('refuses the key "%s"', async (key) => {
    const { status, body } = await create(sessionBody(caseload), key);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['idempotency-key']]);
  });

  test.each([
    ['x-captured-at', 'yesterday'],
    ['x-captured-at', '2026-03-10T10:00:00'],
    ['x-device-id', 'phone'],
    ['x-device-now', '9999-99-99T00:00:00Z'],
  ])('rejects the header %s: %s', async (name, value) => {
    const { status, body } = await world.call('session.create', {
      token,
      body: sessionBody(caseload),
      headers: { [name]: value },
    });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [name]]);
  });

  test('leaves neither effect nor key if the server fails in between', async () => {
    const body = sessionBody(caseload);
    const key = randomUUID();
    await world.db.execute(
      sql`alter table idempotency_keys add constraint broken check (status = 0) not valid`,
    );
    const failed = await create(body, key);
    await world.db.execute(sql`alter table idempotency_keys drop constraint broken`);
    expect([failed.status, failed.body.code, failed.body.message]).toEqual([
      500,
      'server.failed',
      'Something went wrong!',
    ]);
    expect(await stored(body.id)).toHaveLength(0);
    expect(await keyRow(key)).toBeUndefined();
    expect((await create(body, key)).status).toBe(201);
  });
});
