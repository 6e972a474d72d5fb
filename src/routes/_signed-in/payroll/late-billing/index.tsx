import { createFileRoute } from '@tanstack/react-router';
import { latePayroll } from '#features/payroll/approved-payroll.tsx';
import { LATE_FILTERS } from '#features/payroll/payroll-filters.ts';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { linkToRecord } from '../../-link-to-record.tsx';

export const Route = createFileRoute('/_signed-in/payroll/late-billing/')({
  staticData: { title: 'Late Billing', permission: 'payroll.view', reads: 'recent' },
  validateSearch: reportAddress(LATE_FILTERS),
  component: LatePayrollScreen,
});

function LatePayrollScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={latePayroll}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      linkTo={(id, content, className) => linkToRecord({ kind: 'session', id }, content, className)}
      whyLink={linkToRecord}
    />
  );
}
