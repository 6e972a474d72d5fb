import { createFileRoute, Link } from '@tanstack/react-router';
import { groupedPay } from '#features/payroll/grouped-pay.tsx';
import { openedPay } from '#features/payroll/opened-pay.ts';
import { GROUPED_PAY_FILTERS } from '#features/payroll/payroll-filters.ts';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { Button } from '#ui/button.tsx';
import { linkToRecord } from '../../-link-to-record.tsx';

export const Route = createFileRoute('/_signed-in/payroll/grouped-providers/')({
  staticData: { title: 'Grouped Providers Report', permission: 'payroll.view', reads: 'recent' },
  validateSearch: reportAddress(GROUPED_PAY_FILTERS),
  component: GroupedProvidersScreen,
});

function GroupedProvidersScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={groupedPay}
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
