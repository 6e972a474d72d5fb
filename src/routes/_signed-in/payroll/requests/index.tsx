import { createFileRoute, Link } from '@tanstack/react-router';
import type { LinkToSession } from '#features/sessions/form-warnings.tsx';
import { SESSION_REQUEST_FILTERS } from '#features/sessions/request-filters.ts';
import { sessionRequests } from '#features/sessions/request-list.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/payroll/requests/')({
  staticData: { title: 'Session Requests', permission: 'payroll.view' },
  validateSearch: reportAddress(SESSION_REQUEST_FILTERS),
  component: SessionRequestsScreen,
});

const linkToSession: LinkToSession = (id, content, className) => (
  <Link to="/my-sessions/info/$id" params={{ id }} className={className}>
    {content}
  </Link>
);

function SessionRequestsScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={sessionRequests}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      linkTo={linkToSession}
    />
  );
}
