import { createFileRoute } from '@tanstack/react-router';
import { uuid } from '#entities/fields.ts';
import { MessageInfo } from '#features/notifications/message-info.tsx';
import { BackLink } from '#screens/list/back-link.tsx';
import { NotFound } from '../../-not-found.tsx';

export const Route = createFileRoute('/_signed-in/admin/messages/$id')({
  staticData: { title: 'Message', permission: 'message.send' },
  component: MessageScreen,
});

function MessageScreen() {
  const { id } = Route.useParams();
  if (!uuid.safeParse(id).success) return <NotFound />;
  return (
    <MessageInfo
      key={id}
      id={id}
      back={<BackLink to={{ to: '/admin/messages' }} title="Messages" />}
      notFound={<NotFound />}
    />
  );
}
