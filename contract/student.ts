import { z } from 'zod';
import { student } from '#entities/catalog.ts';
import { uuid } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

export const Student = student.Row;
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
    summary: 'Active students assigned to a provider, as far as the caller may see them',
    policy: 'student.read',
    params: z.strictObject({ id: uuid }),
    reply: z.array(Student),
  },
});
