import { createFileRoute } from '@tanstack/react-router';
import { OfficeScreen } from '#features/office-lists/office-screen.tsx';
import { officeSearch } from '#features/office-lists/office-search.ts';

export const Route = createFileRoute('/_signed-in/admin/regions')({
  staticData: { title: 'Services, regions, and locations', permission: 'catalogue.record', reads: 'recent' },
  validateSearch: officeSearch,
  component: OfficeListsScreen,
});

function OfficeListsScreen() {
  const navigate = Route.useNavigate();
  return (
    <OfficeScreen
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
