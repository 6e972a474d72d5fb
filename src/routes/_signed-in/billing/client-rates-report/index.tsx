import { createFileRoute } from '@tanstack/react-router';
import { clientRateSearch } from '#features/billing/billing-filters.ts';
import { clientRatesReport } from '#features/billing/client-rates-report.tsx';
import { MailedReport } from '#features/reports/mailed-report.tsx';

export const Route = createFileRoute('/_signed-in/billing/client-rates-report/')({
  staticData: { title: 'Client Rates', permission: 'billing.view', reads: 'recent' },
  validateSearch: clientRateSearch,
  component: ClientRatesScreen,
});

function ClientRatesScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={clientRatesReport}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
