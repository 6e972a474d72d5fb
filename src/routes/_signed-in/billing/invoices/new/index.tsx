import { createFileRoute } from '@tanstack/react-router';
import { daysOfMonth } from '#domain/time/months.ts';
import { planSearch } from '#features/billing/billing-filters.ts';
import { invoicePlan } from '#features/billing/invoice-plan.tsx';
import { BackLink } from '#screens/list/back-link.tsx';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/billing/invoices/new/')({
  staticData: { title: 'Create invoices', permission: 'billing.view', reads: 'recent' },
  validateSearch: planSearch,
  component: InvoicePlanScreen,
});

function InvoicePlanScreen() {
  const navigate = Route.useNavigate();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <BackLink to={{ to: '/billing/invoices' }} title="Invoices" />
      <ReportScreen
        report={invoicePlan}
        search={Route.useSearch()}
        onSearch={(search) => void navigate({ search, replace: true })}
        onOpen={(row) => {
          const [client = '', month = ''] = row.split(' ');
          void navigate({ to: '/billing', search: { ...daysOfMonth(month), client } });
        }}
      />
    </div>
  );
}
