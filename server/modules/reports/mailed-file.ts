import { randomUUID } from 'node:crypto';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { EndpointName, Endpoints } from '#contract/index.ts';
import { approvedBillingFile } from '#contract/report-files/approved-billing-file.ts';
import { authorizationFile } from '#contract/report-files/authorization-file.ts';
import { billingLineFile, lateBillingFile } from '#contract/report-files/billing-line-file.ts';
import {
  clientBillingFile,
  locationBillingFile,
  providerBillingFile,
} from '#contract/report-files/billing-sum-file.ts';
import { cancellationFile } from '#contract/report-files/cancellation-file.ts';
import {
  askedOf,
  askedWords,
  chosenColumns,
  filteredRows,
  inOrder,
  sortOf,
} from '#contract/report-files/chosen-rows.ts';
import { clientRateFile } from '#contract/report-files/client-rate-file.ts';
import { clientServiceFile } from '#contract/report-files/client-service-file.ts';
import { extraPayFile } from '#contract/report-files/extra-pay-file.ts';
import type { Choice, ChoiceNames, FileReport, ReportCaller } from '#contract/report-files/file-report.ts';
import { groupedClientFile } from '#contract/report-files/grouped-client-file.ts';
import { groupedPayFile } from '#contract/report-files/grouped-pay-file.ts';
import { invoiceFile } from '#contract/report-files/invoice-file.ts';
import { makeUpFile } from '#contract/report-files/make-up-file.ts';
import { mealComplianceFile } from '#contract/report-files/meal-compliance-file.ts';
import { noteCompletionFile } from '#contract/report-files/note-completion-file.ts';
import { approvedPayrollFile, latePayrollFile } from '#contract/report-files/pay-line-file.ts';
import { payrollRunFile } from '#contract/report-files/payroll-run-file.ts';
import { productivityFile } from '#contract/report-files/productivity-file.ts';
import { providerHoursFile } from '#contract/report-files/provider-hours-file.ts';
import { providerNoteFile } from '#contract/report-files/provider-note-file.ts';
import { providerPayFile } from '#contract/report-files/provider-pay-file.ts';
import { studentNoteFile } from '#contract/report-files/student-note-file.ts';
import { CSV_TYPE, reportCsv, reportWorkbook, XLSX_TYPE } from '#contract/report-files/written-file.ts';
import type { ReportSchedule } from '#contract/report-schedules.ts';
import type { PayPeriod } from '#domain/payroll/pay-period.ts';
import { mailedDays, spanWords } from '#domain/reports/report-rhythm.ts';
import { addressOfView } from '#domain/reports/report-view.ts';
import type { MailedReportId } from '#domain/reports/schedule-codes.ts';
import { counted } from '#domain/text/counted.ts';
import { pacificDay, pacificDisplay } from '#domain/time/pacific.ts';
import type { Api } from '#server/plugins/answered-call.ts';
import type { SignedInActor } from '#server/records/call.ts';
import { seesMoney } from './delivery.ts';

/** What is done with a report, whatever its rows are. */
type Use<Result> = <Row extends object>(report: FileReport<Row>) => Result;

/** Hands over the declaration that the screen of this person has: amounts only for people who see money. */
export function withMailedReport<Result>(
  id: MailedReportId,
  reader: SignedInActor,
  use: Use<Result>,
): Result {
  const hasMoney = seesMoney(reader);
  const uses: Readonly<Record<MailedReportId, () => Result>> = {
    'grouped-clients': () => use(groupedClientFile(hasMoney)),
    'client-services': () => use(clientServiceFile(hasMoney)),
    'provider-notes': () => use(providerNoteFile),
    'student-notes': () => use(studentNoteFile),
    'note-completion': () => use(noteCompletionFile),
    'meal-compliance': () => use(mealComplianceFile),
    authorizations: () => use(authorizationFile),
    productivity: () => use(productivityFile),
    cancellations: () => use(cancellationFile),
    makeups: () => use(makeUpFile),
    'payroll-providers': () => use(providerPayFile),
    'provider-hours': () => use(providerHoursFile),
    'approved-payroll': () => use(approvedPayrollFile),
    'grouped-providers': () => use(groupedPayFile),
    'late-payroll': () => use(latePayrollFile),
    'payroll-runs': () => use(payrollRunFile),
    'extra-pay': () => use(extraPayFile),
    'client-billing': () => use(clientBillingFile),
    'provider-billing': () => use(providerBillingFile),
    'location-billing': () => use(locationBillingFile),
    'approved-payroll-billing': () => use(approvedBillingFile),
    'late-billing': () => use(lateBillingFile),
    'client-rates-report': () => use(clientRateFile),
    'billing-lines': () => use(billingLineFile),
    invoices: () => use(invoiceFile),
  };
  return uses[id]();
}

export interface MailedFile {
  name: string;
  type: string;
  bytes: Buffer;
  /** "As of 11/23/2026 07:00 AM, Pacific", the days, and how many rows: for the mail's text. */
  lines: string[];
  /** What the report's URL has after its `?`, to open it as the file has it. */
  search: string;
}

/** What filters of a report name their choices from. */
export interface MailedNames extends ChoiceNames {
  providers: readonly Choice[];
}

type Mailed = Pick<ReportSchedule, 'report' | 'view' | 'days' | 'file_format'>;

interface Making {
  execute: Api['execute'];
  /** ISO 8601 */
  now: string;
  periods: readonly PayPeriod[];
  names: MailedNames;
}

/**
 * The file that this person's screen would export now.
 * @throws Error if a call that the report makes is refused or fails
 */
export function mailedFile(schedule: Mailed, reader: SignedInActor, making: Making): Promise<MailedFile> {
  return withMailedReport(schedule.report, reader, (report) => fileOf(report, schedule, reader, making));
}

async function fileOf<Row extends object>(
  report: FileReport<Row>,
  schedule: Mailed,
  reader: SignedInActor,
  { execute, now, periods, names }: Making,
): Promise<MailedFile> {
  const today = pacificDay(now);
  const days = report.days === undefined ? null : mailedDays(schedule.days, today, periods);
  const address = { ...addressOfView(schedule.view), ...days };
  const asked = askedOf(report, address, today, periods);
  const answer = await report.rows.ask(callerAs(reader, execute, now), asked);
  const all = report.rows.rows(answer);
  const rows = inOrder(report, filteredRows(report, all, address), sortOf(report, address));
  const columns = chosenColumns(report, address);
  const span = report.days === undefined ? null : asked;
  const choicesOf = (filter: string) => {
    const spec = report.filters[filter];
    return spec?.everyone === 'provider' ? names.providers : (spec?.choices?.(names, all) ?? []);
  };
  const asOf = `${pacificDisplay(report.rows.asOf(answer))}, Pacific`;
  const about = [
    ['As of', asOf],
    ['Shown', askedWords(report, address, span, choicesOf)],
    ['Rows', rows.length.toLocaleString('en-US')],
  ] as const;
  const unsynced = report.rows.unsynced?.(answer) ?? [];
  const name = [report.id, ...(span === null ? [today] : [span.from, span.to])].join('-');
  const isCsv = schedule.file_format === 'csv';
  const search = new URLSearchParams({ ...address, ...(span !== null && { from: span.from, to: span.to }) });
  return {
    search: search.toString(),
    name: `${name}.${schedule.file_format}`,
    type: isCsv ? CSV_TYPE : XLSX_TYPE,
    bytes: isCsv
      ? Buffer.from(reportCsv(columns, rows))
      : Buffer.from(
          reportWorkbook({
            ...{ title: report.title, columns, rows, sums: report.sums },
            about,
          }),
        ),
    lines: [
      ...(span === null ? [] : [spanWords(span)]),
      `As of ${asOf}`,
      counted(rows.length, 'row'),
      ...(unsynced.length === 0
        ? []
        : [`${counted(unsynced.length, 'person', 'people')} had changes that weren't synced yet.`]),
    ],
  };
}

/** Makes calls as a person who isn't logged in here, with what they may see now. */
function callerAs(actor: SignedInActor, execute: Api['execute'], now: string): ReportCaller {
  return {
    async call<Name extends EndpointName>(
      name: Name,
      { params = {}, query = {} }: { params?: unknown; query?: unknown } = {},
    ): Promise<ReplyOf<Endpoints[Name]>> {
      const answer = await execute({
        ...{ name, params, query, body: undefined, actor, key: null, credentials: null },
        context: {
          ...{ now, captured_at: now, device_now: now, request_id: randomUUID() },
          ...{ device_id: null, base_version: null, address: '' },
        },
      });
      if (answer.status >= 300) throw new Error(`${name} was answered with ${answer.status}`);
      return answer.body as ReplyOf<Endpoints[Name]>;
    },
  };
}
