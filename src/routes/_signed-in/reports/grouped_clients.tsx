import { createFileRoute } from '@tanstack/react-router';
import { mayUse, seesWholeOrganization } from '#domain/access/permissions.ts';
import { GROUPED_FILTERS } from '#features/reports/care-filters.ts';
import { groupedClientsWithMoney, groupedClientsWithoutMoney } from '#features/reports/grouped-clients.tsx';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { linkToRecord } from '../-link-to-record.tsx';

export const Route = createFileRoute('/_signed-in/reports/grouped_clients')({
  staticData: { title: 'Grouped Clients', permission: 'report.grouped-clients', reads: 'recent' },
  validateSearch: reportAddress(GROUPED_FILTERS),
  component: GroupedClientsScreen,
});

function GroupedClientsScreen() {
  const navigate = Route.useNavigate();
  const { user } = Route.useRouteContext();
  const holder = { role: user.auth, grants: user.grants };
  return (
    <MailedReport
      report={
        seesWholeOrganization(holder) && mayUse(holder, 'rate.read')
          ? groupedClientsWithMoney
          : groupedClientsWithoutMoney
      }
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) => void navigate({ to: '/students/info/$id', params: { id } })}
      whyLink={linkToRecord}
    />
  );
}
