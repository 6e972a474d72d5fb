import { sql } from 'drizzle-orm';
import type { CalendarEvent } from '#contract/calendar.ts';
import type { StudentService } from '#contract/student-service.ts';
import { seriesDays } from '#domain/calendar/series-days.ts';
import { serviceEvents } from '#domain/students/student-timeline.ts';
import { pacificInstant } from '#domain/time/pacific.ts';
import { fieldsOf, loadRows } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { personNameOf } from '#server/db/person-name.ts';
import { isAskedFor, type TimelineAsked, type TimelineFacts, type TimelineSource } from './timeline-page.ts';

// A student has few of these, so all are read, and what isn't on the page is left out.

/** Series that anyone may see who sees the student. A series ends on the day of its last occurrence. */
export const seriesEvents: TimelineSource = async (asked) => {
  const rows = await jsonRows<CalendarEvent & { service_name: string | null; provider_name: string | null }>(
    asked.call.tx,
    sql`select ${fieldsOf('calendar_event', 'e')}, (select v.name from services v where v.id = e.service) as service_name,
        ${sql.raw(personNameOf('e.provider'))} as provider_name
      from calendar_events e
      where e.student = ${asked.student.id} and e.recurring and not e.is_lunch and e.deleted_at is null`,
  );
  return onPage(
    asked,
    rows.flatMap((event): TimelineFacts[] => {
      const days = seriesDays(event).filter((day) => !event.excluded_dates.includes(day));
      const [first, last] = [days[0], days.at(-1)];
      if (first === undefined || last === undefined) return [];
      const { service_name, provider_name, provider: opens, event_title: name } = event;
      const about = { service_name, provider_name, opens, name };
      return [
        { ...about, ...ofDay(`series-begin:${event.id}`, first), what: 'series-begin', until: last },
        { ...about, ...ofDay(`series-end:${event.id}`, last), what: 'series-end' },
      ];
    }),
  );
};

/** Assigned services with their authorization. */
export const servicesEvents: TimelineSource = async (asked) => {
  const rows = await jsonRows<StudentService & { service_name: string }>(
    asked.call.tx,
    sql`select ${fieldsOf('student_service', 'a')}, v.name as service_name
      from assigned_services a join services v on v.id = a.service
      where a.student = ${asked.student.id} and a.deleted_at is null`,
  );
  return onPage(
    asked,
    serviceEvents(rows).map(({ what, day, row, former }): TimelineFacts => {
      const { service_name, authorised_minutes: minutes, authorised_per: per } = row;
      const provider_name = row.provider_name ?? null;
      const about = { ...ofDay(`${what}:${row.id}`, day), what, service_name, provider_name };
      if (what === 'service-end') return about;
      const former_name = what === 'service-move' ? (former?.provider_name ?? null) : null;
      return { ...about, former_name, minutes, per: minutes === null ? null : per, until: row.end_date };
    }),
  );
};

/** Dates of the student that are reviews or signatures. */
export const dayEvents: TimelineSource = async (asked) => {
  const { student, call } = asked;
  const [account] = await loadRows(call.tx, 'student_account', [student.id]);
  const dates = {
    iep_annual_date: student.iep_annual_date,
    iep_triennial_date: student.iep_triennial_date,
    consent_date: account?.consent_date ?? null,
    release_date: account?.release_date ?? null,
  };
  return onPage(
    asked,
    Object.entries(dates).flatMap(([field, day]): TimelineFacts[] =>
      day == null ? [] : [{ ...ofDay(`date:${field.replaceAll('_', '-')}`, day), what: 'date', field }],
    ),
  );
};

function ofDay(id: string, day: string) {
  return { id, at: pacificInstant(day, '00:00'), is_day: true };
}

function onPage(asked: TimelineAsked, facts: readonly TimelineFacts[]): TimelineFacts[] {
  return facts.filter((entry) => isAskedFor(asked, entry));
}
