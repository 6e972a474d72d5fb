import { createFileRoute, Link } from '@tanstack/react-router';
import { lineSearch } from '#features/billing/billing-filters.ts';
import { billingLines } from '#features/billing/billing-lines.tsx';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { Button } from '#ui/button.tsx';
import { linkToSession, whySession } from './-billing-links.tsx';

export const Route = createFileRoute('/_signed-in/billing/')({
  staticData: { title: 'Billing', permission: 'billing.view', reads: 'recent' },
  validateSearch: lineSearch,
  component: BillingScreen,
});

function BillingScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={billingLines}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      linkTo={linkToSession}
      whyLink={whySession}
      actions={
        <Button asChild variant="outline">
          <Link to="/billing/invoices">Invoices</Link>
        </Button>
      }
    />
  );
}
