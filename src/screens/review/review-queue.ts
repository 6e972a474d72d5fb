import { useEffect, useState } from 'react';

/** Ids in review order: those present at the start, then those that arrived since. */
export function reviewQueue(known: readonly string[], waiting: readonly string[]): string[] {
  const seen = new Set(known);
  return [...known, ...waiting.filter((id) => !seen.has(id))];
}

/**
 * The nearest record that still waits, starting after another one and wrapping around; null if there is no
 * other.
 * @param from one that isn't in the queue counts as before its first
 * @param by 1 forward, -1 back
 */
export function nearestWaiting(
  queue: readonly string[],
  waiting: ReadonlySet<string>,
  from: string,
  by: 1 | -1,
): string | null {
  const found = queue.indexOf(from);
  const at = found === -1 && by === -1 ? 0 : found;
  for (let step = 1; step <= queue.length; step += 1) {
    const id = queue[(at + by * step + queue.length) % queue.length];
    if (id !== undefined && id !== from && waiting.has(id)) return id;
  }
  return null;
}

export interface ReviewQueue {
  length: number;
  /** The place of a record, from 1; 0 of one that isn't in the queue. */
  placeOf: (id: string) => number;
  isWaiting: (id: string) => boolean;
  nearest: (from: string, by: 1 | -1) => string | null;
}

/** Records to decide one after the other. What is decided keeps its place; what arrives comes at the end. */
export function useReviewQueue(waiting: readonly string[]): ReviewQueue {
  const [known, setKnown] = useState(waiting);
  const queue = reviewQueue(known, waiting);
  const { length } = queue;
  useEffect(() => {
    if (length > known.length) setKnown(queue);
  });
  const stillWaiting = new Set(waiting);
  return {
    length,
    placeOf: (id) => queue.indexOf(id) + 1,
    isWaiting: (id) => stillWaiting.has(id),
    nearest: (from, by) => nearestWaiting(queue, stillWaiting, from, by),
  };
}
