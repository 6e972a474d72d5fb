import { closedTickets, openTickets } from '#features/tickets/ticket-list.tsx';
import type { ticketListSearch } from '#features/tickets/ticket-search.ts';
import { NewTicket, WaitingTickets } from '#features/tickets/tickets-top.tsx';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { useArrivals } from '#screens/waiting/arrivals.ts';

type Search = ReturnType<typeof ticketListSearch>;

interface TicketListPageProps {
  state: 'open' | 'closed';
  search: Search;
  onSearch: (change: (before: Search) => Search) => void;
  onOpen: (id: string) => void;
}

/** The open or the closed tickets; above them what this device still has to send. */
export function TicketListPage({ state, ...rest }: TicketListPageProps) {
  // The server has more tickets than it answered.
  const arrived = useArrivals();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <WaitingTickets />
      <ReportScreen
        revision={arrived}
        report={state === 'open' ? openTickets : closedTickets}
        {...rest}
        actions={<NewTicket />}
      />
    </div>
  );
}
