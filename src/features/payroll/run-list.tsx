import { Banknote } from 'lucide-react';
import { payrollRunFile, periodText } from '#contract/report-files/payroll-run-file.ts';
import { RUN_STATE_LABELS } from '#domain/payroll/run-rules.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { RUN_FILTERS } from './payroll-filters.ts';
import { RUN_STATE_LOOKS, runText } from './run-words.ts';

/** Payroll runs with their status and sums, newest first. */
export const payrollRuns = defineReport(RUN_FILTERS, {
  ...payrollRunFile,
  opens: ({ id }) => id,
  columns: withCells(payrollRunFile.columns, {
    period: (run) => <TwoLines first={periodText(run)} second={runText(run)} />,
    status: ({ state }) => <Badge variant={RUN_STATE_LOOKS[state]}>{RUN_STATE_LABELS[state]}</Badge>,
  }),
  rowHeight: 52,
  empty: {
    ...{ icon: Banknote, title: 'No payroll runs yet' },
    help: "Start payroll for a pay period that's over. The run is a snapshot that two people check and approve.",
    filtered: 'No payroll runs match these filters.',
  },
});
