import { z } from 'zod';
import { FAMILY_LANGUAGES, LIKENESSES } from '#domain/students/student-file.ts';
import { client, student } from '#entities/catalog.ts';
import { day, earlierDay, locationId, requiredText, text, uuid } from '#entities/fields.ts';
import { student_account } from '#entities/student-account.ts';
import { defineEndpoints } from './endpoint.ts';

export const Student = student.Row;
export type Student = z.output<typeof Student>;

const { id: _, ...accountFields } = student_account.Body.shape;

/** A student with everything that the office keeps. Its version is that of the whole. */
export const StudentFile = z.object({ ...student.Row.shape, ...student_account.Row.shape });
export type StudentFile = z.output<typeof StudentFile>;

/** What records name of a student, also where the rest can't be seen. */
export const StudentName = student.Row.pick({ id: true, first_name: true, last_name: true });
export type StudentName = z.output<typeof StudentName>;

/** So many names are asked for at once. */
export const MOST_NAMES = 100;

/** So many archived students are on one page. */
export const MOST_ARCHIVED = 1_000;

export const StudentBody = z.strictObject({
  id: uuid,
  first_name: requiredText(100),
  last_name: requiredText(100),
  grade: text(20),
  date_of_birth: earlierDay.nullable(),
  home_language: z.enum(FAMILY_LANGUAGES),
  qualifications: z.array(requiredText(200)).max(20, 'Enter at most 20 qualifications.'),
  client: uuid.nullable(),
  location: locationId.nullable(),
  iep_annual_date: day.nullable(),
  iep_triennial_date: day.nullable(),
  ...accountFields,
});
export type StudentBody = z.output<typeof StudentBody>;

/** Another record that may be the same student. */
export const AlikeStudent = z.object({
  ...student.Row.pick({
    id: true,
    first_name: true,
    last_name: true,
    grade: true,
    date_of_birth: true,
    client: true,
    location: true,
    archived: true,
  }).shape,
  likeness: z.enum(LIKENESSES),
});
export type AlikeStudent = z.output<typeof AlikeStudent>;

const params = z.strictObject({ id: uuid });
const INFO = '/api/students/info/{id}/';
const ARCHIVING = '/api/students/deactivate/{id}/';

export const studentEndpoints = defineEndpoints({
  'student.list': {
    method: 'GET',
    path: '/api/students/',
    summary: 'Students the caller may see, by name',
    policy: 'student.read',
    reply: z.array(Student),
  },
  'student.list-mine': {
    method: 'GET',
    path: '/api/students/my-student/',
    summary: 'Students assigned to the caller, by name',
    policy: 'student.read',
    reply: z.array(Student),
  },
  'student.list-names': {
    method: 'GET',
    path: '/api/students/names/',
    summary:
      'Names of those of these students who are in a session that the caller may see, also of former ones',
    policy: 'session.read',
    query: z.strictObject({
      /** With commas between them. */
      ids: z
        .string()
        .max(MOST_NAMES * 37)
        .transform((ids) => ids.split(','))
        .pipe(z.array(uuid).max(MOST_NAMES)),
    }),
    reply: z.array(StudentName),
  },
  'student.list-archived': {
    method: 'GET',
    path: '/api/students/archived/',
    summary: 'Archived students, by name, page by page',
    policy: 'student.read-archived',
    query: z.strictObject({
      /** The last student of the page before. */
      after: uuid.optional(),
      /** Each of these words is in the name. */
      search: text(200).optional(),
      limit: z.coerce.number().int().min(1).max(MOST_ARCHIVED).default(MOST_ARCHIVED),
    }),
    reply: z.array(Student),
  },
  'student.list-duplicates': {
    method: 'GET',
    path: '/api/students/duplicates/',
    summary: 'Students with the same name, one that sounds the same, or a likely typo; best match first',
    policy: 'student.record',
    query: z.strictObject({ first_name: text(100), last_name: text(100) }),
    reply: z.array(AlikeStudent),
  },
  'student.read': {
    method: 'GET',
    path: INFO,
    summary: 'One student; for the office, with insurance',
    policy: 'student.read',
    audited: true,
    params,
    reply: StudentFile,
  },
  'student.read-client': {
    method: 'GET',
    path: '/api/students/client/assigned/{id}/',
    summary: "The student's client; null if there is none",
    policy: 'student.read',
    params,
    reply: z.object({ client: client.Row.pick({ id: true, name: true, active: true }).nullable() }),
  },
  'student.list-of-provider': {
    method: 'GET',
    path: '/api/provider/students/{id}/',
    summary: 'Active students assigned to a provider, limited to those the caller may see',
    policy: 'student.read',
    params,
    reply: z.array(Student),
  },
  'student.create': {
    method: 'POST',
    path: '/api/student/new/',
    summary: 'Add a student',
    policy: 'student.record',
    body: StudentBody,
    reply: StudentFile,
    status: 201,
  },
  'student.update': {
    method: 'PUT',
    path: INFO,
    summary: 'Change a student',
    policy: 'student.record',
    params,
    body: StudentBody.omit({ id: true }).partial(),
    reply: StudentFile,
  },
  'student.set-client': {
    method: 'PUT',
    path: '/api/students/info/client/{id}/',
    summary: 'Link a student to another client. Recorded sessions stay with the former one',
    policy: 'student.record',
    params,
    body: StudentBody.pick({ client: true }),
    reply: StudentFile,
  },
  'student.read-open': {
    method: 'GET',
    path: ARCHIVING,
    summary:
      'Preview what archiving a student would end: services and planned sessions, and notes to write or sign',
    policy: 'student.record',
    params,
    reply: z.object({
      services: z.array(z.object({ service_name: z.string(), provider_name: z.string().nullable() })),
      planned: z.array(z.object({ provider_name: z.string(), events: z.int() })),
      unsigned_notes: z.int(),
    }),
  },
  'student.set-archived': {
    method: 'PUT',
    path: ARCHIVING,
    summary: 'Archive a student, which ends their services and planned sessions, or restore the student',
    policy: 'student.record',
    params,
    body: z.strictObject({ archived: z.boolean() }),
    reply: StudentFile,
  },
});
