import { createFileRoute } from '@tanstack/react-router';
import { openTimeList } from '#features/payroll/open-time-list.tsx';
import { OPEN_ITEM_FILTERS } from '#features/payroll/payroll-filters.ts';
import { BackLink } from '#screens/list/back-link.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/payroll/closing/open-time')({
  staticData: { title: 'Open time', permission: 'payroll.view', reads: 'recent' },
  validateSearch: reportAddress(OPEN_ITEM_FILTERS),
  component: OpenTimeListScreen,
});

function OpenTimeListScreen() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <BackLink to={{ to: '/payroll/closing', search: { period: search.period } }} title="Close pay period" />
      <ReportScreen
        report={openTimeList}
        search={search}
        onSearch={(change) => void navigate({ search: change, replace: true })}
        onOpen={(id) => {
          const [providerId = '', period = ''] = id.split(' ');
          void navigate({ to: '/reports/timesheet/$providerId', params: { providerId }, search: { period } });
        }}
      />
    </div>
  );
}
