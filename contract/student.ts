import { z } from 'zod';
import { FAMILY_LANGUAGES } from '#domain/students/student-file.ts';
import { day, locationId, text, uuid, version } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

export const Student = z.object({
  id: uuid,
  first_name: text(100),
  last_name: text(100),
  grade: text(20),
  archived: z.boolean(),
  date_of_birth: day.nullable(),
  /** Spoken at home. */
  home_language: z.enum(FAMILY_LANGUAGES),
  /** What the student is eligible by, in the words of the school. */
  qualifications: z.array(text(200)),
  /** The billing customer. */
  client: uuid.nullable(),
  /** The school where sessions usually take place. */
  location: locationId.nullable(),
  /** Assigned services and providers, by id. */
  services: z.array(uuid),
  providers: z.array(uuid),
  version,
});
export type Student = z.output<typeof Student>;

export const studentEndpoints = defineEndpoints({
  'student.list': {
    method: 'GET',
    path: '/api/students/',
    summary: 'Students whom the caller may see, by name',
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
  'student.read': {
    method: 'GET',
    path: '/api/students/info/{id}/',
    summary: 'One student',
    policy: 'student.read',
    audited: true,
    params: z.strictObject({ id: uuid }),
    reply: Student,
  },
  'student.list-of-provider': {
    method: 'GET',
    path: '/api/provider/students/{id}/',
    summary: 'Students in care who are assigned to a provider, as far as the caller may see them',
    policy: 'student.read',
    params: z.strictObject({ id: uuid }),
    reply: z.array(Student),
  },
});
