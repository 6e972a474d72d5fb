/** Ids in review order: those present at the start, then those that arrived since. */
export function reviewQueue(known: readonly string[], waiting: readonly string[]): string[] {
  const seen = new Set(known);
  return [...known, ...waiting.filter((id) => !seen.has(id))];
}

/**
 * The nearest note that still waits, starting after another one and wrapping around; null if there is no
 * other.
 * @param by 1 forward, -1 back
 */
export function nearestWaiting(
  queue: readonly string[],
  waiting: ReadonlySet<string>,
  from: string,
  by: 1 | -1,
): string | null {
  const at = queue.indexOf(from);
  for (let step = 1; step < queue.length; step += 1) {
    const id = queue[(at + by * step + queue.length) % queue.length];
    if (id !== undefined && id !== from && waiting.has(id)) return id;
  }
  return null;
}
