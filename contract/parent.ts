import { z } from 'zod';
import { FAMILY_LANGUAGES, RELATIONSHIPS } from '#domain/students/student-file.ts';
import { defineEndpoints } from './endpoint.ts';
import { requiredText, text, uuid, version } from './fields.ts';

const entry = {
  first_name: requiredText(100),
  last_name: requiredText(100),
  relationship: z.enum(RELATIONSHIPS),
  email: text(254),
  phone: text(40),
  language: z.enum(FAMILY_LANGUAGES),
  /** The one to call first. */
  is_primary: z.boolean(),
};

/** Somebody who answers for a student at home. */
export const Parent = z.object({ id: uuid, student: uuid, ...entry, version });
export type Parent = z.output<typeof Parent>;

export const ParentBody = z.strictObject({ id: uuid, student: uuid, ...entry });
export type ParentBody = z.output<typeof ParentBody>;

export const ParentChanges = z.strictObject(entry).partial();
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
