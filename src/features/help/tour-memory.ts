/** `off` in automated tests: no tour for anyone. */
const ALL = 'caseload-tour';
const seenBy = (userId: string) => `${ALL}|${userId}`;

const listeners = new Set<() => void>();

/** Whether the person hasn't finished or skipped the tour on this device. Without storage no one gets it. */
export function isTourWanted(userId: string): boolean {
  try {
    return localStorage.getItem(ALL) !== 'off' && localStorage.getItem(seenBy(userId)) === null;
  } catch {
    return false;
  }
}

/** The person has finished or skipped the tour, or wants it again. */
export function rememberTour(userId: string, isWanted: boolean): void {
  try {
    if (isWanted) localStorage.removeItem(seenBy(userId));
    else localStorage.setItem(seenBy(userId), 'seen');
  } catch {
    // Without storage there is no tour.
  }
  for (const listener of listeners) listener();
}

export function followTour(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
