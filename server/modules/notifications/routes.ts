import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { mailSettingsProblems, USUAL_MAIL_SETTINGS } from '#domain/notifications/mail-settings.ts';
import { keyOfFile } from '#domain/notifications/message-files.ts';
import { isPushService } from '#domain/notifications/push-words.ts';
import { uuid } from '#entities/fields.ts';
import type { Transaction } from '#server/db/database.ts';
import { push_subscriptions } from '#server/db/schema/push-notifications.ts';
import { users } from '#server/db/schema/users.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { sendFile } from '#server/plugins/file-answer.ts';
import { openCall, type SignedInActor } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { peopleOf } from './audience.ts';
import { fileToken, keyOfToken } from './file-addresses.ts';
import { editMessage, recallMessage, remindOfMessage, sendMessage } from './message-operations.ts';
import { messageFile, messageReceipts, messageSummaries } from './message-queries.ts';
import { acknowledgeNotification, readNotification, viewNotification } from './operations.ts';
import { publicPushKey } from './push-keys.ts';
import { currentAnnouncements, fileToReceiver, openNotices, unviewedAnnouncements } from './queries.ts';
import { type NewFile, readMessageForm } from './sent-form.ts';

/** How many people of an audience are named. */
const NAMED_PEOPLE = 8;

export const notificationRoutes: Module = (api) => {
  const { blobs, config, now } = api.dependencies;

  api.handle('notification.list', async ({ tx, actor, context }) => ({
    unread: await openNotices(tx, actor.user_id, context.now),
    user: actor.user_id,
  }));
  api.handle('notification.popups', async ({ tx, actor, context }) =>
    currentAnnouncements(tx, actor.user_id, context.now),
  );
  api.handle('notification.unviewed', async ({ tx, actor, context }) =>
    unviewedAnnouncements(tx, actor.user_id, context.now),
  );
  api.handle('notification.read', async ({ params, ...call }) => readNotification(call, params.id));
  api.handle('notification.view', async ({ params, body, ...call }) =>
    viewNotification(call, params.id, body.content_hash),
  );
  api.handle('notification.acknowledge', async ({ params, body, ...call }) =>
    acknowledgeNotification(call, params.id, body),
  );

  api.handle('notification.read-settings', async ({ tx, actor }) => {
    const [user] = await tx
      .select({ chosen: users.mail_settings })
      .from(users)
      .where(eq(users.id, actor.user_id));
    return user?.chosen ?? USUAL_MAIL_SETTINGS;
  });
  // Not audited: it changes nothing that anyone else sees.
  api.handle('notification.save-settings', async ({ tx, actor, body }) => {
    refuseProblems(mailSettingsProblems(body));
    await tx.update(users).set({ mail_settings: body }).where(eq(users.id, actor.user_id));
    return body;
  });

  api.handle('push-notification.status', async ({ tx, actor }) => {
    const own = await tx
      .select({ endpoint: push_subscriptions.endpoint })
      .from(push_subscriptions)
      .where(eq(push_subscriptions.user_id, actor.user_id));
    const hash = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex');
    return { public_key: await publicPushKey(tx), subscriptions: own.map(({ endpoint }) => hash(endpoint)) };
  });
  api.handle('push-notification.subscribe', async ({ tx, actor, body, context }) => {
    refuseProblems(
      isPushService(body.endpoint, config.pushServices)
        ? {}
        : { endpoint: "This isn't the address of a known push service." },
    );
    // Only what comes from now on is new.
    const row = { ...body, user_id: actor.user_id, told_until: new Date(context.now).toISOString() };
    await tx
      .insert(push_subscriptions)
      .values(row)
      .onConflictDoUpdate({ target: push_subscriptions.endpoint, set: row });
  });
  api.handle('push-notification.unsubscribe', async ({ tx, actor, body }) => {
    await tx
      .delete(push_subscriptions)
      .where(
        and(eq(push_subscriptions.endpoint, body.endpoint), eq(push_subscriptions.user_id, actor.user_id)),
      );
  });

  /** A file of a message to the caller; of any message, for those who send them. */
  const fileFor = async (tx: Transaction, actor: SignedInActor, key: string) => {
    const isId = uuid.safeParse(key).success;
    const reach = mayUse(actor, 'message.send') ? null : actor.user_id;
    const file = isId ? await fileToReceiver(tx, key, reach) : null;
    if (file === null) throw new ApiError('record.absent');
    return file;
  };
  const urlOf = async (tx: Transaction, actor: SignedInActor, sent: string) => {
    const key = keyOfFile(sent);
    await fileFor(tx, actor, key);
    return { url: `/api/notifications/files/${fileToken(config.secret, key, now())}/` };
  };
  api.handle('notification.attachment-url', async ({ tx, actor, body }) => urlOf(tx, actor, body.key));
  api.handle('notification.attachment-url-alias', async ({ tx, actor, body }) => urlOf(tx, actor, body.key));
  api.handleRaw('notification.attachment', async ({ params, actor, db, reply }) => {
    const { file_name } = await db.transaction((tx) => fileFor(tx, actor, params.key));
    if (!(await sendFile(reply, blobs, { key: params.key, file_name }))) throw new ApiError('record.absent');
  });
  api.handleRaw('notification.attachment-content', async ({ params, db, reply }) => {
    const key = keyOfToken(config.secret, params.token, now());
    const file = key === null ? null : await db.transaction((tx) => fileToReceiver(tx, key, null));
    if (key === null || file === null) throw new ApiError('record.absent');
    if (!(await sendFile(reply, blobs, { key, ...file }))) throw new ApiError('record.absent');
  });

  const storeFiles = async (files: readonly NewFile[]) => {
    for (const { key, bytes } of files) await blobs.put(key, bytes);
  };
  api.handle('admin-message.list', async ({ tx }) => messageSummaries(tx));
  api.handle('admin-message.audience', async ({ tx, body }) => {
    const people = await peopleOf(tx, body.audience);
    return { people: people.length, names: people.slice(0, NAMED_PEOPLE).map(({ name }) => name) };
  });
  api.handle('admin-message.read', async ({ tx, params }) => {
    const file = await messageFile(tx, params.id);
    if (file === null) throw new ApiError('record.absent');
    return file;
  });
  api.handle('admin-message.receipts', async ({ params, ...call }) => {
    const receipts = await messageReceipts(call.tx, params.id);
    await call.note({
      ...{ action: 'admin_message.read-receipts', entity: 'admin_message', row_id: params.id },
    });
    return receipts;
  });
  api.handle('admin-message.recall', async ({ params, ...call }) => recallMessage(call, params.id));
  api.handle('admin-message.remind', async ({ params, ...call }) => ({
    reminded: await remindOfMessage(call, params.id),
  }));

  // Files are stored before the commit, and swept later if it fails.
  api.handleFree('admin-message.create', async ({ body: form, actor, context, db }) => {
    const { body, files } = await readMessageForm(form);
    return db.transaction(async (tx) => {
      const message = await sendMessage(openCall(tx, actor, context), body, files);
      await storeFiles(files);
      return message;
    });
  });
  api.handleFree('admin-message.update', async ({ params, body: form, actor, context, db }) => {
    const { body, files } = await readMessageForm(form);
    return db.transaction(async (tx) => {
      const message = await editMessage(openCall(tx, actor, context), params.id, body, files);
      await storeFiles(files);
      return message;
    });
  });
};
