import type { AnnouncementAnswer } from '#machines/announcement-queue.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import type { Workspace } from '#sync/workspace.ts';

function laneOf(id: string): string {
  return `notification:${id}`;
}

/** Marks a notification as viewed, on this device and, when it is online, on the server. */
export async function viewNotification(
  workspace: Workspace,
  { id, content_hash }: { id: string; content_hash: string },
): Promise<void> {
  await queueWrite(workspace, {
    endpoint: 'notification.view',
    id,
    body: { content_hash },
    lane: laneOf(id),
  });
}

/** Stores how an announcement was answered, for the content that was on the screen. */
export async function answerAnnouncement(
  workspace: Workspace,
  { announcement, acknowledgment }: AnnouncementAnswer,
): Promise<void> {
  const { id, content_hash } = announcement;
  if (acknowledgment === null) return viewNotification(workspace, announcement);
  const { signature } = acknowledgment;
  await queueWrite(workspace, {
    endpoint: 'notification.acknowledge',
    id,
    body: { content_hash, signature: signature?.image ?? null, signed_name: signature?.name ?? '' },
    lane: laneOf(id),
  });
}
