import { createFileRoute } from '@tanstack/react-router';
import { sumSearch } from '#features/billing/billing-filters.ts';
import { providerBilling } from '#features/billing/billing-sums.tsx';
import { SumScreen } from '../-sum-screen.tsx';

export const Route = createFileRoute('/_signed-in/billing/providers/')({
  staticData: { title: 'Provider Billing', permission: 'billing.view', reads: 'recent' },
  validateSearch: sumSearch,
  component: ProviderBillingScreen,
});

function ProviderBillingScreen() {
  const navigate = Route.useNavigate();
  return (
    <SumScreen
      report={providerBilling}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      opens="provider"
    />
  );
}
