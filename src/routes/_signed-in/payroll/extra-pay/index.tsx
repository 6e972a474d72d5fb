import { createFileRoute } from '@tanstack/react-router';
import { extraPayList } from '#features/payroll/extra-pay-list.tsx';
import { EXTRA_PAY_FILTERS } from '#features/payroll/payroll-filters.ts';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/payroll/extra-pay/')({
  staticData: { title: 'Extra pay', permission: 'payroll.view', reads: 'recent' },
  validateSearch: reportAddress(EXTRA_PAY_FILTERS),
  component: ExtraPayScreen,
});

function ExtraPayScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={extraPayList}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
