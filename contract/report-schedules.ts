import { z } from 'zod';
import { SENDING_REASONS, SENDING_STATES } from '#domain/reports/report-sending.ts';
import { MAILED_DAYS, MAILED_REPORT_IDS } from '#domain/reports/schedule-codes.ts';
import { instant, uuid } from '#entities/fields.ts';
import { report_schedule } from '#entities/report-schedule.ts';
import { defineEndpoints } from './endpoint.ts';
import { listCalls } from './entity-calls.ts';

const report = z.enum(MAILED_REPORT_IDS, 'Choose a report.');
const days = z.enum(MAILED_DAYS);
const recipients = z
  .array(uuid)
  .min(1, 'Choose at least one person.')
  .max(50, 'Choose at most 50 people.')
  .refine((ids) => new Set(ids).size === ids.length, 'Choose each person once.');
export const ReportSchedule = report_schedule.Row.extend({ report, days });
export type ReportSchedule = z.output<typeof ReportSchedule>;
export const ReportScheduleBody = report_schedule.Body.extend({ report, days, recipients });
const schedule = {
  ...report_schedule,
  Row: ReportSchedule,
  Body: ReportScheduleBody,
  Changes: report_schedule.Changes.extend({ days: days.optional(), recipients: recipients.optional() }),
};

/** One mail of a schedule to one person. */
export const ReportSending = z.object({
  id: uuid,
  schedule: uuid,
  /** When it was due, or when it was asked for. */
  due_at: instant,
  is_by_hand: z.boolean(),
  recipient: uuid,
  recipient_name: z.string(),
  state: z.enum(SENDING_STATES),
  reason: z.enum(SENDING_REASONS).nullable(),
  attempts: z.int(),
  /** While it waits. */
  next_try_at: instant.nullable(),
  sent_at: instant.nullable(),
});
export type ReportSending = z.output<typeof ReportSending>;

/** Someone whom reports can be sent to, and which of them they may see. */
export const ReportRecipient = z.object({
  id: uuid,
  name: z.string(),
  reports: z.array(report),
});
export type ReportRecipient = z.output<typeof ReportRecipient>;

const policy = 'report-schedule.record';

const calls = listCalls('report-schedule', schedule, {
  path: '/api/reports/schedules/',
  may: { read: policy, record: policy },
  words: ['report schedule', 'report schedules'],
});

export const reportScheduleEndpoints = defineEndpoints({
  ...calls,
  'report-schedule.list': { ...calls['report-schedule.list'], summary: 'All report schedules' },
  'report-schedule.update': {
    ...calls['report-schedule.update'],
    summary: 'Change, pause, or restart a report schedule',
  },
  'report-schedule.send': {
    method: 'POST',
    path: '/api/reports/schedules/{id}/send/',
    summary: 'Send a scheduled report now, to all of its recipients',
    policy,
    params: z.strictObject({ id: uuid }),
    reply: z.object({ recipients: z.int() }),
  },
  'report-schedule.list-sendings': {
    method: 'GET',
    path: '/api/reports/schedule-sendings/',
    summary: 'Emails of scheduled reports in the last 90 days, newest first, at most 500',
    policy,
    reply: z.array(ReportSending),
  },
  'report-schedule.list-recipients': {
    method: 'GET',
    path: '/api/reports/schedule-recipients/',
    summary: 'Active users, by name, with the reports that each may see',
    policy,
    reply: z.array(ReportRecipient),
  },
});
