import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import { Timecard } from '#contract/timecard.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName } from './office-world.ts';

type PunchName = Extract<
  EndpointName,
  `timecard.${'start-lunch' | 'end-lunch' | 'end-day' | 'pause' | 'unpause'}`
>;

describe.each(ruleKinds)('timecards on %s', (kind) => {
  let world: OfficeWorld;
  let day = 0;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  /** 08:00 Pacific of a day on which no one has a card yet. */
  function freshStart(): string {
    day += 1;
    return `2026-01-${String(day).padStart(2, '0')}T16:00:00.000Z`;
  }

  const later = (start: string, minutes: number) =>
    new Date(Date.parse(start) + minutes * 60_000).toISOString();

  async function started(started_at = freshStart(), person: PersonName = 'paula') {
    const answer = await world.as(person, 'timecard.create', { body: { id: randomUUID(), started_at } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }

  function punch(name: PunchName, card: { id: string }, body: object, person: PersonName = 'paula') {
    return world.as(person, name, { params: { id: card.id }, version: 1, body });
  }

  test('a day begins to the second, for its provider and the office', async () => {
    const card = await started('2026-01-31T16:00:05.900Z');
    expect(card).toMatchObject({
      provider: world.people.paula.id,
      work_date: '2026-01-31',
      started_at: '2026-01-31T16:00:05.000Z',
      ended_at: null,
      breaks: [],
      corrections: [],
      version: 1,
    });
    expect(Timecard.parse(card)).toEqual(card);
    expect(await world.placesOf(card.id)).toEqual([`user:${world.people.paula.id}`]);
    const read = await world.as('paula', 'timecard.read', { params: { id: card.id } });
    expect(read.body).toEqual(card);
  });

  test.each([
    ['of somebody who is not hourly', 'lead', {}],
    ['on behalf of others', 'admin', { provider: 'paula' }],
  ] as const)("a day can't begin %s", async (_, person, body) => {
    const provider = 'provider' in body ? { provider: world.people[body.provider].id } : {};
    const answer = await world.as(person, 'timecard.create', {
      body: { id: randomUUID(), started_at: freshStart(), ...provider },
    });
    expect(answer).toMatchObject({ status: 422, body: { fields: { provider: expect.any(String) } } });
  });

  test("one card is open at a time; a forgotten one of an earlier day doesn't block the next", async () => {
    const first = await started();
    const again = await world.as('paula', 'timecard.create', {
      body: { id: randomUUID(), started_at: later(first.started_at, 5) },
    });
    expect(again).toMatchObject({
      status: 422,
      body: { fields: { started_at: "You're already clocked in." } },
    });
    const next = await started();
    expect(next.ended_at).toBeNull();
    const late = await punch('timecard.end-day', first, { at: later(next.started_at, 60) });
    expect(late).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("didn't clock out") },
    });
  });

  test("a punch in the future is rejected, by the server's clock", async () => {
    const ahead = (minutes: number) => later(world.clock.now.toISOString(), minutes);
    const start = (minutes: number) =>
      world.as('otto', 'timecard.create', { body: { id: randomUUID(), started_at: ahead(minutes) } });
    const future = expect.stringContaining('in the future');
    expect(await start(6)).toMatchObject({ status: 422, body: { fields: { started_at: future } } });
    const card = (await start(-60)).body;
    expect(await punch('timecard.end-day', card, { at: ahead(6) }, 'otto')).toMatchObject({
      status: 422,
      body: { fields: { at: future } },
    });
    const body = { ended_at: ahead(60), reason: 'Forgot.' };
    const corrected = await world.as('otto', 'timecard.update', {
      params: { id: card.id },
      version: 1,
      body,
    });
    expect(corrected).toMatchObject({ status: 422, body: { fields: { ended_at: future } } });
    expect((await punch('timecard.end-day', card, { at: ahead(4) }, 'otto')).status).toBe(200);
  });

  test('two concurrent starts make one card', async () => {
    const started_at = freshStart();
    const answers = await Promise.all(
      [1, 2].map(() => world.as('otto', 'timecard.create', { body: { id: randomUUID(), started_at } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  test('a whole day of punches: lunch writes the same entry as the form', async () => {
    const card = await started();
    const at = (minutes: number) => later(card.started_at, minutes);
    const lunch_id = randomUUID();
    for (const [name, body] of [
      ['timecard.pause', { at: at(60) }],
      ['timecard.unpause', { at: at(75) }],
      ['timecard.start-lunch', { at: at(240), lunch_id }],
      ['timecard.end-lunch', { at: at(271.5) }],
      ['timecard.end-day', { at: at(510) }],
    ] as const) {
      expect((await punch(name, card, body)).status, name).toBe(200);
    }
    const { body: whole } = await world.as('admin', 'timecard.read', { params: { id: card.id } });
    expect(whole).toMatchObject({
      ended_at: at(510),
      version: 6,
      breaks: [
        { kind: 'pause', started_at: at(60), ended_at: at(75), lunch_id: null },
        { kind: 'lunch', started_at: at(240), ended_at: at(271.5), lunch_id },
      ],
    });
    const { body: lunch } = await world.as('paula', 'lunch.read', { params: { id: lunch_id } });
    expect(lunch).toMatchObject({
      lunch_start_time: at(240),
      lunch_end_time: at(271.5),
      lunch_duration: 31,
      source: 'punch',
      version: 2,
    });
    expect((await world.auditOf(card.id)).map(({ details }) => details.fields)).toEqual(
      expect.arrayContaining([['start-lunch'], ['end-day']]),
    );
  });

  test('an entry that the device has already sent is used as it is', async () => {
    const card = await started();
    const at = (minutes: number) => later(card.started_at, minutes);
    const id = randomUUID();
    await world.as('paula', 'lunch.create', {
      body: { id, lunch_start_time: at(240), source: 'punch', lunch_end_time: null, notes: 'Sandwich' },
    });
    await punch('timecard.start-lunch', card, { at: at(240), lunch_id: id });
    await world.as('paula', 'lunch.update', {
      params: { id },
      version: 1,
      body: { lunch_end_time: at(270), lunch_duration: 30 },
    });
    await punch('timecard.end-lunch', card, { at: at(270) });
    const { body } = await world.as('paula', 'lunch.read', { params: { id } });
    expect(body).toMatchObject({ notes: 'Sandwich', lunch_end_time: at(270), version: 2 });
  });

  describe('a lunch that is punched and entered', () => {
    const manual = (lunch_start_time: string, changes: object = {}) =>
      world.as('paula', 'lunch.create', { body: { id: randomUUID(), lunch_start_time, ...changes } });

    test('is rejected from the form once it is punched, with the reason at its start', async () => {
      const card = await started();
      const at = (minutes: number) => later(card.started_at, minutes);
      await punch('timecard.start-lunch', card, { at: at(240), lunch_id: randomUUID() });
      await punch('timecard.end-lunch', card, { at: at(270) });
      expect(await manual(at(255))).toMatchObject({
        status: 422,
        body: {
          code: 'request.invalid',
          fields: {
            lunch_start_time: 'You punched lunch (12:00–12:30 PM). Change that one instead.',
          },
        },
      });
      expect((await manual(at(255), { waiver_type: 'second_meal_12h' })).status).toBe(201);

      const { body: after } = await manual(at(270));
      const change = (body: object) =>
        world.as('paula', 'lunch.update', { params: { id: after.id }, version: after.version, body });
      expect((await change({ lunch_start_time: at(260) })).status).toBe(422);
      expect((await change({ notes: 'A walk' })).status).toBe(200);
    });

    test('is accepted as punched if the form came first, because punches are not refused', async () => {
      const card = await started();
      const at = (minutes: number) => later(card.started_at, minutes);
      const { body: entered } = await manual(at(240));
      expect((await punch('timecard.start-lunch', card, { at: at(250) })).status).toBe(200);
      expect((await punch('timecard.end-lunch', card, { at: at(280) })).status).toBe(200);
      const change = { lunch_duration: 25 };
      const { status } = await world.as('paula', 'lunch.update', {
        ...{ params: { id: entered.id }, version: entered.version, body: change },
      });
      expect(status).toBe(422);
    });

    test("is one entry if the punches use the form's, and lists it once", async () => {
      const card = await started();
      const at = (minutes: number) => later(card.started_at, minutes);
      const { body: entered } = await manual(at(240), { notes: 'Sandwich' });
      const { id } = entered;
      await world.as('paula', 'lunch.update', {
        ...{ params: { id }, version: entered.version, body: { lunch_start_time: at(243) } },
      });
      expect((await punch('timecard.start-lunch', card, { at: at(243), lunch_id: id })).status).toBe(200);
      expect((await punch('timecard.end-lunch', card, { at: at(275.5) })).status).toBe(200);
      const { body } = await world.as('paula', 'lunch.read', { params: { id } });
      expect(body).toMatchObject({
        ...{ lunch_start_time: at(243), lunch_end_time: at(275.5), lunch_duration: 32, notes: 'Sandwich' },
      });
      const again = await punch('timecard.start-lunch', card, { at: at(300), lunch_id: id });
      expect(again.body.breaks).toMatchObject([{ lunch_id: id, ended_at: at(275.5) }]);
    });
  });

  test('no one punches for others; the office corrects with a reason, and the lunch entry follows', async () => {
    const card = await started();
    const at = (minutes: number) => later(card.started_at, minutes);
    const lunch_id = randomUUID();
    await punch('timecard.start-lunch', card, { at: at(240), lunch_id });
    expect((await punch('timecard.end-lunch', card, { at: at(260) }, 'admin')).status).toBe(403);
    expect((await punch('timecard.end-lunch', card, { at: at(260) }, 'otto')).status).toBe(404);
    const correction = {
      ended_at: at(480),
      breaks: [{ kind: 'lunch', started_at: at(240), ended_at: at(270), lunch_id }],
    };
    const without = await world.as('admin', 'timecard.update', {
      params: { id: card.id },
      version: 2,
      body: { ...correction, reason: ' ' },
    });
    expect(without).toMatchObject({ status: 422, body: { fields: { reason: expect.any(String) } } });
    const answer = await world.as('admin', 'timecard.update', {
      params: { id: card.id },
      version: 2,
      body: { ...correction, reason: 'By phone' },
    });
    expect(answer, JSON.stringify(answer.body)).toMatchObject({
      status: 200,
      body: {
        ended_at: at(480),
        corrections: [
          {
            field: 'ended_at',
            before: null,
            after: at(480),
            reason: 'By phone',
            corrected_by: world.people.admin.id,
          },
          { field: 'breaks.0.ended_at', before: null, after: at(270) },
        ],
      },
    });
    const { body: lunch } = await world.as('paula', 'lunch.read', { params: { id: lunch_id } });
    expect(lunch).toMatchObject({ lunch_end_time: at(270), lunch_duration: 30 });
    expect(await world.auditOf(card.id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          details: expect.objectContaining({ on_behalf_of: world.people.paula.id }),
        }),
      ]),
    );
    const stale = await world.as('paula', 'timecard.update', {
      params: { id: card.id },
      version: 1,
      body: { ended_at: at(490), reason: 'Later' },
    });
    expect(stale).toMatchObject({ status: 412, body: { code: 'record.stale' } });
  });

  test('a locked pay period accepts no punch', async () => {
    const answer = await world.as('paula', 'timecard.create', {
      body: { id: randomUUID(), started_at: '2026-02-03T16:00:00.000Z' },
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'period.locked' } });
  });

  test('is visible to those who see the lunch cards', async () => {
    const ottos = await started(freshStart(), 'otto');
    const paulas = await started();
    const seen = async (person: PersonName, card: { id: string }) =>
      (await world.as(person, 'timecard.read', { params: { id: card.id } })).status;
    expect([await seen('lead', paulas), await seen('lead', ottos)]).toEqual([200, 404]);
    expect([await seen('sven', ottos), await seen('sven', paulas)]).toEqual([200, 404]);
    expect([await seen('paula', ottos), await seen('superadmin', ottos)]).toEqual([404, 200]);
  });
});
