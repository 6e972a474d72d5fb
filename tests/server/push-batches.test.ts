import { createHash, randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import type { PushedWrite, WriteAnswer } from '#contract/sync.ts';
import { LUNCH_LOCATION, lunchEventId } from '#domain/lunch/desired-event.ts';
import type { SessionRequest } from '#domain/sessions/session-requests.ts';
import { timePlusMinutes } from '#domain/time/pacific.ts';
import { insertNew, readFreeIds } from '#server/db/new-rows.ts';
import { locations } from '#server/db/schema/locations.ts';
import { provider_services } from '#server/db/schema/providers.ts';
import { services } from '#server/db/schema/services.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { student_providers, students } from '#server/db/schema/students.ts';
import { openUnit } from '#server/db/write-unit.ts';
import { type DatabaseKind, databaseKinds } from '#tests/support/database.ts';
import { openApiWorld, sessionBody } from './api-world.ts';

const CAPTURED = '2026-03-10T16:40:00.000Z';
/** The same id for the same name, in every world. */
const idOf = (name: string) => {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
const caseload = { service: idOf('service'), student: idOf('student') };

interface Device {
  id: string;
  token: string;
}

type BatchWorld = Awaited<ReturnType<typeof openBatchWorld>>;

/** A world whose providers all serve the same student, and that records each statement. */
async function openBatchWorld(kind: DatabaseKind) {
  const statements: string[] = [];
  const world = await openApiWorld(kind, { hear: (text) => void statements.push(text) });
  const { service, student } = caseload;
  await world.db.insert(services).values({
    ...{ id: service, name: 'Speech therapy', short_name: 'ST', category: idOf('category') },
    ...{ default_minutes: 30, is_billable: true },
  });
  await world.db.insert(students).values({ id: student, first_name: 'Sam', last_name: 'Sample' });
  await world.db.insert(locations).values({ id: LUNCH_LOCATION, name: 'Break', is_billable: false });

  return {
    world,
    statements,
    async addDevice(name: string): Promise<Device> {
      const person = await world.addPerson({ id: idOf(name) });
      await world.db.insert(provider_services).values({ provider: person.id, service });
      await world.db.insert(student_providers).values({ student, provider: person.id });
      return { id: idOf(`device of ${name}`), token: (await world.signIn(person)).token };
    },
    async push({ id, token }: Device, writes: readonly PushedWrite[]): Promise<WriteAnswer[]> {
      const device = {
        ...{ device_id: id, device_now: world.clock.now.toISOString(), app_version: '1.0.0' },
        ...{ unsent_count: 0, unsent_since: null },
      };
      const { status, body } = await world.call('sync.push', { token, body: { device, writes } });
      if (status !== 200) throw new Error(`a push was answered ${status} ${body.message}`);
      return body.answers;
    },
    async rows<Row>(query: string): Promise<Row[]> {
      const { rows } = await world.db.execute(sql.raw(query));
      return rows as Row[];
    },
    close: () => world.close(),
  };
}

function write(endpoint: EndpointName, changes: Partial<PushedWrite> = {}): PushedWrite {
  return {
    ...{ write_id: randomUUID(), endpoint, endpoint_version: endpointNamed(endpoint).offline?.version ?? 1 },
    ...{ params: {}, body: null, base_version: null, depends_on: [], captured_at: CAPTURED },
    ...changes,
  };
}

function newSession(changes: Record<string, unknown> = {}): PushedWrite {
  return write('session.create', { body: sessionBody(caseload, changes) });
}

function newLunch(changes: Record<string, unknown> = {}): PushedWrite {
  const body = { id: randomUUID(), lunch_start_time: CAPTURED, ...changes };
  return write('lunch.create', { body });
}

const rowOf = ({ body }: PushedWrite) => (body as { id: string }).id;
const statusesOf = (answers: readonly WriteAnswer[]) => answers.map(({ status }) => status);

/** Half an hour apart, neighbors overlap: flags are set, and cleared as sessions move and are deleted. */
function story(name: string): PushedWrite[] {
  return Array.from({ length: 24 }, (_, at) => {
    const start_time = timePlusMinutes('08:00', (at % 7) * 15);
    const id = idOf(`${name} session ${at}`);
    const times = { start_time, end_time: timePlusMinutes(start_time, 30) };
    const create = { ...newSession({ id, ...times }), write_id: idOf(`${name} write ${at}`) };
    const later = (endpoint: EndpointName, body: unknown): PushedWrite =>
      write(endpoint, {
        ...{ write_id: idOf(`${name} later ${at}`), params: { id }, body },
        ...{ base_version: 1, depends_on: [create.write_id] },
      });
    switch (at % 6) {
      case 1:
        return [create, later('session.update', { start_time: '13:00', end_time: '13:30' })];
      case 2:
        return [create, later('session.delete', null)];
      case 3:
        return [
          {
            ...newSession({ id, student_ids: [idOf('nobody of theirs')] }),
            write_id: idOf(`${name} write ${at}`),
          },
          later('session.update', { notes: 'builds on what was refused' }),
        ];
      case 4:
        return [
          {
            ...newLunch({
              id,
              lunch_start_time: `2026-03-0${1 + (at % 9)}T20:00:00.000Z`,
            }),
            write_id: idOf(`${name} write ${at}`),
          },
        ];
      default:
        return [create];
    }
  }).flat();
}

const KEPT = {
  sessions: 'select s.* from sessions s order by id',
  lunches: 'select l.* from lunch_breaks l order by id',
  events: 'select e.* from calendar_events e order by id',
  index: 'select scope, entity, id, has_left from change_index order by entity, id, scope',
  audit: `select user_id, action, entity, row_id, row_version, details from audit_entries
    where action not like 'auth.%' order by row_id, row_version, action`,
  keys: 'select key, user_id, fingerprint, status, answer from idempotency_keys order by key',
};

async function kept(world: BatchWorld): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(KEPT)) found[name] = await world.rows(query);
  return found;
}

describe.each(databaseKinds)('writes that share a transaction on %s', (kind) => {
  let world: BatchWorld;
  let device: Device;
  beforeAll(async () => {
    world = await openBatchWorld(kind);
    device = await world.addDevice('robin');
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await world.rows('drop trigger if exists stumble on sessions');
  });

  const count = async (query: string) => Number((await world.rows<{ n: string }>(query))[0]?.n);

  test.each([
    ['lunch breaks', () => Array.from({ length: 50 }, (_, at) => newLunch({ lunch_start_time: dayAt(at) }))],
    ['sessions', () => Array.from({ length: 50 }, (_, at) => newSession(placeAt(at)))],
  ])('take at most 10 statements for 50 %s', async (_, make) => {
    const writes = make();
    world.statements.length = 0;
    const answers = await world.push(device, writes);
    expect(new Set(statusesOf(answers))).toEqual(new Set([201]));
    expect(world.statements.length, world.statements.join('\n')).toBeLessThanOrEqual(10);
    expect(world.statements.filter((text) => /^begin/i.test(text)).length).toBeLessThanOrEqual(3);
  });

  test('take few statements for what a device sends most', async () => {
    const sent = async (writes: readonly PushedWrite[]) => {
      world.statements.length = 0;
      const answers = await world.push(device, writes);
      expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
      return { count: world.statements.length, text: world.statements.join('\n') };
    };
    let slot = 0;
    const create = () => {
      slot += 1;
      const start_time = timePlusMinutes('05:00', slot * 30);
      const times = { start_time, end_time: timePlusMinutes(start_time, 30) };
      return newSession({ ...times, session_date: '2026-03-02' });
    };
    const later = (endpoint: EndpointName, of: PushedWrite, body: unknown, base_version = 1) =>
      write(endpoint, { params: { id: rowOf(of) }, body, base_version, depends_on: [of.write_id] });
    const [stored, other] = [create(), create()];
    await world.push(device, [stored, other]);
    const [first, second] = [create(), create()];
    const pushes: [string, number, PushedWrite[]][] = [
      ['one session', 8, [create()]],
      ['five sessions', 8, [create(), create(), create(), create(), create()]],
      ['one lunch break', 8, [newLunch({ lunch_start_time: '2026-02-05T20:00:00Z' })]],
      ['one change', 9, [later('session.update', stored, { notes: 'corrected' })]],
      ['one deletion', 9, [later('session.delete', other, null)]],
      [
        'creations, changes, and deletions in turn',
        14,
        [
          first,
          later('session.update', first, { notes: 'corrected' }),
          second,
          later('session.delete', second, null),
          newLunch({ lunch_start_time: '2026-02-06T20:00:00Z' }),
        ],
      ],
    ];
    for (const [name, most, writes] of pushes) {
      const { count: statements, text } = await sent(writes);
      expect(statements, `${name}\n${text}`).toBeLessThanOrEqual(most);
    }
  });

  test('keep the order of changes of a row, and of its flags', async () => {
    const at = (start_time: string, changes = {}) =>
      newSession({
        ...{ start_time, end_time: timePlusMinutes(start_time, 30), session_date: '2026-03-03' },
        ...changes,
      });
    const [still, moving] = [at('09:00'), at('12:00')];
    await world.push(device, [still, moving]);
    const change = (of: PushedWrite, base_version: number, body: unknown) =>
      write('session.update', { params: { id: rowOf(of) }, body, base_version });
    const answers = await world.push(device, [
      change(still, 1, { notes: 'first' }),
      // Turns the flag of the other, which was just changed.
      change(moving, 1, { start_time: '09:15', end_time: '09:45' }),
      change(still, 3, { notes: 'second' }),
      change(moving, 2, { start_time: '12:00', end_time: '12:30' }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200]);
    const [row] = await world.rows(
      `select version, notes, has_overlap from sessions where id = '${rowOf(still)}'`,
    );
    expect(row).toEqual({ version: 5, notes: 'second', has_overlap: false });
  });

  test('leave the same state as if each had come separately', { timeout: 60_000 }, async () => {
    const [together, apart] = [await openBatchWorld(kind), await openBatchWorld(kind)];
    try {
      const answers: WriteAnswer[][] = [[], []];
      for (const name of ['ada', 'ben']) {
        const devices = [await together.addDevice(name), await apart.addDevice(name)] as const;
        const writes = story(name);
        for (let at = 0; at < writes.length; at += 50) {
          answers[0]?.push(...(await together.push(devices[0], writes.slice(at, at + 50))));
        }
        // One by one, like a device that had to wait: dependents of a refusal aren't sent.
        const refused = new Set<string>();
        const versions = new Map<string, number | null>();
        for (const one of writes) {
          if (one.depends_on.some((id) => refused.has(id))) {
            answers[1]?.push(answers[0]?.[answers[1].length] as WriteAnswer);
            continue;
          }
          const earlier = versions.get(one.depends_on[0] ?? '') ?? null;
          const base_version =
            one.base_version === null ? null : await versionNow(apart, one.params.id ?? '', earlier);
          const [answer] = await apart.push(devices[1], [{ ...one, base_version }]);
          if (answer === undefined) throw new Error('a write was not answered');
          if (answer.status >= 300) refused.add(one.write_id);
          versions.set(one.write_id, answer.version);
          answers[1]?.push(answer);
        }
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(await kept(together)).toEqual(await kept(apart));
    } finally {
      await together.close();
      await apart.close();
    }
  });

  async function versionNow(in_: BatchWorld, id: string, earlier: number | null): Promise<number | null> {
    const [row] = await in_.rows<{ version: number }>(`select version from sessions where id = '${id}'`);
    return row?.version ?? earlier;
  }

  test('of which one is refused keep all of the others, and nothing of that one', async () => {
    const first = newSession({ start_time: '15:00', end_time: '15:30' });
    const foreign = newSession({ student_ids: [randomUUID()] });
    const taken = write('session.create', { body: sessionBody(caseload, { id: rowOf(first) }) });
    const stale = write('session.update', {
      ...{ params: { id: rowOf(first) }, body: { notes: 'late' }, base_version: 7 },
    });
    const last = newSession({ start_time: '16:00', end_time: '16:30' });
    const writes = [first, foreign, taken, stale, last];
    const answers = await world.push(device, writes);
    expect(statusesOf(answers)).toEqual([201, 422, 409, 412, 201]);
    expect(answers.map(({ code }) => code)).toEqual([
      null,
      'request.invalid',
      'record.exists',
      'record.stale',
      null,
    ]);
    // The earlier writer is named, although both are in the same transaction.
    expect(answers[3]?.changed?.by).toBe(idOf('robin'));
    const ids = writes.map((one) => `'${one.write_id}'`).join(',');
    // A transient refusal keeps no key: the write may be sent again on the current row.
    expect(await count(`select count(*) as n from idempotency_keys where key in (${ids})`)).toBe(4);
    expect(await count(`select count(*) as n from sessions where id = '${rowOf(foreign)}'`)).toBe(0);
    expect(await world.push(device, writes)).toEqual(answers);
  });

  test('of which one fails in the database take effect except for that one', async () => {
    await world.rows(
      `create or replace function stumble() returns trigger language plpgsql as
        $$ begin if new.notes = 'stumble' then raise exception 'no'; end if; return new; end $$`,
    );
    await world.rows(
      'create trigger stumble before insert on sessions for each row execute function stumble()',
    );
    const writes = Array.from({ length: 6 }, (_, at) => newSession({ notes: at === 3 ? 'stumble' : '' }));
    const answers = await world.push(device, writes);
    expect(statusesOf(answers)).toEqual([201, 201, 201, 500, 201, 201]);
    await world.rows('drop trigger stumble on sessions');
    // A write that failed through no fault of its own may be sent again.
    expect(statusesOf(await world.push(device, writes))).toEqual([201, 201, 201, 201, 201, 201]);
  });

  test('take effect once, however many times the batch arrives concurrently and in whichever order', async () => {
    const writes = Array.from({ length: 20 }, () => newLunch({ lunch_start_time: '2026-02-03T20:00:00Z' }));
    const pushes = [writes, writes.toReversed(), writes, writes.toReversed()];
    const answers = await Promise.all(pushes.map((batch) => world.push(device, batch)));
    for (const given of answers) expect(new Set(statusesOf(given))).toEqual(new Set([201]));
    const ids = writes.map((one) => `'${rowOf(one)}'`).join(',');
    expect(await count(`select count(*) as n from lunch_breaks where id in (${ids})`)).toBe(20);
    expect(await count(`select count(*) as n from audit_entries where row_id in (${ids})`)).toBe(20);
    const events = writes.map((one) => `'${lunchEventId(rowOf(one))}'`).join(',');
    expect(await count(`select count(*) as n from calendar_events where id in (${events})`)).toBe(20);
    expect(await count(`select count(*) as n from audit_entries where row_id in (${events})`)).toBe(20);
  });

  test('keep a lunch break whose event fails, and everything before and after it', async () => {
    const other = await world.addDevice('casey');
    const foreign = newLunch();
    await world.push(other, [foreign]);
    const calendar_event_id = lunchEventId(rowOf(foreign));
    const writes = [newLunch(), newSession(placeAt(3)), newLunch({ calendar_event_id }), newLunch()];
    expect(statusesOf(await world.push(device, writes))).toEqual([201, 201, 201, 201]);
    const kept = writes.filter((_, at) => at !== 1).map((one) => `'${rowOf(one)}'`);
    expect(await count(`select count(*) as n from lunch_breaks where id in (${kept.join(',')})`)).toBe(3);
    const own = [writes[0], writes[3]].map((one) => `'${lunchEventId(rowOf(one as PushedWrite))}'`);
    expect(await count(`select count(*) as n from calendar_events where id in (${own.join(',')})`)).toBe(2);
    const failed = `select row_id from audit_entries where action = 'lunch.event-failed' and row_id in (${kept.join(',')})`;
    expect(await world.rows(failed)).toEqual([{ row_id: rowOf(writes[2] as PushedWrite) }]);
    expect(await count(`select version as n from calendar_events where id = '${calendar_event_id}'`)).toBe(1);
  });

  test('keep a lunch break whose event the database rejects, in the one transaction', async () => {
    const lunch = newLunch({ lunch_start_time: '2026-02-04T20:00:00Z' });
    await world.push(device, [lunch]);
    await world.rows(
      `create or replace function refuse_event() returns trigger language plpgsql as
        $$ begin raise exception 'no'; end $$`,
    );
    await world.rows(
      'create trigger refuse_event before update on calendar_events for each row execute function refuse_event()',
    );
    const later = { params: { id: rowOf(lunch) }, body: { lunch_duration: 45 }, base_version: 1 };
    const writes = [newLunch(), write('lunch.update', later), newSession(placeAt(5))];
    world.statements.length = 0;
    const answers = await world.push(device, writes).finally(async () => {
      await world.rows('drop trigger refuse_event on calendar_events');
    });
    expect(statusesOf(answers)).toEqual([201, 200, 201]);
    expect(world.statements.filter((text) => /^begin/i.test(text)).length).toBeLessThanOrEqual(3);
    const minutes = (table: string, id: string, field: string) =>
      count(`select ${field} as n from ${table} where id = '${id}'`);
    expect(await minutes('lunch_breaks', rowOf(lunch), 'lunch_duration')).toBe(45);
    expect(await minutes('calendar_events', lunchEventId(rowOf(lunch)), 'duration')).toBe(30);
  });

  test("under one key get the first one's answer, and an error if they differ", async () => {
    const first = newSession();
    const other = { ...newSession(), write_id: first.write_id };
    const answers = await world.push(device, [first, first, other]);
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [201, null],
      [201, null],
      [422, 'write.reused'],
    ]);
  });

  test('keep what each new row has, and fill missing columns with defaults', async () => {
    const first = newSession();
    await world.push(device, [first]);
    const [stored] = await world.world.db
      .select()
      .from(sessions)
      .where(eq(sessions.id, rowOf(first)));
    if (stored === undefined) throw new Error('the session was not stored');
    const { requests: _, ...withoutRequests } = stored;
    const request = { id: randomUUID(), kind: 'edit', state: 'pending' } as unknown as SessionRequest;
    const [plain, asked] = [randomUUID(), randomUUID()];
    await world.world.db.transaction(async (bare) => {
      const unit = openUnit(bare);
      await readFreeIds(unit.tx, sessions, [plain, asked]);
      await insertNew(unit.tx, sessions, { ...withoutRequests, id: plain });
      await insertNew(unit.tx, sessions, { ...stored, id: asked, requests: [request] });
      await unit.settle();
    });
    const found = await world.world.db
      .select({ id: sessions.id, requests: sessions.requests })
      .from(sessions)
      .where(inArray(sessions.id, [plain, asked]));
    expect(new Map(found.map(({ id, requests }) => [id, requests]))).toEqual(
      new Map([
        [plain, []],
        [asked, [request]],
      ]),
    );
  });

  test('leave a tombstone of a row that was created and deleted among them', async () => {
    const create = newSession();
    const id = rowOf(create);
    const gone = write('session.delete', {
      ...{ params: { id }, base_version: 1, depends_on: [create.write_id] },
    });
    expect(statusesOf(await world.push(device, [create, gone]))).toEqual([201, 204]);
    const places = await world.rows<{ has_left: boolean }>(
      `select has_left from change_index where id = '${id}'`,
    );
    expect(places.length).toBeGreaterThan(0);
    expect(places.every(({ has_left }) => has_left)).toBe(true);
  });
});

describe('writes of a session that someone else is changing', () => {
  let world: BatchWorld;
  beforeAll(async () => {
    world = await openBatchWorld('postgres');
  });
  afterAll(() => world.close());

  test.each([1, 3])('are refused alone, with the newer row, among %s', async (among) => {
    const device = await world.addDevice(`robin among ${among}`);
    const [session, other] = [newSession(placeAt(1)), newSession(placeAt(4))];
    await world.push(device, [session, other]);
    const change = (of: PushedWrite, notes: string) =>
      write('session.update', { params: { id: rowOf(of) }, body: { notes }, base_version: 1 });
    const writes = [change(session, 'mine'), change(other, 'mine, too'), newSession(placeAt(7))].slice(
      0,
      among,
    );
    let pushed: Promise<WriteAnswer[]> | undefined;
    await world.world.db.transaction(async (tx) => {
      const lock = `sessions ${idOf(`robin among ${among}`)} 2026-03-09`;
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
      pushed = world.push(device, writes);
      // It has read the row by now, and waits for the lock.
      await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 20_000, interval: 20 });
      await tx.execute(
        sql`update sessions set notes = 'theirs', version = version + 1 where id = ${rowOf(session)}`,
      );
    });
    const answers = (await pushed) ?? [];
    expect(statusesOf(answers)).toEqual([412, 200, 201].slice(0, among));
    expect(answers[0]).toMatchObject({ code: 'record.stale', row: { notes: 'theirs', version: 2 } });
    const kept = await world.rows<{ notes: string }>(
      `select notes from sessions where id in ('${rowOf(session)}', '${rowOf(other)}') order by notes`,
    );
    expect(kept.map(({ notes }) => notes)).toEqual(among === 1 ? ['', 'theirs'] : ['mine, too', 'theirs']);
  });

  async function waiting(): Promise<number> {
    const [row] = await world.rows<{ n: string }>(
      `select count(*) as n from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    return Number(row?.n);
  }
});

describe('eight devices with sessions at the same times', () => {
  let world: BatchWorld;
  beforeAll(async () => {
    world = await openBatchWorld('postgres');
  });
  afterAll(() => world.close());

  test('never deadlock, and set the same flags as a plain recount', async () => {
    const devices: Device[] = [];
    for (let at = 0; at < 8; at += 1) devices.push(await world.addDevice(`device ${at}`));
    const before = await deadlocks();
    await Promise.all(
      devices.map(async (device, seat) => {
        for (let batch = 0; batch < 2; batch += 1) {
          const writes = Array.from({ length: 20 }, (_, at) => newSession(placeAt((at * (seat + 3)) % 20)));
          expect(new Set(statusesOf(await world.push(device, writes)))).toEqual(new Set([201]));
        }
      }),
    );
    expect(await deadlocks()).toBe(before);
    const wrong = await world.rows(`
      select id from sessions s where is_possible_duplicate <> exists (
        select from sessions o where o.id <> s.id and o.service = s.service
          and o.session_date = s.session_date and o.start_time = s.start_time
          and o.student_ids && s.student_ids)`);
    expect(wrong).toEqual([]);
  });

  async function deadlocks(): Promise<number> {
    const [row] = await world.rows<{ deadlocks: string }>(
      `select deadlocks from pg_stat_database where datname = current_database()`,
    );
    return Number(row?.deadlocks);
  }
});

function dayAt(at: number): string {
  return `2026-0${1 + (at % 2)}-${String(1 + Math.floor(at / 2)).padStart(2, '0')}T20:00:00.000Z`;
}

function placeAt(at: number): Record<string, unknown> {
  const start_time = timePlusMinutes('07:00', at * 20);
  return { start_time, end_time: timePlusMinutes(start_time, 30), session_date: '2026-03-09' };
}
