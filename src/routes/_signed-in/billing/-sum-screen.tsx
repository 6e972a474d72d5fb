import { useNavigate } from '@tanstack/react-router';
import { lineSearch } from '#features/billing/billing-filters.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import type { LooseReport } from '#screens/report/report-state.ts';
import { whySession } from './-billing-links.tsx';

/** What the sums of billing lines are narrowed by. */
interface SumSearch {
  from?: string | undefined;
  to?: string | undefined;
  service?: string | undefined;
}

interface SumScreenProps<Search extends SumSearch> {
  report: LooseReport;
  search: Search;
  onSearch: (search: Search) => void;
  /** The filter of the lines that a row's id is for. */
  opens: 'client' | 'provider' | 'location';
}

/** A report of sums of billing lines: a row opens the lines behind it. */
export function SumScreen<Search extends SumSearch>({
  report,
  search,
  onSearch,
  opens,
}: SumScreenProps<Search>) {
  const navigate = useNavigate();
  const { from, to, service } = search;
  return (
    <ReportScreen
      report={report}
      search={search}
      onSearch={onSearch}
      onOpen={(id) =>
        void navigate({ to: '/billing', search: lineSearch({ from, to, service, [opens]: id }) })
      }
      whyLink={whySession}
    />
  );
}
