import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '#domain/access/row-rules.ts';
import { CONDITION_TYPES } from '#domain/money/condition-types.ts';
import { ATTENDANCE_CODES, SESSION_SETTINGS } from '#domain/sessions/session.ts';
import { payableMinutes } from '#domain/sessions/session-minutes.ts';
import type { Transaction } from '#server/db/database.ts';
import { seedDemo } from '#server/db/seed/demo.ts';
import {
  type BillableSession,
  billableSessions,
  linesOfSessions,
} from '#server/modules/billing/line-facts.ts';
import { storedBatches } from '#server/modules/billing/stored-batches.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld } from './api-world.ts';

/** Far from everything that the demo has, and over the end of a fiscal year. */
const DAYS = { start_date: '2031-06-01', end_date: '2031-07-31' };
const [ONE, OTHER] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

const set = (assignment: SQL) => sql`update sessions set ${assignment} where id = ${ONE}`;
const another = (column: string, table: string) =>
  set(sql`${sql.raw(column)} = (select id from ${sql.raw(table)} x
    where x.id::text is distinct from ${sql.raw(column)}::text order by id limit 1)`);
const condition = (
  type: string,
) => sql`insert into billing_conditions (id, client, type, starts_on, minutes, choice, note)
  select gen_random_uuid(), client, ${type}, '2030-07-01', 30, 'month', '' from sessions where id = ${ONE}`;

/**
 * How a field of a session becomes another one, for each field that the rules read. A rule that reads one more needs its
 * entry here, and a kind that tells it apart.
 */
const CHANGES: Readonly<Partial<Record<keyof BillableSession, readonly SQL[]>>> = {
  client: [another('client', 'clients')],
  service: [another('service', 'services')],
  setting: [set(sql`setting = case setting when 'group' then 'individual' else 'group' end`)],
  attendance: [set(sql`attendance = 'no-show'`)],
  session_date: [set(sql`session_date = '2031-07-07'`)],
  scheduled_minutes: [set(sql`scheduled_minutes = scheduled_minutes + 5`)],
  actual_minutes: [set(sql`actual_minutes = actual_minutes + 5`)],
  student_ids: [set(sql`student_ids = student_ids || (select id from students order by id limit 1)`)],
  is_history: [set(sql`is_history = not is_history`)],
  location: [
    sql`update locations set is_billable = false where id = (select id from locations order by id limit 1)`,
    set(sql`location = (select id from locations order by id limit 1)`),
  ],
  // The rules read it of changed durations only.
  approval_request: [set(sql`"changeDuration" = true, approval_request = 'pending'`)],
  changeDuration: [set(sql`"changeDuration" = true`)],
  requests: [set(sql`requests = '[{"kind":"late-entry","state":"pending"}]'`)],
  make_up_of: [set(sql`make_up_of = ${OTHER}::uuid`)],
  // Of a client with a cap, which is what it counts toward.
  indirect_minutes: [condition('indirect_cap'), set(sql`indirect_minutes = 10`)],
};

/** They order sessions, which matters to monthly caps alone: sessions with indirect time under one are never alike. */
const ORDERING: readonly (keyof BillableSession)[] = ['id', 'start_time'];

describe.each(databaseKinds)('sessions that count as alike on %s', (kind) => {
  let world: ApiWorld;
  const everyone: Actor = {
    ...{ user_id: ONE, provider_id: ONE, role: '0', grants: [], service_ids: [] },
  } as unknown as Actor;

  beforeAll(async () => {
    world = await openApiWorld(kind, { isSettled: false });
    await seedDemo(world.db, { today: '2026-11-17', now: '2026-11-17T18:00:00.000Z', scale: 0.1 });
    for (const id of [ONE, OTHER]) {
      await world.db.execute(sql`insert into sessions
        select (jsonb_populate_record(s, jsonb_build_object('id', ${id}::text, 'session_date', '2031-06-02',
          'make_up_of', null, 'requests', '[]'::jsonb, 'changeDuration', false, 'attendance', 'delivered',
          'indirect_minutes', 0, 'setting', 'individual', 'location', null, 'calendar_event_id', null))).*
        from sessions s where s.client is not null and cardinality(s.student_ids) = 1 and s.deleted_at is null
          and s.client not in (select client from billing_conditions where not archived
            and type in ('indirect_cap', 'authorization_required'))
        order by s.id limit 1`);
    }
  });
  afterAll(() => world.close());

  /** Runs in a transaction that leaves nothing behind. */
  async function trying<Result>(run: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const results: Result[] = [];
    await world.db
      .transaction(async (tx) => {
        results.push(await run(tx));
        tx.rollback();
      })
      .catch((fault: unknown) => {
        if (results.length === 0) throw fault;
      });
    return results[0] as Result;
  }

  async function alikeNow(tx: Transaction): Promise<number[]> {
    const { alike } = await storedBatches(tx, everyone, DAYS, {});
    return alike.map(({ of }) => of.reduce((sum, [times]) => sum + times, 0));
  }

  /** The fields that the rules of lines and of paid minutes read, of sessions of every sort under every condition. */
  async function fieldsRead(tx: Transaction): Promise<Set<string>> {
    for (const type of CONDITION_TYPES) await tx.execute(condition(type));
    const [session] = await billableSessions(tx, sql`s.id = ${ONE}`);
    if (session === undefined) throw new Error('The session was inserted.');
    const read = new Set<string>();
    const recorded = (one: BillableSession) =>
      new Proxy(one, {
        get(target, field, receiver) {
          read.add(String(field));
          return Reflect.get(target, field, receiver);
        },
      });
    const sorts = ATTENDANCE_CODES.flatMap((attendance) =>
      SESSION_SETTINGS.flatMap((setting) =>
        (['none', 'pending', 'approved', 'refused'] as const).map((approval_request, at) =>
          recorded({
            ...session,
            ...{ id: `${attendance} ${setting} ${at}`, attendance, setting, approval_request },
            ...{ changeDuration: at > 0, make_up_of: at > 1 ? OTHER : null, indirect_minutes: at * 10 },
          }),
        ),
      ),
    );
    const { rates, linesBy } = await linesOfSessions(tx, sorts);
    expect(linesBy(rates).length).toBeGreaterThanOrEqual(sorts.length);
    for (const one of sorts) payableMinutes(one);
    return read;
  }

  test('two that differ in nothing are', async () => {
    expect(await trying(alikeNow)).toEqual([2]);
  });

  test('every field that a rule reads is known to divide them', async () => {
    const read = await trying(fieldsRead);
    expect(read.size).toBeGreaterThan(10);
    const known = [...Object.keys(CHANGES), ...ORDERING];
    expect([...read].filter((field) => !known.includes(field))).toEqual([]);
    expect(known.filter((field) => !read.has(field))).toEqual([]);
  });

  test.each(Object.entries(CHANGES))('those with another %s are not', async (_, changes) => {
    const counts = await trying(async (tx) => {
      for (const change of changes) await tx.execute(change);
      return alikeNow(tx);
    });
    expect(counts).not.toContain(2);
  });
});
