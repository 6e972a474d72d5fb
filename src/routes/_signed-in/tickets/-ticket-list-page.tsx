import { useEffect, useRef, useState } from 'react';
import { callNames } from '#db/waiting-calls.ts';
import { closedTickets, openTickets } from '#features/tickets/ticket-list.tsx';
import type { ticketListSearch } from '#features/tickets/ticket-search.ts';
import { NewTicket, WaitingTickets } from '#features/tickets/tickets-top.tsx';
import { useLocal } from '#screens/device/signed-in.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

type Search = ReturnType<typeof ticketListSearch>;

interface TicketListPageProps {
  state: 'open' | 'closed';
  search: Search;
  onSearch: (change: (before: Search) => Search) => void;
  onOpen: (id: string) => void;
}

/** The open or the closed tickets; above them what this device still has to send. */
export function TicketListPage({ state, ...rest }: TicketListPageProps) {
  const unsent = useLocal(async (db) => (await callNames(db)).length, []);
  const [arrived, setArrived] = useState(0);
  const before = useRef(unsent);
  useEffect(() => {
    const hasArrived = before.current !== undefined && unsent !== undefined && unsent < before.current;
    before.current = unsent;
    // The server has more tickets than it answered.
    if (hasArrived) setArrived((count) => count + 1);
  }, [unsent]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <WaitingTickets />
      <ReportScreen
        key={arrived}
        report={state === 'open' ? openTickets : closedTickets}
        {...rest}
        actions={<NewTicket />}
      />
    </div>
  );
}
