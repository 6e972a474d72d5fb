import { createFileRoute, Link } from '@tanstack/react-router';
import { changedDurations } from '#features/sessions/changed-durations.tsx';
import { DURATION_FILTERS } from '#features/sessions/duration-filters.ts';
import type { LinkToSession } from '#features/sessions/form-warnings.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/payroll/durations/')({
  staticData: { title: 'Changed Durations', permission: 'payroll.view' },
  validateSearch: reportAddress(DURATION_FILTERS),
  component: ChangedDurationsScreen,
});

const linkToSession: LinkToSession = (id, content, className) => (
  <Link to="/my-sessions/info/$id" params={{ id }} className={className}>
    {content}
  </Link>
);

function ChangedDurationsScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={changedDurations}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      linkTo={linkToSession}
    />
  );
}
