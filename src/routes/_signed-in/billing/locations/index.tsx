import { createFileRoute } from '@tanstack/react-router';
import { sumSearch } from '#features/billing/billing-filters.ts';
import { locationBilling } from '#features/billing/billing-sums.tsx';
import { SumScreen } from '../-sum-screen.tsx';

export const Route = createFileRoute('/_signed-in/billing/locations/')({
  staticData: { title: 'Location Billing', permission: 'billing.view', reads: 'recent' },
  validateSearch: sumSearch,
  component: LocationBillingScreen,
});

function LocationBillingScreen() {
  const navigate = Route.useNavigate();
  return (
    <SumScreen
      report={locationBilling}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      opens="location"
    />
  );
}
