import { createFileRoute } from '@tanstack/react-router';
import { billingConditions } from '#features/clients/condition-list.tsx';
import { conditionListSearch } from '#features/clients/condition-search.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/admin/billing-conditions')({
  staticData: { title: 'Billing conditions', permission: 'billing-condition.record', reads: 'recent' },
  validateSearch: conditionListSearch,
  component: BillingConditionsScreen,
});

function BillingConditionsScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={billingConditions}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
