import { z } from 'zod';
import { uuid } from '#entities/fields.ts';
import { parent } from '#entities/student-file.ts';
import { defineEndpoints } from './endpoint.ts';

export const Parent = parent.Row;
export type Parent = z.output<typeof Parent>;

export const ParentBody = parent.Body;
export type ParentBody = z.output<typeof ParentBody>;

export const ParentChanges = parent.Changes;
export type ParentChanges = z.output<typeof ParentChanges>;

const params = z.strictObject({ id: uuid });

export const parentEndpoints = defineEndpoints({
  'parent.list': {
    method: 'GET',
    path: '/api/students/parent/{id}/',
    summary: 'Who answers for a student at home, the one to call first at the top',
    policy: 'student.read',
    audited: true,
    params,
    reply: z.array(Parent),
  },
  'parent.create': {
    method: 'POST',
    path: '/api/students/parent/{id}/',
    summary: 'Add a parent to the student of the address',
    policy: 'parent.record',
    params,
    body: ParentBody,
    reply: Parent,
    status: 201,
    offline: { entity: 'parent', effect: 'create', version: 1, address_from: 'student' },
  },
  'parent.update': {
    method: 'PUT',
    path: '/api/students/parent/{id}/',
    summary: 'Change a parent, by their own id',
    policy: 'parent.record',
    params,
    body: ParentChanges,
    reply: Parent,
    offline: { entity: 'parent', effect: 'update', version: 1 },
  },
  'parent.delete': {
    method: 'DELETE',
    path: '/api/students/parent/{id}/',
    summary: 'Delete a parent, by their own id',
    policy: 'parent.delete',
    params,
    offline: { entity: 'parent', effect: 'delete', version: 1 },
  },
});
