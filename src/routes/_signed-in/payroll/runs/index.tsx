import { createFileRoute, Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { ExtraPayLink } from '#features/payroll/extra-pay-link.tsx';
import { RUN_FILTERS } from '#features/payroll/payroll-filters.ts';
import { payrollRuns } from '#features/payroll/run-list.tsx';
import { StartPayroll } from '#features/payroll/run-start.tsx';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { Button } from '#ui/button.tsx';

export const Route = createFileRoute('/_signed-in/payroll/runs/')({
  staticData: { title: 'Payroll', permission: 'payroll.view', reads: 'recent' },
  validateSearch: reportAddress(RUN_FILTERS),
  component: PayrollRunsScreen,
});

function PayrollRunsScreen() {
  const navigate = Route.useNavigate();
  const open = (id: string) => void navigate({ to: '/payroll/runs/$id', params: { id } });
  return (
    <MailedReport
      report={payrollRuns}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={open}
      actions={
        <>
          <Button asChild variant="outline">
            <Link to="/payroll/closing">
              <ListChecks aria-hidden="true" />
              Close pay period
            </Link>
          </Button>
          <ExtraPayLink />
          <StartPayroll onStarted={open} />
        </>
      }
    />
  );
}
