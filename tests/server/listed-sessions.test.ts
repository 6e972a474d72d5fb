import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filteredRows } from '#contract/report-files/chosen-rows.ts';
import type { Session } from '#contract/session.ts';
import { reportRows } from '#features/sessions/report-rows.ts';
import { sessionReport } from '#features/sessions/session-report.tsx';
import { student_accounts, student_providers, students } from '#server/db/schema/students.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld, type Person, sessionBody } from './api-world.ts';

describe.each(ruleKinds)('the list of sessions on %s', (kind) => {
  let world: ApiWorld;
  let provider: Person;
  let token: string;
  const another = randomUUID();

  beforeAll(async () => {
    world = await openApiWorld(kind);
    provider = await world.addPerson();
    const caseload = await world.addCaseload(provider);
    await world.db.insert(students).values({ id: another, first_name: 'Íñigo', last_name: 'Ochoa' });
    await world.db.insert(student_accounts).values({ id: another });
    await world.db.insert(student_providers).values({ student: another, provider: provider.id });
    token = (await world.signIn(await world.addPerson({ role: '1', isProvider: false }))).token;
    const { token: own } = await world.signIn(provider);
    // Of each day three at the same time: only their ids order them.
    for (let at = 0; at < 12; at += 1) {
      const isGroup = at % 4 === 1;
      const body = sessionBody(caseload, {
        session_date: `2026-03-0${2 + Math.floor(at / 3)}`,
        student_ids: isGroup ? [caseload.student, another] : [at % 4 === 2 ? another : caseload.student],
        setting: isGroup ? 'group' : 'individual',
      });
      const made = await world.call('session.create', { token: own, body });
      expect([at, made.status, made.body]).toEqual([at, 201, made.body]);
    }
    const requested = (await pages({})).filter((_, at) => at % 5 === 0);
    for (const [at, { id }] of requested.entries()) {
      const state = at === 0 ? 'refused' : 'pending';
      const request = { kind: 'duration', state, reason: '', before: {}, changes: {}, note: '' };
      const by = {
        asked_by: provider.id,
        asked_at: '2026-03-10T18:00:00.000Z',
        decided_by: null,
        decided_at: null,
      };
      await world.db.execute(sql`update sessions set approval_request = ${state},
        requests = ${JSON.stringify([{ ...request, ...by }])}::jsonb where id = ${id}`);
    }
  });
  afterAll(() => world.close());

  async function pages(query: Record<string, string>, limit = 5): Promise<Session[]> {
    const found: Session[] = [];
    let after: string | null = null;
    do {
      const asked: Record<string, string> = {
        ...query,
        limit: String(limit),
        ...(after !== null && { after }),
      };
      const answer = await world.call('session.list', { token, query: asked });
      expect([answer.status, answer.body]).toEqual([200, answer.body]);
      found.push(...answer.body.sessions);
      after = answer.body.next;
    } while (after !== null);
    return found;
  }

  const idsOf = (sessions: readonly Session[]) => sessions.map(({ id }) => id);

  test('comes page by page in both directions, with each of several at one time once', async () => {
    const whole = await pages({}, 200);
    expect(whole).toHaveLength(12);
    expect(new Set(idsOf(whole)).size).toBe(12);
    expect(whole.map(({ session_date }) => session_date)).toEqual(
      whole
        .map(({ session_date }) => session_date)
        .sort()
        .reverse(),
    );
    for (const limit of [1, 2, 5]) expect(idsOf(await pages({}, limit))).toEqual(idsOf(whole));
    expect(idsOf(await pages({ order: 'oldest' }, 2))).toEqual(idsOf(whole).reverse());
  });

  test.each<[string, Record<string, string>, number]>([
    ['everything', {}, 12],
    ['one state', { state: 'completed' }, 0],
    ['a pending request', { request: 'pending' }, 2],
    ['a denied request', { request: 'refused' }, 1],
    ['a kind of request to decide', { pending: 'duration' }, 2],
    ["a single student's full name", { search: 'Íñigo Ochoa' }, 3],
    ["a student's name in other case", { search: 'ÍÑIGO' }, 6],
    ["a student's name without its accent", { search: 'inigo' }, 6],
    ['a word of the service and one of a student', { search: 'speech sam' }, 9],
    ['a word that no name has', { search: 'zzz' }, 0],
    ['signs that a pattern would read', { search: '%' }, 0],
  ])('narrowed to %s has what the screen would show of all of them', async (_, filter, count) => {
    const all = await pages({}, 200);
    const names = {
      providers: new Map([[provider.id, { provider_first: 'Robin', provider_last: provider.username }]]),
      studentNames: new Map([
        [
          all.find(({ student_ids: [id] }) => id !== another)?.student_ids[0],
          { first_name: 'Sam', last_name: 'Sample' },
        ],
        [another, { first_name: 'Íñigo', last_name: 'Ochoa' }],
      ]),
      services: [{ id: all[0]?.service, name: 'Speech therapy', short_name: 'ST' }],
      self: { id: '', name: '' },
    } as unknown as Parameters<typeof reportRows>[1];
    const rows = reportRows(
      all.map((session) => ({ ...session, record_state: 'sent' })),
      names,
    );
    const shown = filteredRows(sessionReport, rows, filter).map(({ session }) => session);
    expect(shown).toHaveLength(count);
    expect(idsOf(await pages(filter))).toEqual(idsOf(shown));
    const { body } = await world.call('session.sum', { token, query: filter });
    expect(body).toEqual({
      sessions: count,
      minutes: shown.reduce((sum, { actual_minutes }) => sum + actual_minutes, 0),
      pending: shown.filter(({ approval_request }) => approval_request === 'pending').length,
    });
  });

  test('adds up only what the caller may see', async () => {
    const { token: stranger } = await world.signIn(await world.addPerson());
    const { body } = await world.call('session.sum', { token: stranger });
    expect(body).toEqual({ sessions: 0, minutes: 0, pending: 0 });
  });
});
