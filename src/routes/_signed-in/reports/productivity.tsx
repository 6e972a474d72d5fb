import { createFileRoute } from '@tanstack/react-router';
import { PRODUCTIVITY_FILTERS } from '#features/reports/care-filters.ts';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { productivityReport } from '#features/reports/productivity-report.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { linkToRecord } from '../-link-to-record.tsx';

export const Route = createFileRoute('/_signed-in/reports/productivity')({
  staticData: { title: 'Productivity', permission: 'report.productivity', reads: 'recent' },
  validateSearch: reportAddress(PRODUCTIVITY_FILTERS),
  component: ProductivityScreen,
});

function ProductivityScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={productivityReport}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) => void navigate({ to: '/providers/info/$id', params: { id } })}
      whyLink={linkToRecord}
    />
  );
}
