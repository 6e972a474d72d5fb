import { useMemo } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import {
  supportProblems,
  TICKET_LIST_LABELS,
  TICKET_LISTS,
  type TicketList,
} from '#domain/tickets/ticket.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';

interface TicketValues {
  title: string;
  details: string;
  list: TicketList;
}

interface TicketFormProps {
  ticket: Ticket;
  onClose: () => void;
  /** Deleted: the page has nothing to show any more. */
  onDeleted: () => void;
}

function valuesOf({ title, details, list }: TicketValues): TicketValues {
  return { title, details, list };
}

/** Changes what a ticket says, and for the office the list that it is in. */
export function TicketForm({ ticket, onClose, onDeleted }: TicketFormProps) {
  const write = useServerWrite();
  const { profile } = useSignedIn();
  const moves = seesWholeOrganization({ role: profile.auth, grants: profile.grants });
  const { title, details, list } = ticket;
  const form = useEntityForm<'ticket', TicketValues, Ticket>({
    entity: 'ticket',
    place: 'on the server',
    initial: useMemo(() => valuesOf({ title, details, list }), [title, details, list]),
    opened: ticket,
    draft: { form: 'ticket' },
    problemsOf: (values) => supportProblems({ category: ticket.category, ...values }),
    merge: { valuesOf },
    save: (values, { opened }) => {
      const { list: wanted, ...text } = values;
      const body = wanted === (opened ?? ticket).list ? text : values;
      return write('ticket.update', { params: { id: ticket.id }, body }, (opened ?? ticket).version);
    },
    onClose,
  });
  const { inputs } = form;
  return (
    <EntitySheet
      form={form}
      deletion={{
        name: `"${title}"`,
        run: async ({ id, version }) => {
          const refused = await write('ticket.delete', { params: { id } }, version);
          if (refused === null) onDeleted();
          return refused;
        },
      }}
    >
      <EntityField form={form} name="title" required>
        <Input autoComplete="off" {...inputs.register('title')} />
      </EntityField>
      <EntityField form={form} name="details" required>
        <Textarea rows={8} {...inputs.register('details')} />
      </EntityField>
      {moves && (
        <EntityField form={form} name="list" required>
          <Select {...inputs.register('list')}>
            {TICKET_LISTS.map((one) => (
              <option key={one} value={one}>
                {TICKET_LIST_LABELS[one]}
              </option>
            ))}
          </Select>
        </EntityField>
      )}
    </EntitySheet>
  );
}
