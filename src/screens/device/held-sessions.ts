import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { EntityName } from '#contract/entity-name.ts';
import type { Session } from '#contract/session.ts';
import { openRows } from '#db/encrypted-rows.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import type { SyncPosition } from '#db/meta-rows.ts';
import {
  type LocalSession,
  sessionsBetween,
  sessionsOfProvider,
  sessionsWithRequests,
} from '#db/sessions.ts';
import { holdsOthersSessions } from '#domain/access/permissions.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { syncPosition } from '#sync/pull/pull.ts';
import { peopleOfSession, withPeople } from './people-by-id.ts';
import { askedOnce } from './running-questions.ts';
import { absentAsNull, type ServerResult, useLocal, useServerData, useSignedIn } from './signed-in.ts';

/** Which sessions: between two Pacific days, inclusive; none where a day or the provider is empty. */
export interface AskedSessions {
  from: string;
  to: string;
  provider?: string | undefined;
  /** With one of these students. */
  students?: readonly string[] | undefined;
  /** Who entered them. */
  captured_by?: string | undefined;
  /** Only those with a request, pending or decided. */
  has_request?: boolean | undefined;
}

/** Sessions from where they are held. */
export interface FoundSessions extends ServerResult<LocalSession[]> {
  /** Whether this device holds them all; otherwise the server was asked. Undefined until loaded. */
  isHeld: boolean | undefined;
}

/** More are too many for a screen, and for a spreadsheet that people work with. */
export const MOST_SESSIONS = 50_000;
const TOO_MANY = `There are more than ${MOST_SESSIONS.toLocaleString('en-US')} sessions. Choose fewer days or filters.`;
const PAGE = 1_000;
const NONE: ReadonlySet<string> = new Set();

/** What a screen says of the server where it isn't asked. */
export const HELD = { answeredAt: null, isAsking: false, problem: null, isOffline: false };

/**
 * The day since which this device has other people's rows that it holds by months; null if it has all that its person may see.
 * Undefined until loaded.
 */
export function useOthersFrom(): string | null | undefined {
  const { auth: role } = useSignedIn().profile;
  const position = useLocal(syncPosition, []);
  if (!holdsOthersSessions({ role })) return null;
  return position === undefined ? undefined : (position.others_from ?? null);
}

/**
 * The day since which this device has all sessions that its person may see, or only this provider's, and their notes if it holds
 * any; null if it has all. Undefined until loaded.
 */
export function useHeldFrom(provider?: string): string | null | undefined {
  const { auth: role, user_id } = useSignedIn().profile;
  const position = useLocal(syncPosition, []);
  return position && heldFrom(position, { role, user_id }, provider);
}

function heldFrom(
  { own_from = null, others_from = null }: SyncPosition,
  { role, user_id }: { role: string; user_id: string },
  provider: string | undefined,
): string | null {
  const others = holdsOthersSessions({ role }) ? others_from : null;
  if (provider !== undefined) return provider === user_id ? own_from : others;
  return own_from === null || (others !== null && others > own_from) ? others : own_from;
}

/** Whether this device holds the sessions, or a person's own events, of these days; undefined until loaded. */
export function useHoldsDays({ from, provider }: AskedSessions): boolean | undefined {
  const since = useHeldFrom(provider);
  // A form asks before anything is chosen.
  if (from === '' || provider === '') return true;
  return since === undefined ? undefined : since === null || from >= since;
}

/**
 * Sessions of these days, newest first: live from this device if it holds them, otherwise from the server, with the changes that
 * wait on this device.
 */
export function useSessions(asked: AskedSessions): FoundSessions {
  const isHeld = useHoldsDays(asked);
  const key = JSON.stringify(asked);
  const ask = useCallback(
    async (api: ApiClient) => (isHeld === false ? askSessions(api, JSON.parse(key)) : null),
    [isHeld, key],
  );
  const answer = useServerData(ask);
  const sessions = useHeldSessions(asked, isHeld, answer);
  if (isHeld === false) return { ...answer, result: sessions, isHeld };
  return { ...HELD, result: sessions, isHeld, reload: answer.reload };
}

/**
 * The sessions to show: this device's, or the server's with the changes that wait here. Undefined until loaded.
 * @param isHeld whether the device has them all
 */
export function useHeldSessions(
  asked: AskedSessions,
  isHeld: boolean | undefined,
  { result, reload }: Pick<ServerResult<readonly Session[] | null>, 'result' | 'reload'>,
): LocalSession[] | undefined {
  const key = JSON.stringify(asked);
  const here = useLocal((db) => withPeople(db, localSessions(db, asked), peopleOfSession), [key]);
  const unsent = useLocal(async (db) => (isHeld === false ? unsentRows(db, 'session') : NONE), [isHeld]);
  useReloadAfterChange(isHeld === false ? here : undefined, reload);
  return useMemo(() => {
    if (isHeld === undefined || here === undefined || isHeld) return isHeld === undefined ? undefined : here;
    return result == null || unsent === undefined ? undefined : laidOver(result.map(asLocal), here, unsent);
  }, [isHeld, here, unsent, result]);
}

/** What the server found, as `useHeldSessions` shows it, with its people loaded, outside of components. */
export async function withWaitingSessions(
  db: LocalDatabase,
  asked: AskedSessions,
  found: readonly Session[],
): Promise<LocalSession[]> {
  const [here, unsent] = await Promise.all([localSessions(db, asked), unsentRows(db, 'session')]);
  return withPeople(db, Promise.resolve(laidOver(found.map(asLocal), here, unsent)), peopleOfSession);
}

/**
 * The server is asked again when those of the rows that are here have changed: something was sent, or decided, or a pull
 * brought it.
 */
export function useReloadAfterChange(
  here: readonly { id: string; version: number; record_state: string }[] | undefined,
  reload: () => Promise<void>,
): void {
  useReloadAfter(
    here?.map(({ id, version, record_state }) => `${id} ${version} ${record_state}`).join(),
    reload,
  );
}

/** The server is asked again when this state of the device changes; undefined until it is loaded. */
export function useReloadAfter(state: string | undefined, reload: () => Promise<void>): void {
  const before = useRef(state);
  useEffect(() => {
    const known = before.current;
    before.current = state;
    if (known !== undefined && state !== undefined && known !== state) void reload();
  }, [state, reload]);
}

async function localSessions(db: LocalDatabase, asked: AskedSessions): Promise<LocalSession[]> {
  const { from, to, provider, students, captured_by, has_request } = asked;
  if (from === '') return [];
  if (has_request) {
    const found = await sessionsWithRequests(db);
    return found.filter(({ session_date }) => from <= session_date && session_date <= to);
  }
  const found =
    provider === undefined
      ? await sessionsBetween(db, from, to)
      : (await sessionsOfProvider(db, provider, from, to)).reverse();
  return found.filter(
    (session) =>
      (students === undefined || session.student_ids.some((id) => students.includes(id))) &&
      (captured_by === undefined || session.captured_by === captured_by),
  );
}

/** The rows of which a change waits here, whatever their day: it may be what changed. */
export async function unsentRows(db: LocalDatabase, entity: EntityName): Promise<ReadonlySet<string>> {
  const writes = await db.outbox
    .filter((write) => write.entity === entity && write.state !== 'orphaned')
    .toArray();
  return new Set(writes.map(({ entity_id }) => entity_id));
}

/** The server's answer, with the rows that this device knows better in their place. */
function laidOver(
  answered: readonly LocalSession[],
  here: readonly LocalSession[],
  unsent: ReadonlySet<string>,
): LocalSession[] {
  const own = here.filter(({ id }) => unsent.has(id));
  return [...own, ...answered.filter(({ id }) => !unsent.has(id))].sort(
    (a, b) => b.session_date.localeCompare(a.session_date) || b.start_time.localeCompare(a.start_time),
  );
}

/** All of these sessions from the server, newest first. */
export async function askSessions(api: ApiClient, asked: AskedSessions): Promise<Session[]> {
  const { from, to, provider, students, captured_by, has_request } = asked;
  const found = new Map<string, Session>();
  for (const student of students ?? [undefined]) {
    const sessions = await wholeList(api, {
      ...{ start_date: from, end_date: to },
      ...(provider === undefined ? {} : { provider }),
      ...(student === undefined ? {} : { student }),
      ...(captured_by === undefined ? {} : { captured_by }),
      ...(has_request ? { has_request: '1' as const } : {}),
    });
    for (const session of sessions) found.set(session.id, session);
  }
  return [...found.values()];
}

/** Every page of a list, newest first. */
export async function wholeList(
  api: ApiClient,
  query: Readonly<Record<string, string>> & { start_date: string; end_date: string },
): Promise<Session[]> {
  const found: Session[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page: { sessions: Session[]; next: string | null } = await api.call('session.list', {
      query: { ...query, limit: PAGE, ...(after === '' ? {} : { after }) },
    });
    found.push(...page.sessions);
    if (found.length > MOST_SESSIONS) throw new Error(TOO_MANY);
    after = page.next;
  }
  return found;
}

/** The same outside of components: of the server, if this device doesn't hold them; null if it does. */
export async function sessionsNotHeld(
  api: ApiClient,
  db: LocalDatabase,
  asked: AskedSessions,
): Promise<LocalSession[] | null> {
  const { own_from = null, others_from = null } = await syncPosition(db);
  const isHeld = [own_from, others_from].every((from) => from === null || asked.from >= from);
  return isHeld ? null : (await askSessions(api, asked)).map(asLocal);
}

function asLocal(session: Session): LocalSession {
  return { ...session, record_state: 'sent' };
}

const askSession = askedOnce((api, id) =>
  absentAsNull(api.call('session.read', { params: { id } }).then(asLocal)),
);

/** One session: null if there is none that the person may see; undefined until loaded, or while the server can't say. */
export interface FoundSession extends ServerResult<LocalSession | null> {
  /** Whether it isn't on this device: a change borrows it. */
  isBorrowed: boolean;
}

/** One session by id, live from this device, otherwise from the server. None where the id is empty. */
export function useSession(id: string): FoundSession {
  const heldFrom = useHeldFrom();
  const here = useLocal((db) => sessionHere(db, id), [id]);
  const isBorrowed = id !== '' && heldFrom != null && here === 'absent';
  const { db } = useSignedIn().workspace;
  const ask = useCallback(
    async (api: ApiClient) => {
      if (!isBorrowed) return null;
      const session = await askSession(api, id);
      await withPeople(db, Promise.resolve(session === null ? [] : [session]), peopleOfSession);
      return session;
    },
    [db, isBorrowed, id],
  );
  const answer = useServerData(ask);
  if (isBorrowed) return { ...answer, isBorrowed };
  return { ...HELD, result: here === 'absent' ? null : here, isBorrowed, reload: answer.reload };
}

/** Null for one that was deleted here. */
async function sessionHere(db: LocalDatabase, id: string): Promise<LocalSession | null | 'absent'> {
  const row = await db.sessions.get(id);
  if (row === undefined) return 'absent';
  const [session] = await openRows(db, 'session', [row]);
  return session ?? null;
}
