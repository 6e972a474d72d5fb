import { createFileRoute } from '@tanstack/react-router';
import { mayUse } from '#domain/access/permissions.ts';
import { clientSlug } from '#domain/clients/client-rules.ts';
import { activeClients } from '#features/clients/client-list.tsx';
import { clientListSearch } from '#features/clients/client-search.ts';
import { NewClient } from '#features/clients/new-client.tsx';
import { ClientListPage } from '../-client-list-page.tsx';

export const Route = createFileRoute('/_signed-in/clients/')({
  staticData: { title: 'Clients', permission: 'client.open' },
  validateSearch: clientListSearch,
  component: ClientsScreen,
});

function ClientsScreen() {
  const navigate = Route.useNavigate();
  const { user } = Route.useRouteContext();
  const mayAdd = mayUse({ role: user.auth, grants: user.grants }, 'client.record');
  return (
    <ClientListPage
      report={activeClients}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      actions={
        mayAdd && (
          <NewClient
            onOpen={({ id, name }) =>
              void navigate({
                to: '/clients/info/$id/$client_slug',
                params: { id, client_slug: clientSlug(name) },
              })
            }
          />
        )
      }
    />
  );
}
