import { sql } from 'drizzle-orm';
import type { TimelineKind } from '#domain/students/student-timeline.ts';
import { arrayParam } from '#server/db/json-rows.ts';
import { personNameOf } from '#server/db/person-name.ts';
import { sessionsInReach } from '#server/modules/sessions/queries.ts';
import { dayEvents, seriesEvents, servicesEvents } from './day-sources.ts';
import { pageOf, type TimelineFacts, type TimelineSource } from './timeline-page.ts';

const NAME_OF_SERVICE = sql`(select v.name from services v where v.id = service)`;

/** Sessions that the person may see. */
const sessions: TimelineSource = (asked) =>
  pageOf<TimelineFacts>(
    asked,
    sql`select 'session:' || id as id, 'session' as what,
        (session_date + start_time::time) at time zone time_zone as happened,
        ${NAME_OF_SERVICE} as service_name, ${sql.raw(personNameOf('sessions.provider'))} as provider_name,
        actual_minutes as minutes, attendance, id as opens
      from sessions where student_ids @> ${arrayParam([asked.student.id], 'uuid')} and deleted_at is null
        and ${sessionsInReach(asked.call.actor)}`,
  );

/** The steps of notes that the person may see; nothing of what they say. Notes have the rule of sessions. */
const notes: TimelineSource = (asked) =>
  pageOf<TimelineFacts>(
    asked,
    sql`select 'note:' || id || ':' || lpad(step.place::text, 3, '0') as id, 'note-' || (step.value ->> 'step') as what,
        (step.value ->> 'at')::timestamptz as happened, ${NAME_OF_SERVICE} as service_name,
        coalesce(step.value ->> 'by_name', ${sql.raw(personNameOf('soap_notes.provider'))}) as by_name,
        to_char(note_date, 'YYYY-MM-DD') as note_date, session as opens
      from soap_notes, jsonb_array_elements(steps) with ordinality as step (value, place)
      where student = ${asked.student.id} and deleted_at is null and ${sessionsInReach(asked.call.actor)}`,
  );

const files: TimelineSource = (asked) =>
  pageOf<TimelineFacts>(
    asked,
    sql`select 'attachment:' || id as id, 'attachment' as what, captured_at as happened, file_name as name,
        ${sql.raw(personNameOf('attachments.uploaded_by'))} as by_name
      from attachments where student = ${asked.student.id} and is_complete and deleted_at is null
      union all
      select 'file-note:' || id, 'file-note', captured_at, null,
        ${sql.raw(personNameOf('student_notes.provider'))}
      from student_notes where student = ${asked.student.id} and deleted_at is null`,
  );

/** Who was added to the student's parents and removed; their names are those of today. */
const parents: TimelineSource = (asked) =>
  pageOf<TimelineFacts>(
    asked,
    sql`select 'parent:' || lpad(e.id::text, 15, '0') as id,
        case e.action when 'parent.create' then 'parent-add' else 'parent-remove' end as what, e.at as happened,
        p.first_name || ' ' || p.last_name as name, ${sql.raw(personNameOf('e.user_id'))} as by_name
      from parents p join audit_entries e on e.entity = 'parent' and e.row_id = p.id::text
      where p.student = ${asked.student.id} and e.action in ('parent.create', 'parent.delete')`,
  );

/** Transfers, merges, and what the audit says of the record as a whole. */
const record: TimelineSource = (asked) => {
  const { id } = asked.student;
  return pageOf<TimelineFacts>(
    asked,
    sql`select 'transfer:' || t.id as id, 'transfer' as what,
        t.start_date::timestamp at time zone 'America/Los_Angeles' as happened, true as is_day,
        (select c.name from clients c where c.id = t.to_client) as name,
        (select c.name from clients c where c.id = t.from_client) as former_name,
        ${sql.raw(personNameOf('t.made_by'))} as by_name
      from student_transfers t where t.student = ${id}
      union all
      select 'merge:' || m.id, 'merge', m.merged_at, false, ${otherName(id)}, null, ${sql.raw(personNameOf('m.merged_by'))}
      from student_merges m where m.stays = ${id} or m.merged = ${id}
      union all
      select 'undo-merge:' || m.id, 'undo-merge', m.undone_at, false, ${otherName(id)}, null,
        ${sql.raw(personNameOf('m.undone_by'))}
      from student_merges m where (m.stays = ${id} or m.merged = ${id}) and m.undone_at is not null
      union all
      select 'audit:' || lpad(e.id::text, 15, '0'),
        case when e.action = 'student.create' then 'add'
          when e.changes #>> '{archived,1}' = 'true' then 'archive' else 'restore' end,
        e.at, false, null, null, ${sql.raw(personNameOf('e.user_id'))}
      from audit_entries e where e.entity = 'student' and e.row_id = ${id}
        and (e.action = 'student.create' or e.changes ? 'archived')`,
  );
};

const otherName = (id: string) =>
  sql`(select o.first_name || ' ' || o.last_name from students o
    where o.id = case when m.stays = ${id} then m.merged else m.stays end)`;

/** Fields that were changed of the student, of what the office keeps, of parents and of assigned services. */
const changed: TimelineSource = (asked) => {
  const { id } = asked.student;
  const ofTable = (entity: string, table: string) =>
    sql`(e.entity = ${entity} and e.row_id in (select r.id::text from ${sql.identifier(table)} r where r.student = ${id}))`;
  return pageOf<TimelineFacts>(
    asked,
    sql`select 'change:' || lpad(e.id::text, 15, '0') as id, 'change' as what, e.at as happened, e.entity, e.changes,
        (select v.name from assigned_services a join services v on v.id = a.service
          where a.id = case when e.entity = 'student_service' then e.row_id end::uuid) as service_name,
        (select p.first_name || ' ' || p.last_name from parents p
          where p.id = case when e.entity = 'parent' then e.row_id end::uuid) as name,
        e.id::text as opens, ${sql.raw(personNameOf('e.user_id'))} as by_name
      from audit_entries e
      where e.action like '%.update' and e.changes is not null and e.changes - '{archived,archived_on}'::text[] <> '{}'
        and ((e.entity in ('student', 'student_account') and e.row_id = ${id})
          or ${ofTable('parent', 'parents')} or ${ofTable('student_service', 'assigned_services')})`,
  );
};

/** What each kind of entry is read from. */
export const TIMELINE_SOURCES: Readonly<Record<TimelineKind, TimelineSource>> = {
  sessions,
  notes,
  calendar: seriesEvents,
  services: servicesEvents,
  dates: dayEvents,
  parents,
  files,
  record,
  changes: changed,
};
