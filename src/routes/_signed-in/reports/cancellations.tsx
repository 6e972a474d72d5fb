import { createFileRoute } from '@tanstack/react-router';
import { cancellationReport } from '#features/reports/cancellation-report.tsx';
import { CANCELLATION_FILTERS } from '#features/reports/care-filters.ts';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { linkToRecord } from '../-link-to-record.tsx';

export const Route = createFileRoute('/_signed-in/reports/cancellations')({
  staticData: { title: 'Cancellations', permission: 'report.cancellations', reads: 'recent' },
  validateSearch: reportAddress(CANCELLATION_FILTERS),
  component: CancellationsScreen,
});

function CancellationsScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={cancellationReport}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      whyLink={linkToRecord}
    />
  );
}
