import { createFileRoute, Link } from '@tanstack/react-router';
import { CircleDollarSign, FileUp } from 'lucide-react';
import { extraPayList } from '#features/payroll/extra-pay-list.tsx';
import { EXTRA_PAY_FILTERS } from '#features/payroll/payroll-filters.ts';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { reportAddress } from '#screens/report/address.ts';

import { Button } from '#ui/button.tsx';

export const Route = createFileRoute('/_signed-in/payroll/extra-pay/')({
  staticData: { title: 'Extra pay', permission: 'payroll.view', reads: 'recent' },
  validateSearch: reportAddress(EXTRA_PAY_FILTERS),
  component: ExtraPayScreen,
});

function ExtraPayScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={extraPayList}
      search={Route.useSearch()}
      actions={
        <>
          <Button asChild variant="outline">
            <Link to="/admin/import/$kind" params={{ kind: 'extra-pay' }}>
              <FileUp aria-hidden="true" />
              Import
            </Link>
          </Button>
          <Button asChild variant="outline">
            <Link to="/payroll/pay-rates">
              <CircleDollarSign aria-hidden="true" />
              Pay rates
            </Link>
          </Button>
        </>
      }
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
