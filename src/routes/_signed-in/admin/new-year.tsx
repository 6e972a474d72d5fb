import { createFileRoute } from '@tanstack/react-router';
import { RenewalScreen } from '#features/bulk-changes/renewal-screen.tsx';
import { addressOf } from '#screens/address.ts';

export const Route = createFileRoute('/_signed-in/admin/new-year')({
  staticData: { title: 'New year', permission: 'bulk-change.record', reads: 'recent' },
  validateSearch: addressOf({ client: 'words' }),
  component: NewYearScreen,
});

function NewYearScreen() {
  const { client = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <RenewalScreen
      client={client}
      onClient={(chosen) => void navigate({ search: chosen === '' ? {} : { client: chosen }, replace: true })}
      onDone={() => void navigate({ to: '/admin/bulk-changes' })}
    />
  );
}
