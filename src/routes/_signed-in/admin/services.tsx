import { createFileRoute } from '@tanstack/react-router';
import { services } from '#features/office-lists/service-list.tsx';
import { serviceListSearch } from '#features/office-lists/service-search.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/admin/services')({
  staticData: { title: 'Services', permission: 'catalogue.record', reads: 'recent' },
  validateSearch: serviceListSearch,
  component: ServicesScreen,
});

function ServicesScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={services}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
