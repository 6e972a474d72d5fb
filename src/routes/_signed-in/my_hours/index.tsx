import { createFileRoute, Link } from '@tanstack/react-router';
import { MyHours } from '#features/timesheets/my-hours.tsx';
import { Button } from '#ui/button.tsx';
import { periodSearch } from './-period-search.ts';

export const Route = createFileRoute('/_signed-in/my_hours/')({
  staticData: { title: 'My Hours', permission: 'hours.read' },
  validateSearch: periodSearch,
  component: MyHoursScreen,
});

function MyHoursScreen() {
  const navigate = Route.useNavigate();
  const { user } = Route.useRouteContext();
  return (
    <MyHours
      start={Route.useSearch().period}
      onPeriod={(period) => void navigate({ search: { period }, replace: true })}
      onOpen={(id) => void navigate({ to: '/my-sessions/info/$id', params: { id } })}
      links={(period) => (
        <>
          <Button asChild variant="outline">
            <Link to="/my_hours/report" search={{ period }}>
              Report
            </Link>
          </Button>
          <Button asChild>
            <Link
              to="/reports/timesheet/$providerId"
              params={{ providerId: user.provider_id ?? 'all' }}
              search={{ period }}
            >
              Timesheet
            </Link>
          </Button>
        </>
      )}
    />
  );
}
