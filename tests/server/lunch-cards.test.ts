import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import { devices } from '#server/db/schema/sync.ts';
import { timecards } from '#server/db/schema/timecards.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName } from './office-world.ts';

describe.each(ruleKinds)('lunch cards on %s', (kind) => {
  let world: OfficeWorld;
  let day = '2026-01-09';
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  /** A finished day, entered with the office's tools. */
  async function worked(end: string | null, person: PersonName = 'paula') {
    day = dayPlus(day, 1);
    const provider = world.people[person].id;
    const stamp = { captured_by: provider, captured_at: pacificInstant(day, '08:00') };
    await world.db.insert(timecards).values({
      ...{ id: randomUUID(), provider, work_date: day, started_at: pacificInstant(day, '08:00') },
      ended_at: end === null ? null : pacificInstant(day, end),
      ...{ breaks: [], corrections: [], ...stamp, received_at: stamp.captured_at, version: 1 },
    });
    return day;
  }

  async function lunch(date: string, changes: object = {}, person: PersonName = 'paula') {
    const body = { id: randomUUID(), lunch_start_time: pacificInstant(date, '12:00'), ...changes };
    const answer = await world.as(person, 'lunch.create', { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }

  async function cardsOf(date: string, person: PersonName = 'admin', query: Record<string, string> = {}) {
    const answer = await world.as(person, 'lunch.list-cards', {
      query: { start_date: date, end_date: date, ...query },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.cards;
  }

  function acknowledge(id: string, note: string, person: PersonName = 'admin') {
    return world.as(person, 'lunch.acknowledge', { params: { id }, body: { note } });
  }

  async function count(person: PersonName = 'admin') {
    const { body } = await world.as(person, 'lunch.count-acknowledgments');
    return body.needs_acknowledgment;
  }

  test('one card for each day with a timecard or an entry', async () => {
    const date = await worked('16:30');
    const entry = await lunch(date);
    expect(await cardsOf(date)).toMatchObject([
      {
        id: entry.id,
        provider: world.people.paula.id,
        work_date: date,
        worked_minutes: 480,
        compliance: 'compliant',
        findings: [{ result: 'compliant', lunch_id: entry.id }, { result: 'not-required' }],
        needs_acknowledgment: false,
        acknowledgment: null,
      },
    ]);
  });

  test('are filtered by finding', async () => {
    const date = await worked('14:00');
    for (const [compliance, found] of [
      ['noncompliant', 1],
      ['needs_ack', 1],
      ['compliant', 0],
      ['waived', 0],
      ['unknown', 0],
      ['not-required', 0],
      ['all', 1],
    ] as const) {
      expect(await cardsOf(date, 'admin', { compliance }), compliance).toHaveLength(found);
    }
  });

  test("a waiver waits for the office's part, which reaches the provider with its note", async () => {
    const date = await worked('13:30');
    const entry = await lunch(date, { waiver_type: 'first_meal_6h' });
    const before = await count();
    const [card] = await cardsOf(date);
    expect(card).toMatchObject({ compliance: 'waived', needs_acknowledgment: true, may_acknowledge: true });
    const answer = await acknowledge(entry.id, '');
    expect(answer).toMatchObject({
      status: 200,
      body: { needs_acknowledgment: false, acknowledgment: { by: world.people.admin.username } },
    });
    expect(await count()).toBe(before - 1);
    const { body } = await world.as('paula', 'lunch.read', { params: { id: entry.id } });
    expect(body).toMatchObject({ acknowledged_by: world.people.admin.id, version: 2 });
    expect(await world.auditOf(entry.id)).toEqual(
      expect.arrayContaining([expect.objectContaining({ action: 'lunch.acknowledge' })]),
    );
  });

  test('a violation needs a note, and a new acknowledgment if the day changes', async () => {
    const date = await worked('14:00');
    const [card] = await cardsOf(date);
    const id = card?.id ?? '';
    expect(await acknowledge(id, '  ')).toMatchObject({
      status: 422,
      body: { fields: { note: expect.any(String) } },
    });
    expect((await acknowledge(id, 'Fire drill')).body).toMatchObject({
      id,
      needs_acknowledgment: false,
      acknowledgment: { note: 'Fire drill' },
    });
    await lunch(date, { lunch_duration: 20 });
    expect(await cardsOf(date)).toMatchObject([
      {
        findings: [{ result: 'short' }, {}],
        needs_acknowledgment: true,
        acknowledgment: { note: 'Fire drill' },
      },
    ]);
  });

  test("no one acknowledges their own card, one that can still change, or one that doesn't exist", async () => {
    const open = await worked(null);
    const [card] = await cardsOf(open);
    expect(card).toMatchObject({ compliance: 'unknown', needs_acknowledgment: false });
    expect((await acknowledge(card?.id ?? '', 'Yes')).status).toBe(422);
    expect((await acknowledge(randomUUID(), 'Yes')).status).toBe(404);
    for (const person of ['paula', 'lead', 'sven'] as const) {
      expect((await acknowledge(card?.id ?? '', 'Yes', person)).status, person).toBe(403);
      expect((await world.as(person, 'lunch.count-acknowledgments')).status, person).toBe(403);
    }
  });

  test('unsynced changes of a person make their days unknown, and are reported', async () => {
    const date = await worked('16:30', 'otto');
    await lunch(date, {}, 'otto');
    const user_id = world.people.otto.id;
    const id = randomUUID();
    await world.db.insert(devices).values({
      ...{ id, user_id, app_version: '1', last_contact_at: '2026-03-10T18:00:00Z' },
      ...{ unsent_count: 3, unsent_since: '2026-03-10T17:00:00Z' },
      ...{ sealed_data_key: 'x', upload_token_hash: randomUUID() },
    });
    const { body } = await world.as('admin', 'lunch.list-cards', {
      query: { start_date: date, end_date: date },
    });
    expect(body).toMatchObject({
      cards: [{ compliance: 'unknown' }],
      unsent: [{ provider: user_id, changes: 3, since: '2026-03-10T17:00:00.000Z' }],
    });
    await world.db.delete(devices).where(and(eq(devices.id, id), eq(devices.user_id, user_id)));
    expect(await cardsOf(date)).toMatchObject([{ compliance: 'compliant' }]);
  });

  test('are visible by the row rules', async () => {
    const date = await worked('12:00');
    const ottos = await worked('12:00', 'otto');
    const seen = async (person: PersonName, on: string) => (await cardsOf(on, person)).length;
    expect([await seen('paula', date), await seen('lead', date), await seen('sven', date)]).toEqual([
      1, 1, 0,
    ]);
    expect([await seen('paula', ottos), await seen('lead', ottos), await seen('sven', ottos)]).toEqual([
      0, 0, 1,
    ]);
    expect(await cardsOf(date, 'admin', { provider_id: world.people.otto.id })).toEqual([]);
  });

  test.each([
    [{ start_date: '2026-01-02', end_date: '2026-01-01' }],
    [{ start_date: '2026-01-01', end_date: '2026-04-03' }],
    [{ start_date: '2026-01-01', end_date: '2026-01-02', compliance: 'fine' }],
  ])('are not listed for %o', async (query) => {
    expect((await world.as('admin', 'lunch.list-cards', { query })).status).toBe(422);
  });
});
