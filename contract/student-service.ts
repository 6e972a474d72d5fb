import { z } from 'zod';
import { uuid } from '#entities/fields.ts';
import { student_service } from '#entities/student-file.ts';
import { Service } from './catalog.ts';
import { defineEndpoints } from './endpoint.ts';

export const StudentService = student_service.Row;
export type StudentService = z.output<typeof StudentService>;

/** The student is in the URL. */
export const StudentServiceBody = student_service.Body;
export type StudentServiceBody = z.output<typeof StudentServiceBody>;

export const StudentServiceChanges = student_service.Changes;
export type StudentServiceChanges = z.output<typeof StudentServiceChanges>;

const params = z.strictObject({ id: uuid });

export const studentServiceEndpoints = defineEndpoints({
  'student-service.list': {
    method: 'GET',
    path: '/api/students/assigned/services/{id}/',
    summary: "A student's assigned services, including past and upcoming ones",
    policy: 'student.read',
    params,
    reply: z.array(StudentService),
  },
  'student-service.create': {
    method: 'POST',
    path: '/api/students/assigned/services/{id}/',
    summary: 'Assign a service to a student',
    policy: 'student-service.record',
    params,
    body: StudentServiceBody,
    reply: StudentService,
    status: 201,
  },
  'student-service.update': {
    method: 'PUT',
    path: '/api/students/assigned/services/{id}/',
    summary: 'Change an assigned service, by ID',
    policy: 'student-service.record',
    params,
    body: StudentServiceChanges,
    reply: StudentService,
  },
  'student-service.delete': {
    method: 'DELETE',
    path: '/api/students/assigned/services/{id}/',
    summary: 'Delete an assigned service, by ID',
    policy: 'student-service.record',
    params,
  },
  'student-service.list-in-force': {
    method: 'GET',
    path: '/api/services/provider/assigned/student/{id}/',
    summary: 'Active services of a student, each with its provider',
    policy: 'student.read',
    params,
    reply: z.array(
      StudentService.extend({
        service_name: z.string(),
        /** Empty while no provider is assigned. */
        provider_first: z.string(),
        provider_last: z.string(),
      }),
    ),
  },
  'student-service.list-of-provider': {
    method: 'GET',
    path: '/api/services/student/assign/provider/{id}/',
    summary: 'Active services a provider delivers to students the caller may see',
    policy: 'student.read',
    params,
    reply: z.array(StudentService),
  },
  'student-service.list-billable': {
    method: 'GET',
    path: '/api/services/student/assigned/billable/{id}/',
    summary: 'Billable services of a student that are active today',
    policy: 'student.read',
    params,
    reply: z.array(Service),
  },
});
