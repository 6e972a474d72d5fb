import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { ReportSchedule, ReportSending } from '#contract/report-schedules.ts';
import { type Holder, mayUse } from '#domain/access/permissions.ts';
import { MAILED_REPORTS } from '#domain/reports/mailed-reports.ts';
import { rhythmProblems } from '#domain/reports/report-rhythm.ts';
import { addressOfView } from '#domain/reports/report-view.ts';
import { MAILED_REPORT_IDS, type MailedReportId } from '#domain/reports/schedule-codes.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, loadRows } from '#server/db/entity-rows.ts';
import { arrayParam, isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { NO_PASSWORD } from '#server/db/password-hash.ts';
import { personNameOf } from '#server/db/person-name.ts';
import { keptList } from '#server/modules/catalog/kept-list.ts';
import { serveList } from '#server/modules/catalog/serve-list.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { addDueSendings, addSendings } from './due-sendings.ts';
import { withMailedReport } from './mailed-file.ts';

type Entered = Omit<ReportSchedule, 'owner' | 'owner_name' | 'active_since' | 'version'>;

const schedules = keptList('report_schedule', {
  order: 'lower(name), id',
  async check(call, row, before) {
    const entered: Entered = row;
    const problems: Record<string, string> = { ...rhythmProblems(entered) };
    if (!maySee(call.actor, entered.report)) problems.report = "You can't see this report.";
    const unknown = Object.keys(addressOfView(entered.view)).filter(
      (name) => !isOfReport(call, entered.report, name),
    );
    if (unknown.length > 0) problems.view = `This report has no filter "${unknown[0]}".`;
    const added = entered.recipients.filter((id) => !before?.recipients.includes(id));
    const known = new Map((await peopleOf(call.tx, added)).map((person) => [person.id, person]));
    const shut = added.filter((id) => {
      const person = known.get(id);
      return person === undefined || !maySee(person, entered.report);
    });
    if (shut.length > 0) problems.recipients = shutOut(shut.flatMap((id) => known.get(id)?.name ?? []));
    if (Object.keys(problems).length > 0) refuseProblems(problems);
  },
});

function shutOut(names: readonly string[]): string {
  return names.length === 0
    ? 'Choose people with an active account who have chosen a password.'
    : `${names.join(', ')} can't see this report. Choose someone else.`;
}

/** Whether the report has this filter, or it is how it is sorted and which columns it has. */
function isOfReport({ actor }: Call, report: MailedReportId, name: string): boolean {
  return (
    name === 'sort' ||
    name === 'columns' ||
    withMailedReport(report, actor, ({ filters }) => Object.hasOwn(filters, name))
  );
}

function maySee(person: Holder, report: MailedReportId): boolean {
  return mayUse(person, MAILED_REPORTS[report].permission);
}

interface Person extends Holder {
  id: string;
  name: string;
}

/**
 * Active users who have chosen a password, by name: nobody has received anything yet at the address of one who is only invited, so
 * it may be mistyped.
 */
function peopleOf(tx: Transaction, ids?: readonly string[]): Promise<Person[]> {
  return jsonRows(
    tx,
    sql`select person.id, person.role, person.grants, ${sql.raw(personNameOf('person.id'))} as name
      from users person where person.is_active and person.password_hash <> ${NO_PASSWORD}
        and ${ids === undefined ? sql`true` : sql`person.id = any(${arrayParam(ids, 'uuid')})`}
      order by name, person.id`,
  );
}

const MOST_SENDINGS = 500;

function listSendings(tx: Transaction, now: string): Promise<ReportSending[]> {
  const instants = ['due_at', 'next_try_at', 'sent_at'].map((column) => isoInstant(column, 's')).join(', ');
  return jsonRows(
    tx,
    sql`select s.id, s.schedule, s.is_by_hand, s.recipient, s.state, s.reason, s.attempts, ${sql.raw(instants)},
        coalesce(${sql.raw(personNameOf('s.recipient'))}, '') as recipient_name
      from report_sendings s join report_schedules c on c.id = s.schedule and c.deleted_at is null
      where s.due_at > ${now}::timestamptz - interval '90 days'
      order by s.due_at desc, recipient_name, s.id limit ${MOST_SENDINGS}`,
  );
}

export const reportScheduleRoutes: Module = (api) => {
  serveList(api, 'report-schedule', {
    list: schedules.list,
    create: schedules.create,
    remove: schedules.remove,
    // What was due before a change goes to whom it was due to, and nothing is sent because of the change.
    async update(call, id, changes) {
      const periods = await keptRows(call.tx, 'pay_period', sql`true order by start_date`);
      await addDueSendings(call.tx, call.context.now, periods);
      const row = await schedules.update(call, id, changes);
      await call.tx.execute(
        sql`update report_schedules set active_since = ${call.context.now}::timestamptz where id = ${id}::uuid`,
      );
      return { ...row, active_since: new Date(call.context.now).toISOString() };
    },
  });
  api.handle('report-schedule.send', async ({ params, ...call }) => {
    const [schedule] = await loadRows(call.tx, 'report_schedule', [params.id]);
    if (schedule === undefined) throw new ApiError('record.absent');
    const { now: due_at } = call.context;
    const recipients = await addSendings(call.tx, schedule, { due_at, now: due_at, is_by_hand: true });
    call.context.afterCommit(api.dependencies.sendReports);
    return { recipients };
  });
  api.handle('report-schedule.list-sendings', async ({ tx, context }) => listSendings(tx, context.now));
  api.handle('report-schedule.list-recipients', async ({ tx }) =>
    (await peopleOf(tx)).map((person) => ({
      ...{ id: person.id, name: person.name },
      reports: MAILED_REPORT_IDS.filter((id) => maySee(person, id)),
    })),
  );
};
