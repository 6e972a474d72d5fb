import { type Area, EVERYONE, OFFICE } from './matrix-people.ts';

/** Messages: what was sent to the person; the office sends them. */
export const MESSAGES_AREA: Area[] = [
  {
    calls: ['notification.read', 'notification.view', 'notification.acknowledge'],
    kind: 'notice',
    may: EVERYONE,
    who: { paula: 'paula', otto: 'otto' },
  },
  {
    calls: [
      ...(['admin-message.read', 'admin-message.update', 'admin-message.recall'] as const),
      'admin-message.remind',
    ],
    kind: 'message',
    may: OFFICE,
    who: { one: OFFICE },
  },
  {
    calls: ['admin-message.receipts'],
    kind: 'message',
    may: OFFICE,
    who: { one: OFFICE },
    anyId: true,
  },
  {
    // Those who send messages may open any file of one.
    calls: ['notification.attachment'],
    kind: 'message-file',
    may: EVERYONE,
    who: { paula: `${OFFICE} paula` },
  },

  // Reports by mail: the office's.
  {
    calls: ['report-schedule.update', 'report-schedule.delete', 'report-schedule.send'],
    kind: 'report-schedule',
    may: OFFICE,
    who: { one: OFFICE },
  },
];
