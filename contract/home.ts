import { z } from 'zod';
import { day, instant } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';
import { Student } from './student.ts';

/** The kinds of to-dos. Each is returned only to people who may act on it. */
export const WAITING_KINDS = [
  'timesheet',
  'pay-period',
  'duration',
  'late-entry',
  'edit',
  'deletion',
  'lunch-card',
  'note-late',
  'held-change',
  'device',
  'credential',
  'authorization-up',
  'authorization-nearly',
  'authorization-ending',
  'iep-review',
  'invoice-overdue',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

export const Waiting = z.object({
  kind: z.enum(WAITING_KINDS),
  count: z.int(),
  /**
   * The range of days that contains all of them; null if there are none. Timesheets are grouped by pay
   * period, and each pay period is one.
   */
  from: day.nullable(),
  to: day.nullable(),
});
export type Waiting = z.output<typeof Waiting>;

const DayOfWeek = z.object({
  day,
  /** Sessions on the calendar, without those skipped by school closures. */
  planned: z.int(),
  delivered: z.int(),
});

/** The caller's to-dos, and for the office the week. */
export const HomeWaiting = z.object({
  as_of: instant,
  waiting: z.array(Waiting),
  /** Sunday to Saturday; null for people who don't see the whole organization. */
  week: z.array(DayOfWeek).nullable(),
});
export type HomeWaiting = z.output<typeof HomeWaiting>;

export const homeEndpoints = defineEndpoints({
  'home.read': {
    method: 'GET',
    path: '/api/home_info/',
    summary: 'Counts for today and this week, as the server has them',
    policy: 'account.use',
    reply: z.object({
      today: day,
      /** Sunday of this week. */
      week_start_date: day,
      sessions_today: z.int(),
      sessions_this_week: z.int(),
      minutes_this_week: z.int(),
      students: z.int(),
    }),
  },
  'home.waiting': {
    method: 'GET',
    path: '/api/home_info/waiting/',
    summary:
      "Counts of what the caller can approve; for the office, also this week's planned and delivered sessions",
    policy: 'account.use',
    isReport: true,
    reply: HomeWaiting,
  },
  'home.list-my-students': {
    method: 'GET',
    path: '/api/home_info/my_students/',
    summary: 'Students assigned to the caller, by name',
    policy: 'student.read',
    reply: z.array(Student),
  },
});
