import type { PayrollRun, RunWarnings } from '#contract/payroll.ts';
import type { RemindableItem } from '#domain/payroll/closing-rules.ts';
import { RUN_KIND_LABELS } from '#domain/payroll/run-rules.ts';
import type { RunState } from '#domain/payroll/run-states.ts';
import { counted } from '#domain/text/counted.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';

export const RUN_STATE_LOOKS = {
  open: 'warning',
  review: 'warning',
  approved: 'success',
  exported: 'success',
  closed: 'neutral',
} as const satisfies Record<RunState, string>;

/** "Run 2026-11-15-2, an adjustment" */
export function runText({ number, kind }: Pick<PayrollRun, 'number' | 'kind'>): string {
  return kind === 'regular' ? `Run ${number}` : `Run ${number}, ${RUN_KIND_LABELS[kind].toLowerCase()}`;
}

interface WarningLine {
  title: string;
  names: string[];
  /** What the people can be reminded of, where they can do something about it. */
  item?: RemindableItem;
}

/** What a run may lack, and whose; nothing where it lacks nothing. */
export function warningLines(warnings: RunWarnings): WarningLine[] {
  const { unsynced, unsubmitted, undecided, requests, without_payroll_id = [] } = warnings;
  const { open_time = [], unsigned_notes = [], missing_rates = [] } = warnings;
  const lines: WarningLine[] = [
    {
      title: `${counted(unsynced.length, 'person', 'people')} with unsynced changes on a device that may affect this period`,
      names: unsynced.map(
        ({ name, changes, since }) =>
          `${name} (${changes}${since === null ? '' : `, since ${pacificDisplay(since)}`})`,
      ),
      item: 'unsynced',
    },
    {
      title: `${counted(unsubmitted.length, 'provider')} with work but no submitted timesheet`,
      names: unsubmitted.map(({ name }) => name),
      item: 'unsubmitted',
    },
    {
      title: `${counted(undecided.length, 'submitted timesheet')} to review`,
      names: undecided.map(({ name }) => name),
    },
    {
      title: `${counted(total(requests), 'session')} with a request to review`,
      names: countedNames(requests),
    },
    {
      title: `${counted(total(open_time), 'timecard or lunch break', 'timecards and lunch breaks')} without an end`,
      names: countedNames(open_time),
      item: 'open-time',
    },
    {
      title: `${counted(total(unsigned_notes), 'SOAP note')} not signed`,
      names: countedNames(unsigned_notes),
      item: 'unsigned-note',
    },
    {
      title: `${counted(total(missing_rates), 'line')} without a pay rate`,
      names: countedNames(missing_rates),
    },
    {
      title: `${counted(without_payroll_id.length, 'provider')} without a Payroll ID: the pay file has a long Caseload ID instead`,
      names: without_payroll_id.map(({ name }) => name),
    },
  ];
  return lines.filter(({ names }) => names.length > 0);
}

type Counted = RunWarnings['requests'];

function total(people: Counted): number {
  return people.reduce((sum, { count }) => sum + count, 0);
}

function countedNames(people: Counted): string[] {
  return people.map(({ name, count }) => `${name} (${count.toLocaleString('en-US')})`);
}
