import { Plus } from 'lucide-react';
import { WaitingCalls } from '#screens/waiting/saved-calls.tsx';
import { Button } from '#ui/button.tsx';
import { useOpenSupport } from './support.tsx';

/** Opens the support dialog. */
export function NewTicket() {
  const open = useOpenSupport();
  return (
    <Button onClick={open}>
      <Plus aria-hidden="true" />
      New ticket
    </Button>
  );
}

/** Tickets and comments that this device still has to send. */
export function WaitingTickets() {
  return <WaitingCalls only={({ endpoint }) => endpoint.startsWith('ticket.')} />;
}
