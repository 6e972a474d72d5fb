import { createFileRoute } from '@tanstack/react-router';
import { REPORT_FILTERS } from '#features/sessions/report-filters.ts';
import { SessionReport } from '#features/sessions/session-report.tsx';
import { reportAddress } from '#screens/report/address.ts';

const reportSearch = reportAddress(REPORT_FILTERS);

export const Route = createFileRoute('/_signed-in/reports/dashboard/my-sessions/v2/')({
  staticData: { title: 'My Sessions V2', permission: 'session.report' },
  validateSearch: reportSearch,
  component: SessionReportScreen,
});

function SessionReportScreen() {
  const navigate = Route.useNavigate();
  return (
    <SessionReport
      search={Route.useSearch()}
      onSearch={(change) =>
        void navigate({ search: (before) => reportSearch({ ...before, ...change }), replace: true })
      }
      onOpen={(id) => void navigate({ to: '/reports/dashboard/my-sessions/v2/info/$id', params: { id } })}
    />
  );
}
