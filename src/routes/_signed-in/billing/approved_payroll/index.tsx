import { createFileRoute } from '@tanstack/react-router';
import { approvedPayroll } from '#features/billing/approved-billing.tsx';
import { approvedSearch, lineSearch } from '#features/billing/billing-filters.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { whySession } from '../-billing-links.tsx';

export const Route = createFileRoute('/_signed-in/billing/approved_payroll/')({
  staticData: { title: 'Approved Payroll', permission: 'billing.view', reads: 'recent' },
  validateSearch: approvedSearch,
  component: ApprovedPayrollScreen,
});

function ApprovedPayrollScreen() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  return (
    <ReportScreen
      report={approvedPayroll}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
      onOpen={(id) =>
        void navigate({
          to: '/billing',
          search: lineSearch({ from: search.from, to: search.to, service: search.service, provider: id }),
        })
      }
      whyLink={whySession}
    />
  );
}
