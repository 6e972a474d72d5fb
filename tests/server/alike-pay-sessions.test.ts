import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PaidSession, payLines } from '#domain/payroll/pay-lines.ts';
import { deliveredMinutes, plannedMinutes, wasDelivered } from '#domain/reports/service-minutes.ts';
import { ATTENDANCE_CODES, SESSION_STATES } from '#domain/sessions/session.ts';
import type { Transaction } from '#server/db/database.ts';
import { alikeSessions } from '#server/db/pay-sessions.ts';
import { seedDemo } from '#server/db/seed/demo.ts';
import { payWorkOf } from '#server/db/stored-pay-work.ts';
import { type ServedAlike, servedSessions } from '#server/modules/reports/served-sessions.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld } from './api-world.ts';

/** Far from everything that the demo has. */
const DAYS = { from: '2031-06-02', to: '2031-06-15' };
const [ONE, OTHER] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

const set = (assignment: SQL) => sql`update sessions set ${assignment} where id = ${ONE}`;
const another = (column: string, table: string) =>
  set(sql`${sql.raw(column)} = (select id from ${sql.raw(table)} x
    where x.id <> ${sql.raw(column)} order by id limit 1)`);

/**
 * How a field of a session becomes another one, for each field that the rules of pay read. A rule that reads one more
 * needs its entry here, and a kind that tells it apart.
 */
const CHANGES: Readonly<Partial<Record<keyof PaidSession, SQL>>> = {
  provider: another('provider', 'providers'),
  service: another('service', 'services'),
  session_date: set(sql`session_date = '2031-06-09'`),
  state: set(sql`state = 'approved'`),
  late_for_payroll: set(sql`late_for_payroll = not late_for_payroll`),
  attendance: set(sql`attendance = 'no-show'`),
  scheduled_minutes: set(sql`scheduled_minutes = scheduled_minutes + 5`),
  actual_minutes: set(sql`actual_minutes = actual_minutes + 5`),
  changeDuration: set(sql`"changeDuration" = true`),
  // The rules read it of changed durations only.
  approval_request: set(sql`"changeDuration" = true, approval_request = 'pending'`),
  requests: set(sql`requests = '[{"kind":"late-entry","state":"pending"}]'`),
};
/** Sums tell clients apart only where they are asked to. */
const CLIENT = another('client', 'clients');

/** They name and order lines, which sums don't, or say what all of them are: counted, and not imported. */
const NOT_OF_SUMS: readonly (keyof PaidSession)[] = [
  ...(['id', 'version', 'start_time', 'client', 'times', 'is_history'] as const),
];

/** The same for reports of service minutes. */
const SERVED_CHANGES = {
  attendance: CHANGES.attendance,
  scheduled_minutes: CHANGES.scheduled_minutes,
  actual_minutes: CHANGES.actual_minutes,
  changeDuration: CHANGES.changeDuration,
  approval_request: CHANGES.approval_request,
  requests: CHANGES.requests,
  make_up_of: set(sql`make_up_of = ${OTHER}::uuid`),
} satisfies Partial<Record<keyof ServedAlike, SQL | undefined>>;

/** Adds the name of each field that is read of it. */
function recorded<Row extends object>(row: Row, read: Set<string>): Row {
  return new Proxy(row, {
    get(target, field, receiver) {
      read.add(String(field));
      return Reflect.get(target, field, receiver);
    },
  });
}

describe.each(databaseKinds)('sessions that count as alike for pay and service minutes on %s', (kind) => {
  let world: ApiWorld;

  beforeAll(async () => {
    world = await openApiWorld(kind, { isSettled: false });
    await seedDemo(world.db, { today: '2026-11-17', now: '2026-11-17T18:00:00.000Z', scale: 0.1 });
    for (const id of [ONE, OTHER]) {
      await world.db.execute(sql`insert into sessions
        select (jsonb_populate_record(s, jsonb_build_object('id', ${id}::text, 'session_date', '2031-06-02',
          'make_up_of', null, 'requests', '[]'::jsonb, 'changeDuration', false, 'approval_request', 'none',
          'attendance', 'delivered', 'state', 'logged', 'calendar_event_id', null, 'is_history', false,
          'start_time', case when ${id} = ${ONE} then '09:00' else '10:00' end))).*
        from sessions s where s.client is not null and s.deleted_at is null order by s.id limit 1`);
    }
  });
  afterAll(() => world.close());

  /** What is read after a change that leaves nothing behind. */
  async function readAfter(
    change: SQL | null,
    read: (tx: Transaction) => Promise<number[]>,
  ): Promise<number[]> {
    const results: number[][] = [];
    await world.db
      .transaction(async (tx: Transaction) => {
        if (change !== null) await tx.execute(change);
        results.push(await read(tx));
        tx.rollback();
      })
      .catch((fault: unknown) => {
        if (results.length === 0) throw fault;
      });
    return results[0] ?? [];
  }

  /** How many sessions each kind of pay has. */
  const counted = (change: SQL | null, told: { client?: true } = {}) =>
    readAfter(change, async (tx) => {
      const { works } = await payWorkOf(tx, DAYS, null, [], alikeSessions(told));
      return works.flatMap(({ sessions }) => sessions.map(({ times }) => times));
    });

  /** How many sessions each kind of the reports of service minutes has. */
  const served = (change: SQL | null) =>
    readAfter(change, async (tx) => {
      const kinds = await servedSessions(
        tx,
        sql`session_date between ${DAYS.from}::date and ${DAYS.to}::date and deleted_at is null`,
      );
      return kinds.map(({ of }) => of.reduce((sum, [times]) => sum + times, 0));
    });

  test('two that differ in nothing but their time and client are', async () => {
    expect(await counted(null)).toEqual([2]);
    expect(await counted(CLIENT)).toEqual([2]);
    expect(await counted(null, { client: true })).toEqual([2]);
  });

  test.each(Object.entries(CHANGES))('those with another %s are not', async (_, change) => {
    expect(await counted(change)).toEqual([1, 1]);
  });

  test('those of other clients are not where clients are told apart', async () => {
    expect(await counted(CLIENT, { client: true })).toEqual([1, 1]);
  });

  test('for service minutes, two that differ in nothing but their time and day are', async () => {
    expect(await served(null)).toEqual([2]);
    expect(await served(CHANGES.session_date ?? null)).toEqual([2]);
  });

  test.each(Object.entries({ ...SERVED_CHANGES, client: CLIENT, service: CHANGES.service }))(
    'for service minutes, those with another %s are not',
    async (_, change) => {
      expect(await served(change ?? null)).toEqual([1, 1]);
    },
  );

  test('every field that a rule of service minutes reads is known to divide them', () => {
    const read = new Set<string>();
    for (const attendance of ATTENDANCE_CODES) {
      for (const approval_request of ['none', 'pending', 'approved', 'refused'] as const) {
        const kind: ServedAlike = {
          ...{ client: null, service: 's', make_up_of: null, of: [], attendance, approval_request },
          ...{ scheduled_minutes: 60, actual_minutes: 75, changeDuration: true, requests: [] },
        };
        const one = recorded(kind, read);
        wasDelivered(one);
        plannedMinutes(one);
        deliveredMinutes(one);
      }
    }
    expect([...read].sort()).toEqual(Object.keys(SERVED_CHANGES).sort());
  });

  test('every field that a rule of pay reads is known to divide them', () => {
    const read = new Set<string>();
    const sorts = ATTENDANCE_CODES.flatMap((attendance) =>
      SESSION_STATES.flatMap((state) =>
        (['none', 'pending', 'approved', 'refused'] as const).map((approval_request, at): PaidSession => {
          const session: PaidSession = {
            ...{ id: `${attendance} ${state} ${at}`, provider: ONE, version: 1, service: 's', client: 'c' },
            ...{ session_date: DAYS.from, start_time: '09:00', state, attendance, approval_request },
            ...{ late_for_payroll: false, scheduled_minutes: 60, actual_minutes: 75, times: 1 },
            ...{ changeDuration: at > 0, requests: [], is_history: false },
          };
          return recorded(session, read);
        }),
      ),
    );
    const day = { worked_minutes: 600, is_open: false, violations: ['missed' as const] };
    const lines = payLines(
      { provider: ONE, emp: 'w2_nonexempt', sessions: sorts, clock: new Map([[DAYS.from, day]]), extras: [] },
      {
        ...{ ...DAYS, rateOf: () => 4_000, recordedRate: () => null, serviceName: () => '' },
        sheetApproval: () => null,
        deciderName: () => null,
      },
    );
    expect(lines.length).toBeGreaterThan(sorts.length);
    const known = [...Object.keys(CHANGES), ...NOT_OF_SUMS];
    expect([...read].filter((field) => !known.includes(field))).toEqual([]);
    expect(known.filter((field) => !read.has(field))).toEqual([]);
  });
});
