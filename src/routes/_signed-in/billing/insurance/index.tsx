import { createFileRoute } from '@tanstack/react-router';
import { insuranceSearch } from '#features/billing/billing-filters.ts';
import { insuranceClients } from '#features/billing/insurance-list.tsx';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { linkToSession, whySession } from '../-billing-links.tsx';

export const Route = createFileRoute('/_signed-in/billing/insurance/')({
  staticData: { title: 'Insurance Clients', permission: 'billing.view', reads: 'recent' },
  validateSearch: insuranceSearch,
  component: InsuranceScreen,
});

function InsuranceScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={insuranceClients}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      linkTo={linkToSession}
      whyLink={whySession}
    />
  );
}
