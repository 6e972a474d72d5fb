import { createFileRoute } from '@tanstack/react-router';
import { QuarantineList } from '#features/quarantine/quarantine-list.tsx';
import { addressOf } from '#screens/address.ts';
import { PageHeader } from '#ui/page-header.tsx';

/** Shows open ones unless all are requested. */
const quarantineSearch = addressOf({ show: ['all'] });

export const Route = createFileRoute('/_signed-in/admin/quarantine')({
  staticData: { title: 'Held changes', permission: 'quarantine.decide' },
  validateSearch: quarantineSearch,
  component: QuarantineScreen,
});

function QuarantineScreen() {
  const navigate = Route.useNavigate();
  const { show = 'open' } = Route.useSearch();
  return (
    <div className="grid gap-5">
      <PageHeader
        title="Held changes"
        description="Changes that reached the server but aren't applied yet. Accept one to apply it."
      />
      <QuarantineList
        filter={show}
        onFilter={(next) => void navigate({ search: quarantineSearch({ show: next }), replace: true })}
      />
    </div>
  );
}
