import { createFileRoute } from '@tanstack/react-router';
import { clientTabSearch } from '#features/clients/client-search.ts';
import { ClientPage } from '../../../-client-page.tsx';

export const Route = createFileRoute('/_signed-in/clients/info/$id/$client_slug')({
  staticData: { title: 'Client', permission: 'client.open' },
  validateSearch: clientTabSearch,
  component: ClientScreen,
});

function ClientScreen() {
  const { id } = Route.useParams();
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ClientPage
      id={id}
      tab={tab}
      onTab={(next) => void navigate({ search: clientTabSearch({ tab: next }), replace: true })}
      place="clients"
    />
  );
}
