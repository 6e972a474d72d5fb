import { createFileRoute } from '@tanstack/react-router';
import { approvedPayroll } from '#features/billing/approved-billing.tsx';
import { approvedSearch } from '#features/billing/billing-filters.ts';
import { SumScreen } from '../-sum-screen.tsx';

export const Route = createFileRoute('/_signed-in/billing/approved_payroll/')({
  staticData: { title: 'Approved Payroll', permission: 'billing.view', reads: 'recent' },
  validateSearch: approvedSearch,
  component: ApprovedPayrollScreen,
});

function ApprovedPayrollScreen() {
  const navigate = Route.useNavigate();
  return (
    <SumScreen
      report={approvedPayroll}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      opens="provider"
      counts={{ approval: 'approved' }}
    />
  );
}
