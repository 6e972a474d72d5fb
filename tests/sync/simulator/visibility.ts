import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { loadRows } from '#server/db/entity-rows.ts';
import type { Person } from '#tests/server/api-world.ts';
import { DECLARED } from './day-steps.ts';
import { type SeenEntity, TABLES } from './tables.ts';

export interface ServerRow {
  id: string;
  version: number;
  provider?: string;
  provider_id?: string;
  student?: string;
  receiver?: string;
  session_date?: string;
  approval_request?: string;
  soap_note?: string;
  period_start_date?: string;
  status?: string;
  event_start_date?: string;
  event_end_date?: string;
  original_date?: string | null;
  archived_on?: string | null;
}

/** The session's day of a note, whether it waits for a co-signature, and whether a signature is missing. */
type NoteDay = { session_date: string; waits: boolean; is_unfinished: boolean };

/**
 * The rows of an entity that a person's devices hold; all of the server's for null.
 * @param followed for one device, the students whose files were opened there; absent, all whom the person sees
 */
export type Visible = (
  entity: SeenEntity,
  user_id: string | null,
  followed?: ReadonlySet<string>,
) => readonly ServerRow[];

/**
 * Whose devices hold the rows of an entity: those of everyone who sees the student, or has the file, of the row's provider, of the
 * provider's supervisor too, of the receiver alone, or everyone's. Restated here for each entity, independently of the
 * server.
 */
const HELD_BY: Record<SeenEntity, 'student' | 'file' | 'provider' | 'team' | 'receiver' | 'everybody'> = {
  session: 'team',
  lunch: 'provider',
  calendar_event: 'provider',
  student: 'student',
  timecard: 'provider',
  timesheet: 'provider',
  notification: 'receiver',
  school_closure: 'everybody',
  student_service: 'student',
  parent: 'file',
  student_note: 'file',
  attachment: 'file',
  goal: 'file',
  soap_note: 'team',
  goal_entry: 'team',
  goal_option: 'everybody',
  plan_option: 'everybody',
  clinical_code: 'everybody',
};

/** The office reads those of others from the server; of everything else but files its devices hold all. */
const READ_FROM_SERVER: readonly SeenEntity[] = [
  ...(['soap_note', 'goal_entry', 'calendar_event', 'lunch', 'timecard'] as const),
];

/**
 * Whether devices of other people than its provider hold a session: of the month 45 days ago and later, or of the open pay periods,
 * and with something to decide. Restated here, independently of the server.
 */
function isInWork({ session_date = '', approval_request }: ServerRow, now: number): boolean {
  return approval_request === 'pending' || isInMonths(session_date, now);
}

function isInMonths(session_date: string, now: number): boolean {
  const back = new Date(now - 45 * 86_400_000).toISOString().slice(0, 7);
  // A period that began longer ago no longer counts, locked or not.
  const isOpen = now - Date.parse(DECLARED.start_date) <= 100 * 86_400_000;
  const open = isOpen ? DECLARED.start_date.slice(0, 7) : back;
  return session_date >= (open < back ? open : back);
}

/**
 * Whether devices of its provider hold a session with its notes, or an event: of this and the last fiscal year, which begins in July. Restated
 * here, independently of the server.
 */
function isInYears(session_date: string, now: number): boolean {
  const [year, month] = [new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() + 1];
  return session_date >= `${month >= 7 ? year - 1 : year - 2}-07`;
}

/**
 * Every row of these entities as the server delivers it now, and what each person may see of them, derived
 * from who serves whom without the server's own rules.
 */
export async function everything(
  db: Database,
  entities: readonly SeenEntity[],
  { admin, sally, otto }: Record<'admin' | 'sally' | 'otto', Person>,
  now: number,
): Promise<Visible> {
  const kept = entities.map((entity) =>
    entity === 'student'
      ? sql`select 'student' as entity, id from students`
      : sql`select ${sql.raw(`'${entity}'`)} as entity, id from ${sql.identifier(TABLES[entity])}
          where deleted_at is null`,
  );
  const { rows } = await db.execute<{ entity: SeenEntity; id: string }>(sql.join(kept, sql` union all `));
  const { rows: assigned } = await db.execute<{ student: string; provider: string }>(
    sql`select student, provider from student_providers`,
  );
  const { rows: days } = await db.execute<NoteDay & { id: string }>(
    sql`select n.id, s.session_date::text as session_date, n.state = 'signed' and n.needs_co_sign as waits,
        not (n.state = 'co-signed' or n.state = 'signed' and not n.needs_co_sign) as is_unfinished
      from soap_notes n join sessions s on s.id = n.session`,
  );
  const dayOfNote = new Map<string, NoteDay>(days.map(({ id, ...day }) => [id, day]));
  const all = new Map<SeenEntity, readonly ServerRow[]>();
  for (const entity of entities) {
    const ids = rows.filter((row) => row.entity === entity).map((row) => row.id);
    all.set(
      entity,
      ids.length === 0
        ? []
        : await db.transaction(async (tx) => (await loadRows(tx, entity, ids)) as readonly ServerRow[]),
    );
  }
  return (entity, user_id, followed) => {
    const known = all.get(entity) ?? [];
    if (user_id === null) return known;
    const heldBy = HELD_BY[entity];
    // Not even the office sees what others were told.
    if (heldBy === 'receiver') return known.filter(({ receiver }) => receiver === user_id);
    if (user_id === admin.id && entity === 'timesheet') {
      return known.filter(
        ({ status, period_start_date = '' }) => status === 'submitted' || isInMonths(period_start_date, now),
      );
    }
    if (user_id === admin.id && entity === 'session') return known.filter((row) => isInWork(row, now));
    if (user_id === admin.id && heldBy === 'file') {
      return known.filter(({ student = '' }) => followed === undefined || followed.has(student));
    }
    if (user_id === admin.id && entity === 'student') {
      // Archived ones of this and the last fiscal year, and those whose files were opened.
      return known.filter(
        ({ id, archived_on = null }) =>
          archived_on === null || isInYears(archived_on, now) || followed === undefined || followed.has(id),
      );
    }
    const holdsAll = user_id === admin.id && !READ_FROM_SERVER.includes(entity);
    if (holdsAll || heldBy === 'everybody') return known;
    const team = user_id === sally.id ? [sally.id, otto.id] : [user_id];
    const reached = new Set(
      assigned.filter(({ provider }) => team.includes(provider)).map(({ student }) => student),
    );
    if (entity === 'student') return known.filter(({ id }) => reached.has(id));
    if (heldBy === 'file') {
      const own = new Set(assigned.flatMap((one) => (one.provider === user_id ? [one.student] : [])));
      const isHere = (id: string) => own.has(id) || followed === undefined || followed.has(id);
      return known.filter(({ student = '' }) => reached.has(student) && isHere(student));
    }
    if (heldBy === 'student') return known.filter(({ student = '' }) => reached.has(student));
    if (entity === 'session') {
      return known.filter((row) => {
        const { provider = '', session_date = '', approval_request } = row;
        if (provider === user_id) return approval_request === 'pending' || isInYears(session_date, now);
        return team.includes(provider) && isInWork(row, now);
      });
    }
    if (heldBy === 'team') {
      // Notes and goal results: by the day of the session, own ones until they are finished, and others' while they wait for the supervisor.
      return known.filter(({ id, soap_note = id, provider = '' }) => {
        const day = dayOfNote.get(soap_note);
        if (day === undefined) return false;
        if (provider === user_id) return day.is_unfinished || isInYears(day.session_date, now);
        return team.includes(provider) && (day.waits || isInMonths(day.session_date, now));
      });
    }
    const own = known.filter((row) => (row.provider ?? row.provider_id) === user_id);
    if (entity !== 'calendar_event') return own;
    return own.filter(({ event_start_date = '', event_end_date = '', original_date }) =>
      [event_start_date, event_end_date, original_date ?? ''].some((day) => isInYears(day, now)),
    );
  };
}
