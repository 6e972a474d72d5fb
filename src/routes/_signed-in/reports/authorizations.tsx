import { createFileRoute } from '@tanstack/react-router';
import { authorizationReport } from '#features/reports/authorization-report.tsx';
import { AUTHORIZATION_FILTERS } from '#features/reports/care-filters.ts';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { reportAddress } from '#screens/report/address.ts';

export const Route = createFileRoute('/_signed-in/reports/authorizations')({
  staticData: { title: 'Authorizations', permission: 'report.authorizations', reads: 'recent' },
  validateSearch: reportAddress(AUTHORIZATION_FILTERS),
  component: AuthorizationsScreen,
});

function AuthorizationsScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={authorizationReport}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) =>
        void navigate({ to: '/students/info/$id', params: { id }, search: { tab: 'services' } })
      }
    />
  );
}
