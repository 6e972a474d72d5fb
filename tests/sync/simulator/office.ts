import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { addressOf } from '#contract/endpoint.ts';
import { endpointNamed } from '#contract/index.ts';
import type { PushedWrite, SealedWrite, WriteAnswer } from '#contract/sync.ts';
import { scopesOfStudent } from '#domain/access/scopes.ts';
import { LUNCH_LOCATION } from '#domain/lunch/calendar-wish.ts';
import { ensureEpoch, recordChanges } from '#server/db/change-index.ts';
import type { PostgresDatabase } from '#server/db/postgres.ts';
import { locations, pay_periods, student_providers, students } from '#server/db/schema/catalogue.ts';
import { provider_services, sign_ins, supervisions } from '#server/db/schema/people.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { loadCalendarEventRows, loadSchoolClosureRows } from '#server/modules/calendar/queries.ts';
import { loadLunchRows } from '#server/modules/lunch/queries.ts';
import { loadSessionRows } from '#server/modules/sessions/queries.ts';
import { loadStudentRows } from '#server/modules/students/queries.ts';
import { loadTimecardRows } from '#server/modules/timecards/queries.ts';
import { loadTimesheetRows } from '#server/modules/timesheets/queries.ts';
import { createAccessTokens } from '#server/plugins/access-token.ts';
import { type ApiWorld, openApiWorld, type Person } from '#tests/server/api-world.ts';
import type { DatabaseKind } from '#tests/support/database.ts';
import { fetchFrom } from '#tests/support/device-api.ts';
import { Book } from './book.ts';
import { Closures } from './closures.ts';
import { DECLARED } from './day-steps.ts';
import { LateCommit } from './late-commit.ts';
import { changeQueries } from './server-queries.ts';

export const WRITTEN = {
  session: 'sessions',
  lunch: 'lunch_breaks',
  calendar_event: 'calendar_events',
  timecard: 'timecards',
  timesheet: 'timesheets',
} as const;
export type WrittenEntity = keyof typeof WRITTEN;
/** What people see of it, and the office alone changes. */
export type SeenEntity = WrittenEntity | 'student' | 'school_closure';

const LOADERS = {
  session: loadSessionRows,
  lunch: loadLunchRows,
  calendar_event: loadCalendarEventRows,
  timecard: loadTimecardRows,
  timesheet: loadTimesheetRows,
  student: loadStudentRows,
  school_closure: loadSchoolClosureRows,
};

const ENDPOINTS = {
  session: ['session.update', 'session.delete'],
  lunch: ['lunch.update', 'lunch.delete'],
  calendar_event: ['calendar.update', 'calendar.delete'],
  timecard: ['timecard.update', null],
  timesheet: ['timesheet.decide', null],
} as const;

/** What an older copy of the server holds of a run. */
const COPIED = [
  'sessions',
  'lunch_breaks',
  'calendar_events',
  'timecards',
  'timesheets',
  'school_closures',
  'idempotency_keys',
  'change_index',
  'scope_members',
  'student_providers',
  'students',
];

export type PersonName = 'paula' | 'otto' | 'sally' | 'admin';
export type ServerRow = { id: string; version: number; provider?: string; provider_id?: string };

/**
 * The real server with two providers, a supervisor of one of them and an
 * administrator, and the book of what truly took effect there.
 */
export class Office {
  readonly world: ApiWorld;
  readonly people: Record<PersonName, Person>;
  readonly service: string;
  /** The first two are Paula's, the last two Otto's. */
  readonly students: readonly string[];
  readonly period = randomUUID();
  readonly book = new Book();
  readonly late: LateCommit;
  readonly closures: Closures;
  /** A planted bug of the server, on PostgreSQL. */
  planted: ((query: string) => string) | null = null;
  readonly #signIns = new Map<string, string>();
  readonly #tokens = new Map<string, { token: string; at: number }>();
  readonly #reassigned = new Set<string>();
  readonly #send: typeof fetch;
  #clock = Date.parse('2026-03-10T18:00:00.000Z');
  #resets = 0;
  #isCopied = false;
  #isLocked = false;

  private constructor(
    world: ApiWorld,
    people: Office['people'],
    service: string,
    students: string[],
    closures: Closures,
  ) {
    this.world = world;
    this.people = people;
    this.service = service;
    this.students = students;
    this.late = new LateCommit(world.db);
    this.closures = closures;
    this.#send = fetchFrom(world.app);
  }

  static async open(kind: DatabaseKind = 'pglite'): Promise<Office> {
    const world = await openApiWorld(kind);
    const { db } = world;
    const paula = await world.addPerson();
    const otto = await world.addPerson();
    const sally = await world.addPerson({ role: '4' });
    const admin = await world.addPerson({ role: '1', isProvider: false });
    const { service, student } = await world.addCaseload(paula);
    const served = [student];
    for (const provider of [paula, otto, otto]) served.push((await world.addCaseload(provider)).student);
    await db.insert(locations).values({ id: LUNCH_LOCATION, name: 'Break', is_billable: false });
    const closures = await Closures.open(db, served);
    const office = new Office(world, { paula, otto, sally, admin }, service, served, closures);
    await db.insert(provider_services).values([otto, sally].map(({ id }) => ({ provider: id, service })));
    await db.insert(supervisions).values({ supervisor: sally.id, supervisee: otto.id });
    await db.transaction(async (tx) => {
      await recordChanges(
        tx,
        served.map((id) => ({ entity: 'student', id, scopes: scopesOfStudent({ id, archived: false }) })),
      );
      await refreshScopeMembers(tx, [paula.id, otto.id, sally.id]);
    });
    const dates = { start_date: '2026-03-01', end_date: '2026-03-15' };
    await db.insert(pay_periods).values([
      { id: office.period, ...dates },
      { id: randomUUID(), ...DECLARED },
    ]);
    if (db.kind === 'postgres') {
      changeQueries(db as PostgresDatabase, (query) => office.planted?.(query) ?? query);
    }
    await db.execute(sql`create schema copy`);
    for (const table of COPIED) {
      await db.execute(sql`create table copy.${sql.identifier(table)} (like ${sql.identifier(table)})`);
    }
    // Thousands of runs ask the same few things.
    if (kind === 'pglite') await db.execute(sql`set plan_cache_mode = auto`);
    return office;
  }

  close(): Promise<void> {
    return this.world.close();
  }

  get now(): number {
    return this.#clock;
  }

  pass(ms: number): void {
    this.#clock += ms;
    this.world.clock.now = new Date(this.#clock);
  }

  /** An empty organisation again, with the same people, all of them signed in. */
  async reset(): Promise<void> {
    const { db } = this.world;
    this.#clock = Date.parse('2026-03-10T18:00:00.000Z');
    this.pass(0);
    this.book.clear();
    this.#tokens.clear();
    this.#isCopied = false;
    this.closures.wereMade = false;
    await this.late.commit();
    await this.lock(false);
    if (this.#reassigned.size > 0) await this.#serveAsAtFirst();
    await db.execute(sql`
      with a as (delete from sessions), b as (delete from lunch_breaks), c as (delete from calendar_events),
        d as (delete from idempotency_keys), e as (delete from sign_ins), f as (delete from audit_entries),
        g as (delete from timecards), h as (delete from timesheets), j as (delete from school_closures),
        i as (delete from change_index
          where entity in ('session', 'lunch', 'calendar_event', 'timecard', 'timesheet', 'school_closure'))
      select 1
    `);
    await this.signIn(Object.values(this.people).map(({ id }) => id));
    this.#resets += 1;
    // Nothing else sweeps the embedded database.
    if (this.#resets % 50 === 0 && db.kind === 'pglite') await db.execute(sql`vacuum analyze`);
  }

  async lock(is_locked: boolean): Promise<void> {
    if (this.#isLocked === is_locked) return;
    this.#isLocked = is_locked;
    await this.world.db.update(pay_periods).set({ is_locked }).where(eq(pay_periods.id, this.period));
  }

  /** The student is served by these people from now on, and by nobody else. */
  assign(student: string, providers: readonly Person[]): Promise<void> {
    return this.#serve(new Map([[student, providers]]));
  }

  async #serve(served: ReadonlyMap<string, readonly Person[]>): Promise<void> {
    const { paula, otto, sally } = this.people;
    const ids = [...served.keys()];
    const pairs = [...served].flatMap(([student, providers]) =>
      providers.map(({ id }) => ({ student, provider: id })),
    );
    for (const id of ids) this.#reassigned.add(id);
    await this.late.commit();
    await this.world.db.transaction(async (tx) => {
      await tx.update(students).set({ version: sql`version + 1` }).where(inArray(students.id, ids));
      await tx.delete(student_providers).where(inArray(student_providers.student, ids));
      if (pairs.length > 0) await tx.insert(student_providers).values(pairs);
      await recordChanges(
        tx,
        ids.map((id) => ({ entity: 'student', id, scopes: scopesOfStudent({ id, archived: false }) })),
      );
      await refreshScopeMembers(tx, [paula.id, otto.id, sally.id]);
    });
  }

  async #serveAsAtFirst(): Promise<void> {
    const { paula, otto } = this.people;
    const firstOf = (student: string) => (this.students.indexOf(student) < 2 ? paula : otto);
    await this.#serve(new Map([...this.#reassigned].map((student) => [student, [firstOf(student)]])));
    this.#reassigned.clear();
  }

  /** A copy of the server, to which it can be set back. */
  async copy(): Promise<void> {
    await this.late.commit();
    await this.world.db.transaction(async (tx) => {
      for (const table of COPIED) {
        const [from, to] = [sql.identifier(table), sql`copy.${sql.identifier(table)}`];
        await tx.execute(sql`with old as (delete from ${to}) insert into ${to} select * from ${from}`);
      }
    });
    this.book.copy();
    this.#isCopied = true;
  }

  /** What came after the copy is gone; devices hear of it by the new epoch. */
  async restore(): Promise<boolean> {
    if (!this.#isCopied) return false;
    await this.late.commit();
    const { db } = this.world;
    await db.transaction(async (tx) => {
      for (const table of COPIED) {
        await tx.execute(sql`delete from ${sql.identifier(table)}`);
        await tx.execute(
          sql`insert into ${sql.identifier(table)} select * from copy.${sql.identifier(table)}`,
        );
      }
      await tx.execute(sql`delete from sync_epoch`);
    });
    await ensureEpoch(db);
    for (const student of this.students) this.#reassigned.add(student);
    this.book.setBack();
    return true;
  }

  async signIn(user_ids: readonly string[]): Promise<void> {
    const now = new Date(this.#clock).toISOString();
    const expires_at = new Date(this.#clock + 90 * 86_400_000).toISOString();
    const rows = user_ids.map((user_id) => {
      const id = randomUUID();
      this.#signIns.set(user_id, id);
      this.#tokens.delete(user_id);
      return { id, user_id, signed_in_at: now, last_seen_at: now, refresh_hash: id, expires_at };
    });
    await this.world.db.insert(sign_ins).values(rows);
  }

  isSignedIn(user_id: string): boolean {
    return this.#signIns.has(user_id);
  }

  async endSignIn(user_id: string): Promise<void> {
    const now = new Date(this.#clock).toISOString();
    await this.world.db.update(sign_ins).set({ ended_at: now }).where(eq(sign_ins.user_id, user_id));
    this.#signIns.delete(user_id);
    this.#tokens.delete(user_id);
  }

  /** A new access token; nothing where the person's sign-in has ended. */
  async tokenFor(user_id: string): Promise<string | null> {
    const sid = this.#signIns.get(user_id);
    if (sid === undefined) return null;
    const known = this.#tokens.get(user_id);
    if (known?.at === this.#clock) return known.token;
    const { sign } = createAccessTokens(this.world.config.secret);
    const token = await sign({ sub: user_id, sid }, new Date(this.#clock));
    this.#tokens.set(user_id, { token, at: this.#clock });
    return token;
  }

  /** The server, with every effect entered in the book before anybody is told. */
  readonly fetch: typeof fetch = async (input, init) => {
    const answer = await this.#send(input, init);
    if (!String(input).startsWith('/api/sync/push') || !answer.ok) return answer;
    const told = (await answer.clone().json()) as { answers: WriteAnswer[] };
    const body = JSON.parse(String(init?.body)) as {
      device: { device_id: string };
      writes: (PushedWrite | SealedWrite)[];
    };
    const [, credentials = ''] = (new Headers(init?.headers).get('authorization') ?? '').split(' ');
    for (const write of body.writes) {
      const said = told.answers.find((one) => one.write_id === write.write_id);
      if (said === undefined) continue;
      await this.book.enter({ write, answer: said, device_id: body.device.device_id, credentials });
    }
    return answer;
  };

  /** The office changes or deletes somebody's row by itself. */
  async touch(entity: WrittenEntity, id: string, change: Record<string, unknown> | null): Promise<void> {
    const row = (await this.#rowsOf(entity, [id]))[0];
    const token = await this.tokenFor(this.people.admin.id);
    if (row === undefined || token === null) return;
    const [update, remove] = ENDPOINTS[entity];
    const name = change === null ? remove : update;
    if (name === null) return;
    const endpoint = endpointNamed(name);
    const answer = await this.#send(addressOf(endpoint, { id }), {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        'if-match': `"${row.version}"`,
        ...(change === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(change === null ? {} : { body: JSON.stringify(change) }),
    });
    if (answer.ok) this.book.touchedByOffice.add(id);
  }

  async #rowsOf(entity: SeenEntity, ids: readonly string[]): Promise<readonly ServerRow[]> {
    if (ids.length === 0) return [];
    return this.world.db.transaction(async (tx) => LOADERS[entity](tx, ids) as Promise<readonly ServerRow[]>);
  }

  /** Every row as the server hands it out now, and what each person may see of them. */
  async everything() {
    const { rows } = await this.world.db.execute<{ entity: SeenEntity; id: string }>(sql`
      select 'session' as entity, id from sessions where deleted_at is null
      union all select 'lunch', id from lunch_breaks where deleted_at is null
      union all select 'calendar_event', id from calendar_events where deleted_at is null
      union all select 'timecard', id from timecards where deleted_at is null
      union all select 'timesheet', id from timesheets where deleted_at is null
      union all select 'school_closure', id from school_closures where deleted_at is null
    `);
    const assigned = await this.world.db.execute<{ student: string; provider: string }>(
      sql`select student, provider from student_providers`,
    );
    const all = { student: await this.#rowsOf('student', this.students) } as Record<
      SeenEntity,
      readonly ServerRow[]
    >;
    for (const entity of [...(Object.keys(WRITTEN) as WrittenEntity[]), 'school_closure'] as const) {
      const ids = rows.filter((row) => row.entity === entity).map((row) => row.id);
      all[entity] = await this.#rowsOf(entity, ids);
    }
    const { admin, sally, otto } = this.people;
    return (entity: SeenEntity, user_id: string): readonly ServerRow[] => {
      if (user_id === admin.id || entity === 'school_closure') return all[entity];
      if (entity !== 'student')
        return all[entity].filter((row) => (row.provider ?? row.provider_id) === user_id);
      const served = user_id === sally.id ? [sally.id, otto.id] : [user_id];
      const reached = new Set(
        assigned.rows.filter(({ provider }) => served.includes(provider)).map(({ student }) => student),
      );
      return all.student.filter(({ id }) => reached.has(id));
    };
  }
}
