import { createFileRoute, Link } from '@tanstack/react-router';
import { HOURS_FILTERS } from '#features/timesheets/hours-filters.ts';
import { myHours } from '#features/timesheets/my-hours.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { Button } from '#ui/button.tsx';
import { linkToRecord } from '../-link-to-record.tsx';
import { NoOwnHours } from './-no-own-hours.tsx';

export const Route = createFileRoute('/_signed-in/my_hours/')({
  staticData: { title: 'My Hours', permission: 'hours.read' },
  validateSearch: reportAddress(HOURS_FILTERS),
  component: MyHoursScreen,
});

function MyHoursScreen() {
  const navigate = Route.useNavigate();
  const { user } = Route.useRouteContext();
  const search = Route.useSearch();
  const { period } = search;
  if (user.provider_id === null) return <NoOwnHours title="My Hours" />;
  const samePeriod = period === undefined ? {} : { period };
  return (
    <ReportScreen
      report={myHours}
      search={search}
      onSearch={(change) => void navigate({ search: change, replace: true })}
      onOpen={(id) => void navigate({ to: '/my-sessions/info/$id', params: { id } })}
      whyLink={linkToRecord}
      actions={
        <>
          <Button asChild variant="outline">
            <Link to="/my_hours/report" search={samePeriod}>
              Report
            </Link>
          </Button>
          <Button asChild>
            <Link
              to="/reports/timesheet/$providerId"
              params={{ providerId: user.provider_id ?? 'all' }}
              search={samePeriod}
            >
              Timesheet
            </Link>
          </Button>
        </>
      }
    />
  );
}
