import { createFileRoute, Link } from '@tanstack/react-router';
import { mayUse } from '#domain/access/permissions.ts';
import { PROVIDER_STEPS } from '#features/bulk-changes/bulk-steps.tsx';
import { NewProvider } from '#features/providers/new-provider.tsx';
import { activeProviders } from '#features/providers/provider-list.tsx';
import { providerListSearch } from '#features/providers/provider-search.ts';
import { Button } from '#ui/button.tsx';
import { ProviderListPage } from '../-provider-list-page.tsx';

/** With what the office does to several at once. */
const report = { ...activeProviders, steps: PROVIDER_STEPS };

export const Route = createFileRoute('/_signed-in/providers/')({
  staticData: { title: 'Providers', permission: 'provider.read', reads: 'recent' },
  validateSearch: providerListSearch,
  component: ProvidersScreen,
});

function ProvidersScreen() {
  const navigate = Route.useNavigate();
  const { user } = Route.useRouteContext();
  const holder = { role: user.auth, grants: user.grants };
  return (
    <ProviderListPage
      report={report}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      actions={
        <>
          {mayUse(holder, 'provider.record') && (
            <NewProvider onOpen={(id) => void navigate({ to: '/providers/info/$id', params: { id } })} />
          )}
          {mayUse(holder, 'caseload.move') && (
            <Button variant="outline" asChild>
              <Link to="/admin/hand-overs">Hand-overs</Link>
            </Button>
          )}
        </>
      }
    />
  );
}
