import type { RouterHistory } from '@tanstack/react-router';

const KEPT = 30;

const keyOf = (user_id: string) => `caseload-recent-${user_id}`;
const pathOf = (pathname: string) => pathname.replace(/\/+$/, '');

/** Records on this device which screens a person opens: paths only, which name records by ID. Returns a function that stops it. */
export function followRecent(
  history: Pick<RouterHistory, 'location' | 'subscribe'>,
  user_id: string,
): () => void {
  const note = () => {
    const path = pathOf(history.location.pathname);
    const others = recentPlaces(user_id).filter((one) => one !== path);
    try {
      localStorage.setItem(keyOf(user_id), JSON.stringify([path, ...others].slice(0, KEPT)));
    } catch {
      // The disk is full: it is only a convenience.
    }
  };
  note();
  return history.subscribe(note);
}

/** The paths of screens that a person opened last, latest first. */
export function recentPlaces(user_id: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(user_id)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
