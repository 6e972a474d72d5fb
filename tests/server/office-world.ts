import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { AuditDetails } from '#contract/audit-trail.ts';
import type { EndpointName } from '#contract/index.ts';
import { timePlusMinutes } from '#domain/time/pacific.ts';
import { client_accounts } from '#server/db/schema/client-accounts.ts';
import { clients } from '#server/db/schema/clients.ts';
import { locations } from '#server/db/schema/locations.ts';
import { pay_periods } from '#server/db/schema/pay-periods.ts';
import { provider_services, supervisions } from '#server/db/schema/providers.ts';
import { service_categories, services } from '#server/db/schema/services.ts';
import {
  student_accounts,
  student_providers,
  student_services,
  students,
} from '#server/db/schema/students.ts';
import { audit_entries, change_index } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import type { DatabaseKind } from '#tests/support/database.ts';
import { type Answered, type ApiWorld, openApiWorld, type Person, sessionBody } from './api-world.ts';
import { eventBody } from './calendar-bodies.ts';

export const SPEECH = randomUUID();
export const MOTOR = randomUUID();
export const DISTRICT = randomUUID();
export const FAMILY = randomUUID();
/** Archived. */
export const GONE = randomUUID();

/**
 * A small organization on March 10, 2026, 11:00 Pacific.
 *
 * `paula` gives speech to Anna and, once, to Dora, who is archived; `otto` gives motor to Ben. `lead` leads
 * speech, `sven` supervises Otto, `stray` has an unknown role code. February's first half is locked, its
 * second half closed.
 */
export interface OfficeWorld extends ApiWorld {
  people: Record<PersonName, Person>;
  anna: string;
  ben: string;
  dora: string;
  /** A call by one of the people, logged in as long as the clock stands still. */
  as<Name extends EndpointName>(person: PersonName, name: Name, asked?: Asked): Promise<Answered<Name>>;
  /** The scopes of a row, in order; those that it has left begin with a minus. */
  placesOf(id: string): Promise<string[]>;
  auditOf(id: string): Promise<{ action: string; user_id: string | null; details: AuditDetails }[]>;
}

export const personNames = ['superadmin', 'admin', 'paula', 'otto', 'lead', 'sven', 'stray'] as const;
export type PersonName = (typeof personNames)[number];

interface Asked {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** The base version of a change. */
  version?: number;
  captured_at?: string;
  device_now?: string;
  /** Of a write from a device's outbox. */
  device_id?: string;
}

const roles: Record<PersonName, string> = {
  superadmin: '0',
  admin: '1',
  paula: '2',
  otto: '2',
  lead: '3',
  sven: '4',
  stray: '7',
};

export async function openOfficeWorld(
  kind: DatabaseKind,
  parts: Parameters<typeof openApiWorld>[1] = {},
): Promise<OfficeWorld> {
  const world = await openApiWorld(kind, parts);
  const { db } = world;
  const people = {} as Record<PersonName, Person>;
  for (const name of personNames) {
    const role = roles[name];
    people[name] = await world.addPerson({ role, isProvider: role !== '0' && role !== '1' });
  }
  await db.update(users).set({ emp: 'contractor' }).where(eq(users.id, people.lead.id));

  const category = randomUUID();
  await db.insert(service_categories).values({ id: category, name: 'Therapy' });
  const service = { category, default_minutes: 30, is_billable: true };
  await db.insert(services).values([
    { ...service, id: SPEECH, name: 'Speech', short_name: 'SP' },
    { ...service, id: MOTOR, name: 'Motor', short_name: 'MO' },
  ]);
  await db.insert(clients).values([
    { id: DISTRICT, name: 'Quailhaven District' },
    { id: FAMILY, name: 'Abara Family' },
    { id: GONE, name: 'Gone Family', active: 0 },
  ]);
  await db.insert(client_accounts).values([{ id: DISTRICT }, { id: FAMILY }, { id: GONE }]);
  await db.insert(locations).values([
    { id: '5', name: 'Break', is_billable: false },
    { id: '101', name: 'Kestrel Hill School', client: DISTRICT, is_billable: true },
  ]);
  const [anna, ben, dora] = [randomUUID(), randomUUID(), randomUUID()];
  await db.insert(students).values([
    { id: anna, first_name: 'Anna', last_name: 'Abara', client: DISTRICT, location: '101' },
    { id: ben, first_name: 'Ben', last_name: 'Bello', client: FAMILY },
    { id: dora, first_name: 'Dora', last_name: 'Dang', client: DISTRICT, archived: true },
  ]);
  await db.insert(student_accounts).values([{ id: anna }, { id: ben }, { id: dora }]);
  await db.insert(student_services).values([
    { student: anna, service: SPEECH },
    { student: ben, service: MOTOR },
    { student: dora, service: SPEECH },
  ]);
  await db.insert(student_providers).values([
    { student: anna, provider: people.paula.id },
    { student: dora, provider: people.paula.id },
    { student: ben, provider: people.otto.id },
  ]);
  await db.insert(provider_services).values([
    { provider: people.paula.id, service: SPEECH },
    { provider: people.otto.id, service: MOTOR },
    { provider: people.lead.id, service: SPEECH },
  ]);
  await db.insert(supervisions).values({ supervisor: people.sven.id, supervisee: people.otto.id });
  await db.insert(pay_periods).values([
    {
      id: randomUUID(),
      start_date: '2026-02-01',
      end_date: '2026-02-15',
      closed_at: '2026-02-16T08:00:00Z',
      is_locked: true,
    },
    { id: randomUUID(), start_date: '2026-02-16', end_date: '2026-02-28', closed_at: '2026-03-01T08:00:00Z' },
    { id: randomUUID(), start_date: '2026-03-01', end_date: '2026-03-15' },
    { id: randomUUID(), start_date: '2026-03-16', end_date: '2026-03-31' },
  ]);
  await db.transaction((tx) =>
    refreshScopeMembers(
      tx,
      Object.values(people).map(({ id }) => id),
    ),
  );

  const tokens = new Map<string, Promise<string>>();
  return {
    ...world,
    people,
    anna,
    ben,
    dora,
    async as(person, name, { version, captured_at, device_now, device_id, ...asked } = {}) {
      const key = `${person} ${world.clock.now.toISOString()}`;
      const token = tokens.get(key) ?? world.signIn(people[person]).then((signedIn) => signedIn.token);
      tokens.set(key, token);
      return world.call(name, {
        ...asked,
        token: await token,
        headers: {
          'idempotency-key': randomUUID(),
          ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
          ...(captured_at === undefined ? {} : { 'x-captured-at': captured_at }),
          ...(device_now === undefined ? {} : { 'x-device-now': device_now }),
          ...(device_id === undefined ? {} : { 'x-device-id': device_id }),
        },
      });
    },
    async placesOf(id) {
      const rows = await db.select().from(change_index).where(eq(change_index.id, id));
      return rows.map(({ scope, has_left }) => (has_left ? `-${scope}` : scope)).sort();
    },
    async auditOf(id) {
      return db
        .select({
          action: audit_entries.action,
          user_id: audit_entries.user_id,
          details: audit_entries.details,
        })
        .from(audit_entries)
        .where(eq(audit_entries.row_id, id))
        .orderBy(audit_entries.id);
    },
  };
}

/** What an answer reveals, without its request: equal if a caller can't distinguish them. */
export function told({ status, body }: { status: number; body: unknown }): unknown {
  if (typeof body !== 'object' || body === null) return { status, body };
  const { request_id: _, ...rest } = body as Record<string, unknown>;
  return { status, body: rest };
}

const sessionsMade = new WeakMap<OfficeWorld, number>();

/**
 * A ten-minute speech session for Anna at a time of its own, so that it flags no other: from 3:00 AM on, past
 * midnight until 1:45 AM, because 2:00 to 3:00 AM is missing on the day when clocks go forward.
 */
export function sessionApart(world: OfficeWorld, changes: Record<string, unknown> = {}) {
  const made = sessionsMade.get(world) ?? 0;
  sessionsMade.set(world, made + 1);
  const start_time = timePlusMinutes('00:00', (180 + (made % 92) * 15) % (24 * 60));
  const minutes = { scheduled_minutes: 10, actual_minutes: 10, direct_minutes: 10 };
  return sessionBody(
    { service: SPEECH, student: world.anna },
    { start_time, end_time: timePlusMinutes(start_time, 10), ...minutes, ...changes },
  );
}

/** The id of a half-hour calendar event that planned a session. */
export async function plannedEvent(world: OfficeWorld, provider: PersonName = 'paula'): Promise<string> {
  const body = eventBody({ student: world.anna, service: SPEECH });
  const answer = await world.as(provider, 'calendar.create', { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
}
