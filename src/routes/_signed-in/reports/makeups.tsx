import { createFileRoute } from '@tanstack/react-router';
import { MAKE_UP_FILTERS } from '#features/reports/care-filters.ts';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { makeUpReport } from '#features/reports/make-up-report.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { linkToSession } from '../billing/-billing-links.tsx';

export const Route = createFileRoute('/_signed-in/reports/makeups')({
  staticData: { title: 'Makeups', permission: 'report.make-ups', reads: 'recent' },
  validateSearch: reportAddress(MAKE_UP_FILTERS),
  component: MakeUpsScreen,
});

function MakeUpsScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={makeUpReport}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      linkTo={linkToSession}
    />
  );
}
