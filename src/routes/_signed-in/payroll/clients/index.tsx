import { createFileRoute } from '@tanstack/react-router';
import { mayUse } from '#domain/access/permissions.ts';
import { CLIENT_SERVICE_FILTERS } from '#features/reports/care-filters.ts';
import { clientServicesWithMoney, clientServicesWithoutMoney } from '#features/reports/client-services.tsx';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { reportAddress } from '#screens/report/address.ts';

export const Route = createFileRoute('/_signed-in/payroll/clients/')({
  staticData: { title: 'Client Services Report', permission: 'report.client-services', reads: 'recent' },
  validateSearch: reportAddress(CLIENT_SERVICE_FILTERS),
  component: ClientServicesScreen,
});

function ClientServicesScreen() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  const { user } = Route.useRouteContext();
  const hasMoney = mayUse({ role: user.auth, grants: user.grants }, 'rate.read');
  return (
    <MailedReport
      report={hasMoney ? clientServicesWithMoney : clientServicesWithoutMoney}
      search={search}
      onSearch={(change) => void navigate({ search: change, replace: true })}
      onOpen={(opened) => {
        const [client = '', service = ''] = opened.split('/');
        const { from, to } = search;
        void navigate({
          to: '/reports/grouped_clients',
          search: { client, service, ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
        });
      }}
    />
  );
}
