import { type ReportSchedule, ReportScheduleBody } from '#contract/report-schedules.ts';
import { mailedReportName } from '#domain/reports/mailed-reports.ts';
import { dayFieldOf, rhythmProblems } from '#domain/reports/report-rhythm.ts';
import type { MailedDays, MailedReportId, Rhythm } from '#domain/reports/schedule-codes.ts';
import type { Problems } from '#screens/form/problems.ts';

/** What the form holds: numbers as they are typed. */
export interface ScheduleValues {
  report: MailedReportId | '';
  name: string;
  view: string;
  days: MailedDays;
  rhythm: Rhythm;
  weekday: string;
  month_day: string;
  days_after: string;
  send_at: string;
  file_format: 'csv' | 'xlsx';
  recipients: string[];
  is_paused: boolean;
}

/** The report and the view that a new schedule begins with. */
export interface ScheduleStart {
  report: MailedReportId;
  view: string;
}

const numberText = (value: number | null | undefined, usual: string) =>
  value === null || value === undefined ? usual : String(value);

/** Of a schedule, or of a new one: Mondays at seven. */
export function valuesOf(schedule: ReportSchedule | null, start: ScheduleStart | null): ScheduleValues {
  return {
    report: schedule?.report ?? start?.report ?? '',
    name: schedule?.name ?? (start === null ? '' : mailedReportName(start.report)),
    view: schedule?.view ?? start?.view ?? '',
    days: schedule?.days ?? 'usual',
    rhythm: schedule?.rhythm ?? 'weekly',
    weekday: numberText(schedule?.weekday, '1'),
    month_day: numberText(schedule?.month_day, '1'),
    days_after: numberText(schedule?.days_after, '1'),
    send_at: schedule?.send_at ?? '07:00',
    file_format: schedule?.file_format ?? 'xlsx',
    recipients: schedule?.recipients ?? [],
    is_paused: schedule?.is_paused ?? false,
  };
}

/** Without the fields that the rhythm doesn't need. */
export function bodyOf(values: ScheduleValues, id: string): Record<string, unknown> & { id: string } {
  const needed = dayFieldOf(values.rhythm);
  const numberIn = (field: 'weekday' | 'month_day' | 'days_after') =>
    field === needed && values[field].trim() !== '' ? Number(values[field]) : null;
  return {
    ...values,
    id,
    name: values.name.trim(),
    weekday: numberIn('weekday'),
    month_day: numberIn('month_day'),
    days_after: numberIn('days_after'),
  };
}

/**
 * The same rules that the server checks, by field.
 * @param id any, of a form whose record has none yet
 */
export function problemsOf(values: ScheduleValues, id: string): Problems {
  const { data, error } = ReportScheduleBody.safeParse(bodyOf(values, id));
  const problems: Record<string, string> = data === undefined ? {} : { ...rhythmProblems(data) };
  for (const { path, message } of error?.issues ?? []) problems[String(path[0])] ??= message;
  return problems;
}
