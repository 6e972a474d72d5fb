import { createFileRoute } from '@tanstack/react-router';
import { addressOf } from '#screens/address.ts';
import { SessionPage } from '../../-session-page.tsx';

export const Route = createFileRoute('/_signed-in/my-sessions/info/$id')({
  staticData: { title: 'Session', permission: 'session.read' },
  validateSearch: addressOf({ edit: 'flag', note: 'flag', sync: 'flag', student: 'id' }),
  component: OwnSessionScreen,
});

function OwnSessionScreen() {
  const navigate = Route.useNavigate();
  return (
    <SessionPage
      id={Route.useParams().id}
      search={Route.useSearch()}
      onSearch={(search, replace) => void navigate({ search, replace })}
      list={{ to: '/my-sessions', title: 'My Sessions' }}
      info="/my-sessions/info/$id"
      UserMenu={Route.useRouteContext().UserMenu}
    />
  );
}
