import { useNavigate } from '@tanstack/react-router';
import { type APPROVED_FILTERS, type LINE_FILTERS, lineSearch } from '#features/billing/billing-filters.ts';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import type { FilterShapes, ReportAddress } from '#screens/report/address.ts';
import type { Report } from '#screens/report/define-report.ts';
import { whySession } from './-billing-links.tsx';

interface SumScreenProps<Shapes extends FilterShapes, Row extends object> {
  report: Report<Shapes, Row>;
  search: ReportAddress<Shapes> & ReportAddress<Pick<typeof APPROVED_FILTERS, 'days' | 'service'>>;
  onSearch: (change: (before: ReportAddress<Shapes>) => ReportAddress<Shapes>) => void;
  /** The filter of the lines that a row's id is for. */
  opens: 'client' | 'provider' | 'location';
  /** The only lines that its figures count; without it, all are. */
  counts?: ReportAddress<Pick<typeof LINE_FILTERS, 'approval'>>;
}

/** A report of sums of billing lines: a row opens the lines behind it. */
export function SumScreen<Shapes extends FilterShapes, Row extends object>({
  report,
  search,
  onSearch,
  opens,
  counts = {},
}: SumScreenProps<Shapes, Row>) {
  const navigate = useNavigate();
  const { from, to, service } = search;
  return (
    <MailedReport
      report={report}
      search={search}
      onSearch={onSearch}
      onOpen={(id) =>
        void navigate({ to: '/billing', search: lineSearch({ from, to, service, [opens]: id, ...counts }) })
      }
      whyLink={whySession}
    />
  );
}
