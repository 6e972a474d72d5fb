import { createFileRoute } from '@tanstack/react-router';
import { sessionReport } from '#features/sessions/session-report.tsx';
import { REPORT_FILTERS } from '#features/sessions/session-report-filters.ts';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/reports/dashboard/my-sessions/v2/')({
  staticData: { title: 'My Sessions V2', permission: 'session.report' },
  validateSearch: reportAddress(REPORT_FILTERS),
  component: SessionReportScreen,
});

function SessionReportScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={sessionReport}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) => void navigate({ to: '/reports/dashboard/my-sessions/v2/info/$id', params: { id } })}
    />
  );
}
