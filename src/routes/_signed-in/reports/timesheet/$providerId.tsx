import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { uuid } from '#entities/fields.ts';
import { EVERYBODY, TimesheetScreen } from '#features/timesheets/timesheet-screen.tsx';
import { periodSearch } from '../../my_hours/-period-search.ts';

export const Route = createFileRoute('/_signed-in/reports/timesheet/$providerId')({
  staticData: { title: 'Timesheet', permission: 'timesheet.read', reads: 'recent' },
  validateSearch: periodSearch,
  component: TimesheetOfProvider,
});

function TimesheetOfProvider() {
  const navigate = Route.useNavigate();
  const { providerId } = Route.useParams();
  const search = Route.useSearch();
  // Here and not in a guard: what a guard needs comes with the login page.
  if (providerId !== EVERYBODY && !uuid.safeParse(providerId).success) return <NotFound />;
  return (
    <TimesheetScreen
      providerId={providerId}
      start={search.period}
      onPeriod={(period) => void navigate({ search: { period }, replace: true })}
      onProvider={(id) => void navigate({ params: { providerId: id }, search })}
      notFound={<NotFound />}
      syncCentre={
        <Link to="/sync" className="font-medium underline underline-offset-2">
          Open the Sync centre
        </Link>
      }
    />
  );
}

function NotFound(): never {
  throw notFound();
}
