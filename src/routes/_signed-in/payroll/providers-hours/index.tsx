import { createFileRoute, Link } from '@tanstack/react-router';
import { openedPay } from '#features/payroll/opened-pay.ts';
import { HOURS_FILTERS } from '#features/payroll/payroll-filters.ts';
import { providerHours } from '#features/payroll/provider-hours.tsx';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { Button } from '#ui/button.tsx';
import { linkToRecord } from '../../-link-to-record.tsx';

export const Route = createFileRoute('/_signed-in/payroll/providers-hours/')({
  staticData: { title: 'Provider Hours', permission: 'payroll.view', reads: 'recent' },
  validateSearch: reportAddress(HOURS_FILTERS),
  component: ProviderHoursScreen,
});

function ProviderHoursScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={providerHours}
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
