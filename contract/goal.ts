import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { day, instant, requiredText, text, uuid, version } from './fields.ts';

const entry = {
  service: uuid.nullable(),
  /** The entry of the organisation's bank that it was copied from. */
  goal_option: uuid.nullable(),
  goal_text: requiredText(2_000),
  baseline: text(1_000),
  target: text(1_000),
  /** When it counts as reached, such as "80 % in 3 sessions". */
  criterion: text(1_000),
  start_date: day,
  target_date: day.nullable(),
  archived: z.boolean(),
};

/** A goal of one student. */
export const Goal = z.object({
  id: uuid,
  student: uuid,
  ...entry,
  captured_by: uuid,
  captured_at: instant,
  received_at: instant.nullable(),
  version,
});
export type Goal = z.output<typeof Goal>;

export const GoalBody = z.strictObject({ id: uuid, student: uuid, ...entry });
export type GoalBody = z.output<typeof GoalBody>;

export const GoalChanges = z.strictObject(entry).partial();
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
