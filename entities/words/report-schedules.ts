import { mailedReportName } from '#domain/reports/mailed-reports.ts';
import { MAILED_DAYS_LABELS, RHYTHM_LABELS } from '#domain/reports/report-rhythm.ts';
import { addressOfView } from '#domain/reports/report-view.ts';
import { MAILED_REPORT_IDS, type MailedReportId } from '#domain/reports/schedule-codes.ts';
import { WEEKDAYS } from '#domain/time/week.ts';
import type { EntityWords } from './entity-words.ts';
import { coded, each, instant, NONE, person, plain, type Say, time } from './say.ts';

const report = coded<MailedReportId>(
  Object.fromEntries(MAILED_REPORT_IDS.map((id) => [id, mailedReportName(id)])) as Record<
    MailedReportId,
    string
  >,
);

const weekday: Say<number> = (value, names) =>
  typeof value === 'number' ? (WEEKDAYS[value] ?? plain(value, names)) : plain(value, names);

/** What narrows the report, by name only. */
const view: Say<string> = (value) =>
  Object.keys(addressOfView(String(value ?? '')))
    .join(', ')
    .replaceAll('_', ' ') || NONE;

export const report_schedule: EntityWords<'report_schedule'> = {
  one: 'report schedule',
  short: 'schedule',
  title: (row) => [
    [plain, row.name],
    [report, row.report],
  ],
  fields: {
    name: 'Name',
    report: { label: 'Report', say: report },
    view: { label: 'Filters and columns', say: view },
    days: { label: 'Dates', say: coded(MAILED_DAYS_LABELS) },
    rhythm: { label: 'How often', say: coded(RHYTHM_LABELS) },
    weekday: { label: 'Day of the week', say: weekday },
    month_day: 'Day of the month',
    days_after: 'Days after the period ends',
    send_at: { label: 'Time', say: time },
    file_format: { label: 'File', say: coded({ csv: 'CSV', xlsx: 'Excel (XLSX)' }) },
    recipients: { label: 'Recipients', say: each(person) },
    is_paused: 'Paused',
    owner: { label: 'Set up by', say: person },
    owner_name: 'Set up by (name)',
    active_since: { label: 'Active since', say: instant },
  },
};
