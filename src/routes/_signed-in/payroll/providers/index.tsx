import { createFileRoute, Link } from '@tanstack/react-router';
import { openedPay } from '#features/payroll/opened-pay.ts';
import { payByProvider } from '#features/payroll/pay-by-provider.tsx';
import { PAY_FILTERS } from '#features/payroll/payroll-filters.ts';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { Button } from '#ui/button.tsx';
import { linkToRecord } from '../../-link-to-record.tsx';

export const Route = createFileRoute('/_signed-in/payroll/providers/')({
  staticData: { title: 'Provider', permission: 'payroll.view', reads: 'recent' },
  validateSearch: reportAddress(PAY_FILTERS),
  component: PayByProviderScreen,
});

function PayByProviderScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={payByProvider}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) => void navigate({ to: '/payroll/approved-payroll', search: openedPay(id) })}
      whyLink={linkToRecord}
      actions={
        <Button asChild variant="outline">
          <Link to="/payroll/runs">Payroll runs</Link>
        </Button>
      }
    />
  );
}
