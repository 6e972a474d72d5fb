import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';

/** How much one person may use at once, and how fast it refills. */
interface Allowance {
  most: number;
  perSecond: number;
}

export type Allowances = Readonly<Record<NonNullable<Endpoint['allowance']>, Allowance>>;

const UPLOAD_BYTES = 1_024 ** 3;
const DAY_SECONDS = 86_400;

/**
 * Far above what one person's devices need: eight that come online together with 1,000 queued writes each
 * push 160 times. Uploads are counted in bytes.
 */
export const ALLOWANCES: Allowances = {
  push: { most: 300, perSecond: 1 },
  upload: { most: UPLOAD_BYTES, perSecond: UPLOAD_BYTES / DAY_SECONDS },
};

const words: Record<keyof Allowances, string> = {
  push: 'Your devices are sending too fast. The rest will sync in a moment.',
  upload: "You've reached today's upload limit. The rest of your files will upload later.",
};

interface Bucket {
  left: number;
  at: number;
}

/**
 * Token buckets, one per person and kind, across all of the person's devices. They protect this process and
 * live in its memory; their number is bounded by the number of users.
 */
export function createAllowances(allowances: Allowances) {
  const buckets = new Map<string, Bucket>();
  return {
    /** @throws ApiError `request.too-many`, with the retry delay, without taking anything */
    take(kind: keyof Allowances, person: string, amount: number, now: Date): void {
      const { most, perSecond } = allowances[kind];
      const key = `${kind} ${person}`;
      const bucket = buckets.get(key) ?? { left: most, at: now.getTime() };
      // A clock that was set back neither adds nor removes tokens.
      const passed = Math.max(0, now.getTime() - bucket.at) / 1_000;
      const left = Math.min(most, bucket.left + passed * perSecond);
      const isEnough = left >= amount;
      buckets.set(key, { left: isEnough ? left - amount : left, at: now.getTime() });
      if (isEnough) return;
      const retryAfterMs = Math.ceil((amount - left) / perSecond) * 1_000;
      throw new ApiError('request.too-many', { message: words[kind], retryAfterMs });
    },
  };
}
