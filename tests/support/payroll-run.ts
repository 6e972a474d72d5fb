import type { RunSummary } from '#contract/payroll.ts';
import { NO_PAY } from '#domain/payroll/pay-line.ts';

const at = '2026-03-02T18:00:00.000Z';

/** A run that Ada started. */
export const payrollRun: RunSummary = {
  ...{ id: '0195a000-0000-7000-8000-00000000d001', pay_period: '0195a000-0000-7000-8000-00000000d002' },
  ...{
    number: '2026-02-28-1',
    kind: 'regular',
    adjusts: null,
    start_date: '2026-02-16',
    end_date: '2026-02-28',
  },
  ...{ state: 'open', started_by: '0195a000-0000-7000-8000-00000000d003', started_by_name: 'Ada Okafor' },
  ...{ as_of: at, watermark: '1:1:', version: 1, approved: NO_PAY, unapproved: NO_PAY },
  warnings: { unsynced: [], unsubmitted: [], undecided: [], requests: [] },
  steps: [{ state: 'open', by: '0195a000-0000-7000-8000-00000000d003', by_name: 'Ada Okafor', at, note: '' }],
};
