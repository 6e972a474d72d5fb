import { type PushNotice, pushWords } from '#domain/notifications/push-words.ts';

/** Home shows the announcements; a narrow screen leads on from there. */
const PLACE = '/';
/** A newer notification replaces the one before. */
const TAG = 'caseload';

interface Shower {
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  navigator: object;
}

interface Windows {
  matchAll(options: { type: 'window' }): Promise<readonly { focus(): Promise<unknown> }[]>;
  openWindow(address: string): Promise<unknown>;
}

function noticeOf(data: { json(): unknown } | null): PushNotice {
  try {
    const { announcements = 0, decisions = 0, open = 0 } = (data?.json() ?? {}) as Partial<PushNotice>;
    return { announcements, decisions, open };
  } catch {
    // Browsers demand that something is shown.
    return { announcements: 0, decisions: 0, open: 0 };
  }
}

/**
 * Shows what was pushed, and on the app's icon how much is open. For the service worker.
 * @param showsCount whether the number on the icon was turned on on this device
 */
export async function showPush(
  { registration, navigator }: Shower,
  data: { json(): unknown } | null,
  showsCount: () => Promise<boolean>,
): Promise<void> {
  const notice = noticeOf(data);
  const look = { tag: TAG, icon: '/icons/icon-192.png' };
  await registration.showNotification('Caseload', { body: pushWords(notice), ...look });
  if ('setAppBadge' in navigator && (await showsCount().catch(() => false))) {
    const badged = navigator as { setAppBadge(count: number): Promise<void> };
    // Refused where the app isn't installed.
    await badged.setAppBadge(notice.open).catch(() => undefined);
  }
}

/** Brings an open window to the front, or opens one. */
export async function showApp(windows: Windows): Promise<void> {
  const [open] = await windows.matchAll({ type: 'window' });
  if (open === undefined) await windows.openWindow(PLACE);
  else await open.focus();
}
