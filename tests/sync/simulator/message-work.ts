import { openNotices, unviewedAnnouncements } from '#db/notifications.ts';
import { needsAcknowledgment } from '#domain/notifications/announcement-rules.ts';
import { answerAnnouncement, viewNotification } from '#features/notifications/answer-notification.ts';
import type { Random } from '#server/db/seed/random.ts';
import { isoNow } from '#sync/clock.ts';
import { SIGNATURE } from '#tests/server/message-forms.ts';
import { timedMark } from './book.ts';
import type { Tab } from './device.ts';
import { type Act, later } from './own-time.ts';

/** What was on the screen when a person closed or acknowledged an announcement. */
export interface Answered {
  notification: string;
  title: string;
  /** Typed with the signature; empty if none was needed. */
  name: string;
}

/** How people answered, by the mark of the write. */
export type Answers = Map<string, Answered>;

/** Closes or acknowledges an announcement that this tab shows, or clears a notice; null if there is none. */
export async function messageWork(tab: Tab, random: Random, answers: Answers): Promise<Act | null> {
  const waiting = await unviewedAnnouncements(tab.db, isoNow(tab.device.clock));
  // Ids are new in each run, titles aren't.
  const shown = waiting.toSorted((a, b) => (a.title < b.title ? -1 : 1));
  if (shown.length === 0 || random.chance(0.1)) {
    const [notice] = await openNotices(tab.db, isoNow(tab.device.clock));
    return notice === undefined ? null : (at) => viewNotification(later(tab, at), notice);
  }
  const announcement = random.pick(shown);
  const { id, title, requires_signature } = announcement;
  return async (at, mark) => {
    const workspace = later(tab, at);
    const name = requires_signature ? mark : '';
    const isClosed = !needsAcknowledgment(announcement);
    const endpoint = isClosed ? 'notification.view' : 'notification.acknowledge';
    answers.set(timedMark(endpoint, isoNow(workspace.clock)), { notification: id, title, name });
    const signature = requires_signature ? { image: SIGNATURE, name } : null;
    await answerAnnouncement(workspace, { announcement, acknowledgment: isClosed ? null : { signature } });
  };
}
