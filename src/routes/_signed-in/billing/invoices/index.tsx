import { createFileRoute, Link } from '@tanstack/react-router';
import { FilePlus2 } from 'lucide-react';
import { invoiceSearch } from '#features/billing/billing-filters.ts';
import { invoiceList } from '#features/billing/invoice-list.tsx';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { Button } from '#ui/button.tsx';

export const Route = createFileRoute('/_signed-in/billing/invoices/')({
  staticData: { title: 'Invoices', permission: 'billing.view', reads: 'recent' },
  validateSearch: invoiceSearch,
  component: InvoicesScreen,
});

function InvoicesScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={invoiceList}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) => void navigate({ to: '/billing/invoices/info/$id', params: { id } })}
      actions={
        <Button asChild>
          <Link to="/billing/invoices/new">
            <FilePlus2 aria-hidden="true" />
            Create invoices
          </Link>
        </Button>
      }
    />
  );
}
