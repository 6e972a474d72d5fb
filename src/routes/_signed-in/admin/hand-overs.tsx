import { createFileRoute } from '@tanstack/react-router';
import { HANDOVER_FILTERS } from '#features/caseloads/handover-filters.ts';
import { handovers } from '#features/caseloads/handover-report.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/admin/hand-overs')({
  staticData: { title: 'Hand-overs', permission: 'caseload.move', reads: 'recent' },
  validateSearch: reportAddress(HANDOVER_FILTERS),
  component: HandoversScreen,
});

function HandoversScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={handovers}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) =>
        void navigate({ to: '/providers/info/$id', params: { id }, search: { tab: 'handover' } })
      }
    />
  );
}
