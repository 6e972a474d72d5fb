import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entityRows } from '#contract/entities.ts';
import { isSynced, RECORD_NAMES, type RecordName } from '#contract/entity-name.ts';
import { SessionBody } from '#contract/session.ts';
import { sessionsOverlap } from '#domain/sessions/session-flags.ts';
import { sessionProblems } from '#domain/sessions/session-rules.ts';
import { pacificInstant } from '#domain/time/pacific.ts';
import { verifyAudit } from '#server/db/audit-chain.ts';
import type { Database } from '#server/db/database.ts';
import { loadRows, tableFacts } from '#server/db/entity-rows.ts';
import { isoInstant } from '#server/db/json-rows.ts';
import { isPasswordOf, NO_PASSWORD } from '#server/db/password-hash.ts';
import { seedDemo } from '#server/db/seed/demo.ts';
import { DEMO_SIGN_INS } from '#server/db/seed/demo-sign-ins.ts';
import { schoolDay } from '#server/db/seed/school-year.ts';
import { databaseKinds, openTestDatabase, type TestDatabase, usualKind } from '#tests/support/database.ts';

/** A Saturday, at noon: the demo provider works, all others are off. */
const TODAY = { today: '2026-11-21', now: '2026-11-21T20:00:00.000Z' };

async function all<Row>(db: Database, query: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await db.execute<Record<string, unknown>>(query);
  return rows as Row[];
}

/** Full size on the demo's usual engine; smaller on the other. */
const scales = { pglite: 1, postgres: 0.5 };

describe.each(databaseKinds)('the demo organization on %s', (kind) => {
  const scale = scales[kind];
  let opened: TestDatabase;
  let db: Database;
  const kept = new Map<string, string>();
  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    ({ db } = opened);
    await seedDemo(db, {
      ...{ ...TODAY, scale },
      files: {
        put: async (id, bytes) => void kept.set(id, createHash('sha256').update(bytes).digest('hex')),
      },
    });
  });
  afterAll(() => opened.close());

  async function idsOf(entity: RecordName): Promise<string[]> {
    const table = sql.raw(tableFacts(entity).name);
    const rows = await all<{ id: string }>(
      db,
      isSynced(entity)
        ? sql`select distinct id from change_index where entity = ${entity} and not has_left order by id`
        : sql`select id from ${table} order by id`,
    );
    return rows.map(({ id }) => id);
  }

  test('has a session of a lost tablet that waits for a decision, if it is whole', async () => {
    const held = await all<{ content: string; is_on_caseload: boolean; captured_at: string }>(
      db,
      sql`select q.content, ${sql.raw(isoInstant('captured_at', 'q'))}, exists (select from student_providers sp where sp.provider = q.author
          and sp.student::text = q.content::jsonb #>> '{body,student_ids,0}') as is_on_caseload
        from quarantined_writes q where q.decision = 'open'`,
    );
    expect(held).toHaveLength(scale >= 1 ? 1 : 0);
    if (held[0] === undefined) return;
    const body = SessionBody.parse(JSON.parse(held[0].content).body);
    expect(sessionProblems(body, TODAY.today)).toEqual({});
    expect(held[0].is_on_caseload).toBe(true);
    const ended = pacificInstant(body.session_date, body.end_time);
    expect(Date.parse(held[0].captured_at)).toBeGreaterThan(Date.parse(ended));
  });

  test('has a hand-over that is over, if it is whole', async () => {
    const over = await all<{ services: number; names: number }>(
      db,
      sql`select jsonb_array_length(m.writes) as services, count(p.id)::int as names
        from caseload_moves m join providers p on p.id in (m.subject, m.target) and not p.archived
        where m.end_date < ${TODAY.today}::date group by m.id`,
    );
    expect(over).toHaveLength(scale >= 1 ? 1 : 0);
    if (over[0] === undefined) return;
    expect(over[0].services).toBeGreaterThanOrEqual(3);
    expect(over[0].names).toBe(2);
  });

  test('lets every account of the login page log in', async () => {
    for (const { email, password } of DEMO_SIGN_INS) {
      const [user] = await all<{ password_hash: string; is_active: boolean }>(
        db,
        sql`select password_hash, is_active from users where email = ${email}`,
      );
      expect([email, user?.is_active, await isPasswordOf(user?.password_hash ?? null, password)]).toEqual([
        email,
        true,
        true,
      ]);
    }
  });

  test('has an account of each role, and the named staff with their grants', async () => {
    const roles = await all<{ email: string; role: string }>(db, sql`select email, role from users`);
    const roleOf = (email: string) => roles.find((user) => user.email === email)?.role;
    expect(DEMO_SIGN_INS.map(({ email }) => roleOf(email))).toEqual(['0', '1', '2', '3', '4']);
    const granted = await all<{ grants: string }>(
      db,
      sql`select array_to_string(grants, ',') as grants from users where cardinality(grants) > 0 order by 1`,
    );
    expect(granted.map(({ grants }) => grants)).toEqual([
      'payroll.view,billing.view',
      ...Array.from({ length: 6 }, () => 'reports.badge,payroll.view,billing.view,lunch.acknowledge'),
    ]);
  });

  test.each(RECORD_NAMES)("has every %s in the contract's shape", async (entity) => {
    const ids = await idsOf(entity);
    expect(ids.length).toBeGreaterThan(0);
    const rows = await db.transaction((tx) => loadRows(tx, entity, ids));
    expect(rows).toHaveLength(ids.length);
    const shape = entityRows[entity];
    const misshapen = rows.filter((row) => !isDeepStrictEqual(shape.safeParse(row).data, row));
    expect(misshapen.slice(0, 3)).toEqual([]);
  });

  test('gives every provider credentials, and assistants those of an assistant', async () => {
    const rows = await all<{ credentials: string; needs_co_sign: boolean }>(
      db,
      sql`select credentials, needs_co_sign from providers`,
    );
    expect(rows.filter(({ credentials }) => credentials === '')).toEqual([]);
    const assistants = rows.filter(({ needs_co_sign }) => needs_co_sign);
    expect(assistants.map(({ credentials }) => credentials)).not.toContain('M.S., CCC-SLP');
  });

  test('has every row in the change index, and every active person follows scopes', async () => {
    const [counts] = await all<Record<string, boolean>>(
      db,
      sql`select
        (select count(*) from sessions) = (select count(*) from change_index where entity = 'session' and scope ~ '^org:[0-9]') as sessions,
        (select count(*) from calendar_events) = (select count(*) from change_index where entity = 'calendar_event' and scope in (select 'user:' || provider || ':fy' || extract(year from event_start_date - interval '6 months') from calendar_events where id::text = change_index.id)) as events,
        (select count(*) from lunch_breaks) = (select count(*) from change_index where entity = 'lunch' and scope in (select 'user:' || provider from lunch_breaks where id::text = change_index.id)) as lunches,
        (select count(*) from students) = (select count(*) from change_index where entity = 'student' and scope ~ '^org(:fy|$)') as students,
        (select count(*) from users where is_active) = (select count(distinct user_id) from scope_members) as people`,
    );
    expect(counts).toEqual({ sessions: true, events: true, lunches: true, students: true, people: true });
  });

  // PostgreSQL gets a small one: size doesn't depend on the engine.
  if (scale === 1) {
    test('is large enough for scrolling lists and meaningful reports', async () => {
      const sizes = {
        student: 600,
        provider: 40,
        service: 7,
        client: 20,
        session: 12_000,
        calendar_event: 4_000,
        lunch: 150,
      };
      for (const [entity, least] of Object.entries(sizes)) {
        const { length } = await idsOf(entity as RecordName);
        expect([entity, length >= least]).toEqual([entity, true]);
      }
    });
  }

  test('has a sealed history that ends in the rows as they are', async () => {
    expect(await verifyAudit(db)).toMatchObject({ unsealed: 0, broken: null });
    const [entries] = await all<{ early: number; late: number }>(
      db,
      sql`select count(*) filter (where at < (select min(started_at) from imports))::int as early,
        count(*) filter (where at > ${TODAY.now}::timestamptz)::int as late from audit_entries`,
    );
    expect(entries).toEqual({ early: 0, late: 0 });
    const told = [
      'student',
      'student_account',
      'parent',
      'student_service',
      'client',
      'client_account',
    ] as const;
    for (const entity of [...told, 'provider', 'provider_account'] as const) {
      const changed = await all<{ row_id: string; field: string; value: unknown; version: number }>(
        db,
        sql`select distinct on (e.row_id, c.key) e.row_id, c.key as field, c.value -> 1 as value,
            (select max(row_version) from audit_entries v where v.entity = e.entity and v.row_id = e.row_id) as version
          from audit_entries e cross join lateral jsonb_each(e.changes) c
          where e.entity = ${entity} order by e.row_id, c.key, e.id desc`,
      );
      expect([entity, changed.length > 0]).toEqual([entity, true]);
      const ids = [...new Set(changed.map(({ row_id }) => row_id))];
      const rows = new Map(
        (await db.transaction((tx) => loadRows(tx, entity, ids))).map((row) => [row.id, row]),
      );
      const wrong = changed.filter(({ row_id, field, value, version }) => {
        const row = rows.get(row_id) as Record<string, unknown> | undefined;
        return !isDeepStrictEqual(row?.[field] ?? null, value) || row?.version !== version;
      });
      expect(wrong.slice(0, 3)).toEqual([]);
    }
  });

  test('has sessions that follow the rules', async () => {
    const ids = await idsOf('session');
    const rows = await db.transaction((tx) => loadRows(tx, 'session', ids));
    const problems = rows.map((row) => sessionProblems(row, TODAY.today));
    expect(problems.filter((fields) => Object.keys(fields).length > 0).slice(0, 3)).toEqual([]);
    const days = new Map<string, typeof rows>();
    for (const row of rows) {
      const key = `${row.provider} ${row.session_date}`;
      days.set(key, [...(days.get(key) ?? []), row]);
    }
    const misflagged = [...days.values()].flatMap((day) =>
      day.filter((row) => row.has_overlap !== day.some((other) => sessionsOverlap(row, other))),
    );
    expect(misflagged.slice(0, 3)).toEqual([]);
    for (const flag of [
      'has_overlap',
      'is_possible_duplicate',
      'late_for_payroll',
      'changeDuration',
    ] as const) {
      expect([flag, rows.some((row) => row[flag])]).toEqual([flag, true]);
    }
  });

  test('has nothing recorded on a day without school or in the future', async () => {
    const days = await all<{ day: string; others: boolean; latest: string }>(
      db,
      sql`select session_date::text as day, bool_or(u.username <> 'provider') as others,
          to_char(max(captured_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as latest
        from sessions s join users u on u.id = s.provider group by 1`,
    );
    for (const { day, others, latest } of days) {
      if (others) expect([day, schoolDay(day)]).not.toEqual([day, 'none']);
      expect(Date.parse(latest)).toBeLessThanOrEqual(Date.parse(TODAY.now));
    }
  });

  test('has older pay periods locked, the last one closed, and the current one open', async () => {
    const periods = await all<{ start: string; end: string; state: string }>(
      db,
      sql`select start_date::text as start, end_date::text as end,
          case when is_locked then 'locked' when closed_at is not null then 'closed' else 'open' end as state
        from pay_periods order by start_date`,
    );
    const states = periods.map(({ start, end, state }) => `${start} ${end} ${state}`);
    expect(states.slice(0, 2)).toEqual(['2026-07-01 2026-07-15 locked', '2026-07-16 2026-07-31 locked']);
    expect(states).toContain('2026-10-16 2026-10-31 locked');
    expect(states).toContain('2026-11-01 2026-11-15 closed');
    expect(states).toContain('2026-11-16 2026-11-30 open');
    expect(states.at(-1)).toBe('2027-06-16 2027-06-30 open');
  });

  test('gives the demo provider a full caseload and a day with recorded sessions, a gap, and an overlap', async () => {
    const [facts] = await all<{ students: number; emp: string }>(
      db,
      sql`select count(*)::int as students, min(u.emp) as emp from student_providers p
        join users u on u.id = p.provider where u.username = 'provider'`,
    );
    expect(facts).toEqual({ students: 18, emp: 'w2_nonexempt' });
    const events = await all<{ starts: string; ends: string; is_recorded: boolean }>(
      db,
      sql`select event_start_time as starts, event_end_time as ends, s.id is not null as is_recorded
        from calendar_events e join users u on u.id = e.provider
        left join sessions s on s.calendar_event_id = e.id
        where u.username = 'provider' and event_start_date = ${TODAY.today}::date order by 1`,
    );
    expect(events).toHaveLength(7);
    expect(events.map(({ is_recorded }) => is_recorded)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    const pairs = events.slice(1).map(({ starts }, index) => [events[index]?.ends ?? '', starts] as const);
    expect(pairs.some(([end, start]) => start < end)).toBe(true);
    expect(pairs.some(([end, start]) => start > end)).toBe(true);
  });

  test('keeps sessions, notes, and goals of students who left', async () => {
    const [facts] = await all<Record<string, number>>(
      db,
      sql`select count(*)::int as students,
          count(*) filter (where exists (select from sessions x where s.id = any(x.student_ids)))::int as seen,
          count(*) filter (where exists (select from soap_notes n where n.student = s.id))::int as noted,
          count(*) filter (where exists (select from goals g where g.student = s.id))::int as with_goals
        from students s where archived`,
    );
    expect(facts?.students).toBeGreaterThan(5);
    // A former student whose provider has left has none.
    for (const name of ['seen', 'noted', 'with_goals']) {
      expect([name, facts?.[name]]).toEqual([name, expect.closeTo(facts?.students ?? 0, -1)]);
    }
  });

  test('rarely exceeds authorized minutes', async () => {
    const [facts] = await all<{ assigned: number; beyond: number }>(
      db,
      sql`select count(*)::int as assigned, count(*) filter (where used > authorised_minutes)::int as beyond
        from (
          select a.authorised_minutes, (
            select coalesce(sum(x.actual_minutes), 0) from sessions x
            where a.student = any(x.student_ids) and x.provider = a.provider and x.service = a.service
              and x.session_date between '2026-10-01' and '2026-10-31'
          ) as used
          from assigned_services a where a.authorised_per = 'month' and a.authorised_minutes is not null
        ) month`,
    );
    expect(facts?.assigned).toBeGreaterThan(50);
    expect((facts?.beyond ?? 0) / (facts?.assigned ?? 1)).toBeLessThan(0.15);
    expect(facts?.beyond).toBeGreaterThan(0);
  });

  test('gives office staff names', async () => {
    const users = await all<{ username: string }>(
      db,
      sql`select username from users where role in ('0', '1')`,
    );
    expect(users.filter(({ username }) => !/^[a-z]+\.[a-z]+\d?$/.test(username))).toEqual([]);
  });

  test('has a last login, which is over, of everyone but those who are only invited', async () => {
    const wrong = await all<{ username: string }>(
      db,
      sql`select username from users u where (u.password_hash = ${NO_PASSWORD}) = exists (
          select from sign_ins s where s.user_id = u.id)
        or exists (select from sign_ins s where s.user_id = u.id and (s.ended_at is null
          or s.ended_at < s.signed_in_at or s.ended_at > ${TODAY.now}::timestamptz))`,
    );
    expect(wrong).toEqual([]);
  });

  test('has attached files that match their rows', async () => {
    const rows = await all<{ id: string; sha256: string }>(db, sql`select id, sha256 from attachments`);
    expect(rows.length).toBeGreaterThan(10);
    const ofTickets = await idsOf('ticket_attachment');
    expect([...kept.keys()].sort()).toEqual([...rows.map(({ id }) => id), ...ofTickets].sort());
    expect(rows.filter(({ id, sha256 }) => kept.get(id) !== sha256)).toEqual([]);
  });

  test('links each lunch break and its event', async () => {
    const [facts] = await all<Record<string, unknown>>(
      db,
      sql`select bool_and(e.is_lunch and e.event_title = 'Lunch Break' and e.location = '5' and e.provider = l.provider) as fit,
          count(*)::int = (select count(*)::int from calendar_events where is_lunch) as all_linked
        from lunch_breaks l join calendar_events e on e.id = l.calendar_event_id`,
    );
    expect(facts).toEqual({ fit: true, all_linked: true });
  });
});

test('is the same for the same day, and differs by day', async () => {
  const digest = async (facts: { today: string; now: string }) => {
    const opened = await openTestDatabase(usualKind);
    await seedDemo(opened.db, { ...facts, scale: 0.1 });
    const [row] = await all<{ digest: string }>(
      opened.db,
      sql`select md5(string_agg(t, '|' order by t)) as digest from (
        select s::text as t from sessions s union all select s::text from students s
        union all select e::text from calendar_events e union all select u.id::text || u.email from users u) rows`,
    );
    await opened.close();
    return row?.digest;
  };
  const first = await digest(TODAY);
  expect(await digest(TODAY)).toBe(first);
  expect(await digest({ today: '2026-11-24', now: '2026-11-24T20:00:00.000Z' })).not.toBe(first);
});

test.each([
  ['2026-07-01', 'at the turn of the fiscal year'],
  ['2027-01-01', 'in the holidays'],
  ['2028-02-29', 'on a leap day'],
])('the demo can be created on %s, %s', async (today) => {
  const opened = await openTestDatabase(usualKind);
  await seedDemo(opened.db, { today, now: `${today}T20:00:00.000Z`, scale: 0.25 });
  const [facts] = await all<Record<string, boolean>>(
    opened.db,
    sql`select
      (select count(*) from sessions) > 1000 as has_sessions,
      (select count(*) from pay_periods where is_locked) > 2 as has_locked,
      (select count(*) from pay_periods where ${today}::date between start_date and end_date and closed_at is null) = 1 as is_open,
      (select count(*) from calendar_events where event_start_date = ${today}::date) >= 7 as has_events`,
  );
  await opened.close();
  expect(facts).toEqual({ has_sessions: true, has_locked: true, is_open: true, has_events: true });
});

test('a demo of eight school weeks in June has no older sessions, and pay periods for the whole fiscal year', async () => {
  const opened = await openTestDatabase(usualKind);
  const today = '2027-06-10';
  await seedDemo(opened.db, { today, now: `${today}T20:00:00.000Z`, scale: 0.25, schoolWeeks: 8 });
  const [facts] = await all<Record<string, boolean>>(
    opened.db,
    sql`select
      (select count(*) from sessions) > 1000 as has_sessions,
      (select min(session_date) from sessions) >= '2027-04-12' as is_bounded,
      (select min(start_date) from pay_periods) = '2026-07-01' as has_year`,
  );
  await opened.close();
  expect(facts).toEqual({ has_sessions: true, is_bounded: true, has_year: true });
});

test('a demo of two fiscal years has everything of all days, and an index without the parts that no device holds', async () => {
  const opened = await openTestDatabase(usualKind);
  const today = '2026-09-22';
  await seedDemo(opened.db, { today, now: `${today}T20:00:00.000Z`, scale: 0.1, years: 2 });
  const [facts] = await all<Record<string, unknown>>(
    opened.db,
    sql`select
      (select min(session_date)::text from sessions) as first_session,
      (select min(event_start_date)::text from calendar_events) as first_event,
      (select min(period_start_date)::text from timesheets) as first_sheet,
      (select min(work_date) < '2025-07-10' from timecards) as has_timecards,
      (select count(*) filter (where exists (select from soap_notes n where n.session = s.id)) * 1.0 / count(*) from sessions s
        where attendance = 'delivered' and setting in ('individual', 'group') and session_date < '2026-08-01') > 0.9 as has_notes,
      (select min(right(scope, 7)) from change_index where scope ~ '^org:\\d{4}-\\d{2}$') as first_month,
      (select count(*)::int from change_index c where scope ~ '^user:[^:]+:fy2025$' and entity = 'session'
        and exists (select from sessions s where s.id::text = c.id and s.session_date < '2025-08-01')) > 0 as has_last_year`,
  );
  await opened.close();
  expect(facts).toEqual({
    ...{ first_session: '2025-07-01', first_event: '2025-07-01', first_sheet: '2025-07-01' },
    // As the sweep of the server would leave it.
    ...{ has_timecards: true, has_notes: true, first_month: '2026-03', has_last_year: true },
  });
});
