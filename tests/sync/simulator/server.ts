import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { addressOf } from '#contract/endpoint.ts';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import type { PushedWrite, SealedWrite, WriteAnswer } from '#contract/sync.ts';
import { LUNCH_LOCATION } from '#domain/lunch/desired-event.ts';
import { ensureEpoch } from '#server/db/change-index.ts';
import { placeStudents } from '#server/db/directory-places.ts';
import { loadRows } from '#server/db/entity-rows.ts';
import type { PostgresDatabase } from '#server/db/postgres.ts';
import { locations } from '#server/db/schema/locations.ts';
import { pay_periods } from '#server/db/schema/pay-periods.ts';
import { provider_services, providers, supervisions } from '#server/db/schema/providers.ts';
import { sign_ins } from '#server/db/schema/sign-ins.ts';
import { student_providers, students } from '#server/db/schema/students.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import type { Random } from '#server/db/seed/random.ts';
import { createAccessTokens } from '#server/plugins/access-token.ts';
import { type ApiWorld, openApiWorld, type Person } from '#tests/server/api-world.ts';
import { type DatabaseKind, settled } from '#tests/support/database.ts';
import { fetchFrom } from '#tests/support/device-api.ts';
import { Assignments } from './assignments.ts';
import { Banks } from './banks.ts';
import { Book } from './book.ts';
import { Closures } from './closures.ts';
import { DECLARED } from './day-steps.ts';
import { FormerStudents } from './former-students.ts';
import { LateCommit } from './late-commit.ts';
import { Messages } from './messages.ts';
import { changeQueries } from './server-queries.ts';
import { COPIED, OFFICE_TABLES, type SeenEntity, TABLES, type WrittenEntity } from './tables.ts';
import { everything, type ServerRow, type Visible } from './visibility.ts';

const ENDPOINTS = {
  session: ['session.update', 'session.delete'],
  lunch: ['lunch.update', 'lunch.delete'],
  calendar_event: ['calendar.update', 'calendar.delete'],
  timecard: ['timecard.update', null],
  timesheet: ['timesheet.decide', null],
  parent: ['parent.update', 'parent.delete'],
  student_note: ['student-note.update', 'student-note.delete'],
  goal: ['goal.update', null],
  attachment: [null, 'attachment.delete'],
  // Its message is changed instead.
  notification: [null, null],
  // Only its author writes a note.
  soap_note: [null, null],
  goal_entry: [null, null],
} as const;

/** Empties tables with one statement. */
function emptying(tables: readonly string[]) {
  return sql.raw(`with ${tables.map((table, at) => `t${at} as (delete from ${table})`).join(', ')} select 1`);
}

/** What every run creates; what only the office keeps is left by runs about that. */
const MADE = [
  ...[...Object.values(TABLES), 'student_services', 'idempotency_keys', 'sign_ins', 'audit_entries'],
  ...['follows', 'sync_marks', `change_index where entity <> 'student'`],
];
const EMPTIED = emptying(MADE);
const EMPTIED_WITH_OFFICE = emptying([...MADE, ...OFFICE_TABLES]);

export type PersonName = 'paula' | 'otto' | 'sally' | 'admin';

/**
 * The real server with two providers, a supervisor of one of them, and an administrator, and the book of what
 * actually took effect there.
 */
export class Server {
  readonly world: ApiWorld;
  readonly people: Record<PersonName, Person>;
  readonly service: string;
  /** The first two are Paula's, the last two Otto's. */
  readonly students: readonly string[];
  readonly period = randomUUID();
  readonly book = new Book();
  readonly late: LateCommit;
  readonly closures: Closures;
  readonly assignments: Assignments;
  readonly banks: Banks;
  readonly messages: Messages;
  readonly former: FormerStudents;
  /** Whether an older copy was restored in this run. */
  wasRestored = false;
  /** A planted bug of the server, on PostgreSQL. */
  planted: ((query: string) => string) | null = null;
  readonly #signIns = new Map<string, string>();
  readonly #tokens = new Map<string, { token: string; at: number }>();
  readonly #reassigned = new Set<string>();
  readonly #send: typeof fetch;
  /** Records what the office decides, and is always signed in. */
  readonly #clerk: Person;
  #clock = Date.parse('2026-03-10T18:00:00.000Z');
  #resets = 0;
  #isCopied = false;
  /** The run is about what only the office keeps. */
  #hasOffice = false;
  #isLocked = false;

  private constructor(
    world: ApiWorld,
    people: Server['people'],
    service: string,
    students: string[],
    closures: Closures,
    former: FormerStudents,
    clerk: Person,
  ) {
    this.world = world;
    this.people = people;
    this.service = service;
    this.students = students;
    this.late = new LateCommit(world.db);
    this.closures = closures;
    this.former = former;
    this.#clerk = clerk;
    this.#send = fetchFrom(world.app);
    const order = this.order.bind(this);
    this.assignments = new Assignments(world.db, order, service);
    this.banks = new Banks(world.db, order, service);
    const sendForm = this.#sendForm.bind(this);
    this.messages = new Messages(world.db, { order, sendForm }, Object.values(people), () => this.now);
  }

  static async open(kind: DatabaseKind = 'pglite'): Promise<Server> {
    // A late commit is held open on purpose.
    const world = await openApiWorld(kind, { isSettled: false });
    // Each run begins with an empty audit, which the database would refuse to empty.
    await world.db.execute(sql`alter table audit_entries disable trigger append_only`);
    const { db } = world;
    const paula = await world.addPerson();
    const otto = await world.addPerson();
    const sally = await world.addPerson({ role: '4' });
    const admin = await world.addPerson({ role: '1', isProvider: false });
    const clerk = await world.addPerson({ role: '1', isProvider: false });
    const { service, student } = await world.addCaseload(paula);
    const served = [student];
    for (const provider of [paula, otto, otto]) served.push((await world.addCaseload(provider)).student);
    await db.insert(locations).values({ id: LUNCH_LOCATION, name: 'Break', is_billable: false });
    const closures = await Closures.open(db, served);
    const former = await FormerStudents.open(db);
    const server = new Server(world, { paula, otto, sally, admin }, service, served, closures, former, clerk);
    await db.insert(provider_services).values([otto, sally].map(({ id }) => ({ provider: id, service })));
    await db.insert(supervisions).values({ supervisor: sally.id, supervisee: otto.id });
    // Otto's notes need a co-signature.
    await db.update(providers).set({ needs_co_sign: true }).where(eq(providers.id, otto.id));
    await db.transaction(async (tx) => {
      await placeStudents(tx, served);
      await refreshScopeMembers(tx, [paula.id, otto.id, sally.id]);
    });
    const dates = { start_date: '2026-03-01', end_date: '2026-03-15' };
    await db.insert(pay_periods).values([
      { id: server.period, ...dates },
      { id: randomUUID(), ...DECLARED },
    ]);
    if (db.kind === 'postgres') {
      changeQueries(db as PostgresDatabase, (query) => server.planted?.(query) ?? query);
    }
    await db.execute(sql`create schema copy`);
    for (const table of [...COPIED, ...OFFICE_TABLES]) {
      await db.execute(sql`create table copy.${sql.identifier(table)} (like ${sql.identifier(table)})`);
    }
    // Thousands of runs issue the same few queries.
    if (kind === 'pglite') await db.execute(sql`set plan_cache_mode = auto`);
    return server;
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

  /** Resets to an empty organization with the same people, all of them signed in. */
  async reset(hasOffice: boolean): Promise<void> {
    const { db } = this.world;
    this.#clock = Date.parse('2026-03-10T18:00:00.000Z');
    this.pass(0);
    this.book.clear();
    this.#tokens.clear();
    this.#isCopied = false;
    this.wasRestored = false;
    this.closures.wereMade = false;
    this.assignments.wereMade = false;
    this.banks.made.clear();
    await this.late.commit();
    await this.lock(false);
    if (this.#reassigned.size > 0) await this.#serveAsAtFirst();
    await this.former.reset();
    await db.execute(this.#hasOffice ? EMPTIED_WITH_OFFICE : EMPTIED);
    this.#hasOffice = hasOffice;
    await this.signIn([...Object.values(this.people), this.#clerk].map(({ id }) => id));
    this.#resets += 1;
    // Nothing else vacuums the embedded database.
    if (this.#resets % 50 === 0 && db.kind === 'pglite') await db.execute(sql`vacuum analyze`);
  }

  /** Every transaction on the cluster that began until now has ended: nothing holds the horizon back. */
  async calm(): Promise<void> {
    await this.late.commit();
    if (this.world.db.kind === 'postgres') await settled(this.world.db);
  }

  async lock(is_locked: boolean): Promise<void> {
    if (this.#isLocked === is_locked) return;
    this.#isLocked = is_locked;
    await this.world.db.update(pay_periods).set({ is_locked }).where(eq(pay_periods.id, this.period));
  }

  /** From now on exactly these people serve the student. */
  async assign(student: string, people: readonly Person[], random: Random): Promise<void> {
    this.#reassigned.add(student);
    await this.late.commit();
    const ids = people.map(({ id }) => id);
    await this.assignments.serve(student, ids, random);
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
      await placeStudents(tx, ids);
      await refreshScopeMembers(tx, [paula.id, otto.id, sally.id]);
    });
  }

  async #serveAsAtFirst(): Promise<void> {
    const { paula, otto } = this.people;
    const firstOf = (student: string) => (this.students.indexOf(student) < 2 ? paula : otto);
    await this.#serve(new Map([...this.#reassigned].map((student) => [student, [firstOf(student)]])));
    this.#reassigned.clear();
  }

  /** Tables that an older copy contains. */
  get #copied(): readonly string[] {
    return this.#hasOffice ? [...COPIED, ...OFFICE_TABLES] : COPIED;
  }

  /** A copy of the server, to which it can be restored. */
  async copy(): Promise<void> {
    await this.late.commit();
    await this.world.db.transaction(async (tx) => {
      for (const table of this.#copied) {
        const [from, to] = [sql.identifier(table), sql`copy.${sql.identifier(table)}`];
        await tx.execute(sql`with old as (delete from ${to}) insert into ${to} select * from ${from}`);
      }
    });
    this.book.copy();
    this.#isCopied = true;
  }

  /** What came after the copy is gone, without notice: the server detects it from what devices have seen. */
  async restore(): Promise<boolean> {
    if (!this.#isCopied) return false;
    await this.late.commit();
    const { db } = this.world;
    await db.transaction(async (tx) => {
      for (const table of this.#copied) {
        await tx.execute(sql`delete from ${sql.identifier(table)}`);
        await tx.execute(
          sql`insert into ${sql.identifier(table)} select * from copy.${sql.identifier(table)}`,
        );
      }
    });
    await ensureEpoch(db);
    for (const student of this.students) this.#reassigned.add(student);
    this.former.forget();
    this.book.setBack();
    this.wasRestored = true;
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

  /** A new access token; null if the person's session has ended. */
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

  /** The server; every effect is entered in the book before anyone is told. */
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

  /** The office changes or deletes someone's row. */
  async touch(entity: WrittenEntity, id: string, change: Record<string, unknown> | null): Promise<void> {
    const [update, remove] = ENDPOINTS[entity];
    const name = change === null ? remove : update;
    if (name === null) return;
    const [row] = await this.world.db.transaction(
      async (tx) => (await loadRows(tx, entity, [id])) as readonly ServerRow[],
    );
    if (row === undefined) return;
    if (await this.order(name, row, change ?? undefined)) this.book.touch(id);
  }

  /** A call by the office; returns whether it was accepted. */
  order(
    name: EndpointName,
    row: { id: string; version?: number },
    body?: Record<string, unknown>,
  ): Promise<boolean> {
    const payload = body && { type: 'application/json', bytes: JSON.stringify(body) };
    return this.#callFromOffice(name, row, payload);
  }

  async #sendForm(
    name: EndpointName,
    row: { id: string; version?: number },
    form: FormData,
  ): Promise<boolean> {
    const sent = new Response(form);
    const type = sent.headers.get('content-type') ?? '';
    return this.#callFromOffice(name, row, { type, bytes: new Uint8Array(await sent.arrayBuffer()) });
  }

  async #callFromOffice(
    name: EndpointName,
    { id, version }: { id: string; version?: number },
    payload?: { type: string; bytes: string | Uint8Array<ArrayBuffer> },
  ): Promise<boolean> {
    const endpoint = endpointNamed(name);
    const answer = await this.#send(addressOf(endpoint, { id }), {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${await this.tokenFor(this.#clerk.id)}`,
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
        ...(payload === undefined ? {} : { 'content-type': payload.type }),
      },
      ...(payload === undefined ? {} : { body: payload.bytes }),
    });
    return answer.ok;
  }

  /** Office entities of which something was created in this run. */
  get made(): SeenEntity[] {
    return [...this.banks.made, ...(this.assignments.wereMade ? (['student_service'] as const) : [])];
  }

  /** All sessions as the server answers them. */
  async sessions(): Promise<readonly ServerRow[]> {
    const { rows } = await this.world.db.execute<{ id: string }>(
      sql`select id from sessions where deleted_at is null order by id`,
    );
    const ids = rows.map(({ id }) => id);
    return this.world.db.transaction(
      async (tx) => (await loadRows(tx, 'session', ids)) as readonly ServerRow[],
    );
  }

  /** Every row of these entities as the server delivers it now, and what each person may see of them. */
  everything(entities: readonly SeenEntity[]): Promise<Visible> {
    return everything(this.world.db, entities, this.people, this.now);
  }
}
