import { createFileRoute } from '@tanstack/react-router';
import { lateSearch } from '#features/billing/billing-filters.ts';
import { lateBilling } from '#features/billing/billing-lines.tsx';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { linkToSession, whySession } from '../-billing-links.tsx';

export const Route = createFileRoute('/_signed-in/billing/late-billing/')({
  staticData: { title: 'Late Billing', permission: 'billing.view', reads: 'recent' },
  validateSearch: lateSearch,
  component: LateBillingScreen,
});

function LateBillingScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={lateBilling}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      linkTo={linkToSession}
      whyLink={whySession}
    />
  );
}
