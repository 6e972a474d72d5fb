import { createFileRoute } from '@tanstack/react-router';
import { ARCHIVED_CLIENT_STEPS } from '#features/bulk-changes/bulk-steps.tsx';
import { archivedClients } from '#features/clients/client-list.tsx';
import { clientListSearch } from '#features/clients/client-search.ts';
import { ClientListPage } from '../../-client-list-page.tsx';

/** With what the office does to several at once. */
const report = { ...archivedClients, steps: ARCHIVED_CLIENT_STEPS };

export const Route = createFileRoute('/_signed-in/clients/archived/')({
  staticData: { title: 'Archived Clients', permission: 'client.read-archived', reads: 'recent' },
  validateSearch: clientListSearch,
  component: ArchivedClientsScreen,
});

function ArchivedClientsScreen() {
  const navigate = Route.useNavigate();
  return (
    <ClientListPage
      report={report}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
