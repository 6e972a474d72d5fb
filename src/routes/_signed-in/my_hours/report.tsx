import { createFileRoute, Link } from '@tanstack/react-router';
import { hoursByDay } from '#features/timesheets/hours-by-day.tsx';
import { HOURS_FILTERS } from '#features/timesheets/hours-filters.ts';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { Button } from '#ui/button.tsx';
import { linkToRecord } from '../-link-to-record.tsx';
import { NoOwnHours } from './-no-own-hours.tsx';

export const Route = createFileRoute('/_signed-in/my_hours/report')({
  staticData: { title: 'My Hours report', permission: 'hours.read' },
  validateSearch: reportAddress(HOURS_FILTERS),
  component: HoursReportScreen,
});

function HoursReportScreen() {
  const navigate = Route.useNavigate();
  const { user } = Route.useRouteContext();
  const search = Route.useSearch();
  const { period } = search;
  if (user.provider_id === null) return <NoOwnHours title="My Hours report" />;
  return (
    <ReportScreen
      report={hoursByDay}
      search={search}
      onSearch={(change) => void navigate({ search: change, replace: true })}
      onOpen={(day) => void navigate({ to: '/my-sessions', search: { day } })}
      whyLink={linkToRecord}
      actions={
        <Button asChild variant="outline">
          <Link to="/my_hours" search={period === undefined ? {} : { period }}>
            My Hours
          </Link>
        </Button>
      }
    />
  );
}
