import { createFileRoute } from '@tanstack/react-router';
import { sumSearch } from '#features/billing/billing-filters.ts';
import { clientBilling } from '#features/billing/billing-sums.tsx';
import { SumScreen } from '../-sum-screen.tsx';

export const Route = createFileRoute('/_signed-in/billing/clients/')({
  staticData: { title: 'Client Billing', permission: 'billing.view', reads: 'recent' },
  validateSearch: sumSearch,
  component: ClientBillingScreen,
});

function ClientBillingScreen() {
  const navigate = Route.useNavigate();
  return (
    <SumScreen
      report={clientBilling}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      opens="client"
    />
  );
}
