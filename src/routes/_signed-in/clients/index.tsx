import { createFileRoute } from '@tanstack/react-router';
import { mayUse } from '#domain/access/permissions.ts';
import { clientSlug } from '#domain/clients/client-rules.ts';
import { CLIENT_STEPS } from '#features/bulk-changes/bulk-steps.tsx';
import { activeClients } from '#features/clients/client-list.tsx';
import { clientListSearch } from '#features/clients/client-search.ts';
import { NewClient } from '#features/clients/new-client.tsx';
import { ClientListPage } from '../-client-list-page.tsx';

/** With what the office does to several at once. */
const report = { ...activeClients, steps: CLIENT_STEPS };

export const Route = createFileRoute('/_signed-in/clients/')({
  staticData: { title: 'Clients', permission: 'client.open', reads: 'recent' },
  validateSearch: clientListSearch,
  component: ClientsScreen,
});

function ClientsScreen() {
  const navigate = Route.useNavigate();
  const { user } = Route.useRouteContext();
  const mayAdd = mayUse({ role: user.auth, grants: user.grants }, 'client.record');
  return (
    <ClientListPage
      report={report}
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
