import { CircleCheckBig } from 'lucide-react';
import type { PayLinePage } from '#contract/payroll-figures.ts';
import { NO_CLIENT, NONE } from '#contract/report-files/delivery-figures.ts';
import { LARGEST_PAGE, validId } from '#contract/report-files/headed-source.ts';
import {
  approvedPayrollFile,
  type LineRow,
  latePayrollFile,
  payLineCall,
  payLineQuery,
  wholePayLines,
} from '#contract/report-files/pay-line-file.ts';
import { LINE_KIND_LABELS, LINE_KINDS } from '#domain/payroll/pay-line.ts';
import {
  defineReport,
  fromPages,
  type PagedQuery,
  type PagedSums,
  withCells,
} from '#screens/report/define-report.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { lineCells } from './line-columns.tsx';
import { lineTotals, sumFigures, whyOfLine } from './line-rows.ts';
import { APPROVED_FILTERS, LATE_FILTERS } from './payroll-filters.ts';

const whyOf = (row: LineRow, column: string) =>
  column === 'amount' || column === 'minutes' ? () => whyOfLine(row) : null;

/** Rows of a screen; a page for files is larger. */
const PAGE = 300;

/** The server has lines by day or provider; by anything else they are put in order here, once all are loaded. */
const SERVED = {
  '': 'day',
  day: 'day',
  '-day': '-day',
  provider: 'provider',
  '-provider': '-provider',
} as const;

/** How a page of lines and their sums are asked for. */
function pageQuery(asked: PagedQuery) {
  return {
    ...payLineQuery(asked),
    client: asked.client === NONE ? NONE : validId(asked.client),
    service: asked.service === NONE ? NONE : validId(asked.service),
    kind: LINE_KINDS.find((kind) => kind === asked.kind),
    search: typeof asked.search === 'string' && asked.search !== '' ? asked.search : undefined,
  };
}

async function askPage(api: ApiClient, asked: PagedQuery, after: string | null, isWhole: boolean) {
  const query = pageQuery(asked);
  const sort = Object.entries(SERVED).find(([said]) => said === asked.sort)?.[1];
  if (sort === undefined) return wholePayLines(api, payLineCall(asked.show), query);
  return api.call(payLineCall(asked.show), {
    query: { ...query, sort, limit: isWhole ? LARGEST_PAGE : PAGE, ...(after !== null && { after }) },
  });
}

async function askSums(api: ApiClient, asked: PagedQuery): Promise<PagedSums> {
  const call = asked.show === 'unapproved' ? 'payroll.sum-unapproved' : 'payroll.sum-approved';
  const sums = await api.call(call, { query: pageQuery(asked) });
  return {
    count: sums.lines,
    figures: sumFigures(sums),
    footers: { minutes: sums.minutes, amount: sums.amount_cents },
    choices: {
      kind: sums.kinds.map((id) => ({ id, name: LINE_KIND_LABELS[id] })),
      client: [...sums.clients, NO_CLIENT],
    },
  };
}

/** Exactly the lines that are approved; those that aren't yet are one choice away. */
export const approvedPayroll = defineReport(APPROVED_FILTERS, {
  ...approvedPayrollFile,
  rows: fromPages<typeof APPROVED_FILTERS, LineRow, PayLinePage>({
    ...approvedPayrollFile.rows,
    nouns: ['line', 'lines'],
    ask: askPage,
    askSums,
  }),
  columns: withCells(approvedPayrollFile.columns, lineCells),
  why: whyOf,
  rowHeight: 52,
  empty: {
    ...{ icon: CircleCheckBig, title: 'No pay lines' },
    help: 'Try other dates. Lines are approved with their timesheet.',
    filtered: 'No pay lines match these filters. Choose Not approved yet under Show to see the rest.',
  },
});

/** Sessions that were entered more than 48 hours after their pay period closed. */
export const latePayroll = defineReport(LATE_FILTERS, {
  ...latePayrollFile,
  remark: () => 'Entered more than 48 hours after the pay period closed. Paid with the next payroll run.',
  totals: lineTotals,
  columns: withCells(latePayrollFile.columns, lineCells),
  why: whyOf,
  rowHeight: 52,
  empty: {
    title: 'No late lines',
    help: 'Try other dates. Sessions entered more than 48 hours after their pay period closed appear here.',
    filtered: 'No late lines match these filters.',
  },
});
