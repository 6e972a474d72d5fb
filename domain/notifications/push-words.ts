import { counted } from '#domain/text/counted.ts';

/**
 * What a push notification carries: numbers alone, so that no lock screen and no push service learns what it is
 * about.
 */
export interface PushNotice {
  /** New since the last push. */
  announcements: number;
  decisions: number;
  /** Everything that the person hasn't viewed: the number on the app's icon. */
  open: number;
}

/** What a push notification says. */
export function pushWords({
  announcements,
  decisions,
}: Pick<PushNotice, 'announcements' | 'decisions'>): string {
  const found = [
    ...(announcements > 0 ? [counted(announcements, 'new announcement', 'new announcements')] : []),
    ...(decisions > 0 ? [counted(decisions, 'new decision', 'new decisions')] : []),
  ];
  return found.length === 0 ? 'You have new notifications.' : `You have ${found.join(' and ')}.`;
}

/** The push services of browsers: Chrome and Edge, Firefox, Safari, and Windows. */
const SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const;

/**
 * Whether an address belongs to a push service: the server sends requests to it, and must not be led elsewhere.
 * @param more origins that are allowed too
 */
export function isPushService(endpoint: string, more: readonly string[] = []): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username } = new URL(endpoint);
  if (more.includes(origin)) return true;
  const isKnown = SERVICES.some((service) => hostname === service || hostname.endsWith(`.${service}`));
  return isKnown && protocol === 'https:' && port === '' && username === '';
}
