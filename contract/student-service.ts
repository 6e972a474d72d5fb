import { z } from 'zod';
import { AUTHORISED_PER } from '#domain/students/student-file.ts';
import { day, minutes, uuid, version } from './fields.ts';

/** One service that a student is assigned to, by whom it is delivered and how much of it is authorised. */
export const StudentService = z.object({
  id: uuid,
  student: uuid,
  service: uuid,
  /** Nobody yet where nothing. */
  provider: uuid.nullable(),
  /** Nothing where no limit is authorised. */
  authorised_minutes: minutes(60_000).nullable(),
  authorised_per: z.enum(AUTHORISED_PER),
  start_date: day,
  end_date: day.nullable(),
  version,
});
export type StudentService = z.output<typeof StudentService>;
