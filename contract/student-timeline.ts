import { z } from 'zod';
import { ATTENDANCE_CODES } from '#domain/sessions/session.ts';
import { AUTHORIZED_PER } from '#domain/students/student-file.ts';
import { KIND_OF_EVENT, TIMELINE_KINDS, type TimelineEvent } from '#domain/students/student-timeline.ts';
import { day, instant, text, uuid, withDayRange } from '#entities/fields.ts';
import type { AuditChanges } from './audit-trail.ts';
import { defineEndpoints } from './endpoint.ts';

const words = z.string().nullable();

// As they were written: the type says what this version writes.
const changes = z.record(
  z.string(),
  z.tuple([z.unknown(), z.unknown()]),
) as unknown as z.ZodType<AuditChanges>;

/** Something that happened to a student, or will. What an event doesn't have is null. */
export const TimelineEntry = z.object({
  id: z.string(),
  what: z.enum(Object.keys(KIND_OF_EVENT) as [TimelineEvent, ...TimelineEvent[]]),
  at: instant,
  /** Only the Pacific day is known. */
  is_day: z.boolean(),
  /** Who did it. */
  by_name: words,
  service_name: words,
  provider_name: words,
  /** What else it names: the file, the parent, the client, the other record, the title of an event. */
  name: words,
  /** The provider or client before. */
  former_name: words,
  /** Of a session, or authorized. */
  minutes: z.int().nullable(),
  per: z.enum(AUTHORIZED_PER).nullable(),
  attendance: z.enum(ATTENDANCE_CODES).nullable(),
  /** The last day of what begins. */
  until: day.nullable(),
  /** Of a note: the day of its session. */
  note_date: day.nullable(),
  /** Of a date: the student's field. */
  field: words,
  /** Of a change: the record's kind and what was replaced. */
  entity: words,
  changes: changes.nullable(),
  /** The session or audit entry that it opens, or the provider of a series. */
  opens: words,
});
export type TimelineEntry = z.output<typeof TimelineEntry>;

export const studentTimelineEndpoints = defineEndpoints({
  'student.read-timeline': {
    method: 'GET',
    path: '/api/students/timeline/{id}/',
    summary:
      'Everything that happened to a student and is planned, newest first, in pages that begin at today, limited to what the caller has access to',
    policy: 'student.read',
    audited: true,
    params: z.strictObject({ id: uuid }),
    query: withDayRange(
      z.strictObject({
        kind: z.enum(TIMELINE_KINDS).optional(),
        start_date: day.optional(),
        end_date: day.optional(),
        /** The `next` of a page: what is earlier. */
        after: text(200).optional(),
        /** The `previous` of a page: what is later. */
        before: text(200).optional(),
        /** Of the first page, at most half are ahead: the next days. */
        limit: z.coerce.number().int().min(1).max(500).default(50),
      }),
      'start_date',
      'end_date',
    ),
    rows: 'entries',
    reply: z.object({
      entries: z.array(TimelineEntry),
      /** Where earlier entries go on, and later ones; null if the page goes the other way or nothing follows. */
      next: z.string().nullable(),
      previous: z.string().nullable(),
    }),
  },
});
