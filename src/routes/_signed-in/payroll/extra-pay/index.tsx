import { createFileRoute, Link } from '@tanstack/react-router';
import { CircleDollarSign } from 'lucide-react';
import { extraPayList } from '#features/payroll/extra-pay-list.tsx';
import { EXTRA_PAY_FILTERS } from '#features/payroll/payroll-filters.ts';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { Button } from '#ui/button.tsx';

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
      actions={
        <Button asChild variant="outline">
          <Link to="/payroll/pay-rates">
            <CircleDollarSign aria-hidden="true" />
            Pay rates
          </Link>
        </Button>
      }
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
