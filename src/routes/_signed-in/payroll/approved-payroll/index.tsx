import { createFileRoute } from '@tanstack/react-router';
import { approvedPayroll } from '#features/payroll/approved-payroll.tsx';
import { APPROVED_FILTERS } from '#features/payroll/payroll-filters.ts';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { linkToRecord } from '../../-link-to-record.tsx';

export const Route = createFileRoute('/_signed-in/payroll/approved-payroll/')({
  staticData: { title: 'Completed & Approved', permission: 'payroll.view', reads: 'recent' },
  validateSearch: reportAddress(APPROVED_FILTERS),
  component: ApprovedPayrollScreen,
});

function ApprovedPayrollScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={approvedPayroll}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      linkTo={(id, content, className) => linkToRecord({ kind: 'session', id }, content, className)}
      whyLink={linkToRecord}
    />
  );
}
