import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { AdminMessage, AdminMessageBody } from '#contract/admin-messages.ts';
import { ApiError } from '#contract/errors.ts';
import { scopesOfReceiver } from '#domain/access/scopes.ts';
import { messageProblems, messageState } from '#domain/notifications/message-audience.ts';
import { addressOfFile } from '#domain/notifications/message-files.ts';
import { plainMessage } from '#domain/notifications/message-html.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { type Stored, storedRow } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows, jsonValue } from '#server/db/json-rows.ts';
import { shownName } from '#server/db/person-name.ts';
import { type MessageVersion, notifications } from '#server/db/schema/notifications.ts';
import { ringBell } from '#server/records/bell.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow } from '#server/records/changing-rows.ts';
import { peopleOf } from './audience.ts';
import { cleanHtml } from './clean-html.ts';
import type { NewFile } from './sent-form.ts';

const messageRecords: Records<AdminMessage> = {
  entity: 'admin_message',
  scopes: () => [],
  about: () => ({}),
};

/** Sends or schedules a message: each of its people gets an announcement in the same transaction. */
export async function sendMessage(
  call: Call,
  body: AdminMessageBody,
  files: readonly NewFile[],
): Promise<AdminMessage> {
  const { context, actor, tx } = call;
  const now = new Date(context.now).toISOString();
  refuseProblems(body.keeps.length > 0 ? { keeps: 'A new message has no files yet.' } : {});
  const content = contentOf(body, now, [], files);
  // The same message again, because its answer was lost.
  const known = await storedRow(tx, 'admin_message', body.id);
  if (known !== null && known.sent_by === actor.user_id) {
    if (sayingOf(known) === sayingOf(content)) return wireRow(known);
    throw new ApiError('record.exists', {
      message: 'This message was sent before you changed it. Open it in the list, and edit it there.',
    });
  }
  const people = await peopleOf(tx, body.audience);
  refuseProblems(people.length === 0 ? { audience: 'This audience has no one with a login.' } : {});
  const message: AdminMessage = {
    ...{ id: body.id, ...content, sent_by: actor.user_id, sent_at: now, recalled_at: null, version: 1 },
  };
  const versions: MessageVersion[] = [versionOf(message)];
  await call.create<AdminMessage & { versions: MessageVersion[] }>(
    messageRecords,
    { ...message, versions },
    { details: { added: people.length } },
  );
  await announceTo(
    call,
    message,
    people.map(({ id }) => id),
  );
  return message;
}

/**
 * Changes a message. People new to its audience get it, and people no longer in it lose it. If
 * what people read changed, they are asked again; earlier receipts keep the text that they were for.
 */
export async function editMessage(
  call: Call,
  id: string,
  body: AdminMessageBody,
  files: readonly NewFile[],
): Promise<AdminMessage> {
  const { context, tx } = call;
  const before = await lockedMessage(call, id);
  refuseOutdated(before, context.base_version);
  if (before.recalled_at !== null)
    throw new ApiError('request.invalid', { message: 'This message was recalled.' });
  refuseProblems(body.id === id ? {} : { id: "This isn't the message in the address." });
  const kept = before.attachments.filter(({ key }) => body.keeps.includes(key));
  refuseProblems(kept.length === body.keeps.length ? {} : { keeps: "This message doesn't have that file." });
  // Without a start, one that is still scheduled is sent now.
  const now = new Date(context.now).toISOString();
  const starts = before.shown_from < now ? before.shown_from : now;
  const content = contentOf(body, starts, kept, files);
  const people = (await peopleOf(tx, body.audience)).map((one) => one.id);
  refuseProblems(people.length === 0 ? { audience: 'This audience has no one with a login.' } : {});
  const next: AdminMessage = { ...wireRow(before), ...content };
  const [stored] = await jsonRows<{ versions: MessageVersion[] }>(
    tx,
    sql`select versions from admin_messages where id = ${id}`,
  );
  const earlier = (stored?.versions ?? []).filter((one) => one.content_hash !== next.content_hash);
  const message = await call.change<AdminMessage, AdminMessage & { versions: MessageVersion[] }>(
    messageRecords,
    before,
    { ...next, versions: [...earlier, versionOf(next)] },
    { fields: Object.keys(content) },
  );
  await moveAnnouncements(call, message, people);
  const { versions: _, ...wire } = message;
  return wire;
}

/** Takes a message back: it leaves every device. Receipts stay. */
export async function recallMessage(call: Call, id: string): Promise<void> {
  const before = await lockedMessage(call, id);
  refuseOutdated(before, call.context.base_version);
  if (before.recalled_at !== null) return;
  const recalled_at = new Date(call.context.now).toISOString();
  await call.change(messageRecords, before, { ...wireRow(before), recalled_at }, { verb: 'recall' });
  await withdraw(call, id, sql`true`);
}

/** Rings the bell of everyone who hasn't acknowledged what the message says now. */
export async function remindOfMessage(call: Call, id: string): Promise<number> {
  const { tx, actor, context } = call;
  const message = await lockedMessage(call, id);
  const state = messageState(message, new Date(context.now).toISOString());
  if (state !== 'sent') {
    throw new ApiError('request.invalid', {
      message: "This message isn't showing now, so there's nothing to remind people about.",
    });
  }
  const late = await jsonRows<{ receiver: string }>(
    tx,
    sql`select receiver from notifications where admin_message = ${id} and kind = 'announcement'
      and deleted_at is null and viewed_hash <> content_hash order by receiver`,
  );
  for (const { receiver } of late) {
    await ringBell(call, {
      ...{ event: 'message-reminder', receiver, day: pacificDay(message.shown_from) },
      ...{ provider_name: actor.name, reminds: { admin_message: id, shown_until: message.shown_until } },
    });
  }
  return late.filter(({ receiver }) => receiver !== actor.user_id).length;
}

async function lockedMessage({ tx }: Call, id: string): Promise<Stored<'admin_message'>> {
  await tx.execute(sql`select 1 from admin_messages where id = ${id} for update`);
  const found = await storedRow(tx, 'admin_message', id);
  if (found === null) throw new ApiError('record.absent');
  return found;
}

/** What people enter of a message, cleaned and checked. */
function contentOf(
  body: AdminMessageBody,
  starts: string,
  kept: AdminMessage['attachments'],
  files: readonly NewFile[],
) {
  const { title, display_msg, audience } = body;
  const shown_from = body.shown_from === null ? starts : new Date(body.shown_from).toISOString();
  const shown_until = body.shown_until === null ? null : new Date(body.shown_until).toISOString();
  const message = cleanHtml(body.message);
  refuseProblems({
    ...messageProblems({ audience, shown_from, shown_until }),
    ...(plainMessage(message) === '' ? { message: 'This field is required.' } : {}),
  });
  const attachments = [
    ...kept,
    ...files.map(({ key, file_name }) => ({ key, file: addressOfFile(key), file_name })),
  ];
  const requires_signature = body.requires_signature;
  // A signature implies an acknowledgment.
  const requires_acknowledgment = body.requires_acknowledgment || requires_signature;
  const content = { title: title.trim(), message, attachments, requires_acknowledgment, requires_signature };
  const content_hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return { ...content, display_msg: display_msg.trim(), audience, shown_from, shown_until, content_hash };
}

/** What was entered of a message, to compare: each upload gives its files new keys. */
function sayingOf(message: Omit<ReturnType<typeof contentOf>, 'content_hash' | 'shown_from'>): string {
  const { title, display_msg, message: html, attachments, audience, shown_until } = message;
  const { is_everyone, roles, clients, regions, people } = audience;
  const { requires_acknowledgment, requires_signature } = message;
  const needs = [requires_acknowledgment, requires_signature];
  const to = [is_everyone, roles, clients, regions, people];
  const until = shown_until === null ? null : Date.parse(shown_until);
  return JSON.stringify([
    title,
    display_msg,
    html,
    attachments.map((one) => one.file_name),
    to,
    needs,
    until,
  ]);
}

function versionOf({ content_hash, title, message, attachments }: AdminMessage): MessageVersion {
  return { content_hash, title, message, attachments };
}

/** Writes one announcement for each of these people, in one statement. */
async function announceTo(call: Call, message: AdminMessage, people: readonly string[]): Promise<void> {
  if (people.length === 0) return;
  const { id: admin_message, title, display_msg, message: html, attachments, content_hash } = message;
  const { requires_acknowledgment, requires_signature, shown_from, shown_until } = message;
  const provider_name = await jsonValue<string>(
    call.tx,
    sql`select to_json(coalesce((select ${sql.raw(shownName('u', 'p'))}
      from users u left join providers p on p.id = u.id where u.id = ${message.sent_by}), ''))::text as value`,
  );
  const rows = people.map((receiver) => ({
    ...{ id: randomUUID(), receiver, kind: 'announcement' as const, admin_message, title, display_msg },
    ...{ message: html, provider_name, effective_date: pacificDay(shown_from), attachments },
    ...{ requires_acknowledgment, requires_signature, shown_from, shown_until, content_hash },
  }));
  await call.tx.insert(notifications).values(rows);
  await call.follow(
    rows.map((row) => ({ entity: 'notification', id: row.id, scopes: scopesOfReceiver(row) })),
  );
}

/** Brings the announcements of a message in line with what it says and whom it is for. */
async function moveAnnouncements(
  call: Call,
  message: AdminMessage,
  people: readonly string[],
): Promise<void> {
  const { tx } = call;
  await withdraw(call, message.id, sql`receiver <> all(${arrayParam(people, 'uuid')})`);
  const { rows: moved } = await tx.execute<{ id: string; receiver: string }>(
    sql`update notifications set title = ${message.title}, display_msg = ${message.display_msg},
          message = ${message.message}, attachments = ${JSON.stringify(message.attachments)}::jsonb,
          requires_acknowledgment = ${message.requires_acknowledgment},
          requires_signature = ${message.requires_signature},
          shown_from = ${message.shown_from}::timestamptz, shown_until = ${message.shown_until}::timestamptz,
          effective_date = ${pacificDay(message.shown_from)}::date,
          content_hash = ${message.content_hash}, version = version + 1
        where admin_message = ${message.id} and kind = 'announcement' and deleted_at is null
        returning id::text, receiver::text`,
  );
  await call.follow(
    moved.map((row) => ({ entity: 'notification', id: row.id, scopes: scopesOfReceiver(row) })),
  );
  await moveReminders(call, message);
  const known = new Set(moved.map(({ receiver }) => receiver));
  await announceTo(
    call,
    message,
    people.filter((id) => !known.has(id)),
  );
}

/** Reminders end with their message. */
async function moveReminders(call: Call, { id, shown_until }: AdminMessage): Promise<void> {
  const { rows: moved } = await call.tx.execute<{ id: string; receiver: string }>(
    sql`update notifications set shown_until = ${shown_until}::timestamptz, version = version + 1
        where admin_message = ${id} and kind = 'notice' and deleted_at is null
          and shown_until is distinct from ${shown_until}::timestamptz
        returning id::text, receiver::text`,
  );
  await call.follow(
    moved.map((row) => ({ entity: 'notification', id: row.id, scopes: scopesOfReceiver(row) })),
  );
}

/** Deletes announcements of a message, and the reminders of those people. */
async function withdraw(call: Call, id: string, where: ReturnType<typeof sql>): Promise<void> {
  const { rows: gone } = await call.tx.execute<{ id: string }>(
    sql`update notifications set deleted_at = ${call.context.now}::timestamptz, version = version + 1
        where admin_message = ${id} and deleted_at is null and ${where} returning id::text`,
  );
  await call.follow(gone.map((row) => ({ entity: 'notification', id: row.id, scopes: [] })));
}
