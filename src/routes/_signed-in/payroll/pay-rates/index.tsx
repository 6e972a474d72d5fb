import { createFileRoute } from '@tanstack/react-router';
import { EXTRA_PAY_FILTERS } from '#features/payroll/payroll-filters.ts';
import { recordedRatesList } from '#features/payroll/recorded-rates-list.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/payroll/pay-rates/')({
  staticData: { title: 'Pay rates', permission: 'payroll.view', reads: 'recent' },
  validateSearch: reportAddress(EXTRA_PAY_FILTERS),
  component: PayRatesScreen,
});

function PayRatesScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={recordedRatesList}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
