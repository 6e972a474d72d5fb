import { type Area, EVERYONE, OFFICE, REACHING_OTHERS } from './matrix-people.ts';

/** Tickets: all for the office, own ones for others. A comment is changed by its author. */
export const TICKETS_AREA: Area[] = [
  {
    calls: [
      'ticket.read',
      'ticket.update',
      'ticket.delete',
      'ticket.list-comments',
      'ticket.create-comment',
      'ticket.attach',
    ],
    kind: 'ticket',
    may: EVERYONE,
    who: { paula: `${OFFICE} paula`, otto: `${OFFICE} otto` },
  },
  {
    calls: ['ticket.attachment-content'],
    kind: 'ticket-file',
    may: EVERYONE,
    who: { paula: `${OFFICE} paula`, otto: `${OFFICE} otto` },
  },
  {
    calls: ['ticket.update-comment'],
    kind: 'comment',
    may: EVERYONE,
    who: { paula: 'paula -superadmin -admin -bella', otto: 'otto -superadmin -admin -bella' },
  },
  {
    calls: ['ticket.delete-comment'],
    kind: 'comment',
    may: EVERYONE,
    who: { paula: `${OFFICE} paula`, otto: `${OFFICE} otto` },
  },
  {
    calls: ['import.read-undo', 'import.undo'],
    kind: 'import',
    // The kind of an import decides more.
    may: REACHING_OTHERS,
    who: { one: 'superadmin' },
  },
];
