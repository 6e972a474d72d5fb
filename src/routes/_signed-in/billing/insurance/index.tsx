import { createFileRoute } from '@tanstack/react-router';
import { lastMonth } from '#domain/reports/report-days.ts';
import { insuranceSearch } from '#features/billing/billing-filters.ts';
import { ClaimBatchButton } from '#features/billing/claim-batch-sheet.tsx';
import { insuranceClients } from '#features/billing/insurance-list.tsx';
import { useToday } from '#screens/device/today.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { linkToSession, whySession } from '../-billing-links.tsx';

export const Route = createFileRoute('/_signed-in/billing/insurance/')({
  staticData: { title: 'Insurance Clients', permission: 'billing.view', reads: 'recent' },
  validateSearch: insuranceSearch,
  component: InsuranceScreen,
});

function InsuranceScreen() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  const usual = lastMonth(useToday());
  const days = { from: search.from ?? usual.from, to: search.to ?? usual.to };
  return (
    <ReportScreen
      report={insuranceClients}
      search={search}
      onSearch={(change) => void navigate({ search: change, replace: true })}
      linkTo={linkToSession}
      whyLink={whySession}
      actions={<ClaimBatchButton days={days} />}
    />
  );
}
