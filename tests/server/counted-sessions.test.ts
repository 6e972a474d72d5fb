import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LUNCH_LOCATION } from '#domain/lunch/desired-event.ts';
import { type CountedSession, countedMinutes } from '#domain/sessions/session-minutes.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { periodDays, type SessionHours, totalsOf } from '#domain/timesheets/period-days.ts';
import { occurrencesWithin } from '#server/db/calendar-occurrences.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { seedDemo } from '#server/db/seed/demo.ts';
import { DEMO_SIGN_INS } from '#server/db/seed/demo-sign-ins.ts';
import { periodWorkOf } from '#server/db/stored-period-work.ts';
import { hoursProviders } from '#server/modules/timesheets/queries.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld } from './api-world.ts';

const TODAY = '2026-11-17';
const NOW = `${TODAY}T18:00:00.000Z`;
/** The last days of the week before a closed school, and some that are planned only. */
const DAYS = { from: '2026-11-09', to: '2026-11-27' };

describe.each(databaseKinds)('figures whose sessions are counted on %s', (kind) => {
  let world: ApiWorld;
  let token: string;

  beforeAll(async () => {
    world = await openApiWorld(kind, { isSettled: false });
    world.clock.now = new Date(NOW);
    await seedDemo(world.db, { today: TODAY, now: NOW, scale: 0.1 });
    const [{ email, password }] = DEMO_SIGN_INS;
    token = (await world.call('auth.login', { body: { email, password } })).body.token;
    const within = sql`between ${DAYS.from}::date and ${DAYS.to}::date`;
    await world.db.execute(sql`update sessions set attendance = 'no-show', has_overlap = true
      where session_date ${within} and right(id::text, 1) > 'c'`);
    await world.db.execute(sql`update sessions set indirect_minutes = 10, attendance = 'provider-absent'
      where session_date ${within} and right(id::text, 1) < '4'`);
    await world.db.execute(sql`update sessions set approval_request = 'pending'
      where session_date ${within} and right(id::text, 1) = '9'`);
    // Breaks, an event from the day before, and one with two guests.
    await world.db.execute(sql`update calendar_events set location = ${LUNCH_LOCATION}
      where event_start_date ${within} and right(id::text, 1) = 'a'`);
    await world.db.execute(sql`update calendar_events set event_start_date = event_start_date - 1
      where event_start_date ${within} and right(id::text, 1) = 'b' and not recurring`);
    await world.db.execute(sql`update calendar_events set invites = array(select id from providers order by id limit 2)
      where event_start_date ${within} and right(id::text, 1) < '3'`);
  });
  afterAll(() => world.close());

  test('are the hours of each session and each event, one by one', async () => {
    const { body } = await world.call('timesheet.totals', {
      query: { period_start_date: DAYS.from, period_end_date: DAYS.to },
      token,
    });
    expect(body.providers.length).toBeGreaterThan(2);
    await world.db.transaction(async (tx) => {
      const people = await hoursProviders(tx, sql`true`);
      const ids = people.map(({ id }) => id);
      const work = await periodWorkOf(tx, ids, DAYS.from, DAYS.to);
      const sessions = await jsonRows<SessionHours & { provider: string }>(
        tx,
        sql`select provider, session_date, direct_minutes, indirect_minutes, attendance, has_overlap, approval_request
          from sessions where deleted_at is null and not is_history
            and session_date between ${DAYS.from}::date and ${DAYS.to}::date`,
      );
      expect(sessions.length).toBeGreaterThan(50);
      const planned = await occurrencesWithin(tx, sql`true`, { start: DAYS.from, end: DAYS.to });
      expect(planned.some(({ original_id }) => original_id !== null)).toBe(true);
      expect(planned.filter(({ original_id }) => original_id === null).length).toBeGreaterThan(50);
      for (const { id, emp, has_unsent } of people) {
        const own = {
          ...{ lunches: [], timecards: [], ...work.get(id) },
          sessions: sessions.filter(({ provider }) => provider === id),
          planned: planned.filter(({ provider, invites }) => provider === id || invites.includes(id)),
        };
        const none = new Set<string>();
        const facts = {
          ...{ provider: id, ...DAYS, emp, now: NOW, today: pacificDay(NOW), has_unsent },
          ...{ unsent_days: none, refused_days: none, meal_policies: [] },
        };
        const days = periodDays(own, facts);
        const found = body.providers.find(({ provider_id }) => provider_id === id);
        expect(found?.totals).toEqual(totalsOf(days));
        const counted = work.get(id);
        expect(counted && periodDays(counted, facts)).toEqual(days);
      }
      expect([...work.values()].some((one) => one.sessions.some(({ times = 1 }) => times > 1))).toBe(true);
    });
  });

  test('are what each client got of each service, session by session', async () => {
    await world.db.execute(sql`update sessions set "changeDuration" = true, approval_request = 'refused',
        actual_minutes = scheduled_minutes + 15
      where session_date between ${DAYS.from}::date and ${DAYS.to}::date and right(id::text, 1) = '5'`);
    await world.db.execute(sql`update sessions set requests = '[{"kind":"late-entry","state":"pending"}]', client = null
      where session_date between ${DAYS.from}::date and ${DAYS.to}::date and right(id::text, 1) = '6'`);
    const { body } = await world.call('payroll.list-clients', {
      query: { start_date: DAYS.from, end_date: DAYS.to },
      token,
    });
    const sessions = await world.db.transaction((tx) =>
      jsonRows<
        CountedSession & { client: string | null; service: string; provider: string; student_ids: string[] }
      >(
        tx,
        sql`select client, service, provider, student_ids, scheduled_minutes, actual_minutes, attendance,
          "changeDuration", approval_request, requests from sessions
        where deleted_at is null and session_date between ${DAYS.from}::date and ${DAYS.to}::date`,
      ),
    );
    expect(body.rows.some(({ client, client_name }) => client === null && client_name === 'No client')).toBe(
      true,
    );
    expect(body.rows.reduce((sum, row) => sum + row.sessions, 0)).toBe(sessions.length);
    for (const { client_name: _, service_name: __, ...row } of body.rows) {
      const own = sessions.filter(({ client, service }) => client === row.client && service === row.service);
      const served = own.filter(({ attendance }) => attendance === 'delivered' || attendance === 'make-up');
      expect(row).toEqual({
        ...{ client: row.client, service: row.service },
        students: new Set(own.flatMap(({ student_ids }) => student_ids)).size,
        providers: new Set(own.map(({ provider }) => provider)).size,
        ...{ sessions: own.length, delivered: served.length, missed: own.length - served.length },
        scheduled_minutes: own.reduce((sum, { scheduled_minutes }) => sum + scheduled_minutes, 0),
        delivered_minutes: served.reduce((sum, session) => sum + countedMinutes(session), 0),
      });
    }
  });
});
