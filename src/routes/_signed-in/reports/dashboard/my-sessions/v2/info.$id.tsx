import { createFileRoute } from '@tanstack/react-router';
import { addressOf } from '#screens/address.ts';
import { SessionPage } from '../../../../-session-page.tsx';

export const Route = createFileRoute('/_signed-in/reports/dashboard/my-sessions/v2/info/$id')({
  staticData: { title: 'Session', permission: 'session.report' },
  validateSearch: addressOf({ edit: 'flag', note: 'flag', sync: 'flag', student: 'id' }),
  component: ReportedSessionScreen,
});

function ReportedSessionScreen() {
  const navigate = Route.useNavigate();
  return (
    <SessionPage
      id={Route.useParams().id}
      search={Route.useSearch()}
      onSearch={(search, replace) => void navigate({ search, replace })}
      list={{ to: '/reports/dashboard/my-sessions/v2', title: 'My Sessions V2' }}
      info="/reports/dashboard/my-sessions/v2/info/$id"
      UserMenu={Route.useRouteContext().UserMenu}
    />
  );
}
