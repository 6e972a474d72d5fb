import { type SQL, sql } from 'drizzle-orm';
import type { PayPeriod } from '#contract/catalog.ts';
import { ApiError } from '#contract/errors.ts';
import type { Session } from '#contract/session.ts';
import type { Student, StudentName } from '#contract/student.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { scopesOfSession } from '#domain/access/scopes.ts';
import { invoiceMonth } from '#domain/payroll/lateness.ts';
import type { FlaggedSession } from '#domain/sessions/session-flags.ts';
import type { ClientTransfer } from '#domain/students/client-days.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf, keptRows, type Stored } from '#server/db/entity-rows.ts';
import { arrayParam, isoInstant, jsonRows, jsonValue } from '#server/db/json-rows.ts';
import { keepPrefetched, readPrefetched } from '#server/db/write-unit.ts';
import { sheetLocks } from '#server/modules/timesheets/covered-days.ts';
import { aboutDay, type Records } from '#server/records/call.ts';

/** A session with the server's own fields. */
export type StoredSession = Stored<'session'>;

/** The fields of a neighboring session that matter for flags. */
export interface Neighbor extends FlaggedSession, Pick<Session, 'approval_request'> {
  has_overlap: boolean;
  is_possible_duplicate: boolean;
}

/** @throws ApiError `record.absent` if there is none that the person may see */
export async function readSession(tx: Transaction, actor: Actor, id: string): Promise<Session> {
  const [found] = await keptRows(tx, 'session', sql`id = ${id}::uuid and ${sessionsInReach(actor)}`);
  if (found === undefined) throw new ApiError('record.absent');
  return found;
}

/** Part of a list by day and time. */
interface ListPart {
  start_date?: string | undefined;
  end_date?: string | undefined;
  /** A session of the list, also a deleted one: the part begins behind it. */
  after?: string | undefined;
  limit: number;
}

/** Accessible sessions of a student, newest first. */
export function listSessionsOfStudent(
  tx: Transaction,
  actor: Actor,
  student: string,
  part: ListPart,
): Promise<Session[]> {
  return newestSessions(tx, actor, sql`student_ids @> ${arrayParam([student], 'uuid')}`, part);
}

/** Accessible sessions with a changed duration, newest first. */
export function listDurations(
  tx: Transaction,
  actor: Actor,
  { provider, ...part }: ListPart & { provider?: string | undefined },
): Promise<Session[]> {
  const isOfProvider = provider === undefined ? sql`true` : sql`provider = ${provider}`;
  return newestSessions(tx, actor, sql`"changeDuration" and ${isOfProvider}`, part);
}

async function newestSessions(
  tx: Transaction,
  actor: Actor,
  which: SQL,
  { start_date, end_date, after, limit }: ListPart,
): Promise<Session[]> {
  const conditions = [which, sessionsInReach(actor)];
  const inList = sql.join(conditions, sql` and `);
  if (start_date !== undefined) conditions.push(sql`session_date >= ${start_date}::date`);
  if (end_date !== undefined) conditions.push(sql`session_date <= ${end_date}::date`);
  if (after !== undefined) {
    const [last] = await jsonRows<{ day: string; time: string }>(
      tx,
      sql`select session_date::text as day, start_time as time from sessions where id = ${after}::uuid and ${inList}`,
    );
    if (last === undefined) {
      throw new ApiError('request.invalid', { fields: { after: 'Unknown list position.' } });
    }
    conditions.push(
      sql`(session_date, start_time, id) < (${last.day}::date, ${last.time}::text, ${after}::uuid)`,
    );
  }
  return keptRows(
    tx,
    'session',
    sql`${sql.join(conditions, sql` and `)}
      order by session_date desc, start_time desc, id desc limit ${limit}`,
  );
}

/** The row rule `maySeeSession` as a condition; a test compares both. */
export function sessionsInReach(actor: Actor): SQL {
  if (seesWholeOrganization(actor)) return sql`true`;
  const own = sql`provider = ${actor.provider_id}::uuid`;
  if (actor.role === ROLES.serviceLead) {
    return sql`(${own} or service = any(${arrayParam(actor.service_ids, 'uuid')}))`;
  }
  if (actor.role === ROLES.supervisor) {
    return sql`(${own} or provider = any(${arrayParam(actor.supervisee_ids, 'uuid')}))`;
  }
  return own;
}

/**
 * Names of those of these students who are in an accessible session, by name: who may see a session may see whom it was with,
 * also when the student has left or is archived.
 */
export function listStudentNames(
  tx: Transaction,
  actor: Actor,
  ids: readonly string[],
): Promise<StudentName[]> {
  return jsonRows(
    tx,
    sql`select s.id, s.first_name, s.last_name from students s
      where s.id = any(${arrayParam(ids, 'uuid')}) and exists (
        select from sessions where student_ids @> array[s.id] and deleted_at is null and ${sessionsInReach(actor)})
      order by s.last_name, s.first_name, s.id`,
  );
}

/** What the rules need before a session is stored. */
export interface EntryFacts {
  /** Those requested ids that exist. */
  students: Student[];
  provider: { archived: boolean; services: string[] } | null;
  knows_service: boolean;
  knows_location: boolean;
  /** Pay periods of the requested days. They stay unchanged until the transaction ends. */
  periods: PayPeriod[];
  /** The first requested student: that student's client is billed. */
  first_student: string | null;
  /** Transfers of that student to other clients, by day. */
  transfers: (ClientTransfer & { student: string })[];
  /** Invoices of that student's clients for the months of these days. */
  invoice_cuts: { client: string; month: string; cut_at: string }[];
}

/** What the rules need for one entry, and the locks that keep it unchanged. */
interface RequestedFacts {
  student_ids: readonly string[];
  provider: string;
  service: string;
  location: string | null;
  days: readonly string[];
  lock_keys: readonly string[];
  /** Locks of notes, taken after all others. */
  note_locks?: readonly string[];
}

/** The same for many entries. */
interface KnownFacts {
  students: Student[];
  providers: { id: string; archived: boolean; services: string[] }[];
  services: string[];
  locations: string[];
  periods: PayPeriod[];
  transfers: EntryFacts['transfers'];
  invoice_cuts: EntryFacts['invoice_cuts'];
}

/**
 * Reads the request context of an entry in one round trip, and takes the locks `lock_keys` until the
 * transaction ends. Reads *after* this call see what earlier lock holders wrote.
 */
export async function lockAndReadFacts(tx: Transaction, asked: RequestedFacts): Promise<EntryFacts> {
  const prefetched = readPrefetched<PrefetchedFacts>(tx, FACTS);
  const isKnown = prefetched !== undefined && namesOf(asked).every((name) => prefetched.names.has(name));
  const known = isKnown ? prefetched.known : await factsOfAll(tx, [asked]);
  const provider = known.providers.find(({ id }) => id === asked.provider);
  return {
    students: known.students.filter(({ id }) => asked.student_ids.includes(id)),
    provider: provider === undefined ? null : { archived: provider.archived, services: provider.services },
    knows_service: known.services.includes(asked.service),
    knows_location: asked.location === null || known.locations.includes(asked.location),
    periods: known.periods,
    first_student: asked.student_ids[0] ?? null,
    transfers: known.transfers,
    invoice_cuts: known.invoice_cuts,
  };
}

const FACTS = 'facts of sessions';

interface PrefetchedFacts {
  /** Everything requested, by kind and name. */
  names: ReadonlySet<string>;
  known: KnownFacts;
}

function namesOf(asked: RequestedFacts): string[] {
  const { student_ids, provider, service, location, days, lock_keys } = asked;
  return [
    ...student_ids.map((id) => `student ${id}`),
    `first student ${student_ids[0] ?? null}`,
    `provider ${provider}`,
    `service ${service}`,
    `location ${location}`,
    ...days.map((day) => `day ${day}`),
    ...lock_keys.map((key) => `lock ${key}`),
  ];
}

/** Prefetches the context of all entries of a batch, under all of their locks. */
export async function prefetchFacts(tx: Transaction, asked: readonly RequestedFacts[]): Promise<void> {
  const known = await factsOfAll(tx, asked);
  keepPrefetched<PrefetchedFacts>(tx, FACTS, { names: new Set(asked.flatMap(namesOf)), known });
}

/**
 * Always takes locks in the same order, so that two calls can't deadlock. Those of timesheets are taken along: a
 * statement of their own would cost as much as this one.
 */
function factsOfAll(tx: Transaction, asked: readonly RequestedFacts[]): Promise<KnownFacts> {
  const each = (of: (one: RequestedFacts) => readonly (string | null | undefined)[]) => {
    const found = new Set(asked.flatMap(of));
    return [...found].filter((value) => typeof value === 'string');
  };
  const days = each((one) => one.days);
  const first = arrayParam(
    each((one) => [one.student_ids[0]]),
    'uuid',
  );
  return jsonValue(
    tx,
    sql`select json_build_object(
      'students', (select coalesce(json_agg(r), '[]') from (
        select ${fieldsOf('student', 's')} from students s
        where s.id = any(${arrayParam(
          each((one) => one.student_ids),
          'uuid',
        )})) r),
      'providers', (select coalesce(json_agg(json_build_object('id', p.id, 'archived', p.archived, 'services',
          array(select a.service from provider_services a where a.provider = p.id))), '[]')
        from providers p where p.id = any(${arrayParam(
          each((one) => [one.provider]),
          'uuid',
        )})),
      'services', (select coalesce(json_agg(id), '[]') from services
        where deleted_at is null and id = any(${arrayParam(
          each((one) => [one.service]),
          'uuid',
        )})),
      'locations', (select coalesce(json_agg(id), '[]') from locations
        where id = any(${arrayParam(
          each((one) => [one.location]),
          'text',
        )})),
      'periods', (select coalesce(json_agg(p), '[]') from (
        select ${fieldsOf('pay_period')} from pay_periods
        where exists (select 1 from unnest(${arrayParam(days, 'date')}) d where d between start_date and end_date)
        for share) p),
      'transfers', (select coalesce(json_agg(t), '[]') from (
        select student, from_client, to_client, start_date, is_applied from student_transfers
        where student = any(${first})) t),
      'invoice_cuts', (select coalesce(json_agg(c), '[]') from (
        select distinct i.client, i.month, ${sql.raw(isoInstant('cut_at'))} from invoice_cuts i
        where i.client in (select s.client from students s where s.id = any(${first})
            union select t.from_client from student_transfers t where t.student = any(${first})
            union select t.to_client from student_transfers t where t.student = any(${first}))
          and i.month = any(${arrayParam(days.map(invoiceMonth), 'text')})) c),
      'locks', (select array_agg(pg_advisory_xact_lock(hashtextextended(k, 0)) is null)
        from unnest(${arrayParam(each((one) => one.lock_keys).sort(), 'text')}) k),
      'sheet_locks', (select count(l) from (${sheetLocks(asked)}) l),
      'note_locks', (select array_agg(pg_advisory_xact_lock(hashtextextended(k, 0)) is null)
        from unnest(${arrayParam(each((one) => one.note_locks ?? []).sort(), 'text')}) k)
    )::text as value`,
  );
}

/**
 * All sessions whose flags may depend on a session at one of these places: those of its provider on its day,
 * and those of its service with its start, including itself if it is stored.
 */
export async function neighborsOf(
  tx: Transaction,
  places: readonly FlaggedSession[],
): Promise<readonly Neighbor[]> {
  const prefetched = readPrefetched<PrefetchedNeighbors>(tx, NEIGHBORS);
  if (prefetched === undefined || !places.every((place) => prefetched.places.has(placeName(place))))
    return jsonRows<Neighbor>(tx, besidePlaces(places));
  return prefetched.sessions.filter((one) => places.some((place) => isBeside(place, one)));
}

const NEIGHBORS = 'neighbors of sessions';

interface PrefetchedNeighbors {
  places: ReadonlySet<string>;
  sessions: readonly Neighbor[];
}

function placeName({ provider, service, session_date, start_time }: FlaggedSession): string {
  return `${provider} ${service} ${session_date} ${start_time}`;
}

/** One place in the neighbor query. */
function isBeside(place: FlaggedSession, other: FlaggedSession): boolean {
  if (place.session_date !== other.session_date) return false;
  return (
    place.provider === other.provider ||
    (place.service === other.service && place.start_time === other.start_time)
  );
}

/** Keeps what `besidePlaces` found for all writes of the transaction. */
export function keepNeighbors(
  tx: Transaction,
  places: readonly FlaggedSession[],
  sessions: readonly Neighbor[],
): void {
  keepPrefetched<PrefetchedNeighbors>(tx, NEIGHBORS, { places: new Set(places.map(placeName)), sessions });
}

/** Updates prefetched neighbors with what a write has stored. */
export function followNeighbors(tx: Transaction, changed: readonly Neighbor[]): void {
  const prefetched = readPrefetched<PrefetchedNeighbors>(tx, NEIGHBORS);
  if (prefetched === undefined) return;
  const byId = new Map([...prefetched.sessions, ...changed].map((session) => [session.id, session]));
  keepPrefetched<PrefetchedNeighbors>(tx, NEIGHBORS, { ...prefetched, sessions: [...byId.values()] });
}

/** Takes a deleted session from the prefetched neighbors. */
export function forgetNeighbor(tx: Transaction, id: string): void {
  const prefetched = readPrefetched<PrefetchedNeighbors>(tx, NEIGHBORS);
  if (prefetched === undefined) return;
  const sessions = prefetched.sessions.filter((session) => session.id !== id);
  keepPrefetched<PrefetchedNeighbors>(tx, NEIGHBORS, { ...prefetched, sessions });
}

/** The query of all sessions beside these places. Their locks must be held. */
export function besidePlaces(places: readonly FlaggedSession[]): SQL {
  const named = places.map(({ provider, service, session_date, start_time }) => {
    return { provider, service, session_date, start_time };
  });
  // `offset 0` keeps it a search by index for each place: the planner takes the list for much longer than it is.
  return sql`select distinct on (s.id) s.*
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
      as p(provider uuid, service uuid, session_date date, start_time text)
    cross join lateral (
      select id, provider, service, student_ids, session_date, start_time, actual_minutes, setting,
        has_overlap, is_possible_duplicate, approval_request
      from sessions
      where deleted_at is null and session_date = p.session_date
        and (provider = p.provider or (service = p.service and start_time = p.start_time))
      offset 0) s`;
}

export const sessionRecords: Records<Session> = {
  entity: 'session',
  scopes: scopesOfSession,
  about: aboutDay,
};
