import { type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { NoteCompletion, OpenNote, ReportedNote, StudentNotes } from '#contract/reports.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { daysBetween } from '#domain/calendar/series-days.ts';
import type { SoapState } from '#domain/notes/soap-note.ts';
import { completionOf } from '#domain/reports/note-completion.ts';
import { isLateNote, NOTE_WITHIN_DAYS, noteStatus, waitsForAuthor } from '#domain/reports/note-status.ts';
import type { NoteStatus } from '#domain/reports/report-statuses.ts';
import { type CountedSession, countedMinutes } from '#domain/sessions/session-minutes.ts';
import { WITH_NOTE } from '#domain/students/notes-due.ts';
import { fullName } from '#domain/students/student-name.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { uuid } from '#entities/fields.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { personNames } from '#server/db/person-name.ts';
import { sessionsInReach } from '#server/modules/sessions/queries.ts';
import { countOpenNotes } from '#server/modules/soap/queries.ts';
import { listStudents, visibleStudents } from '#server/modules/students/queries.ts';
import type { Days } from './delivery.ts';

interface NoteRow extends CountedSession {
  session: string;
  session_date: string;
  start_time: string;
  provider: string;
  provider_name: string;
  student: string;
  student_name: string;
  service: string;
  service_name: string;
  note: string | null;
  state: SoapState;
  needs_co_sign: boolean;
  signed_at: string | null;
  co_signed_at: string | null;
  co_signed_by: string | null;
}

/**
 * The notes of these sessions: one for each student of a delivered session, and those written for others.
 * @param which on `sessions`
 * @param whose on `st.student`
 */
function notesWhere(tx: Transaction, which: SQL, whose = sql`true`): Promise<NoteRow[]> {
  return jsonRows(
    tx,
    sql`select s.id as session, s.session_date, s.start_time, s.scheduled_minutes, s.actual_minutes, s.attendance,
        s."changeDuration", s.approval_request, s.requests, s.provider, s.service, st.student, n.id as note, n.state,
        p.provider_first || ' ' || p.provider_last as provider_name, v.name as service_name,
        t.first_name || ' ' || t.last_name as student_name, coalesce(n.needs_co_sign, false) as needs_co_sign,
        ${sql.raw(isoInstant('signed_at', 'n'))}, ${sql.raw(isoInstant('co_signed_at', 'n'))},
        n.co_signed_by
      from (select * from sessions where ${which}) s
        cross join lateral unnest(s.student_ids) as st(student)
        join providers p on p.id = s.provider
        join services v on v.id = s.service
        join students t on t.id = st.student
        left join soap_notes n on n.session = s.id and n.student = st.student and n.deleted_at is null
      where ${whose} and (n.id is not null or (not s.is_history and s.attendance = any(${arrayParam(WITH_NOTE, 'text')})))
      order by s.session_date desc, s.id desc, t.last_name, t.first_name, t.id`,
  );
}

interface NotesAlike {
  provider: string;
  provider_name: string;
  session_date: string;
  /** Null without a note. */
  state: SoapState | null;
  needs_co_sign: boolean;
  co_signed_at: string | null;
  days_to_sign: number | null;
  times: number;
}

/**
 * The same notes as `notesWhere`, counted by all that figures depend on: a provider has few that differ on a day.
 * @param which on `sessions`
 */
function countedNotes(tx: Transaction, which: SQL): Promise<NotesAlike[]> {
  return jsonRows(
    tx,
    sql`select a.*, p.provider_first || ' ' || p.provider_last as provider_name from (
        select s.provider, s.session_date, n.state, coalesce(n.needs_co_sign, false) as needs_co_sign,
          case when n.co_signed_at is not null then 'co-signed' end as co_signed_at,
          case when n.signed_at is not null then
            greatest(0, (n.signed_at at time zone 'America/Los_Angeles')::date - s.session_date) end as days_to_sign,
          count(*)::int as times
        from (select * from sessions where ${which}) s
          cross join lateral unnest(s.student_ids) as st(student)
          left join soap_notes n on n.session = s.id and n.student = st.student and n.deleted_at is null
        where (n.id is not null or (not s.is_history and s.attendance = any(${arrayParam(WITH_NOTE, 'text')})))
        group by 1, 2, 3, 4, 5, 6) a
      join providers p on p.id = a.provider`,
  );
}

/** The sessions of these days that the actor can see. */
function sessionsOf(actor: Actor, { start_date, end_date }: Days): SQL {
  return sql`${sessionsInReach(actor)} and deleted_at is null
    and session_date between ${start_date}::date and ${end_date}::date`;
}

/** All but who co-signed it, whom one report names. A flat literal, as there are tens of thousands. */
function reported(row: NoteRow, today: string): Omit<ReportedNote, 'co_signed_by_name'> {
  const { session_date, signed_at } = row;
  const status = noteStatus(row.note === null ? null : row);
  return {
    session: row.session,
    session_date,
    start_time: row.start_time,
    provider: row.provider,
    provider_name: row.provider_name,
    student: row.student,
    student_name: row.student_name,
    service: row.service,
    service_name: row.service_name,
    note: row.note,
    signed_at,
    co_signed_at: row.co_signed_at,
    minutes: countedMinutes(row),
    status,
    is_late: isLateNote(status, session_date, today),
    days_to_sign: signed_at === null ? null : Math.max(0, daysBetween(session_date, pacificDay(signed_at))),
  };
}

/** How many notes of these days still wait for their author; the days are those on which an open note is late. */
export function countLateNotes(tx: Transaction, actor: Actor, days: Days): Promise<number> {
  return countOpenNotes(tx, sessionsOf(actor, days));
}

interface Page extends Days {
  provider?: string | undefined;
  after?: string | undefined;
  limit: number;
}

/** A page of notes, newest session first; `next` is the cursor of the next page. */
export async function providerNotes(
  tx: Transaction,
  actor: Actor,
  { start_date, end_date, provider, after, limit }: Page,
  today: string,
): Promise<{ notes: ReportedNote[]; next: string | null }> {
  const own = provider === undefined ? sql`true` : sql`provider = ${provider}::uuid`;
  const beyond = after === undefined ? sql`true` : positionAfter(after);
  const page = await jsonRows<{ id: string; session_date: string }>(
    tx,
    sql`select id, session_date from sessions
      where ${sessionsInReach(actor)} and deleted_at is null and ${own} and ${beyond}
        and session_date between ${start_date}::date and ${end_date}::date
      order by session_date desc, id desc limit ${limit + 1}`,
  );
  const shown = page.slice(0, limit);
  const last = shown.at(-1);
  const ids = arrayParam(
    shown.map(({ id }) => id),
    'uuid',
  );
  const notes = await notesWhere(tx, sql`id = any(${ids})`);
  const coSigners = await personNames(
    tx,
    notes.flatMap(({ co_signed_by }) => co_signed_by ?? []),
  );
  return {
    notes: notes.map((row) => ({
      ...reported(row, today),
      co_signed_by_name: coSigners.get(row.co_signed_by ?? '') ?? null,
    })),
    next: last === undefined || page.length <= limit ? null : `${last.session_date}_${last.id}`,
  };
}

function positionAfter(after: string): SQL {
  const [day = '', id = ''] = after.split('_');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)) || !uuid.safeParse(id).success) {
    throw new ApiError('request.invalid', { fields: { after: 'Unknown list position.' } });
  }
  return sql`(session_date, id) < (${day}::date, ${id}::uuid)`;
}

/** How far the notes of each provider are, by name. */
export async function noteCompletion(
  tx: Transaction,
  actor: Actor,
  { start_date, end_date }: Days,
  today: string,
): Promise<NoteCompletion[]> {
  const notes = (await countedNotes(tx, sessionsOf(actor, { start_date, end_date }))).map((row) => ({
    ...row,
    status: noteStatus(row.state === null ? null : { ...row, state: row.state }),
  }));
  return [...groupedBy(notes, ({ provider }) => provider)]
    .map(([provider, own]) => ({
      ...{ provider, provider_name: own[0]?.provider_name ?? '' },
      ...completionOf(own, today),
    }))
    .sort((a, b) => a.provider_name.localeCompare(b.provider_name) || a.provider.localeCompare(b.provider));
}

interface NotesOfStudent {
  student: string;
  /** Null without a note. */
  state: SoapState | null;
  needs_co_sign: boolean;
  /** The first day of these sessions: all are late, if open, or none is. */
  session_date: string;
  /** The newest day of one that is signed. */
  last_note_date: string | null;
  times: number;
}

/**
 * The same notes as `notesWhere`, counted for each student by all that figures depend on.
 * @param which on `sessions`
 */
function notesByStudent(tx: Transaction, which: SQL, today: string): Promise<NotesOfStudent[]> {
  return jsonRows(
    tx,
    sql`select st.student, n.state, coalesce(n.needs_co_sign, false) as needs_co_sign,
        min(s.session_date) as session_date,
        max(s.session_date) filter (where n.signed_at is not null) as last_note_date, count(*)::int as times
      from (select * from sessions where ${which}) s
        cross join lateral unnest(s.student_ids) as st(student)
        left join soap_notes n on n.session = s.id and n.student = st.student and n.deleted_at is null
      where (n.id is not null or (not s.is_history and s.attendance = any(${arrayParam(WITH_NOTE, 'text')})))
      group by st.student, n.state, n.needs_co_sign, s.session_date < ${dayPlus(today, -NOTE_WITHIN_DAYS)}::date`,
  );
}

/** Accessible students with how many notes they have, of those that the actor may see, by name. */
export async function studentNotes(
  tx: Transaction,
  actor: Actor,
  days: Days,
  today: string,
): Promise<StudentNotes[]> {
  const { start_date, end_date } = days;
  const students = await listStudents(tx, actor);
  const byStudent = groupedBy(
    await notesByStudent(tx, sessionsOf(actor, days), today),
    ({ student }) => student,
  );
  const clients = new Map(
    (await jsonRows<{ id: string; name: string }>(tx, sql`select id, name from clients`)).map(
      ({ id, name }) => [id, name],
    ),
  );
  const files = new Map(
    (
      await jsonRows<{ student: string; count: number }>(
        tx,
        sql`select student, count(*)::int as count from student_notes
          where deleted_at is null and student = any(${arrayParam(
            students.map(({ id }) => id),
            'uuid',
          )})
            and note_date between ${start_date}::date and ${end_date}::date group by student`,
      )
    ).map(({ student, count }) => [student, count]),
  );
  return students.map((student) => {
    const notes = byStudent.get(student.id) ?? [];
    const figures = { needed: 0, done: 0, to_co_sign: 0, started: 0, not_started: 0, late: 0 };
    for (const { state, needs_co_sign, session_date, times } of notes) {
      const status = noteStatus(state === null ? null : { state, needs_co_sign });
      figures.needed += times;
      figures[FIGURE_OF[status]] += times;
      if (isLateNote(status, session_date, today)) figures.late += times;
    }
    const signed = notes.flatMap(({ last_note_date }) => last_note_date ?? []).sort();
    return {
      ...{ student: student.id, student_name: fullName(student) },
      client_name: clients.get(student.client ?? '') ?? '',
      ...figures,
      last_note_date: signed.at(-1) ?? null,
      file_notes: files.get(student.id) ?? 0,
    };
  });
}

const FIGURE_OF = {
  'not-started': 'not_started',
  draft: 'started',
  returned: 'started',
  'to-co-sign': 'to_co_sign',
  done: 'done',
} as const satisfies Record<NoteStatus, keyof StudentNotes>;

/**
 * A student's sessions of these days without a signed note, of those that the actor may see, newest first.
 * @throws ApiError `record.absent`, the same for students whom the actor may not see
 */
export async function openNotes(
  tx: Transaction,
  actor: Actor,
  student: string,
  days: Days,
): Promise<OpenNote[]> {
  if ((await visibleStudents(tx, actor, [student])).length === 0) throw new ApiError('record.absent');
  const notes = await notesWhere(
    tx,
    sql`${sessionsOf(actor, days)} and ${student}::uuid = any(student_ids)`,
    sql`st.student = ${student}::uuid`,
  );
  return notes.flatMap(({ session, session_date, provider_name, service_name, ...row }) => {
    const status = noteStatus(row.note === null ? null : row);
    return waitsForAuthor(status) ? [{ session, session_date, provider_name, service_name, status }] : [];
  });
}
