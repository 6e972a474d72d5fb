import { MESSAGE_SCHEMES } from './message-html.ts';

export const LINK_PROBLEM =
  'Enter a web address such as https://example.org, an email address, or tel: and a phone number.';

/**
 * The address of a link as a person types it: without a scheme it is a web page, or an email address.
 * @returns null if a link can't lead there
 */
export function linkAddress(entered: string): string | null {
  const typed = entered.trim();
  if (typed === '' || /\s/.test(typed)) return null;
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(typed)?.[1]?.toLowerCase();
  const address = scheme !== undefined ? typed : `${typed.includes('@') ? 'mailto:' : 'https://'}${typed}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, pathname } = new URL(address);
  if (!MESSAGE_SCHEMES.some((allowed) => `${allowed}:` === protocol)) return null;
  if (protocol === 'mailto:') return /^[^@]+@[^@]+\.[^@]+$/.test(pathname) ? address : null;
  if (protocol === 'tel:') return /\d/.test(pathname) ? address : null;
  return hostname.includes('.') || hostname === 'localhost' ? address : null;
}
