import { createFileRoute } from '@tanstack/react-router';
import { archivedClients } from '#features/clients/client-list.tsx';
import { clientListSearch } from '#features/clients/client-search.ts';
import { ClientListPage } from '../../-client-list-page.tsx';

export const Route = createFileRoute('/_signed-in/clients/archived/')({
  staticData: { title: 'Archived Clients', permission: 'client.read-archived', reads: 'recent' },
  validateSearch: clientListSearch,
  component: ArchivedClientsScreen,
});

function ArchivedClientsScreen() {
  const navigate = Route.useNavigate();
  return (
    <ClientListPage
      report={archivedClients}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
