import { ApiError } from '#contract/errors.ts';

interface Seat {
  since: number;
  end: AbortController;
}

/**
 * How many streams one person may have open on this process. If all are in use, a new one replaces the
 * oldest, which may well be dead: a phone that changed its network leaves one behind. A young one keeps its
 * place, so that too many tabs take turns instead of replacing each other all the time.
 */
export function createSeats({ most, safeMs }: { most: number; safeMs: number }) {
  const taken = new Map<string, Seat[]>();

  function leave(person: string, seat: Seat): void {
    const left = (taken.get(person) ?? []).filter((one) => one !== seat);
    if (left.length === 0) taken.delete(person);
    else taken.set(person, left);
  }

  return {
    /**
     * @returns a signal that fires when the place is needed, and a function that releases it
     * @throws ApiError `request.too-many`, with how long to wait
     */
    take(person: string, now: Date): { signal: AbortSignal; leave(): void } {
      const seats = taken.get(person) ?? [];
      const oldest = seats[0];
      if (oldest !== undefined && seats.length >= most) {
        const waitMs = oldest.since + safeMs - now.getTime();
        if (waitMs > 0) throw new ApiError('request.too-many', { retryAfterMs: Math.min(waitMs, safeMs) });
        leave(person, oldest);
        oldest.end.abort();
      }
      const seat = { since: now.getTime(), end: new AbortController() };
      taken.set(person, [...(taken.get(person) ?? []), seat]);
      return { signal: seat.end.signal, leave: () => leave(person, seat) };
    },
  };
}
