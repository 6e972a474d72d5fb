import { createFileRoute, Link } from '@tanstack/react-router';
import { mayUse } from '#domain/access/permissions.ts';
import { searchFor } from '#domain/text/search-words.ts';
import { addressOf } from '#screens/address.ts';
import { ADMIN_AREAS, ADMIN_GROUPS, type AdminArea } from '#screens/admin-areas.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SearchField } from '#ui/search-field.tsx';

export const Route = createFileRoute('/_signed-in/admin/')({
  staticData: { reads: 'nothing' },
  validateSearch: addressOf({ search: 'words' }),
  component: AdminScreen,
});

function AdminScreen() {
  const { user } = Route.useRouteContext();
  const holder = { role: user.auth, grants: user.grants };
  const { search = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const setSearch = (words: string) =>
    void navigate({ search: words === '' ? {} : { search: words }, replace: true });
  const isFound = searchFor(search);
  const found = ADMIN_AREAS.filter(
    ({ permission, group, label, words }) =>
      mayUse(holder, permission) && isFound(`${group} ${label} ${words}`),
  );
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Admin"
        description="Users, the organization's rules, billing, devices, held changes, and lists."
        actions={
          <SearchField
            aria-label="Search admin areas"
            placeholder="Search"
            className="w-64"
            value={search}
            onSearch={setSearch}
          />
        }
      />
      {found.length === 0 && (
        <EmptyState title="No areas match your search">Check the spelling, or clear the search.</EmptyState>
      )}
      {ADMIN_GROUPS.map((group) => (
        <AreaGroup key={group} name={group} areas={found.filter((area) => area.group === group)} />
      ))}
    </div>
  );
}

function AreaGroup({ name, areas }: { name: string; areas: readonly AdminArea[] }) {
  if (areas.length === 0) return null;
  return (
    <section aria-label={name} className="grid gap-3">
      <h2 className="font-semibold text-lg">{name}</h2>
      <ul aria-label={`Areas: ${name}`} className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {areas.map(({ label, words, to, icon: Icon }) => (
          <li key={to} className="grid">
            <Link
              to={to}
              className="flex gap-4 rounded-lg border border-border bg-card p-5 transition-colors hover:bg-accent"
            >
              <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-primary-soft text-primary">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <span className="grid content-start gap-1">
                <span className="font-medium">{label}</span>
                <span className="text-muted-foreground text-sm">{words}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
