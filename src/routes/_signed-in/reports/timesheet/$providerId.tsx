import { createFileRoute, Link } from '@tanstack/react-router';
import { uuid } from '#entities/fields.ts';
import { OVERVIEW_FILTERS } from '#features/timesheets/overview-filters.ts';
import { EVERYBODY, TimesheetScreen } from '#features/timesheets/timesheet-screen.tsx';
import { BackLink } from '#screens/list/back-link.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { linkToRecord } from '../../-link-to-record.tsx';
import { NotFound } from '../../-not-found.tsx';

export const Route = createFileRoute('/_signed-in/reports/timesheet/$providerId')({
  staticData: { title: 'Timesheets', permission: 'timesheet.read', reads: 'recent' },
  validateSearch: reportAddress(OVERVIEW_FILTERS),
  component: TimesheetOfProvider,
});

function TimesheetOfProvider() {
  const navigate = Route.useNavigate();
  const { providerId } = Route.useParams();
  const search = Route.useSearch();
  // Here and not in a guard: guards are part of the login page's bundle.
  if (providerId !== EVERYBODY && !uuid.safeParse(providerId).success) return <NotFound />;
  return (
    <TimesheetScreen
      providerId={providerId}
      search={search}
      onSearch={(change) => void navigate({ search: change, replace: true })}
      onProvider={(id, period, replace) =>
        void navigate({ params: { providerId: id }, search: { ...search, period }, replace })
      }
      back={
        <BackLink
          to={{ to: '/reports/timesheet/$providerId', params: { providerId: EVERYBODY }, search }}
          title="Timesheets"
        />
      }
      whyLink={linkToRecord}
      notFound={<NotFound />}
      syncCenter={
        <Link to="/sync" className="font-medium underline underline-offset-2">
          Open the Sync center
        </Link>
      }
    />
  );
}
