import { CircleCheck, Pencil, RotateCcw } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { TicketComment, TicketFile } from '#contract/tickets.ts';
import { roleLabel } from '#domain/access/roles.ts';
import { categoryLabel, TICKET_LIST_LABELS } from '#domain/tickets/ticket.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { absentAsNull } from '#screens/device/signed-in.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Fact, FactList } from '#ui/facts.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useSaveOnce } from '#ui/save-once.ts';
import { ServerData } from '#ui/server-data.tsx';
import { TicketAttachments } from './ticket-attachments.tsx';
import { TicketComments } from './ticket-comments.tsx';
import { TicketForm } from './ticket-form.tsx';

interface TicketInfoProps {
  id: string;
  back: ReactNode;
  /** In place of a ticket that doesn't exist or is someone else's. */
  notFound: ReactNode;
  onDeleted: () => void;
}

interface Told {
  ticket: TicketFile;
  comments: TicketComment[];
}

/** A ticket's page: what was asked, files, and what was said since. */
export function TicketInfo({ id, back, notFound, onDeleted }: TicketInfoProps) {
  const answer = useKeptAnswer(
    'ticket',
    JSON.stringify({ id }),
    useCallback(
      (api: ApiClient) =>
        absentAsNull(
          (async (): Promise<Told> => {
            const params = { id };
            const ticket = await api.call('ticket.read', { params });
            return { ticket, comments: await api.call('ticket.list-comments', { params }) };
          })(),
        ),
      [id],
    ),
  );
  if (answer.result === null) return notFound;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {back}
      <ServerData name="the ticket" state={{ ...answer, result: answer.result }}>
        {(told) => <Shown {...told} reload={answer.reload} onDeleted={onDeleted} />}
      </ServerData>
    </div>
  );
}

interface ShownProps extends Told {
  reload: () => Promise<void>;
  onDeleted: () => void;
}

function Shown({ ticket, comments, reload, onDeleted }: ShownProps) {
  const edit = useRecordEdit<TicketFile>();
  const label = (field: string) => fieldLabel('ticket', field);
  const isOpen = ticket.status === 'Open';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        className="max-lg:grid"
        title={ticket.title}
        badge={<Badge variant={isOpen ? 'active' : 'neutral'}>{ticket.status}</Badge>}
        description={
          ticket.is_waiting
            ? "The task tracker doesn't have the latest changes yet. The server will try again."
            : undefined
        }
        actions={
          <span className="flex flex-wrap items-center gap-2 print:hidden">
            <Button variant="outline" onClick={() => edit.open(ticket)}>
              <Pencil aria-hidden="true" />
              Edit
            </Button>
            <ChangeStatus key={ticket.version} ticket={ticket} reload={reload} />
          </span>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Card>
            <CardHeader>
              <CardTitle>{label('details')}</CardTitle>
            </CardHeader>
            <CardContent>
              <p className="wrap-anywhere whitespace-pre-wrap text-sm leading-6">{ticket.details}</p>
            </CardContent>
          </Card>
          <TicketComments ticket={ticket.id} comments={comments} reload={reload} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Card>
            <CardHeader>
              <CardTitle>Details</CardTitle>
            </CardHeader>
            <CardContent>
              <FactList>
                <Fact name={label('category')}>{categoryLabel(ticket.category)}</Fact>
                <Fact name={label('list')}>{TICKET_LIST_LABELS[ticket.list]}</Fact>
                <Fact name="Priority">{ticket.priority}</Fact>
                <Fact name={label('requester_name')}>
                  {ticket.requester_name} ({roleLabel(ticket.role)})
                </Fact>
                <Fact name={label('contact_email')}>{ticket.contact_email}</Fact>
                <Fact name={label('captured_at')}>{pacificDisplay(ticket.captured_at)}</Fact>
                {ticket.closed_at !== null && (
                  <Fact name={label('closed_at')}>{pacificDisplay(ticket.closed_at)}</Fact>
                )}
              </FactList>
            </CardContent>
          </Card>
          <TicketAttachments ticket={ticket.id} attachments={ticket.attachments} reload={reload} />
        </div>
      </div>
      {edit.form((opened, { onClose }) => (
        <TicketForm
          ticket={opened ?? ticket}
          onDeleted={onDeleted}
          // Also after a refused save: someone else may have changed the ticket.
          onClose={() => {
            onClose();
            void reload();
          }}
        />
      ))}
    </div>
  );
}

/** Closes the ticket, or reopens it. */
function ChangeStatus({ ticket, reload }: { ticket: TicketFile; reload: () => Promise<void> }) {
  const command = useServerCommand();
  const [problem, setProblem] = useState<string | null>(null);
  const isOpen = ticket.status === 'Open';
  const { isSaving, save } = useSaveOnce();
  const change = () =>
    save(async () => {
      setProblem(null);
      try {
        const body = { status: isOpen ? 'Closed' : 'Open' } as const;
        await command('ticket.update', { params: { id: ticket.id }, body }, ticket.version);
        await reload();
      } catch (failed) {
        setProblem(failed instanceof Error ? failed.message : String(failed));
      }
    });
  return (
    <>
      <Button progress={isSaving ? 'loading' : 'idle'} onClick={() => void change()}>
        {isOpen ? <CircleCheck aria-hidden="true" /> : <RotateCcw aria-hidden="true" />}
        {isOpen ? 'Close ticket' : 'Reopen ticket'}
      </Button>
      {problem !== null && (
        <span role="alert" className="text-destructive text-sm">
          {problem}
        </span>
      )}
    </>
  );
}
