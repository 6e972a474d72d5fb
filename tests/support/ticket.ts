import { v7 as uuidv7 } from 'uuid';
import type { Ticket } from '#contract/tickets.ts';

/** A ticket that the server has. */
export const ticket: Ticket = {
  ...{
    id: uuidv7(),
    version: 3,
    category: 1,
    title: 'Printing',
    details: 'The page is blank.',
    status: 'Open',
  },
  ...{ list: 'bug-issue', requester: uuidv7(), requester_name: 'Tessa Quill', username: 'tessa.quill' },
  ...{ role: 'Provider', contact_email: 'tessa@test.example', assignees: [], closed_at: null },
  ...{ captured_at: '2026-03-10T16:00:00.000Z', received_at: '2026-03-10T16:00:00.000Z' },
  ...{ name: 'Printing', description: 'The page is blank.', priority: 3, notify_all: true },
  ...{ check_required_custom_fields: false, tags: [], list_id: '1', comment_count: 0, attachment_count: 0 },
  is_waiting: false,
};
