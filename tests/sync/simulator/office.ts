import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { addressOf } from '#contract/endpoint.ts';
import type { EntityName } from '#contract/entity-name.ts';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import { fromBase64, unseal, writePlace } from '#contract/sealing.ts';
import type { PushedWrite, SealedWrite, WriteAnswer } from '#contract/sync.ts';
import { scopesOfStudent } from '#domain/access/scopes.ts';
import { recordChange } from '#server/db/change-index.ts';
import { pay_periods, student_providers } from '#server/db/schema/catalogue.ts';
import { sign_ins } from '#server/db/schema/people.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { loadCalendarEventRows } from '#server/modules/calendar/queries.ts';
import { loadLunchRows } from '#server/modules/lunch/queries.ts';
import { loadSessionRows } from '#server/modules/sessions/queries.ts';
import { loadStudentRows } from '#server/modules/students/queries.ts';
import { createAccessTokens } from '#server/plugins/access-token.ts';
import { type ApiWorld, openApiWorld, type Person } from '#tests/server/api-world.ts';
import { fetchFrom } from '#tests/support/device-api.ts';

/** The one effect of a write, as the server committed it. */
export interface Effect {
  write_id: string;
  device_id: string;
  user_id: string;
  entity: EntityName;
  row: string;
  effect: 'create' | 'update' | 'delete';
  /** The mark by which the write is known, in its notes. */
  token: string | null;
  captured_at: string;
}

export const WRITTEN = {
  session: 'sessions',
  lunch: 'lunch_breaks',
  calendar_event: 'calendar_events',
} as const;
export type WrittenEntity = keyof typeof WRITTEN;

export function tokenOf(body: unknown): string | null {
  const { notes, meeting_notes } = (body ?? {}) as { notes?: string; meeting_notes?: string };
  return notes ?? meeting_notes ?? null;
}

type PersonName = 'paula' | 'otto' | 'admin';

/**
 * The real server with two providers and an administrator, and the book that is
 * kept of what truly took effect there, whatever the devices are told.
 */
export class Office {
  readonly world: ApiWorld;
  readonly people: Record<PersonName, Person>;
  readonly service: string;
  /** The first two are Paula's, the last two Otto's. */
  readonly students: readonly string[];
  readonly period = randomUUID();
  readonly effects = new Map<string, Effect>();
  /** Rows of which a write was refused, merged or held up by another. */
  readonly disturbed = new Set<string>();
  /** Rows that the office itself has changed or deleted. */
  readonly touchedByOffice = new Set<string>();
  readonly faults: string[] = [];
  readonly #signIns = new Map<string, string>();
  readonly #uploads = new Map<string, { user_id: string; key: CryptoKey }>();
  readonly #unassigned = new Set<string>();
  readonly #send: typeof fetch;
  #clock = Date.parse('2026-03-10T18:00:00.000Z');
  #isQuiet = false;

  private constructor(world: ApiWorld, people: Office['people'], service: string, students: string[]) {
    this.world = world;
    this.people = people;
    this.service = service;
    this.students = students;
    this.#send = fetchFrom(world.app);
  }

  static async open(): Promise<Office> {
    const world = await openApiWorld('pglite');
    const paula = await world.addPerson();
    const otto = await world.addPerson();
    const admin = await world.addPerson({ role: '1', isProvider: false });
    const own = await world.addCaseload(paula);
    const caseloads = [
      own,
      await world.addCaseload(paula),
      await world.addCaseload(otto),
      await world.addCaseload(otto),
    ];
    const office = new Office(
      world,
      { paula, otto, admin },
      own.service,
      caseloads.map(({ student }) => student),
    );
    await world.db.transaction(async (tx) => {
      for (const id of office.students) {
        await recordChange(tx, 'student', id, scopesOfStudent({ id, archived: false }));
      }
      await refreshScopeMembers(tx, [paula.id, otto.id]);
    });
    await world.db.insert(pay_periods).values({
      id: office.period,
      start_date: '2026-03-01',
      end_date: '2026-03-15',
    });
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

  /** An empty organisation again, with the same people. */
  async reset(): Promise<void> {
    const { db } = this.world;
    this.#clock = Date.parse('2026-03-10T18:00:00.000Z');
    this.pass(0);
    const used = ['sessions', 'lunch_breaks', 'calendar_events', 'idempotency_keys', 'devices', 'sign_ins'];
    for (const table of used) await db.execute(sql`delete from ${sql.identifier(table)}`);
    await db.execute(sql`delete from change_index where entity in ('session', 'lunch', 'calendar_event')`);
    for (const kept of [this.effects, this.disturbed, this.touchedByOffice, this.#signIns, this.#uploads]) {
      kept.clear();
    }
    this.faults.splice(0);
    await this.lock(false);
    for (const student of this.#unassigned) await this.assign(student, this.people.paula, true);
  }

  async lock(is_locked: boolean): Promise<void> {
    await this.world.db.update(pay_periods).set({ is_locked }).where(eq(pay_periods.id, this.period));
  }

  async assign(student: string, provider: Person, isAssigned: boolean): Promise<void> {
    if (isAssigned) this.#unassigned.delete(student);
    else this.#unassigned.add(student);
    await this.world.db.transaction(async (tx) => {
      if (isAssigned) {
        await tx.insert(student_providers).values({ student, provider: provider.id }).onConflictDoNothing();
      } else {
        await tx.delete(student_providers).where(eq(student_providers.student, student));
      }
      await refreshScopeMembers(tx, [provider.id]);
    });
  }

  async signIn(user_id: string): Promise<void> {
    const id = randomUUID();
    const now = new Date(this.#clock).toISOString();
    await this.world.db.insert(sign_ins).values({
      id,
      user_id,
      signed_in_at: now,
      last_seen_at: now,
      refresh_hash: id,
      expires_at: new Date(this.#clock + 90 * 86_400_000).toISOString(),
    });
    this.#signIns.set(user_id, id);
  }

  async endSignIn(user_id: string): Promise<void> {
    const now = new Date(this.#clock).toISOString();
    await this.world.db.update(sign_ins).set({ ended_at: now }).where(eq(sign_ins.user_id, user_id));
    this.#signIns.delete(user_id);
  }

  /** A new access token; nothing where the person's sign-in has ended. */
  async tokenFor(user_id: string): Promise<string | null> {
    const sid = this.#signIns.get(user_id);
    if (sid === undefined) return null;
    const { sign } = createAccessTokens(this.world.config.secret);
    return sign({ sub: user_id, sid }, new Date(this.#clock));
  }

  knowUpload(token: string, user_id: string, key: CryptoKey): void {
    this.#uploads.set(token, { user_id, key });
  }

  /** The server, with every effect entered in the book before anybody is told. */
  readonly fetch: typeof fetch = async (input, init) => {
    const answer = await this.#send(input, init);
    const path = String(input);
    if (!path.startsWith('/api/sync/push') || !answer.ok) return answer;
    const told = (await answer.clone().json()) as { answers: WriteAnswer[] };
    const body = JSON.parse(String(init?.body)) as {
      device: { device_id: string };
      writes: (PushedWrite | SealedWrite)[];
    };
    const [, credentials = ''] = (new Headers(init?.headers).get('authorization') ?? '').split(' ');
    for (const write of body.writes) {
      const said = told.answers.find((one) => one.write_id === write.write_id);
      if (said !== undefined) await this.#enter(write, said, body.device.device_id, credentials);
    }
    return answer;
  };

  async #enter(write: PushedWrite | SealedWrite, said: WriteAnswer, device_id: string, credentials: string) {
    const upload = this.#uploads.get(credentials);
    const content =
      'sealed' in write
        ? ((await unseal(
            (upload as { key: CryptoKey }).key,
            writePlace(write.write_id),
            fromBase64(write.sealed),
          )) as PushedWrite)
        : write;
    const offline = endpointNamed(content.endpoint as EndpointName).offline;
    if (offline === undefined) throw new Error(`${content.endpoint} was pushed`);
    const { id } = (content.body ?? {}) as { id?: string };
    const row = content.params.id ?? String(id);
    if (said.code === 'write.reused')
      this.faults.push(`a key was used for two things: ${content.endpoint} ${row}`);
    if (said.code === 'record.stale' && !this.#isQuiet && !this.#hasRival(row, device_id)) {
      this.faults.push(
        `a change was stale though nobody else had changed the row: ${content.endpoint} ${row}`,
      );
    }
    if (said.status >= 300) {
      if (said.status < 500) this.disturbed.add(row);
      return;
    }
    if (this.effects.has(write.write_id)) return;
    this.effects.set(write.write_id, {
      write_id: write.write_id,
      device_id,
      user_id: upload?.user_id ?? subjectOf(credentials),
      entity: offline.entity,
      row,
      effect: offline.effect,
      token: tokenOf(content.body),
      captured_at: write.captured_at,
    });
  }

  /** Requests that arrive late are stale by right: nobody waits for their answers. */
  async withoutJudging(work: () => Promise<void>): Promise<void> {
    this.#isQuiet = true;
    await work();
    this.#isQuiet = false;
  }

  hasTaken(row: string, kind: Effect['effect'], token: string | null): boolean {
    return [...this.effects.values()].some(
      (effect) => effect.row === row && effect.effect === kind && effect.token === token,
    );
  }

  #hasRival(row: string, device_id: string): boolean {
    if (this.touchedByOffice.has(row)) return true;
    return [...this.effects.values()].some((effect) => effect.row === row && effect.device_id !== device_id);
  }

  /** The office changes or deletes somebody's row by itself. */
  async touch(entity: WrittenEntity, id: string, change: Record<string, unknown> | null): Promise<void> {
    const [row] = await this.rowsOf(entity, [id]);
    if (row === undefined) return;
    const [update, remove] = (
      {
        session: ['session.update', 'session.delete'],
        lunch: ['lunch.update', 'lunch.delete'],
        calendar_event: ['calendar.update', 'calendar.delete'],
      } as const
    )[entity];
    const endpoint = endpointNamed(change === null ? remove : update);
    const answer = await this.#send(addressOf(endpoint, { id }), {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${await this.tokenFor(this.people.admin.id)}`,
        'if-match': `"${row.version}"`,
        ...(change === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(change === null ? {} : { body: JSON.stringify(change) }),
    });
    if (answer.ok) this.touchedByOffice.add(id);
  }

  /** The rows as the server hands them out now. */
  async rowsOf(
    entity: WrittenEntity | 'student',
    ids: readonly string[],
  ): Promise<readonly { id: string; version: number }[]> {
    const load = {
      session: loadSessionRows,
      lunch: loadLunchRows,
      calendar_event: loadCalendarEventRows,
      student: loadStudentRows,
    }[entity];
    return this.world.db.transaction(
      async (tx) => load(tx, ids) as Promise<{ id: string; version: number }[]>,
    );
  }

  /** Every row of a kind that a person may see: own ones, or all for the administrator. */
  async visibleTo(entity: WrittenEntity, user_id: string) {
    const { rows } = await this.world.db.execute<{ id: string }>(
      user_id === this.people.admin.id
        ? sql`select id from ${sql.identifier(WRITTEN[entity])} where deleted_at is null`
        : sql`select id from ${sql.identifier(WRITTEN[entity])} where deleted_at is null and provider = ${user_id}::uuid`,
    );
    return this.rowsOf(
      entity,
      rows.map((row) => row.id),
    );
  }

  async studentsOf(user_id: string) {
    const { rows } = await this.world.db.execute<{ id: string }>(
      user_id === this.people.admin.id
        ? sql`select id from students`
        : sql`select student as id from student_providers where provider = ${user_id}::uuid`,
    );
    return this.rowsOf(
      'student',
      rows.map((row) => row.id),
    );
  }
}

function subjectOf(token: string): string {
  const [, payload = ''] = token.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string }).sub;
}
