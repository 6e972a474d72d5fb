import { roleLabel } from '#domain/access/roles.ts';
import { categoryLabel, TICKET_LIST_LABELS } from '#domain/tickets/ticket.ts';
import type { EntityWords } from './entity-words.ts';
import { beginning, coded, counted, instant, person, plain, type Say, size } from './say.ts';

const category: Say<number> = (value, names) =>
  typeof value === 'number' ? categoryLabel(value) : plain(value, names);
const role: Say<string> = (value, names) =>
  typeof value === 'string' ? roleLabel(value) : plain(value, names);

const attached: Say = () => 'Attached';

/** When it was written, and when the server got it. */
const recorded = (label: string) =>
  ({ captured_at: { label, say: instant }, received_at: { label: 'Received', say: instant } }) as const;

export const ticket: EntityWords<'ticket'> = {
  one: 'ticket',
  title: (row) => [[plain, row.title]],
  fields: {
    category: { label: 'Category', say: category },
    title: 'Title',
    details: 'Description',
    status: 'Status',
    list: { label: 'List', say: coded(TICKET_LIST_LABELS) },
    requester: { label: 'Submitted by (ID)', say: person },
    requester_name: 'Submitted by',
    username: 'User name',
    role: { label: 'Role', say: role },
    contact_email: 'Contact email',
    assignees: { label: 'Assignees', say: counted },
    closed_at: { label: 'Closed', say: instant },
    ...recorded('Submitted'),
  },
  extraFields: { diagnostics: { label: 'Diagnostic copy', say: attached } },
};

export const ticket_comment: EntityWords<'ticket_comment'> = {
  one: 'ticket comment',
  short: 'comment',
  title: (row) => [[beginning, row.comment]],
  fields: {
    ticket: 'Ticket',
    comment: 'Comment',
    author: { label: 'Written by (ID)', say: person },
    author_name: 'Written by',
    ...recorded('Written'),
  },
};

export const ticket_attachment: EntityWords<'ticket_attachment'> = {
  one: 'ticket attachment',
  short: 'attachment',
  title: (row) => [[plain, row.file_name]],
  fields: {
    ticket: 'Ticket',
    file_name: 'File',
    content_type: 'Type',
    size: { label: 'Size', say: size },
    uploaded_by: { label: 'Uploaded by (ID)', say: person },
    uploaded_by_name: 'Uploaded by',
    ...recorded('Uploaded'),
  },
};

export const feedback: EntityWords<'feedback'> = {
  one: 'feedback',
  title: (row) => [[beginning, row.message]],
  fields: {
    rating: 'Rating',
    message: 'Feedback',
    screen: 'Screen',
    author: { label: 'Written by (ID)', say: person },
    author_name: 'Written by',
    ...recorded('Written'),
  },
};
