import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { BillingLinePage, ListedLine } from '#contract/billing-reports.ts';
import {
  billingLineFile,
  lateBillingFile,
  lineQuery,
  wholeLines,
} from '#contract/report-files/billing-line-file.ts';
import { LINE_STATUS_LABELS } from '#contract/report-files/billing-line-words.ts';
import { NO_CLIENT } from '#contract/report-files/delivery-figures.ts';
import { LARGEST_PAGE } from '#contract/report-files/headed-source.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { clientSlug } from '#domain/clients/client-rules.ts';
import { LINE_APPROVALS, LINE_STATUSES, type LineStatus, statusOf } from '#domain/money/line-status.ts';
import { SETTING_LABELS } from '#domain/sessions/session.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import {
  type CellTools,
  defineReport,
  fromPages,
  type PagedQuery,
  type PagedSums,
  withCells,
} from '#screens/report/define-report.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { LATE_FILTERS, LINE_FILTERS } from './billing-filters.ts';
import { lineTitle, whyOfLine } from './line-words.ts';

const LOOKS = { open: 'default', invoiced: 'success', blocked: 'warning', 'not-billed': 'neutral' } as const;

/** Where a missing fact is added: the client's rates, the student's page or services, or the session. */
function SettleLink({ line }: { line: ListedLine }) {
  const { profile } = useSignedIn();
  const { blocker, client, client_name, session, student } = line;
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
  const maySeeStudents = mayUse({ role: profile.auth, grants: profile.grants }, 'student.read-all');
  if ((blocker === 'client' || blocker === 'authorization') && student !== null && maySeeStudents) {
    return (
      <Link
        to="/students/info/$id"
        params={{ id: student }}
        search={blocker === 'authorization' ? { tab: 'services' } : {}}
        className={look}
      >
        {words[blocker]}
      </Link>
    );
  }
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

/** Rows of a screen; a page for files is larger. */
const PAGE = 300;

/** How a page of lines and their sums are asked for. */
function pageQuery(asked: PagedQuery) {
  return {
    ...lineQuery(asked),
    status: LINE_STATUSES.find((status) => status === asked.status),
    approval: LINE_APPROVALS.find((approval) => approval === asked.approval),
    search: typeof asked.search === 'string' && asked.search !== '' ? asked.search : undefined,
  };
}

/** The server has lines by date; by anything else they are put in order here, once all are loaded. */
const BY_DATE = { '': 'date', date: 'date', '-date': '-date' } as const;

async function askPage(api: ApiClient, asked: PagedQuery, after: string | null, isWhole: boolean) {
  const query = pageQuery(asked);
  const sort = Object.entries(BY_DATE).find(([said]) => said === asked.sort)?.[1];
  if (sort === undefined) return wholeLines(api, query);
  return api.call('billing.list-lines', {
    query: {
      ...query,
      sort,
      ...(after !== null && { after }),
      ...(isWhole ? { limit: LARGEST_PAGE } : { limit: PAGE }),
    },
  });
}

async function askSums(api: ApiClient, asked: PagedQuery): Promise<PagedSums> {
  const sums = await api.call('billing.sum-lines', { query: pageQuery(asked) });
  const { lines, open, invoiced, blocked, not_billed, minutes, amount_cents, clients } = sums;
  const counts = { open, invoiced, blocked, 'not-billed': not_billed };
  return {
    count: lines,
    figures: figuresOf(lines, counts),
    footers: { minutes, amount: amount_cents },
    choices: { client: [...clients, NO_CLIENT] },
  };
}

function figuresOf(lines: number, counts: Readonly<Record<LineStatus, number>>) {
  return [
    ['Lines', lines],
    ...LINE_STATUSES.map((status) => [LINE_STATUS_LABELS[status], counts[status]] as const),
  ] as const;
}

function totalsOf(rows: readonly ListedLine[]) {
  const of = (status: LineStatus) => rows.filter((line) => statusOf(line) === status).length;
  return figuresOf(rows.length, {
    ...{ open: of('open'), invoiced: of('invoiced'), blocked: of('blocked'), 'not-billed': of('not-billed') },
  });
}

/** What both lists of lines show of them. */
const shown = {
  rowName: lineTitle,
  rowHeight: 60,
  tightRowHeight: 76,
  why: (line: ListedLine, column: string) =>
    column === 'amount' && line.kind === 'billed' ? () => whyOfLine(line) : null,
};

/** Every session and student with what is billed for it and why. */
export const billingLines = defineReport(LINE_FILTERS, {
  ...billingLineFile,
  ...shown,
  rows: fromPages<typeof LINE_FILTERS, ListedLine, BillingLinePage>({
    ...billingLineFile.rows,
    nouns: ['line', 'lines'],
    ask: askPage,
    askSums,
  }),
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
  totals: totalsOf,
  remark: () => "Entered after that month's invoice was sent. Billed on a supplemental invoice.",
  columns: withCells(lateBillingFile.columns, cells),
  empty: {
    ...{ icon: ReceiptText, title: 'No late entries' },
    help: "Sessions entered after that month's invoice was sent appear here.",
    filtered: 'No late lines match these filters.',
  },
});
