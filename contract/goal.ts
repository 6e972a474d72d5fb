import { z } from 'zod';
import { uuid } from '#entities/fields.ts';
import { goal } from '#entities/student-file.ts';
import { defineEndpoints } from './endpoint.ts';

export const Goal = goal.Row;
export type Goal = z.output<typeof Goal>;

export const GoalBody = goal.Body;
export type GoalBody = z.output<typeof GoalBody>;

export const GoalChanges = goal.Changes;
export type GoalChanges = z.output<typeof GoalChanges>;

const params = z.strictObject({ id: uuid });

export const goalEndpoints = defineEndpoints({
  'goal.list': {
    method: 'GET',
    path: '/api/students/goals/all/{id}/',
    summary: 'Goals of a student, archived ones too, newest first',
    policy: 'student.read',
    audited: true,
    params,
    reply: z.array(Goal),
  },
  'goal.create': {
    method: 'POST',
    path: '/api/students/goals/add/',
    summary: 'Set a goal for a student',
    policy: 'goal.record',
    body: GoalBody,
    reply: Goal,
    status: 201,
    offline: { entity: 'goal', effect: 'create', version: 1 },
  },
  'goal.update': {
    method: 'PUT',
    path: '/api/students/goals/edit/{id}/',
    summary: 'Change a goal',
    policy: 'goal.record',
    params,
    body: GoalChanges,
    reply: Goal,
    offline: { entity: 'goal', effect: 'update', version: 1 },
  },
  // Devices archive by `goal.update`, with which a waiting change can be merged.
  'goal.archive': {
    method: 'PUT',
    path: '/api/students/archive/assigned/goal/{id}/',
    summary: 'Archive a goal, or take it up again',
    policy: 'goal.record',
    params,
    body: z.strictObject({ archived: z.boolean() }),
    reply: Goal,
  },
});
