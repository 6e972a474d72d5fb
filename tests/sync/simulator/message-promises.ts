import { sql } from 'drizzle-orm';
import { unviewedAnnouncements } from '#db/notifications.ts';
import type { OpenedWrite } from '#db/outbox.ts';
import type { Effect } from './book.ts';
import type { Account } from './device.ts';
import type { Answered } from './message-work.ts';
import type { Run } from './run.ts';

interface Receipt extends Record<string, unknown> {
  notification: string;
  title: string;
  signed_name: string;
  is_signed: boolean;
}

interface Announcement extends Record<string, unknown> {
  id: string;
  receiver: string;
  title: string;
}

/** How an announcement was answered, for each answer that reached the server. */
function answersOf({ authors }: Run, effects: readonly Effect[], endpoint?: string): Answered[] {
  return effects
    .filter((effect) => effect.entity === 'notification' && (endpoint ?? effect.endpoint) === effect.endpoint)
    .flatMap(({ marks }) => authors.answers.get(marks[0] ?? '') ?? []);
}

/** Broken invariants of acknowledgments, as messages. */
export async function brokenReceipts(run: Run, effects: readonly Effect[]): Promise<string[]> {
  const { rows: receipts } = await run.server.world.db.execute<Receipt>(
    sql`select r.notification, v ->> 'title' as title, r.signed_name, r.signature is not null as is_signed
      from notification_receipts r
      join notifications n on n.id = r.notification
      join admin_messages m on m.id = n.admin_message
      cross join lateral jsonb_array_elements(m.versions) v
      where v ->> 'content_hash' = r.content_hash`,
  );
  const given = answersOf(run, effects, 'notification.acknowledge');
  const isOf = (receipt: Receipt) => (answer: Answered) =>
    answer.notification === receipt.notification && answer.title === receipt.title;
  const named = receipts.map(({ notification, title }) => `${notification.slice(-6)} for ${title}`);
  return [
    ...named
      .filter((name, at) => named.indexOf(name) !== at)
      .map((name) => `there are two receipts of ${name}`),
    ...receipts.flatMap((receipt, at) => {
      const own = given.filter(isOf(receipt));
      if (own.length === 0) return [`the receipt of ${named[at]} stands for what nobody was shown`];
      const isAsSigned = own.some(({ name }) => name === receipt.signed_name);
      return isAsSigned && receipt.is_signed === (receipt.signed_name !== '')
        ? []
        : [`the receipt of ${named[at]} has another signature`];
    }),
    ...given
      .filter((answer) => !receipts.some((receipt) => isOf(receipt)(answer)))
      .map(({ notification, title }) => `the receipt of ${notification.slice(-6)} for ${title} is lost`),
    ...refusedAnswers(run),
  ];
}

/** What people acknowledged is accepted, whatever the office did meanwhile, unless an older copy was restored. */
function refusedAnswers({ authors, server }: Run): string[] {
  if (server.wasRestored) return [];
  const answered = new Set([...authors.answers.values()].map(({ notification }) => notification));
  return [...answered]
    .filter((id) => server.book.refused.has(id))
    .map((id) => `an answer to announcement ${id.slice(-6)} was refused`);
}

/** Each device asks about what its person hasn't answered as it reads now, and about nothing else. */
export async function wrongQuestions(
  run: Run,
  { observer, user_id }: Account,
  effects: readonly Effect[],
  unsent: readonly OpenedWrite[],
): Promise<string[]> {
  if (run.schedule.theme !== 'message') return [];
  const now = new Date(run.server.now).toISOString();
  const { rows: current } = await run.server.world.db.execute<Announcement>(
    sql`select id, receiver, title from notifications
      where kind = 'announcement' and deleted_at is null and receiver = ${user_id}
        and shown_from <= ${now}::timestamptz
        and (shown_until is null or shown_until > ${now}::timestamptz)`,
  );
  const answered = new Set(
    answersOf(run, effects).map(({ notification, title }) => `${notification} ${title}`),
  );
  const waits = new Set(unsent.map(({ entity_id }) => entity_id));
  const isSettled = ({ id }: { id: string }) => !waits.has(id);
  const open = current.filter(isSettled).filter(({ id, title }) => !answered.has(`${id} ${title}`));
  const asked = (await unviewedAnnouncements(observer, now)).filter(isSettled);
  const missing = open.filter(({ id }) => !asked.some((row) => row.id === id));
  const needless = asked.filter(({ id }) => !open.some((row) => row.id === id));
  return [
    ...missing.map(({ id, title }) => `a device doesn't ask about announcement ${id.slice(-6)} (${title})`),
    ...needless.map(({ id, title }) => `a device asks again about announcement ${id.slice(-6)} (${title})`),
  ];
}
