import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SessionBody } from '#contract/session.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName, sessionApart } from './office-world.ts';
import { decide, freed, PERIOD, submitted } from './timesheet-world.ts';

describe.each(databaseKinds)("a timesheet's manifest on %s", (kind) => {
  let world: OfficeWorld;
  const tokens = new Map<PersonName, string>();
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    for (const name of ['paula', 'otto', 'admin'] as const) {
      tokens.set(name, (await world.signIn(world.people[name])).token);
    }
  });
  afterAll(() => world.close());

  /** A call under a key created on the device. */
  function send(person: PersonName, write: Waiting, version?: number) {
    return world.call(write.name, {
      ...(write.name === 'session.create' ? {} : { params: { id: write.id } }),
      ...(write.name === 'session.delete' ? {} : { body: write.body }),
      token: tokens.get(person) ?? '',
      headers: {
        'idempotency-key': write.write_id,
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      },
    });
  }

  interface Waiting {
    name: 'session.create' | 'session.update' | 'session.delete';
    id: string;
    write_id: string;
    body: unknown;
  }

  function newSession(changes: Partial<SessionBody> = {}): Waiting {
    const body = sessionApart(world, { session_date: '2026-03-09', ...changes });
    return { name: 'session.create', id: body.id, write_id: randomUUID(), body };
  }
  const change = (id: string, body: unknown): Waiting => ({
    name: 'session.update',
    id,
    write_id: randomUUID(),
    body,
  });
  const item = (id: string, version: number, ...writes: Waiting[]) => ({
    entity: 'session',
    id,
    version,
    write_ids: writes.map(({ write_id }) => write_id),
  });

  async function sheetNow(id: string) {
    const { body } = await world.as('admin', 'timesheet.status', {
      query: { provider_id: world.people.paula.id, ...PERIOD },
    });
    const sheet = body.revisions.find((one) => one.id === id);
    if (sheet === undefined) throw new Error('There is no such timesheet.');
    return sheet;
  }

  test.each([
    ['in order', [0, 1, 2]],
    ['the other way round', [2, 1, 0]],
    ['mixed', [1, 2, 0]],
  ])('waits until everything has arrived, %s', async (_, order) => {
    const writes = [newSession(), newSession(), newSession()];
    const sheet = await submitted(world, 'paula', {
      manifest: writes.map((write) => item(write.id, 0, write)),
    });
    expect(sheet.waiting_for).toBe(3);
    expect(await decide(world, 'admin', sheet, 'approved')).toMatchObject({
      status: 409,
      body: { code: 'timesheet.waiting' },
    });
    for (const [arrived, at] of order.entries()) {
      const answer = await send('paula', writes[at] as Waiting);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      expect(await sheetNow(sheet.id)).toMatchObject({ waiting_for: 2 - arrived, version: arrived + 2 });
    }
    const approved = await decide(world, 'admin', await sheetNow(sheet.id), 'approved');
    expect(approved.body.status).toBe('approved');
    await freed(world, 'paula', sheet);
  });

  test("doesn't wait for what has arrived before", async () => {
    const write = newSession();
    await send('paula', write);
    const sheet = await submitted(world, 'paula', {
      manifest: [item(write.id, 0, write), item(write.id, 1)],
    });
    expect(sheet.waiting_for).toBe(0);
    await freed(world, 'paula', sheet);
  });

  test('is settled by the last of concurrent writes', async () => {
    const writes = Array.from({ length: 6 }, () => newSession());
    const sheet = await submitted(world, 'paula', {
      manifest: writes.map((write) => item(write.id, 0, write)),
    });
    const answers = await Promise.all(writes.map((write) => send('paula', write)));
    expect(answers.map(({ status }) => status)).toEqual(writes.map(() => 201));
    expect((await sheetNow(sheet.id)).waiting_for).toBe(0);
    await freed(world, 'paula', sheet);
  });

  test('submitted while its writes arrive never waits forever', async () => {
    const writes = Array.from({ length: 5 }, () => newSession());
    const [sheet] = await Promise.all([
      submitted(world, 'paula', { manifest: writes.map((write) => item(write.id, 0, write)) }),
      ...writes.map((write) => send('paula', write)),
    ]);
    expect((await sheetNow(sheet.id)).waiting_for).toBe(0);
    await freed(world, 'paula', sheet);
  });

  test('counts a chain of writes of one row once its last link has arrived', async () => {
    const first = newSession();
    const second = change(first.id, { notes: 'And more.' });
    const sheet = await submitted(world, 'paula', { manifest: [item(first.id, 0, first, second)] });
    await send('paula', first);
    expect((await sheetNow(sheet.id)).waiting_for).toBe(1);
    expect((await send('paula', second, 1)).status).toBe(200);
    expect((await sheetNow(sheet.id)).waiting_for).toBe(0);
    await freed(world, 'paula', sheet);
  });

  test('waits for a deletion', async () => {
    const made = newSession();
    await send('paula', made);
    const gone: Waiting = { name: 'session.delete', id: made.id, write_id: randomUUID(), body: null };
    const sheet = await submitted(world, 'paula', { manifest: [item(made.id, 1, gone)] });
    expect(sheet.waiting_for).toBe(1);
    expect((await send('paula', gone, 1)).status).toBe(204);
    expect((await sheetNow(sheet.id)).waiting_for).toBe(0);
    await freed(world, 'paula', sheet);
  });

  test('accepts a merged write under another id', async () => {
    const made = newSession();
    await send('paula', made);
    const mine = change(made.id, { notes: 'Mine.' });
    const sheet = await submitted(world, 'paula', { manifest: [item(made.id, 1, mine)] });
    const theirs = await world.as('admin', 'session.update', {
      params: { id: made.id },
      body: { location: '101' },
      version: 1,
    });
    expect(theirs.status).toBe(200);
    expect((await sheetNow(sheet.id)).waiting_for).toBe(1);
    expect((await send('paula', mine, 1)).status).toBe(412);
    const merged = change(made.id, { notes: 'Mine.' });
    expect((await send('paula', merged, 2)).status).toBe(200);
    expect(await sheetNow(sheet.id)).toMatchObject({
      waiting_for: 0,
      manifest: [{ write_ids: [merged.write_id] }],
    });
    await freed(world, 'paula', sheet);
  });

  test("doesn't wait for what its provider discarded, which no one can decide for them", async () => {
    const [kept, given] = [newSession(), newSession()];
    const sheet = await submitted(world, 'paula', {
      manifest: [item(kept.id, 0, kept), item(given.id, 0, given)],
    });
    const amend = (person: PersonName, ...manifest: unknown[]) =>
      world.as(person, 'timesheet.amend', { params: { id: sheet.id }, body: { manifest }, version: 1 });
    expect(await amend('admin', item(kept.id, 0, kept))).toMatchObject({ status: 403 });
    expect(await amend('otto', item(kept.id, 0, kept))).toMatchObject({ status: 404 });
    expect(await amend('paula', item(randomUUID(), 0))).toMatchObject({
      status: 422,
      body: {
        fields: { manifest: "You can't add items to a submitted timesheet. Withdraw it and submit again." },
      },
    });
    expect((await amend('paula', item(kept.id, 0, kept))).body).toMatchObject({
      status: 'submitted',
      waiting_for: 1,
      version: 2,
      steps: [{ status: 'submitted' }, { status: 'amended', by: world.people.paula.id }],
    });
    expect((await amend('paula', item(kept.id, 0, kept))).body).toMatchObject({ version: 2 });
    expect(await send('paula', given)).toMatchObject({ status: 422, body: { code: 'timesheet.closed' } });
    await send('paula', kept);
    expect(await sheetNow(sheet.id)).toMatchObject({ waiting_for: 0 });
    await freed(world, 'paula', sheet);
    expect((await amend('paula')).body).toMatchObject({ status: 'withdrawn', waiting_for: 0 });
  });

  test("is never settled by someone else's rows and writes", async () => {
    const foreign = sessionApart(world, { session_date: '2026-03-09', provider: world.people.otto.id });
    await world.as('admin', 'session.create', { body: foreign });
    const sheet = await submitted(world, 'paula', {
      manifest: [
        { entity: 'session', id: foreign.id, version: 0, write_ids: [] },
        { entity: 'session', id: randomUUID(), version: 0, write_ids: [] },
      ],
    });
    expect(sheet.waiting_for).toBe(2);
    await freed(world, 'paula', sheet);
  });

  test('makes its days read-only for their provider, not for the office, until it ends', async () => {
    const known = newSession();
    await send('paula', known);
    const lunch = { id: randomUUID(), lunch_start_time: '2026-03-09T19:00:00Z' };
    expect((await world.as('paula', 'lunch.create', { body: lunch })).status).toBe(201);
    const sheet = await submitted(world, 'paula', { manifest: [item(known.id, 1)] });
    const closed = { status: 422, body: { code: 'timesheet.closed' } };
    expect(await send('paula', newSession())).toMatchObject(closed);
    expect(await send('paula', change(known.id, { notes: 'Late thought.' }), 1)).toMatchObject(closed);
    expect(await world.as('paula', 'session.delete', { params: { id: known.id }, version: 1 })).toMatchObject(
      closed,
    );
    expect(
      await world.as('paula', 'lunch.update', {
        params: { id: lunch.id },
        body: { lunch_duration: 40 },
        version: 1,
      }),
    ).toMatchObject(closed);
    expect(
      await world.as('paula', 'lunch.create', {
        body: { id: randomUUID(), lunch_start_time: '2026-03-10T19:00:00Z' },
      }),
    ).toMatchObject(closed);

    // Other periods and other people are unaffected, and so is the office.
    expect((await send('paula', newSession({ session_date: '2026-02-20' }))).status).toBe(201);
    const byOffice = await world.as('admin', 'session.update', {
      params: { id: known.id },
      body: { location: '101' },
      version: 1,
    });
    expect(byOffice.status).toBe(200);

    expect((await decide(world, 'admin', await sheetNow(sheet.id), 'approved')).status).toBe(200);
    expect(await send('paula', change(known.id, { notes: 'Later still.' }), 2)).toMatchObject(closed);
    expect(
      (await decide(world, 'admin', await sheetNow(sheet.id), 'reopened', 'A day is missing.')).status,
    ).toBe(200);
    expect((await send('paula', change(known.id, { notes: 'Put right.' }), 2)).status).toBe(200);
  });

  test('closes its period to a session that moves into it', async () => {
    const outside = newSession({ session_date: '2026-02-21' });
    await send('paula', outside);
    const sheet = await submitted(world, 'paula');
    expect(await send('paula', change(outside.id, { session_date: '2026-03-09' }), 1)).toMatchObject({
      status: 422,
      body: { code: 'timesheet.closed' },
    });
    await freed(world, 'paula', sheet);
  });
});
