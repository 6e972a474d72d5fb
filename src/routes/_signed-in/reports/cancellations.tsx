import { createFileRoute } from '@tanstack/react-router';
import { cancellationReport } from '#features/reports/cancellation-report.tsx';
import { CANCELLATION_FILTERS } from '#features/reports/care-filters.ts';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { linkToRecord } from '../-link-to-record.tsx';

export const Route = createFileRoute('/_signed-in/reports/cancellations')({
  staticData: { title: 'Cancellations', permission: 'report.cancellations', reads: 'recent' },
  validateSearch: reportAddress(CANCELLATION_FILTERS),
  component: CancellationsScreen,
});

function CancellationsScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={cancellationReport}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      whyLink={linkToRecord}
    />
  );
}
