import { createFileRoute } from '@tanstack/react-router';
import { REQUEST_FILTERS } from '#features/sessions/request-filters.ts';
import { requestReport } from '#features/sessions/request-report.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { linkToSession } from '../billing/-billing-links.tsx';

export const Route = createFileRoute('/_signed-in/reports/requests')({
  staticData: { title: 'Requests', permission: 'session.decide' },
  validateSearch: reportAddress(REQUEST_FILTERS),
  component: RequestsScreen,
});

function RequestsScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={requestReport}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      linkTo={linkToSession}
    />
  );
}
