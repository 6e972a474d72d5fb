import { createFileRoute } from '@tanstack/react-router';
import { SCHEDULE_FILTERS } from '#features/reports/schedule-filters.ts';
import { knownFilters, reportSchedules } from '#features/reports/schedule-list.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/reports/schedules')({
  staticData: { title: 'Scheduled Reports', permission: 'report-schedule.record', reads: 'recent' },
  validateSearch: reportAddress(SCHEDULE_FILTERS),
  component: SchedulesScreen,
});

function SchedulesScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={reportSchedules}
      search={knownFilters(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
