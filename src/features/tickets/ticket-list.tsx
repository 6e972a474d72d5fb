import { Ticket as TicketIcon } from 'lucide-react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { Ticket } from '#contract/tickets.ts';
import { countedOf } from '#domain/text/counted.ts';
import {
  categoryLabel,
  TICKET_CATEGORIES,
  TICKET_LIST_LABELS,
  TICKET_LISTS,
} from '#domain/tickets/ticket.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { TwoLines } from '#ui/two-lines.tsx';
import { TICKET_FILTERS } from './ticket-search.ts';

const label = (field: string) => fieldLabel('ticket', field);

/** The tickets of all seven lists in a state: own ones, for the office everyone's. */
const ticketsIn = (state: 'open' | 'closed') =>
  defineReport(TICKET_FILTERS, {
    id: `${state}-tickets`,
    title: state === 'open' ? 'Open tickets' : 'Closed tickets',
    label: state === 'open' ? 'Open tickets' : 'Closed tickets',
    rows: fromServer({
      name: 'tickets',
      ask: (api) => api.call('ticket.list', { query: { state } }),
      rows: ({ tickets }: ReplyOf<Endpoints['ticket.list']>): readonly Ticket[] => tickets,
      asOf: ({ as_of }) => as_of,
    }),
    rowId: ({ id }) => id,
    opens: ({ id }) => id,
    rowHeight: 60,
    filters: {
      search: {
        label: 'Search',
        placeholder: 'Title, text, or person',
        words: ({ title, details, requester_name, username, contact_email }) =>
          `${title} ${details} ${requester_name} ${username} ${contact_email}`,
      },
      category: {
        label: label('category'),
        choices: () => TICKET_CATEGORIES.map(({ code, label: name }) => ({ id: String(code), name })),
        matches: ({ category }, id) => String(category) === id,
      },
      list: {
        label: label('list'),
        choices: () => TICKET_LISTS.map((id) => ({ id, name: TICKET_LIST_LABELS[id] })),
        matches: ({ list }, id) => list === id,
      },
    },
    sort: { id: 'received', desc: true },
    remark: (shown, all) => countedOf(shown.length, all.length, 'ticket'),
    columns: [
      {
        ...{ id: 'title', header: label('title'), only: 'wide' },
        value: ({ title }) => title,
        cell: ({ title, details }) => (
          <TwoLines first={<span className="font-medium">{title}</span>} second={details.split('\n', 1)[0]} />
        ),
      },
      {
        // On a tablet the type goes below the title.
        ...{ id: 'ticket', header: label('title'), only: 'tight' },
        value: ({ title }) => title,
        cell: ({ title, category, details }) => (
          <TwoLines
            first={<span className="font-medium">{title}</span>}
            second={`${categoryLabel(category)} · ${details.split('\n', 1)[0]}`}
          />
        ),
      },
      {
        ...{ id: 'category', header: label('category'), width: '9.5rem', only: 'wide' },
        value: ({ category }) => categoryLabel(category),
      },
      {
        ...{ id: 'list', header: label('list'), width: '9.5rem', only: 'wide' },
        value: ({ list }) => TICKET_LIST_LABELS[list],
      },
      {
        ...{ id: 'requester', header: label('requester_name'), width: '9.5rem' },
        value: ({ requester_name }) => requester_name,
        hidesSame: true,
      },
      {
        id: 'email',
        header: label('contact_email'),
        only: 'file',
        value: ({ contact_email }) => contact_email,
      },
      { id: 'details', header: label('details'), only: 'file', value: ({ details }) => details },
      {
        ...{ id: 'comments', header: 'Comments', kind: 'number', width: '7rem', only: 'wide' },
        value: ({ comment_count }) => comment_count,
      },
      {
        ...{
          id: 'received',
          header: label('captured_at'),
          kind: 'instant',
          width: '12rem',
        },
        value: ({ captured_at }) => captured_at,
      },
    ],
    empty: {
      icon: TicketIcon,
      title: state === 'open' ? 'No open tickets' : 'No closed tickets',
      help:
        state === 'open'
          ? 'Press Support when something is broken or you need help from your office.'
          : 'Closed tickets appear here.',
      filtered: 'Clear the filters to see all tickets.',
    },
  });

export const openTickets = ticketsIn('open');
export const closedTickets = ticketsIn('closed');
