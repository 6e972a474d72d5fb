import { z } from 'zod';
import { uuid } from '#entities/fields.ts';
import { goal } from '#entities/student-file.ts';
import { defineEndpoints } from './endpoint.ts';
import { writesOf } from './entity-calls.ts';

export const GoalBody = goal.Body;
export type GoalBody = z.output<typeof GoalBody>;

const params = z.strictObject({ id: uuid });

const writes = writesOf('goal', goal, 'goal.record');

export const goalEndpoints = defineEndpoints({
  'goal.list': {
    method: 'GET',
    path: '/api/students/goals/all/{id}/',
    summary: "A student's goals, including archived ones, newest first",
    policy: 'student.read',
    audited: true,
    params,
    reply: z.array(goal.Row),
  },
  'goal.create': {
    ...writes.create,
    path: '/api/students/goals/add/',
    summary: 'Add a goal for a student',
  },
  'goal.update': {
    ...writes.update,
    path: '/api/students/goals/edit/{id}/',
    summary: 'Change a goal',
  },
  // Devices archive with `goal.update`, which can be merged with a queued change.
  'goal.archive': {
    method: 'PUT',
    path: '/api/students/archive/assigned/goal/{id}/',
    summary: 'Archive or restore a goal',
    policy: 'goal.record',
    params,
    body: z.strictObject({ archived: z.boolean() }),
    reply: goal.Row,
  },
});
