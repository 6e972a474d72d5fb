import { createFileRoute } from '@tanstack/react-router';
import { ARCHIVED_PROVIDER_STEPS } from '#features/bulk-changes/bulk-steps.tsx';
import { archivedProviders } from '#features/providers/provider-list.tsx';
import { providerListSearch } from '#features/providers/provider-search.ts';
import { ProviderListPage } from '../../-provider-list-page.tsx';

/** With what the office does to several at once. */
const report = { ...archivedProviders, steps: ARCHIVED_PROVIDER_STEPS };

export const Route = createFileRoute('/_signed-in/providers/archived/')({
  staticData: { title: 'Archived Providers', permission: 'provider.read-archived', reads: 'recent' },
  validateSearch: providerListSearch,
  component: ArchivedProvidersScreen,
});

function ArchivedProvidersScreen() {
  const navigate = Route.useNavigate();
  return (
    <ProviderListPage
      report={report}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
