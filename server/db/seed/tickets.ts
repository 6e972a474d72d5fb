import { ROLES } from '#domain/access/roles.ts';
import { listOfCategory, type TicketCategory, type TicketList } from '#domain/tickets/ticket.ts';
import { dayPlus, pacificDay, pacificInstant } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import {
  type feedback,
  ticket_attachments,
  type ticket_comments,
  type tickets,
} from '#server/db/schema/tickets.ts';
import type { DemoFiles } from './attachments.ts';
import { bulkInsert } from './bulk-insert.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';

type SeededTicket = typeof tickets.$inferSelect;
type SeededComment = typeof ticket_comments.$inferSelect;
type SeededFeedback = typeof feedback.$inferSelect;

const HOUR_MS = 3_600_000;
/** People write before, between, and after sessions. */
const WRITTEN_AT = ['08:05', '10:40', '12:15', '14:50'] as const;

interface Asked {
  category: TicketCategory;
  title: string;
  details: string;
  /** What the office says; the last answer closes the ticket. */
  answers: readonly string[];
  isClosed: boolean;
  list?: TicketList;
}

const ASKED: readonly Asked[] = [
  {
    category: 5,
    title: 'Lunch on Tuesday shows 25 minutes',
    details: 'I took the whole half hour, but pressed End lunch too early. Can it be fixed?',
    answers: ['You can edit the lunch card yourself until the period is submitted. Open it in My Sessions.'],
    isClosed: true,
  },
  {
    category: 1,
    title: 'Print preview cuts off the last column',
    details: 'In Lunch Cards on a laptop: the last column is missing on paper. The PDF has it.',
    answers: ['Thanks, we can see it too. It is planned for the next update.'],
    isClosed: false,
    list: 'planned-changes',
  },
  {
    category: 4,
    title: 'Indirect time of the staff meeting',
    details: 'The meeting on the 12th took 90 minutes. My timesheet counts 60.',
    answers: [],
    isClosed: false,
  },
  {
    category: 2,
    title: 'New laptop',
    details: "Mine doesn't hold a charge anymore. I can pick up a new one on Friday.",
    answers: ['It is ready at the front desk.'],
    isClosed: true,
  },
  {
    category: 3,
    title: 'Add the second building of our school',
    details: 'We work in the annex on two days. It would help to choose it as a location.',
    answers: ['We asked the district for the address.', 'Still waiting for the district.'],
    isClosed: false,
    list: 'follow-up',
  },
  {
    category: 5,
    title: 'My hours for the field trip day',
    details: 'We were away all day and I could not clock in. I worked from 8:00 to 3:30.',
    answers: [],
    isClosed: false,
  },
  {
    category: 1,
    title: 'Search does not find hyphenated last names',
    details: 'When I type both parts without the hyphen, the list is empty.',
    answers: ['Fixed. Please reload the page and try again.'],
    isClosed: true,
  },
  {
    category: 2,
    title: 'Access to the reports dashboard',
    details: 'I cover for the office manager next week and need the sessions report.',
    answers: [],
    isClosed: false,
  },
];

const SAID: readonly (readonly [rating: number, message: string, screen: string])[] = [
  [5, 'Logging a group takes me a minute now. Thank you!', 'My Sessions'],
  [4, 'Load last note saves a lot of typing. I would like it for the plan alone, too.', 'SOAP note'],
  [3, 'The calendar is fine on the laptop, but small on my tablet.', 'My Calendar'],
  [5, 'It kept working in the basement, where there is no reception at all.', ''],
];

/** An hour at work on the day of an instant, never later than that instant. */
function atWork(instantMs: number, index: number): number {
  const time = WRITTEN_AT[index % WRITTEN_AT.length] ?? WRITTEN_AT[0];
  const atMs = Date.parse(pacificInstant(pacificDay(instantMs), time));
  return atMs <= instantMs ? atMs : Date.parse(pacificInstant(dayPlus(pacificDay(instantMs), -1), time));
}

/** Tickets of the last weeks, what the office answered, and feedback. */
export function seedTickets(random: Random, people: People, now: string) {
  const nowMs = Date.parse(now);
  const askers = people.users.filter(({ role, is_active }) => is_active && role !== ROLES.superAdmin);
  const office = people.users.find(({ role }) => role === ROLES.admin);
  // The demo account of each role has something to show.
  const named = askers.filter(({ email }) => /^(provider|lead|supervisor)@/.test(email));
  const made: { tickets: SeededTicket[]; comments: SeededComment[]; feedback: SeededFeedback[] } = {
    ...{ tickets: [], comments: [], feedback: [] },
  };
  const recorded = (at: number) => {
    const instant = new Date(at).toISOString();
    return { captured_at: instant, received_at: instant, deleted_at: null, version: 1 };
  };
  ASKED.forEach(({ category, title, details, answers, isClosed, list }, index) => {
    const asker = named[index % (named.length + 2)] ?? random.pick(askers);
    const at = atWork(nowMs - (index * 53 + random.int(8, 48)) * HOUR_MS, index);
    const answeredAt = (turn: number) => Math.min(nowMs, at + (turn + 1) * random.int(2, 5) * HOUR_MS);
    const id = random.id(at);
    const comments = answers.map((comment, turn): SeededComment => {
      const saidAt = answeredAt(turn);
      return {
        ...{ id: random.id(saidAt), ticket: id, comment, author: office?.id ?? asker.id },
        ...recorded(saidAt),
      };
    });
    made.comments.push(...comments);
    made.tickets.push({
      ...{ id, category, title, details, requester: asker.id },
      ...{ status: isClosed ? 'Closed' : 'Open', list: list ?? listOfCategory(category), assignees: [] },
      ...{ username: asker.username, role: asker.role, contact_email: asker.email },
      closed_at: isClosed ? (comments.at(-1)?.captured_at ?? new Date(at).toISOString()) : null,
      ...recorded(at),
    });
  });
  SAID.forEach(([rating, message, screen], index) => {
    const at = atWork(nowMs - (index * 71 + random.int(4, 30)) * HOUR_MS, index);
    const author = (named[index % (named.length + 1)] ?? random.pick(askers)).id;
    made.feedback.push({ ...{ id: random.id(at), rating, message, screen, author }, ...recorded(at) });
  });
  return made;
}

/** What the last column of a printed list said, for the ticket about it. */
export async function insertTicketFile(
  tx: Transaction,
  random: Random,
  files: DemoFiles,
  tickets: readonly SeededTicket[],
): Promise<void> {
  const about = tickets.find(({ category }) => category === 1);
  if (about === undefined) return;
  const { id: ticket, requester: uploaded_by, captured_at, received_at } = about;
  const bytes = Buffer.from('Printed: Date, Lunch, Worked\nMissing on paper: Findings\n');
  const id = random.id(Date.parse(captured_at));
  await files.put(id, bytes);
  await bulkInsert(tx, ticket_attachments, [
    {
      ...{ id, ticket, file_name: 'What is missing.txt', content_type: 'text/plain', size: bytes.length },
      ...{ uploaded_by, captured_at, received_at, deleted_at: null, version: 1 },
    },
  ]);
}
