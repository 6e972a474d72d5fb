import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Timesheet, type TimesheetDecision } from '#contract/timesheet.ts';
import { recordChange } from '#server/db/change-index.ts';
import { placeMisplaced } from '#server/db/directory-places.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName, sessionApart, told } from './office-world.ts';
import { decide, freed, NO_HOURS, PERIOD, submitted, timesheetBody } from './timesheet-world.ts';

describe.each(ruleKinds)('timesheets on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  test('a period without one is not submitted', async () => {
    const { body } = await world.as('paula', 'timesheet.status', {
      query: { provider_id: world.people.paula.id, ...PERIOD },
    });
    expect(body).toMatchObject({ status: 'not-submitted', id: null, waiting_for: 0, revisions: [] });
  });

  test('a submission keeps its statement and is delivered to the office and its provider', async () => {
    const sheet = await submitted(world, 'paula', { notes: 'All in.' });
    expect(Timesheet.parse(sheet)).toEqual(sheet);
    expect(sheet).toMatchObject({
      provider_id: world.people.paula.id,
      revision: 1,
      status: 'submitted',
      waiting_for: 0,
      attestation_text: expect.stringContaining('I declare'),
      steps: [{ status: 'submitted', by: world.people.paula.id, notes: 'All in.' }],
      version: 1,
    });
    expect(await world.placesOf(sheet.id)).toEqual([
      ...['org:2026-03', 'org:open'],
      `user:${world.people.paula.id}`,
    ]);
    expect((await world.auditOf(sheet.id)).map(({ action }) => action)).toEqual(['timesheet.create']);
    await freed(world, 'paula', sheet);
  });

  test('one that is decided is no longer open for the office', async () => {
    const sheet = await submitted(world, 'paula');
    await decide(world, 'admin', sheet, 'approved');
    const { paula } = world.people;
    expect(await world.placesOf(sheet.id)).toEqual(['-org:open', 'org:2026-03', `user:${paula.id}`]);
    await freed(world, 'paula', sheet);
  });

  test('the hourly sweep gives the month to one that an older server recorded without it', async () => {
    const sheet = await submitted(world, 'paula');
    const places = await world.placesOf(sheet.id);
    const own = `user:${world.people.paula.id}`;
    await world.db.transaction((tx) => recordChange(tx, 'timesheet', sheet.id, ['org', own]));
    await world.db.transaction((tx) => placeMisplaced(tx, '2026-03-02'));
    expect(await world.placesOf(sheet.id)).toEqual(['-org', ...places]);
    await freed(world, 'paula', sheet);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["someone else's", { provider_id: randomUUID() }, { code: 'request.invalid' }],
    ['a text that never was', { attestation_version: 99 }, { code: 'request.invalid' }],
    [
      'other days than a pay period’s',
      { period_start_date: '2026-03-02' },
      { fields: { period_start_date: 'Choose a pay period.' } },
    ],
    [
      'a period to come',
      { period_start_date: '2026-03-16', period_end_date: '2026-03-31' },
      { fields: { period_start_date: "This pay period hasn't started." } },
    ],
    [
      'a locked period',
      { period_start_date: '2026-02-01', period_end_date: '2026-02-15' },
      { code: 'period.locked' },
    ],
  ])('%s is rejected', async (_, changes, problem) => {
    const answer = await world.as('paula', 'timesheet.submit', {
      body: timesheetBody(world.people.paula, changes),
    });
    expect(answer).toMatchObject({ status: 422, body: problem });
  });

  test('only one is active: a second one needs a withdrawal, and is then the next revision', async () => {
    const first = await submitted(world, 'otto');
    const second = timesheetBody(world.people.otto);
    expect(await world.as('otto', 'timesheet.submit', { body: second })).toMatchObject({
      status: 409,
      body: { code: 'timesheet.exists' },
    });
    expect((await decide(world, 'otto', first, 'withdrawn', 'Forgot a day.')).body).toMatchObject({
      status: 'withdrawn',
      notes: 'Forgot a day.',
    });
    const next = await submitted(world, 'otto', { id: randomUUID() });
    expect(next.revision).toBe(2);
    const { body } = await world.as('admin', 'timesheet.status', {
      query: { provider_id: world.people.otto.id, ...PERIOD },
    });
    expect(body).toMatchObject({ status: 'submitted', id: next.id });
    expect(body.revisions.map(({ revision, status }) => [revision, status])).toEqual([
      [1, 'withdrawn'],
      [2, 'submitted'],
    ]);
    await freed(world, 'otto', next);
  });

  test('the same submission under its key gets the first answer', async () => {
    const body = timesheetBody(world.people.otto);
    const { token } = await world.signIn(world.people.otto);
    const headers = { 'idempotency-key': randomUUID() };
    const [first, again] = [
      await world.call('timesheet.submit', { body, token, headers }),
      await world.call('timesheet.submit', { body, token, headers }),
    ];
    expect(first.status).toBe(201);
    expect(told(again)).toEqual(told(first));
    const other = await world.call('timesheet.submit', {
      body,
      token,
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(other).toMatchObject({ status: 409, body: { code: 'record.exists' } });
    await freed(world, 'otto', first.body);
  });

  const OK = 200;
  /** By person, about Otto's timesheet: Sven supervises him, the lead leads another service. */
  const decisions: [TimesheetDecision['new_status'], Record<PersonName, number>][] = [
    ['withdrawn', { superadmin: 403, admin: 403, paula: 404, otto: OK, lead: 404, sven: 403, stray: 403 }],
    ['approved', { superadmin: OK, admin: OK, paula: 404, otto: 403, lead: 404, sven: 403, stray: 403 }],
    ['rejected', { superadmin: OK, admin: OK, paula: 404, otto: 403, lead: 404, sven: 403, stray: 403 }],
  ];
  test.each(
    decisions.flatMap(([status, byPerson]) =>
      (Object.entries(byPerson) as [PersonName, number][]).map(
        ([person, expected]) => [person, status, expected] as const,
      ),
    ),
  )('%s asks for %s and gets %i', async (person, new_status, expected) => {
    const sheet = await submitted(world, 'otto');
    const answer = await decide(world, person, sheet, new_status, 'A note.');
    expect(answer.status, JSON.stringify(answer.body)).toBe(expected);
    if (expected === OK) expect(answer.body).toMatchObject({ status: new_status, version: 2 });
    await freed(world, 'otto', sheet);
  });

  test.each<[string, TimesheetDecision['new_status'][], TimesheetDecision['new_status'], string]>([
    ['submitted', [], 'reopened', 'timesheet.decided'],
    ['approved', ['approved'], 'withdrawn', 'timesheet.decided'],
    ['approved', ['approved'], 'rejected', 'timesheet.decided'],
    ['approved', ['approved'], 'approved', 'timesheet.decided'],
    ['rejected', ['rejected'], 'approved', 'timesheet.decided'],
    ['rejected', ['rejected'], 'withdrawn', 'timesheet.decided'],
    ['reopened', ['approved', 'reopened'], 'approved', 'timesheet.decided'],
  ])("one that is %s after %j can't be %s", async (_, before, wanted, code) => {
    let sheet = await submitted(world, 'paula');
    for (const status of before) sheet = (await decide(world, 'admin', sheet, status, 'A note.')).body;
    const person = wanted === 'withdrawn' ? 'paula' : 'admin';
    const answer = await decide(world, person, sheet, wanted, 'A note.');
    expect(answer).toMatchObject({ status: 409, body: { code } });
    await freed(world, 'paula', sheet);
  });

  test('the totals of a period are those of visible timesheets, now and as submitted', async () => {
    const sheet = await submitted(world, 'otto', { totals: { ...NO_HOURS, expected_minutes: 40 } });
    const seenBy = async (person: PersonName) =>
      (await world.as(person, 'timesheet.totals', { query: PERIOD })).body.providers;
    const idsSeenBy = async (person: PersonName) =>
      (await seenBy(person)).map(({ provider_id }) => provider_id).sort();
    const { paula, otto } = world.people;
    expect(await idsSeenBy('paula')).toEqual([paula.id]);
    expect(await idsSeenBy('sven')).toContain(otto.id);
    expect(await idsSeenBy('lead')).not.toContain(otto.id);
    expect(await idsSeenBy('admin')).toEqual(expect.arrayContaining([paula.id, otto.id]));
    expect((await seenBy('admin')).find(({ provider_id }) => provider_id === otto.id)).toMatchObject({
      status: 'submitted',
      totals: NO_HOURS,
      submitted_totals: { ...NO_HOURS, expected_minutes: 40 },
      newest: { id: sheet.id, revision: sheet.revision, status: 'submitted', waiting_for: 0, version: 1 },
    });
    await freed(world, 'otto', sheet);
  });

  test.each(['rejected', 'reopened'] as const)('%s needs a reason', async (wanted) => {
    let sheet = await submitted(world, 'paula');
    if (wanted === 'reopened') sheet = (await decide(world, 'admin', sheet, 'approved')).body;
    expect(await decide(world, 'admin', sheet, wanted, ' ')).toMatchObject({
      status: 422,
      body: { fields: { notes: 'Enter a note.' } },
    });
    await freed(world, 'paula', sheet);
  });

  test('no one decides on their own timesheet', async () => {
    const own = { ...(await world.addPerson({ role: '1' })) };
    const { token } = await world.signIn(own);
    const headers = () => ({ 'idempotency-key': randomUUID() });
    const { body } = await world.call('timesheet.submit', {
      body: timesheetBody(own),
      token,
      headers: headers(),
    });
    const answer = await world.call('timesheet.decide', {
      params: { id: body.id },
      body: { new_status: 'approved' },
      token,
      headers: { ...headers(), 'if-match': '"1"' },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'decision.own' } });
  });

  test.each<[PersonName, PersonName, number]>([
    ['lead', 'paula', 200],
    ['sven', 'otto', 200],
    ['lead', 'otto', 404],
    ['sven', 'paula', 404],
    ['admin', 'paula', 403],
    ['paula', 'paula', 403],
  ])("%s recommends %s's timesheet: %i", async (person, owner, expected) => {
    const sheet = await submitted(world, owner);
    const answer = await world.as(person, 'timesheet.recommend', {
      params: { id: sheet.id },
      body: { notes: 'Fine.' },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(expected);
    if (expected === 200) {
      expect(answer.body).toMatchObject({
        status: 'submitted',
        recommended_by: world.people[person].id,
        steps: [{ status: 'submitted' }, { status: 'recommended', notes: 'Fine.' }],
      });
    }
    await freed(world, owner, sheet);
  });

  test("an inaccessible timesheet is as absent as one that doesn't exist", async () => {
    const sheet = await submitted(world, 'otto');
    const seen = await decide(world, 'paula', sheet, 'approved');
    const never = await decide(world, 'paula', { id: randomUUID(), version: 1 }, 'approved');
    expect(told(seen)).toEqual(told(never));
    const query = { provider_id: world.people.otto.id, ...PERIOD };
    for (const name of ['timesheet.status', 'timesheet.days', 'timesheet.records'] as const) {
      const foreign = await world.as('paula', name, { query });
      const unknown = await world.as('paula', name, { query: { ...query, provider_id: randomUUID() } });
      expect(foreign.status).toBe(404);
      expect(told(foreign)).toEqual(told(unknown));
    }
    await freed(world, 'otto', sheet);
  });

  test('of a concurrent withdrawal and approval one wins and the other is told', async () => {
    for (let round = 0; round < 6; round += 1) {
      const sheet = await submitted(world, 'otto');
      const [withdrawn, approved] = await Promise.all([
        decide(world, 'otto', sheet, 'withdrawn'),
        decide(world, 'admin', sheet, 'approved'),
      ]);
      expect([withdrawn.status, approved.status].sort()).toEqual([200, 409]);
      const loser = withdrawn.status === 409 ? withdrawn : approved;
      expect(loser.body).toMatchObject({
        code: 'timesheet.decided',
        message: expect.stringMatching(/This timesheet is already (approved|withdrawn)\./),
      });
      await freed(world, 'otto', sheet);
    }
  });

  test('of two concurrent submissions one becomes the timesheet', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.as('otto', 'timesheet.submit', { body: timesheetBody(world.people.otto) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const sheet = answers.find(({ status }) => status === 201);
    await freed(world, 'otto', sheet?.body as Timesheet);
  });

  test('the hours of a period come from its sessions, for the provider and the office', async () => {
    for (const [person, query] of [
      ['paula', {}],
      ['paula', { start: '2026-03-01', end: '2026-03-15' }],
    ] as const) {
      const { body } = await world.as(person, 'hours.mine', { query });
      expect(body).toMatchObject({ ...PERIOD, totals: NO_HOURS });
    }
    await world.as('paula', 'session.create', {
      body: sessionApart(world, { session_date: '2026-03-09' }),
    });
    const { body } = await world.as('admin', 'hours.of-provider', {
      query: { provider_id: world.people.paula.id },
    });
    expect(body.totals).toMatchObject({ sessions: 1, direct_minutes: 10, paid_minutes: 10 });
    expect(body.days.find(({ day }) => day === '2026-03-09')).toMatchObject({ direct_minutes: 10 });
    const foreign = await world.as('otto', 'hours.of-provider', {
      query: { provider_id: world.people.paula.id },
    });
    expect(foreign.status).toBe(404);
    expect(await world.as('paula', 'hours.mine', { query: { start: '2026-03-02' } })).toMatchObject({
      status: 422,
      body: { fields: { end: 'Enter both dates, or neither.' } },
    });
  });

  test.each(['superadmin', 'admin'] as const)(
    '%s, who delivers no services, has hours of zero',
    async (person) => {
      const { status, body } = await world.as(person, 'hours.mine', { query: {} });
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...PERIOD, provider_id: world.people[person].id, totals: NO_HOURS });
      expect(body.days.flatMap(({ problems }) => problems)).toEqual([]);
    },
  );

  test.each([
    ['lead', 'paula', 200],
    ['lead', 'otto', 404],
    ['sven', 'otto', 200],
    ['sven', 'paula', 404],
    ['paula', 'paula', 200],
    ['paula', 'otto', 404],
    ['superadmin', 'otto', 200],
  ] as const)('%s asks for the hours of %s: %i', async (person, provider, expected) => {
    const ask = (provider_id: string) => world.as(person, 'hours.of-provider', { query: { provider_id } });
    const answer = await ask(world.people[provider].id);
    expect(answer.status).toBe(expected);
    if (expected === 404) expect(told(answer)).toEqual(told(await ask(randomUUID())));
  });
});
