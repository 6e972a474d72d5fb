import { createFileRoute } from '@tanstack/react-router';
import { uuid } from '#entities/fields.ts';
import { TicketInfo } from '#features/tickets/ticket-info.tsx';
import { BackLink } from '#screens/list/back-link.tsx';
import { NotFound } from '../../-not-found.tsx';

export const Route = createFileRoute('/_signed-in/tickets/info/$id')({
  staticData: { title: 'Ticket', permission: 'ticket.use', reads: 'nothing' },
  component: TicketScreen,
});

function TicketScreen() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  if (!uuid.safeParse(id).success) return <NotFound />;
  return (
    <TicketInfo
      key={id}
      id={id}
      back={<BackLink to={{ to: '/tickets/open' }} title="Open tickets" />}
      notFound={<NotFound />}
      onDeleted={() => void navigate({ to: '/tickets/open' })}
    />
  );
}
