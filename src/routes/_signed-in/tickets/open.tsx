import { createFileRoute } from '@tanstack/react-router';
import { ticketListSearch } from '#features/tickets/ticket-search.ts';
import { TicketListPage } from './-ticket-list-page.tsx';

export const Route = createFileRoute('/_signed-in/tickets/open')({
  staticData: { title: 'Open tickets', permission: 'ticket.use', reads: 'nothing' },
  validateSearch: ticketListSearch,
  component: OpenTicketsScreen,
});

function OpenTicketsScreen() {
  const navigate = Route.useNavigate();
  return (
    <TicketListPage
      state="open"
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) => void navigate({ to: '/tickets/info/$id', params: { id } })}
    />
  );
}
