import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { occurrenceId } from '#domain/calendar/series.ts';
import { LUNCH_LOCATION } from '#domain/lunch/desired-event.ts';
import { deliveredMinutes, plannedMinutes, wasDelivered } from '#domain/reports/service-minutes.ts';
import { AUTHORIZATION_USED, authorizationUsed } from '#domain/sessions/authorization-alerts.ts';
import { authorizedUse, type UsingSession } from '#domain/sessions/authorized-minutes.ts';
import { type CountedSession, countedMinutes } from '#domain/sessions/session-minutes.ts';
import { AUTHORIZED_PER } from '#domain/students/student-file.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { periodDays, type SessionHours, totalsOf } from '#domain/timesheets/period-days.ts';
import { occurrencesWithin } from '#server/db/calendar-occurrences.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { periodWorkOf } from '#server/db/stored-period-work.ts';
import { hoursProviders } from '#server/modules/timesheets/queries.ts';
import { databaseKinds } from '#tests/support/database.ts';
import type { ApiWorld } from './api-world.ts';
import { NOW, openSmallDemo } from './small-demo.ts';

/** The last days of the week before a closed school, and some that are planned only. */
const DAYS = { from: '2026-11-09', to: '2026-11-27' };

describe.each(databaseKinds)('figures whose sessions are counted on %s', (kind) => {
  let world: ApiWorld;
  let token: string;

  beforeAll(async () => {
    ({ world, token } = await openSmallDemo(kind));
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

  test('are what each student got of each service, with planned sessions that no one recorded', async () => {
    await world.db.execute(sql`update sessions set "changeDuration" = true, approval_request = 'pending',
        actual_minutes = scheduled_minutes + 15
      where session_date between ${DAYS.from}::date and ${DAYS.to}::date and right(id::text, 1) = '7'`);
    await world.db.execute(sql`update sessions set make_up_of = id
      where session_date between ${DAYS.from}::date and ${DAYS.to}::date and right(id::text, 1) = '8'`);
    // A series of a student: one of its days was recorded a day late, another is a single session now.
    const [series] = await seriesOfStudent();
    const query = { start_date: DAYS.from, end_date: DAYS.to };
    const { body } = await world.call('report.grouped-clients', { query, token });
    const services = (await world.call('report.client-services', { query, token })).body.services;
    await world.db.transaction(async (tx) => {
      const sessions = await jsonRows<ServedSession>(
        tx,
        sql`select client, service, provider, student_ids, make_up_of, scheduled_minutes, actual_minutes, attendance,
          "changeDuration", approval_request, requests from sessions
        where deleted_at is null and session_date between ${DAYS.from}::date and ${DAYS.to}::date`,
      );
      const done = await jsonRows<{ id: string }>(
        tx,
        sql`select calendar_event_id as id from sessions where calendar_event_id is not null and deleted_at is null`,
      );
      const clients = await jsonRows<{ id: string; client: string | null }>(
        tx,
        sql`select id, client from students`,
      );
      const isDone = new Set(done.map(({ id }) => id));
      const planned = (await occurrencesWithin(tx, sql`true`, { start: DAYS.from, end: DAYS.to }))
        .filter(
          ({ id, student, service, skipped, is_lunch, event_start_date }) =>
            student !== null &&
            service !== null &&
            skipped === null &&
            !is_lunch &&
            !isDone.has(id) &&
            event_start_date >= DAYS.from,
        )
        .map((event) => ({
          ...event,
          client: clients.find(({ id }) => id === event.student)?.client ?? null,
        }));
      expect(planned.filter(({ original_id }) => original_id === series?.id)).toHaveLength(1);
      expect(planned.filter(({ original_id }) => original_id === null).length).toBeGreaterThan(10);
      interface Place {
        client: string | null;
        service: string;
        student?: string;
      }
      const figuresOf = ({ client, service, student }: Place) => {
        const isHere = (one: { client: string | null; service: string | null }) =>
          one.client === client && one.service === service;
        const own = sessions
          .filter(isHere)
          .flatMap((one) => one.student_ids.map((who) => ({ ...one, who })))
          .filter(({ who }) => student === undefined || who === student);
        const open = planned.filter(
          (one) => isHere(one) && (student === undefined || one.student === student),
        );
        const delivered = own.filter(wasDelivered).length;
        return {
          ...{ sessions: delivered, missed: own.length - delivered },
          planned_minutes:
            own.reduce((sum, one) => sum + plannedMinutes(one), 0) +
            open.reduce((sum, { duration }) => sum + duration, 0),
          delivered_minutes: own.reduce((sum, one) => sum + deliveredMinutes(one), 0),
          students: new Set([...own.map(({ who }) => who), ...open.map((one) => one.student)]).size,
          providers: new Set([...own, ...open].map(({ provider }) => provider)).size,
        };
      };
      for (const row of body.services) {
        const { students: _, providers: __, ...figures } = figuresOf(row);
        expect(row).toMatchObject(figures);
      }
      for (const row of services) expect(row).toMatchObject(figuresOf(row));
      const all = sessions.reduce((sum, { student_ids }) => sum + student_ids.length, 0);
      for (const rows of [body.services, services]) {
        expect(rows.reduce((sum, { sessions: one, missed }) => sum + one + missed, 0)).toBe(all);
      }
      const minutes = (rows: readonly { planned_minutes: number; amount_cents: number | null }[]) =>
        rows
          .map(({ planned_minutes, amount_cents }) => [planned_minutes, amount_cents ?? 0])
          .reduce(([a = 0, b = 0], [c = 0, d = 0]) => [a + c, b + d], [0, 0]);
      expect(minutes(services)).toEqual(minutes(body.services));
    });
  });

  test('are the planned sessions of each day of this week, event by event', async () => {
    const week = (await world.call('home.waiting', { token })).body.week ?? [];
    const [start = '', end = ''] = [week.at(0)?.day, week.at(-1)?.day];
    const { body: events } = await world.call('calendar.list-master', { query: { start, end }, token });
    const planned = events.filter(
      ({ service, is_lunch, skipped }) => service !== null && !is_lunch && skipped === null,
    );
    expect(planned.length).toBeGreaterThan(week.length);
    expect(week.map((one) => one.planned)).toEqual(
      week.map(({ day }) => planned.filter(({ event_start_date }) => event_start_date === day).length),
    );
  });

  test('are what was delivered of each authorization, session by session', async () => {
    // Some begin or end within the days, are delivered by anyone, or have minutes of another period.
    const whose = (digits: string) =>
      sql`deleted_at is null and right(id::text, 1) = any(string_to_array(${digits}, null))`;
    await world.db.execute(
      sql`update assigned_services set start_date = '2026-11-11' where ${whose('0123')}`,
    );
    await world.db.execute(sql`update assigned_services set end_date = '2026-11-12' where ${whose('2345')}`);
    await world.db.execute(sql`update assigned_services set provider = null where ${whose('1357')}`);
    await world.db.execute(sql`update assigned_services set provider = (select id from providers order by id limit 1)
      where ${whose('8')}`);
    for (const [per, digits] of [
      ['week', '048c'],
      ['month', '159d'],
      ['year', '26ae'],
    ] as const) {
      await world.db.execute(sql`update assigned_services set authorised_minutes = 90, authorised_per = ${per}
        where ${whose(digits)}`);
    }
    const { body } = await world.call('report.authorizations', { token });
    const today = pacificDay(NOW);
    const sessions = await world.db.transaction((tx) =>
      jsonRows<Omit<UsingSession, 'is_unsent'>>(
        tx,
        sql`select id, provider, student_ids, service, session_date, scheduled_minutes, actual_minutes, attendance,
          "changeDuration", approval_request, requests from sessions
        where deleted_at is null and session_date <= ${today}::date`,
      ),
    );
    const sent = sessions.map((session) => ({ ...session, is_unsent: false }));
    for (const row of body.services) {
      const own = sessions.filter(
        ({ student_ids, service, provider, session_date: day }) =>
          service === row.service &&
          student_ids.includes(row.student) &&
          (row.provider === null || row.provider === provider) &&
          [body.from, row.start_date].every((from) => from <= day) &&
          (row.end_date === null || day <= row.end_date),
      );
      const minutesOf = (some: typeof own) => some.reduce((sum, one) => sum + deliveredMinutes(one), 0);
      expect(row.delivered_minutes).toBe(minutesOf(own));
      for (const { month, delivered_minutes } of row.months) {
        expect(delivered_minutes).toBe(
          minutesOf(own.filter(({ session_date }) => session_date.startsWith(month))),
        );
      }
      const use = authorizedUse(row, sent, today);
      expect(row.used).toBe(use === null ? null : authorizationUsed(use));
    }
    const { waiting } = (await world.call('home.waiting', { token })).body;
    for (const used of AUTHORIZATION_USED) {
      const counted = waiting.find(({ kind }) => kind === `authorization-${used}`)?.count;
      expect(counted, used).toBe(body.services.filter((row) => row.used === used).length);
    }
    for (const per of AUTHORIZED_PER) {
      const used = body.services
        .filter(({ authorised_per }) => authorised_per === per)
        .map(({ used }) => used);
      expect([per, used.includes('up'), used.includes(null)]).toEqual([per, true, true]);
    }
    expect(
      body.services.some(({ provider, delivered_minutes }) => provider === null && delivered_minutes > 0),
    ).toBe(true);
  });

  /** Turns a single event of a student into a weekly series of three days, of which two aren't planned any more. */
  async function seriesOfStudent() {
    return world.db.transaction(async (tx) => {
      const [event] = await jsonRows<{ id: string; provider: string }>(
        tx,
        sql`select id, provider from calendar_events where event_start_date = ${DAYS.from}::date and not recurring
          and original_id is null and student is not null and service is not null and not is_lunch order by id limit 1`,
      );
      if (event === undefined) throw new Error('The demo plans nothing on that day.');
      await tx.execute(sql`update calendar_events set recurring = true, recurring_type = 'weekly',
        recurring_timeframe = '2026-11-27', recurring_days = array[1] where id = ${event.id}::uuid`);
      await tx.execute(
        sql`delete from school_closures where closure_date between ${DAYS.from}::date and ${DAYS.to}::date`,
      );
      const recorded = occurrenceId(event.id, '2026-11-09');
      await tx.execute(sql`update sessions set calendar_event_id = ${recorded}::uuid where id = (
        select id from sessions where session_date = '2026-11-10' and deleted_at is null order by id limit 1)`);
      await tx.execute(sql`insert into calendar_events select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(),
        'recurring', false, 'original_id', e.id, 'original_date', '2026-11-16', 'student', null,
        'event_start_date', '2026-11-17', 'event_end_date', '2026-11-17'))).* from calendar_events e where id = ${event.id}::uuid`);
      return [event];
    });
  }
});

interface ServedSession extends CountedSession {
  client: string | null;
  service: string;
  provider: string;
  student_ids: string[];
  make_up_of: string | null;
}
