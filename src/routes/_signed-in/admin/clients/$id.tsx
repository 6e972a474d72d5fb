import { createFileRoute } from '@tanstack/react-router';
import { clientTabSearch } from '#features/clients/client-search.ts';
import { ClientPage } from '../../-client-page.tsx';

export const Route = createFileRoute('/_signed-in/admin/clients/$id')({
  staticData: { title: 'Client', permission: 'client.record' },
  validateSearch: clientTabSearch,
  component: AdminClientScreen,
});

function AdminClientScreen() {
  const { id } = Route.useParams();
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ClientPage
      id={id}
      tab={tab}
      onTab={(next) => void navigate({ search: clientTabSearch({ tab: next }), replace: true })}
      place="admin"
    />
  );
}
