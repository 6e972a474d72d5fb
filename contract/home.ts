import { z } from 'zod';
import { day } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';
import { Student } from './student.ts';

export const homeEndpoints = defineEndpoints({
  'home.read': {
    method: 'GET',
    path: '/api/home_info/',
    summary: 'Counts for today and this week, as the server has them',
    policy: 'account.use',
    reply: z.object({
      today: day,
      /** Monday of this week. */
      week_start_date: day,
      sessions_today: z.int(),
      sessions_this_week: z.int(),
      minutes_this_week: z.int(),
      students: z.int(),
    }),
  },
  'home.list-my-students': {
    method: 'GET',
    path: '/api/home_info/my_students/',
    summary: 'Students assigned to the caller, by name',
    policy: 'student.read',
    reply: z.array(Student),
  },
});
