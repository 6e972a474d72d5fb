import { createHmac, randomBytes } from 'node:crypto';
import { derivedSecret, isSameText } from '#server/plugins/tokens.ts';

const COOKIE = 'caseload-known-device';
const YEAR_SECONDS = 365 * 24 * 3_600;
/** Maximum number of people who share one browser. */
const MOST_MARKERS = 5;

interface Marker {
  id: string;
  signature: string;
}

function markersIn(cookies: string | null): Marker[] {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim().split('='));
  const value = pairs.find(([name]) => name === COOKIE)?.[1] ?? '';
  return value.split('.').flatMap((text) => {
    const [id = '', signature = ''] = text.split('~');
    return /^[\w-]{20,30}$/.test(id) && /^[\w-]{43}$/.test(signature) ? [{ id, signature }] : [];
  });
}

function signatureOf(secret: string, userId: string, id: string): string {
  const key = derivedSecret(secret, 'known device');
  return createHmac('sha256', key).update(`${userId}|${id}`).digest('base64url');
}

/**
 * The id of the marker that this browser got when this person logged in on it before; null without one. The
 * cookie names no one: a marker is recognized by its signature.
 */
export function knownDeviceOf(secret: string, cookies: string | null, userId: string): string | null {
  const own = markersIn(cookies)
    .slice(0, MOST_MARKERS)
    .find(({ id, signature }) => isSameText(signature, signatureOf(secret, userId, id)));
  return own?.id ?? null;
}

/**
 * The cookie that marks this browser as known for the person, and keeps it known for others who logged in on
 * it.
 */
export function knownDeviceCookie(
  { secret, publicUrl }: { secret: string; publicUrl: string },
  cookies: string | null,
  userId: string,
): string {
  const id = knownDeviceOf(secret, cookies, userId) ?? randomBytes(16).toString('base64url');
  const others = markersIn(cookies).filter((marker) => marker.id !== id);
  const markers = [{ id, signature: signatureOf(secret, userId, id) }, ...others].slice(0, MOST_MARKERS);
  const value = markers.map((marker) => `${marker.id}~${marker.signature}`).join('.');
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${COOKIE}=${value}; Path=/api/login/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
}
