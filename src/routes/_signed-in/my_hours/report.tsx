import { createFileRoute, Link } from '@tanstack/react-router';
import { HoursReport } from '#features/timesheets/hours-report.tsx';
import { Button } from '#ui/button.tsx';
import { periodSearch } from './-period-search.ts';

export const Route = createFileRoute('/_signed-in/my_hours/report')({
  staticData: { title: 'My Hours report', permission: 'hours.read' },
  validateSearch: periodSearch,
  component: HoursReportScreen,
});

function HoursReportScreen() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  return (
    <HoursReport
      start={search.period}
      onPeriod={(period) => void navigate({ search: { period }, replace: true })}
      back={
        <Button asChild variant="outline">
          <Link to="/my_hours" search={search}>
            My Hours
          </Link>
        </Button>
      }
    />
  );
}
