import { z } from 'zod';
import { MERGE_FIELDS } from '#domain/students/student-merge.ts';
import { day, instant, personName, text, uuid } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';
import { StudentFile } from './student.ts';

/** The kinds of records that move from one student to another. */
export const MOVED_ENTITIES = [
  'session',
  'soap_note',
  'goal_entry',
  'goal',
  'calendar_event',
  'student_service',
  'parent',
  'attachment',
  'student_note',
  'rate',
] as const;
export type MovedEntity = (typeof MOVED_ENTITIES)[number];

const Counted = z.object({ entity: z.enum(MOVED_ENTITIES), rows: z.int() });

/** What a merge would do, before anything is written. */
export const MergePreview = z.object({
  stays: StudentFile,
  merged: StudentFile,
  /** What moves to the student who stays, by kind. Kinds without records are left out. */
  moves: z.array(Counted),
  /** Of the moved calendar events, how many are recurring series. */
  series: z.int(),
  /** Sessions that already name both; they name the student who stays once. */
  sessions_of_both: z.int(),
  /** Services that both have at the same time. */
  services_of_both: z.array(text(100)),
  /** Rates that stay with the archived record, because the other has one for the same service and year. */
  rates_left: z.int(),
  /** Why the records can't be merged; empty if they can. */
  refusals: z.array(z.string()),
});
export type MergePreview = z.output<typeof MergePreview>;

const Named = z.object({ id: uuid, name: text(201) });

/** One merge, from the page of either student. */
export const StudentMerge = z.object({
  id: uuid,
  stays: Named,
  merged: Named,
  merged_at: instant,
  merged_by_name: personName.nullable(),
  undo_until: day,
  undone_at: instant.nullable(),
  moves: z.array(Counted),
  /**
   * What an undo meets, while it is possible: moved records that were changed since, which go back as they are
   * now, new records, which stay, and fields that were edited since, which stay.
   */
  since: z
    .object({ changed: z.array(Counted), added: z.array(Counted), fields: z.array(z.enum(MERGE_FIELDS)) })
    .nullable(),
});
export type StudentMerge = z.output<typeof StudentMerge>;

export const MergeBody = z.strictObject({
  id: uuid,
  /** The student who stays, and the one whose record is archived. */
  stays: uuid,
  merged: uuid,
  /** The versions that were compared. */
  stays_version: z.int().min(1),
  merged_version: z.int().min(1),
  /** The fields whose value comes from the archived record. */
  fields_of_merged: z.array(z.enum(MERGE_FIELDS)).max(MERGE_FIELDS.length),
});
export type MergeBody = z.output<typeof MergeBody>;

const params = z.strictObject({ id: uuid });

export const studentMergeEndpoints = defineEndpoints({
  'student-merge.read-preview': {
    method: 'GET',
    path: '/api/students/merge/preview/',
    summary: 'Preview what merging two records of one student would move, and where they differ',
    policy: 'student.record',
    query: z.strictObject({ stays: uuid, merged: uuid }),
    reply: MergePreview,
  },
  'student-merge.create': {
    method: 'POST',
    path: '/api/students/merge/',
    summary: 'Merge two records of one student: everything moves to one, and the other is archived',
    policy: 'student.record',
    body: MergeBody,
    reply: StudentMerge,
    status: 201,
  },
  'student-merge.list': {
    method: 'GET',
    path: '/api/students/merge/of/{id}/',
    summary: "A student's merges, newest first, with what has changed since",
    policy: 'student.record',
    params,
    reply: z.array(StudentMerge),
  },
  'student-merge.undo': {
    method: 'PUT',
    path: '/api/students/merge/undo/{id}/',
    summary: 'Undo a merge within 30 days. Later changes and additions are kept',
    policy: 'student.record',
    params,
    reply: StudentMerge,
  },
});
