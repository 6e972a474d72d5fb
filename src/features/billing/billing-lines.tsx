import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { ListedLine } from '#contract/billing-reports.ts';
import { billingLineFile, lateBillingFile } from '#contract/report-files/billing-line-file.ts';
import {
  LINE_STATUS_LABELS,
  LINE_STATUSES,
  type LineStatus,
  statusOf,
} from '#contract/report-files/billing-line-words.ts';
import { clientSlug } from '#domain/clients/client-rules.ts';
import { SETTING_LABELS } from '#domain/sessions/session.ts';
import { countedOf } from '#domain/text/counted.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { type CellTools, defineReport, withCells } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { LATE_FILTERS, LINE_FILTERS } from './billing-filters.ts';
import { lineTitle, whyOfLine } from './line-words.ts';

const LOOKS = { open: 'default', invoiced: 'success', blocked: 'warning', 'not-billed': 'neutral' } as const;

/** Where a missing fact is added: the client's rates, or the session. */
function SettleLink({ line }: { line: ListedLine }) {
  const { blocker, client, client_name, session } = line;
  const look = 'underline underline-offset-2';
  if (blocker === 'rate' && client !== null) {
    return (
      <Link
        to="/clients/info/$id/$client_slug"
        params={{ id: client, client_slug: clientSlug(client_name) }}
        search={{ tab: 'rates' }}
        className={look}
      >
        Add a rate
      </Link>
    );
  }
  const words = {
    rate: 'Open the session',
    client: "Add the student's client",
    'late-entry': 'Review the late entry',
    authorization: 'Check the assigned service',
  };
  return (
    <Link to="/my-sessions/info/$id" params={{ id: session }} className={look}>
      {words[blocker ?? 'rate']}
    </Link>
  );
}

function LineState({ line }: { line: ListedLine }) {
  const status = statusOf(line);
  return (
    <TwoLines
      first={<Badge variant={LOOKS[status]}>{LINE_STATUS_LABELS[status]}</Badge>}
      second={line.invoice?.number ?? (status === 'blocked' && <SettleLink line={line} />)}
    />
  );
}

const cells = {
  date: ({ session, session_date }: ListedLine, { linkTo }: CellTools) =>
    linkTo(session, displayDay(session_date), 'underline underline-offset-2 tabular-nums'),
  student: ({ student_name, client_name }: ListedLine) => (
    <TwoLines first={student_name || 'Indirect work'} second={client_name || 'No client'} />
  ),
  service: ({ service_name, setting }: ListedLine) => (
    <TwoLines first={service_name} second={SETTING_LABELS[setting]} />
  ),
  status: (line: ListedLine) => <LineState line={line} />,
};

function totalsOf(rows: readonly ListedLine[]) {
  const of = (status: LineStatus) => rows.filter((line) => statusOf(line) === status);
  return [
    ['Lines', rows.length],
    ...LINE_STATUSES.map((status) => [LINE_STATUS_LABELS[status], of(status).length] as const),
  ] as const;
}

/** What both lists of lines show of them. */
const shown = {
  rowName: lineTitle,
  rowHeight: 52,
  tightRowHeight: 60,
  totals: totalsOf,
  why: (line: ListedLine, column: string) =>
    column === 'amount' && line.kind === 'billed' ? () => whyOfLine(line) : null,
};

/** Every session and student with what is billed for it and why. */
export const billingLines = defineReport(LINE_FILTERS, {
  ...billingLineFile,
  ...shown,
  remark: (rows, all) => countedOf(rows.length, all.length, 'line'),
  columns: withCells(billingLineFile.columns, cells),
  empty: {
    ...{ icon: ReceiptText, title: 'No sessions on these days' },
    help: 'Try other dates. Every session is listed here with the amount billed.',
    filtered: 'No lines match these filters.',
  },
});

/** What came after the month's invoice: the next supplemental invoice has it. */
export const lateBilling = defineReport(LATE_FILTERS, {
  ...lateBillingFile,
  ...shown,
  remark: () => "Entered after that month's invoice was sent. Billed on a supplemental invoice.",
  columns: withCells(lateBillingFile.columns, cells),
  empty: {
    ...{ icon: ReceiptText, title: 'No late entries' },
    help: "Sessions entered after that month's invoice was sent appear here.",
    filtered: 'No late lines match these filters.',
  },
});
