import { createHash } from 'node:crypto';
import { addressOf } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoints } from '#contract/index.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { countAttempt } from '#server/plugins/attempts.ts';
import { openCall } from '#server/records/call.ts';
import { createFeed, feedText, readFeed, revokeFeed } from './feed.ts';

export const calendarFeedRoutes: Module = (api) => {
  const { config, now } = api.dependencies;

  api.handle('calendar.feed-read', async ({ actor, tx }) => readFeed(tx, actor.user_id));
  // Without an idempotency key: a stored answer would keep the secret.
  api.handleFree('calendar.feed-create', async ({ actor, context, db }) => {
    const secret = await db.transaction((tx) =>
      createFeed(openCall(tx, actor, { ...context, afterCommit: () => undefined })),
    );
    const address = `${config.publicUrl}${addressOf(endpoints['calendar.feed'], { secret })}`;
    return { exists: true, created_at: context.now, last_read_at: null, address };
  });
  api.handle('calendar.feed-revoke', async (call) => revokeFeed(call));

  api.handleRaw('calendar.feed', async ({ params, context, db, reply }) => {
    const text = await feedText(db, params.secret, now());
    if (text === null) {
      await countAttempt(db, 'feed', { address: context.address, account: null }, now());
      throw new ApiError('record.absent');
    }
    const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
    // Clients may cache it but must revalidate: a revoked link must stop immediately.
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    if (isKnown(reply.request.headers['if-none-match'], tag)) {
      await reply.code(304).send();
      return;
    }
    await reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="caseload.ics"')
      .send(text);
  });
};

/** A load balancer may have weakened the tag. */
function isKnown(asked: string | undefined, tag: string): boolean {
  return (asked ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
