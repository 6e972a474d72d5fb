import { CircleCheckBig } from 'lucide-react';
import { approvedPayrollFile, type LineRow, latePayrollFile } from '#contract/report-files/pay-line-file.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import { lineCells } from './line-columns.tsx';
import { lineTotals, whyOfLine } from './line-rows.ts';
import { APPROVED_FILTERS, LATE_FILTERS } from './payroll-filters.ts';

const whyOf = (row: LineRow, column: string) =>
  column === 'amount' || column === 'minutes' ? () => whyOfLine(row) : null;

/** Exactly the lines that are approved; those that aren't yet are one choice away. */
export const approvedPayroll = defineReport(APPROVED_FILTERS, {
  ...approvedPayrollFile,
  totals: lineTotals,
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
