import { MailCheck, Pause, Play, Send } from 'lucide-react';
import { toast } from 'sonner';
import type { ReportRecipient, ReportSchedule, ReportSending } from '#contract/report-schedules.ts';
import type { PayPeriod } from '#domain/payroll/pay-period.ts';
import { mailedReportName } from '#domain/reports/mailed-reports.ts';
import { nextDue, rhythmWords } from '#domain/reports/report-rhythm.ts';
import { SENDING_REASON_LABELS, SENDING_STATE_LABELS } from '#domain/reports/report-sending.ts';
import { MAILED_REPORT_IDS } from '#domain/reports/schedule-codes.ts';
import { counted, countedOf } from '#domain/text/counted.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { displayDay, displayTime, pacificDay, pacificDisplay, pacificTime } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { namesById } from '#screens/device/record-names.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import type { ReportAddress } from '#screens/report/address.ts';
import { type CellTools, defineReport, fromServer } from '#screens/report/define-report.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { SCHEDULE_FILTERS } from './schedule-filters.ts';
import { ScheduleForm } from './schedule-form.tsx';

interface Answer {
  schedules: readonly ReportSchedule[];
  sendings: readonly ReportSending[];
  people: readonly ReportRecipient[];
  periods: readonly Pick<PayPeriod, 'end_date'>[];
  asked_at: string;
}

interface Row {
  schedule: ReportSchedule;
  recipients: string;
  next_due_at: string | null;
  /** The mails of the last time, to each of the recipients. */
  last: readonly ReportSending[];
}

const label = (field: string) => fieldLabel('report_schedule', field);

async function ask(api: ApiClient): Promise<Answer> {
  const [schedules, sendings, people, periods] = await Promise.all([
    api.call('report-schedule.list'),
    api.call('report-schedule.list-sendings'),
    api.call('report-schedule.list-recipients'),
    api.call('pay-period.list'),
  ]);
  return {
    ...{ schedules, sendings, people },
    periods: periods.map(({ end_date }) => ({ end_date })),
    asked_at: new Date().toISOString(),
  };
}

function rowsOf({ schedules, sendings, people, periods, asked_at }: Answer): Row[] {
  const names = namesById(people);
  const bySchedule = groupedBy(sendings, ({ schedule }) => schedule);
  return schedules.map((schedule) => {
    const own = bySchedule.get(schedule.id) ?? [];
    const after = asked_at > schedule.active_since ? asked_at : schedule.active_since;
    return {
      schedule,
      recipients: schedule.recipients.map((id) => names.get(id) ?? 'A deactivated account').join(', '),
      next_due_at: schedule.is_paused ? null : nextDue(schedule, after, periods),
      last: own.filter(({ due_at }) => due_at === own[0]?.due_at),
    };
  });
}

const hasTrouble = ({ last }: Row) =>
  last.some(({ state, reason }) => state === 'failed' || state === 'skipped' || reason !== null);

/** The hours as in "Monday at 6:30 AM", on the same line. */
function dueWords(at: string): string {
  return `${displayDay(pacificDay(at))} ${displayTime(pacificTime(at))}`;
}

/** "Sent to 2 of 3 people" */
function lastWords({ last }: Row): string {
  if (last.length === 0) return '';
  const sent = last.filter(({ state }) => state === 'sent').length;
  const isWaiting = last.some(({ state }) => state === 'waiting');
  if (isWaiting) return hasTrouble({ last } as Row) ? 'Trying again' : 'Sending…';
  return sent === last.length
    ? `Sent to ${counted(sent, 'person', 'people')}`
    : `Sent to ${sent} of ${counted(last.length, 'person', 'people')}`;
}

function sendingWords({ state, reason, sent_at, next_try_at }: ReportSending): string {
  const why = reason === null ? '' : `: ${SENDING_REASON_LABELS[reason]}`;
  if (state === 'sent') return sent_at === null ? SENDING_STATE_LABELS.sent : pacificDisplay(sent_at);
  if (state === 'waiting' && reason !== null && next_try_at !== null) {
    return `${SENDING_REASON_LABELS[reason]} Next try ${pacificDisplay(next_try_at)}.`;
  }
  return `${SENDING_STATE_LABELS[state]}${why}`;
}

/** Sends a schedule now, or pauses or resumes it. */
function Actions({ schedule, reload }: { schedule: ReportSchedule; reload: CellTools['reload'] }) {
  const command = useServerCommand();
  const { id, name, version, is_paused } = schedule;
  const run = async (work: () => Promise<void>, done: string) => {
    try {
      await work();
      toast.success(done);
    } catch (problem) {
      toast.error(problem instanceof Error ? problem.message : String(problem));
    }
    await reload();
  };
  return (
    <span className="flex items-center gap-1">
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Send ${name} now`}
        onClick={(event) => {
          event.stopPropagation();
          void run(
            () => command('report-schedule.send', { params: { id } }, version),
            `Sending to ${counted(schedule.recipients.length, 'person', 'people')}`,
          );
        }}
      >
        <Send aria-hidden="true" />
        Send now
      </Button>
      <Button
        variant="ghost"
        size="icon"
        title={is_paused ? 'Resume' : 'Pause'}
        aria-label={`${is_paused ? 'Resume' : 'Pause'} ${name}`}
        onClick={(event) => {
          event.stopPropagation();
          void run(
            () =>
              command('report-schedule.update', { params: { id }, body: { is_paused: !is_paused } }, version),
            is_paused ? 'Schedule resumed' : 'Schedule paused',
          );
        }}
      >
        {is_paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      </Button>
    </span>
  );
}

/**
 * The filters without a report that can't be mailed: like a value that no other filter has, it narrows nothing. The URL
 * is parsed before the reports are known.
 */
export function knownFilters(search: ReportAddress<typeof SCHEDULE_FILTERS>): typeof search {
  const { report, ...others } = search;
  return MAILED_REPORT_IDS.some((id) => id === report) ? search : others;
}

/** Reports that are mailed on a schedule, and what became of the last mails. */
export const reportSchedules = defineReport(SCHEDULE_FILTERS, {
  id: 'report-schedules',
  title: 'Scheduled Reports',
  label: 'Scheduled reports',
  rows: fromServer({ name: 'scheduled reports', ask, rows: rowsOf }),
  rowId: ({ schedule }) => schedule.id,
  rowHeight: 60,
  tightRowHeight: 72,
  filters: {
    search: {
      label: 'Search',
      placeholder: 'Name or person',
      words: ({ schedule, recipients }) => `${schedule.name} ${recipients} ${schedule.owner_name}`,
    },
    report: {
      label: label('report'),
      choices: () => MAILED_REPORT_IDS.map((id) => ({ id, name: mailedReportName(id) })),
      matches: ({ schedule }, id) => schedule.report === id,
    },
    show: {
      label: 'Show',
      choices: () => [
        { id: 'active', name: 'Active' },
        { id: 'paused', name: 'Paused' },
        { id: 'trouble', name: 'Not sent to everyone' },
      ],
      matches: (row, held) =>
        held === 'trouble' ? hasTrouble(row) : row.schedule.is_paused === (held === 'paused'),
    },
  },
  sort: { id: 'name', desc: false },
  remark: (shown, all) => countedOf(shown.length, all.length, 'schedule'),
  why(row, column) {
    if (column !== 'last' || row.last.length === 0) return null;
    return () => ({
      title: `Last emails, ${row.schedule.name}`,
      rule: 'Each email goes only to people who still have access to the report. An email that fails is tried five times.',
      parts: row.last.map((sending) => ({
        id: sending.id,
        label: sending.recipient_name,
        figure: sendingWords(sending),
      })),
    });
  },
  columns: [
    {
      ...{ id: 'name', header: label('name') },
      value: ({ schedule }) => schedule.name,
      cell: ({ schedule }) => (
        <TwoLines
          first={<span className="font-medium">{schedule.name}</span>}
          second={mailedReportName(schedule.report) !== schedule.name && mailedReportName(schedule.report)}
        />
      ),
    },
    {
      ...{ id: 'report', header: label('report'), only: 'file' },
      value: ({ schedule }) => mailedReportName(schedule.report),
    },
    {
      ...{ id: 'rhythm', header: label('rhythm'), width: '11rem', only: 'wide' },
      value: ({ schedule }) => rhythmWords(schedule),
      cell: ({ schedule }) => (
        <span className="line-clamp-2 whitespace-normal leading-5">{rhythmWords(schedule)}</span>
      ),
    },
    {
      ...{ id: 'recipients', header: label('recipients'), width: '10.5rem', only: 'wide' },
      value: ({ recipients }) => recipients,
      cell: ({ recipients }) => <ClampedText text={recipients} />,
    },
    {
      ...{ id: 'owner', header: label('owner'), width: '8rem', only: 'wide', hidesSame: true },
      value: ({ schedule }) => schedule.owner_name,
    },
    {
      ...{ id: 'next', header: 'Next email', kind: 'instant', width: '7.5rem' },
      value: ({ next_due_at }) => next_due_at,
      cell: ({ schedule, next_due_at }) =>
        schedule.is_paused ? (
          <Badge variant="neutral">Paused</Badge>
        ) : next_due_at === null ? (
          <span className="line-clamp-2 whitespace-normal text-muted-foreground leading-5">
            After the next pay period
          </span>
        ) : (
          <TwoLines
            first={displayDay(pacificDay(next_due_at))}
            second={displayTime(pacificTime(next_due_at))}
          />
        ),
    },
    {
      ...{ id: 'last', header: 'Last email', width: '10.5rem', none: 'None yet' },
      value: lastWords,
      cell: (row) => (
        <TwoLines
          first={<span className={hasTrouble(row) ? 'text-warning' : undefined}>{lastWords(row)}</span>}
          second={row.last[0] === undefined ? '' : dueWords(row.last[0].due_at)}
        />
      ),
    },
    {
      ...{ id: 'actions', header: 'Actions', width: '11.75rem', only: 'screen', isUnsortable: true },
      value: () => null,
      cell: ({ schedule }, { reload }) => <Actions schedule={schedule} reload={reload} />,
    },
  ],
  edits: {
    entity: 'report_schedule',
    permission: 'report-schedule.record',
    form: (row, leads) => <ScheduleForm schedule={row?.schedule ?? null} {...leads} />,
  },
  empty: {
    ...{ icon: MailCheck, title: 'No scheduled reports yet' },
    help: 'Add a schedule here, or choose Send by email in the Export menu of a report.',
    filtered: 'No schedules match these filters.',
  },
});
