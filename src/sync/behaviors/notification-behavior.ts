import type { Behavior } from './behavior.ts';

/** Viewing and acknowledging what was on the screen. If it was edited since, it still waits. */
export const notificationBehavior: Behavior<'notification'> = {
  changed(row, { endpoint, body, author }) {
    const { content_hash = row.content_hash } = (body ?? {}) as { content_hash?: string };
    const at = author.captured_at;
    const viewed = { ...row, viewed_hash: content_hash, viewed_at: at };
    return endpoint === 'notification.acknowledge' ? { ...viewed, acknowledged_at: at } : viewed;
  },
};
