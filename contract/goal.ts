import { z } from 'zod';
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
