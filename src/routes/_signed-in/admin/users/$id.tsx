import { createFileRoute } from '@tanstack/react-router';
import { uuid } from '#entities/fields.ts';
import { UserInfo } from '#features/users/user-info.tsx';
import { BackLink } from '#screens/list/back-link.tsx';
import { NotFound } from '../../-not-found.tsx';

export const Route = createFileRoute('/_signed-in/admin/users/$id')({
  staticData: { title: 'User', permission: 'user.read' },
  component: UserScreen,
});

function UserScreen() {
  const { id } = Route.useParams();
  if (!uuid.safeParse(id).success) return <NotFound />;
  return (
    <UserInfo
      key={id}
      id={id}
      back={<BackLink to={{ to: '/admin/users' }} title="Users" />}
      notFound={<NotFound />}
    />
  );
}
