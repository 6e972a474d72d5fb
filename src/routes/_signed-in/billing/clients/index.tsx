import { createFileRoute } from '@tanstack/react-router';
import { lineSearch, sumSearch } from '#features/billing/billing-filters.ts';
import { clientBilling } from '#features/billing/billing-sums.tsx';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { whySession } from '../-billing-links.tsx';

export const Route = createFileRoute('/_signed-in/billing/clients/')({
  staticData: { title: 'Client Billing', permission: 'billing.view', reads: 'recent' },
  validateSearch: sumSearch,
  component: ClientBillingScreen,
});

function ClientBillingScreen() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  return (
    <ReportScreen
      report={clientBilling}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
      onOpen={(id) =>
        void navigate({
          to: '/billing',
          search: lineSearch({ from: search.from, to: search.to, service: search.service, client: id }),
        })
      }
      whyLink={whySession}
    />
  );
}
