import { z } from 'zod';
import { LARGEST_ATTACHMENT_BYTES, LONGEST_FILE_NAME } from '#domain/attachments/attachment-rules.ts';
import {
  CATEGORY_CODES,
  LONGEST_TICKET_TEXT,
  LONGEST_TICKET_TITLE,
  TICKET_LISTS,
  TICKET_STATUSES,
} from '#domain/tickets/ticket.ts';
import { ask, defineEntity, lastWins, setByServer } from './define-entity.ts';
import { instant, personName, requiredText, text, uuid } from './fields.ts';
import { author, captured } from './server-fields.ts';

/** What a person asks support for. Its requester, and their name, role, and email address, are the server's. */
export const ticket = defineEntity({
  reach: 'office',
  clear: [],
  once: { category: z.literal(CATEGORY_CODES, 'Please Select Support Type') },
  fields: {
    title: lastWins(requiredText(LONGEST_TICKET_TITLE)),
    /** What the person wrote; the tracker's description adds the contact email. */
    details: ask(requiredText(LONGEST_TICKET_TEXT)),
    status: ask(z.enum(TICKET_STATUSES)),
    list: ask(z.enum(TICKET_LISTS, 'Choose a list.')),
  },
  setByServer: {
    requester: author,
    requester_name: setByServer(personName),
    username: setByServer(text(100)),
    role: setByServer(text(20)),
    contact_email: setByServer(text(254)),
    /** Numeric ids of people in the task tracker. */
    assignees: setByServer(z.array(z.int())),
    closed_at: setByServer(instant.nullable(), () => null),
    ...captured,
  },
});

/** What someone adds to a ticket. */
export const ticket_comment = defineEntity({
  reach: 'office',
  clear: [],
  once: { ticket: uuid },
  fields: { comment: ask(requiredText(LONGEST_TICKET_TEXT)) },
  setByServer: { author, author_name: setByServer(personName), ...captured },
});

/** A file attached to a ticket. */
export const ticket_attachment = defineEntity({
  reach: 'office',
  clear: [],
  once: {
    ticket: uuid,
    file_name: requiredText(LONGEST_FILE_NAME),
    content_type: text(200),
    size: z.int().min(1).max(LARGEST_ATTACHMENT_BYTES),
  },
  fields: {},
  setByServer: { uploaded_by: author, uploaded_by_name: setByServer(personName), ...captured },
});

/** What people tell us about the app, apart from tickets. */
export const feedback = defineEntity({
  reach: 'office',
  clear: [],
  once: {
    /** From 1 (poor) to 5 (great); null if they gave none. */
    rating: z.int().min(1).max(5).nullable(),
    message: requiredText(LONGEST_TICKET_TEXT),
    /** The screen that it is about; empty for the app as a whole. */
    screen: text(200),
  },
  fields: {},
  setByServer: { author, author_name: setByServer(personName), ...captured },
});
