import { v7 as uuidv7 } from 'uuid';
import type { PayrollRun, RunLine, RunLines } from '#contract/payroll.ts';
import { providerFilter } from '#contract/report-files/delivery-figures.ts';
import { kindFilter, type LineRow, namedLines, payLineSearch } from '#contract/report-files/pay-line-file.ts';
import { periodText } from '#contract/report-files/payroll-run-file.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { decidedLine, LINE_KIND_LABELS, type PayLine, paySum } from '#domain/payroll/pay-line.ts';
import { isRunOpen, lineRefusal, RUN_STATE_LABELS } from '#domain/payroll/run-rules.ts';
import { counted } from '#domain/text/counted.ts';
import { hoursText } from '#domain/time/duration.ts';
import { displayDay, pacificDisplay } from '#domain/time/pacific.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { type ReportAction, refusalWords } from '#screens/report/report-action.ts';
import type { Why } from '#screens/report/why.tsx';
import { lineColumns } from './line-columns.tsx';
import { LineDecision } from './line-decision.tsx';
import { lineTotals, whyOfLine } from './line-rows.ts';
import { RUN_LINE_FILTERS } from './payroll-filters.ts';
import { RunFacts } from './run-facts.tsx';
import { runText } from './run-words.ts';

/** A line as the office decided on it, with the line as the records gave it. */
export interface RunLineRow extends LineRow {
  line: RunLine;
  /** Tells it from all others of the run. */
  name: string;
  /** What it is called, which several lines may be. */
  title: string;
}

function runLineRows({ lines, names }: RunLines): RunLineRow[] {
  /** How many lines have had a name so far: a day can have several sessions of one kind. */
  const told = new Map<string, number>();
  return namedLines(lines, names).map(({ provider_name, service_name, client_name, ...line }) => {
    const { id: _, decision, ...computed } = line;
    const decided: PayLine = { ...computed, ...decidedLine(line, decision) };
    const what = LINE_KIND_LABELS[line.kind];
    const name = [provider_name, displayDay(line.day), service_name || what, client_name]
      .filter((part) => part !== '')
      .join(', ');
    const count = (told.get(name) ?? 0) + 1;
    told.set(name, count);
    return {
      ...{ ...decided, provider_name, service_name, client_name, what, line, title: name },
      name: count === 1 ? name : `${name} (${count})`,
    };
  });
}

/** What the office decided on a line, in words; empty where it is as the records gave it. */
function decisionWords({ line: { decision, minutes } }: RunLineRow): string {
  if (decision === null) return '';
  const { is_approved, adjusted_minutes, note, changed_by_name, captured_at } = decision;
  const what = is_approved ? 'Approved' : 'Left out';
  const adjusted = adjusted_minutes === null ? '' : `${hoursText(minutes)} → ${hoursText(adjusted_minutes)}`;
  const by = `${changed_by_name}, ${pacificDisplay(captured_at)}`;
  return [what, adjusted, note, by].filter((part) => part !== '').join(' · ');
}

/** Where the amount of a line of a run comes from, and what was decided on it. */
function whyOfRunLine(row: RunLineRow): Why {
  const why = whyOfLine(row);
  const decided = decisionWords(row);
  if (decided === '') return why;
  return { ...why, parts: [...why.parts, { id: 'decision', label: `Decision: ${decided}`, figure: '' }] };
}

/** Whether a line is paid. One without a rate isn't yet, whatever was decided on it. */
function approvedWords({ is_approved, amount_cents }: RunLineRow): string {
  if (!is_approved) return 'No';
  return amount_cents === null ? 'Needs a rate' : 'Yes';
}

const SHOWS: Readonly<Record<string, { name: string; matches: (row: RunLineRow) => boolean }>> = {
  approved: { name: 'Approved', matches: ({ is_approved }) => is_approved },
  unapproved: { name: 'Not approved', matches: ({ is_approved }) => !is_approved },
  changed: { name: 'Adjusted', matches: ({ line }) => line.decision !== null },
  late: { name: 'Late and corrections', matches: ({ is_late }) => is_late },
  finding: { name: 'To check', matches: ({ finding }) => finding !== null },
  'no-rate': { name: 'No pay rate', matches: ({ amount_cents }) => amount_cents === null },
};

/** What the lines come to; one without a rate is named, never counted as zero. */
function amountWords(rows: readonly RunLineRow[], is_approved: boolean): string[] {
  const { amount_cents, missing_rates } = paySum(rows);
  const paid = is_approved ? 'paid with this run.' : 'left out of this run.';
  return [
    ...(missing_rates === rows.length ? [] : [`${moneyText(amount_cents)} is ${paid}`]),
    ...(missing_rates === 0
      ? []
      : [`${counted(missing_rates, 'line has', 'lines have')} no pay rate, so the amount isn't known yet.`]),
  ];
}

function decisionOn(
  run: PayrollRun,
  is_approved: boolean,
  reload: () => Promise<void>,
): ReportAction<RunLineRow> {
  return {
    ...(is_approved
      ? { id: 'approve', label: 'Approve', done: 'Approved' }
      : { id: 'leave-out', label: 'Leave out', done: 'Left out', isDestructive: true as const }),
    nouns: ['line', 'lines'],
    may: (actor) => mayUse(actor, 'payroll.view'),
    refusal: (row, actor) => {
      if (row.is_approved === is_approved) {
        return is_approved ? 'This line is already approved.' : 'This line is already left out.';
      }
      const { adjusted_minutes = null } = row.line.decision ?? {};
      // That a note is missing is asked for below.
      const decision = { is_approved, adjusted_minutes, note: '-' };
      return refusalWords(lineRefusal(actor, row.line, run.state, decision));
    },
    summary: (rows) => [...amountWords(rows, is_approved), 'Overtime and meal premiums are separate lines.'],
    ...(is_approved ? {} : { needsNote: () => true }),
    async run({ line: { id, decision } }, note, { engine }) {
      await engine.api.call('payroll.decide-line', {
        params: { id },
        body: { is_approved, adjusted_minutes: decision?.adjusted_minutes ?? null, note },
        write: { key: uuidv7(), base_version: decision?.version ?? 0 },
      });
    },
    after: reload,
  };
}

/** A run as it is shown: now, or as it stood at the end of a day. */
export interface ShownRun {
  run: PayrollRun;
  /** The Pacific days on which the run changed. */
  days: readonly string[];
  /** Null for now. */
  stoodOn: string | null;
}

/**
 * The lines of a run, and everything that is done to it. Nothing is done to a run as it stood.
 * @param reload reads the run again: its sums change with its lines
 */
export function runReport({ run, days, stoodOn }: ShownRun, reload: () => Promise<void>) {
  const isDecidable = stoodOn === null && isRunOpen(run.state);
  return defineReport(RUN_LINE_FILTERS, {
    id: `payroll-run-${run.number}`,
    title: periodText(run),
    badge: RUN_STATE_LABELS[run.state],
    label: 'Lines of the run',
    rows: fromServer({
      name: 'the lines of the run',
      ask: (api, { on }) =>
        api.call('payroll.list-run-lines', { params: { id: run.id }, query: on === '' ? {} : { on } }),
      rows: runLineRows,
      asOf: () => run.as_of,
    }),
    rowId: ({ key }) => key,
    rowName: ({ name }) => name,
    actions: isDecidable ? [decisionOn(run, true, reload), decisionOn(run, false, reload)] : [],
    filters: {
      show: {
        label: 'Show',
        choices: () => Object.entries(SHOWS).map(([id, { name }]) => ({ id, name })),
        matches: (row, id) => SHOWS[id]?.matches(row) ?? true,
        isCounted: true,
      },
      provider: providerFilter,
      kind: kindFilter,
      on: {
        label: 'As it stood on',
        all: 'Now',
        choices: () => days.toReversed().map((day) => ({ id: day, name: displayDay(day) })),
      },
      search: payLineSearch,
    },
    sort: { id: 'provider', desc: false },
    remark: () =>
      stoodOn === null ? runText(run) : `${runText(run)}, as it stood at the end of ${displayDay(stoodOn)}`,
    Summary: () => <RunFacts run={run} />,
    totals: (shown, all) => [
      ...lineTotals(shown),
      ['Approved', moneyText(paySum(all.filter(({ is_approved }) => is_approved)).amount_cents)],
    ],
    columns: [
      ...lineColumns<RunLineRow>(),
      {
        ...{ id: 'late', header: 'Late', only: 'file' },
        value: ({ is_late }) => (is_late ? 'Yes' : ''),
      },
      {
        ...{ id: 'decided', header: 'Decision', only: 'file' },
        value: (row) => decisionWords(row),
      },
      {
        ...{ id: 'approved', header: 'Approved', width: '10rem', isPinned: true },
        // The buttons of a decision need their room; a word leaves it to the client's name.
        tightWidth: isDecidable ? '9rem' : '5.75rem',
        value: approvedWords,
        cell: (row, { reload: again }) => (
          <span className="flex items-center gap-2" title={decisionWords(row)}>
            <span
              className={
                row.is_approved && row.amount_cents !== null
                  ? ''
                  : 'whitespace-normal text-muted-foreground leading-4'
              }
            >
              {approvedWords(row)}
            </span>
            {isDecidable && (
              <LineDecision
                row={row}
                state={run.state}
                onDecided={async () => {
                  await again();
                  await reload();
                }}
              />
            )}
          </span>
        ),
      },
    ],
    why: (row, column) => (column === 'amount' ? () => whyOfRunLine(row) : null),
    rowHeight: 52,
    empty: {
      title: 'This run has no lines',
      help: 'No one has unpaid work in its pay period.',
      filtered: 'No lines match these filters.',
    },
  });
}
