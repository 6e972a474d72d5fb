import { Megaphone } from 'lucide-react';
import type { AdminMessageSummary } from '#contract/admin-messages.ts';
import {
  MESSAGE_STATE_LABELS,
  type MessageState,
  messageState,
} from '#domain/notifications/message-audience.ts';
import { countedOf } from '#domain/text/counted.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { MESSAGE_FILTERS, MESSAGE_STATES } from './message-search.ts';

const label = (field: string) => fieldLabel('admin_message', field);
const LOOKS = { scheduled: 'warning', sent: 'success', expired: 'neutral', recalled: 'destructive' } as const;

export interface ListedMessage extends AdminMessageSummary {
  state: MessageState;
}

/** What the receivers must do. */
export function demandWords(message: {
  requires_acknowledgment: boolean;
  requires_signature: boolean;
}): string {
  if (message.requires_signature) return 'Sign';
  return message.requires_acknowledgment ? 'Acknowledge' : 'Read';
}

/** Every message to the organization. */
export const messages = defineReport(MESSAGE_FILTERS, {
  id: 'messages',
  title: 'Messages',
  label: 'Messages',
  rows: fromServer({
    name: 'messages',
    ask: async (api): Promise<ListedMessage[]> => {
      const now = new Date().toISOString();
      const all = await api.call('admin-message.list');
      return all.map((message) => ({ ...message, state: messageState(message, now) }));
    },
    rows: (answer: readonly ListedMessage[]) => answer,
  }),
  rowId: ({ id }) => id,
  opens: ({ id }) => id,
  rowHeight: 52,
  filters: {
    search: {
      label: 'Search',
      placeholder: 'Title, summary, or sender',
      words: ({ title, display_msg, sent_by_name }) => `${title} ${display_msg} ${sent_by_name}`,
    },
    status: {
      label: 'Status',
      initial: 'all',
      choices: () => MESSAGE_STATES.map((id) => ({ id, name: MESSAGE_STATE_LABELS[id] })),
      matches: ({ state }, wanted) => wanted === 'all' || state === wanted,
    },
  },
  sort: { id: 'shown_from', desc: true },
  remark: (shown, all) => countedOf(shown.length, all.length, 'message'),
  columns: [
    {
      ...{ id: 'title', header: label('title') },
      value: ({ title }) => title,
      cell: ({ title, display_msg, sent_by_name }) => (
        <TwoLines
          first={<span className="font-medium">{title}</span>}
          second={display_msg === '' ? `From ${sent_by_name}` : display_msg}
        />
      ),
    },
    {
      ...{ id: 'sent_by', header: label('sent_by'), only: 'file' },
      value: ({ sent_by_name }) => sent_by_name,
    },
    {
      ...{
        id: 'shown_from',
        header: label('shown_from'),
        kind: 'instant',
        width: '11.5rem',
        tightWidth: '7.5rem',
      },
      value: ({ shown_from }) => shown_from,
    },
    {
      ...{ id: 'demand', header: 'Recipients must', width: '9rem', tightWidth: '8.5rem' },
      value: demandWords,
    },
    {
      ...{ id: 'viewed', header: 'Done', kind: 'number', width: '7rem' },
      value: ({ viewed }) => viewed,
      cell: ({ viewed, receivers }) => `${viewed} of ${receivers}`,
    },
    {
      ...{ id: 'status', header: 'Status', width: '7.5rem' },
      value: ({ state }) => MESSAGE_STATE_LABELS[state],
      cell: ({ state }) => <Badge variant={LOOKS[state]}>{MESSAGE_STATE_LABELS[state]}</Badge>,
    },
  ],
  empty: {
    ...{ icon: Megaphone, title: 'No messages yet' },
    help: 'Messages you send to people in your organization appear here.',
    filtered: 'Clear the filters to see all messages.',
  },
});
