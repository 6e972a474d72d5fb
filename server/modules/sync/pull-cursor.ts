import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { DATED_PART } from '#domain/access/scope-parts.ts';
import { uuid } from '#entities/fields.ts';

/**
 * A transaction id or sequence number: more digits than either can reach, fewer than the database's types
 * hold.
 */
const counter = z.string().regex(/^\d{1,18}$/);
/** A position in the change index: transaction, then sequence. */
const Position = z.tuple([counter, counter]);
export type Position = z.output<typeof Position>;

/** As in `2026-11`. */
const month = z.string().regex(/^\d{4}-\d{2}$/);
/** The year in which a fiscal year begins. */
const year = z.int().min(0).max(9_999);
/** A month or a fiscal year of which a scope has rows. */
const datedPart = z.string().regex(new RegExp(`^${DATED_PART}$`));

/** The mark of a transaction that advanced the index: its id and random value. */
const Mark = z.strictObject({ xid: counter, mark: uuid });
export type Mark = z.output<typeof Mark>;

/** A backfill: rows of newly joined scopes, still to be sent. */
const Backfill = z.strictObject({
  /** The scopes: those whose membership was written from the first transaction on, before the second. */
  joined: z.tuple([counter, counter]),
  /** Only these of them: months and fiscal years that the device holds from now on. */
  months: z.array(datedPart).max(20).optional(),
  /** Later entries are part of the main stream. */
  until: Position,
  /** Where the last page ended: all scopes before it, by name, are done. */
  scope: z.string().max(100),
  after: Position,
});
export type Backfill = z.output<typeof Backfill>;

/**
 * Each costs a query per page. A longer list can't be parsed again, so a device whose scopes change faster
 * than it pulls starts over.
 */
const BACKFILL_LIMIT = 8;

/** Progress of a full pull. */
const PriorityPosition = z.strictObject({
  /** The name of its order. Versions before 0.5 counted other steps, and send none. */
  order: z.string().max(20),
  /** The Pacific day since which dated rows come first. */
  from: z.iso.date(),
  /** Index in the list of steps. */
  step: z.int().min(0),
  /** The last scope and id of this step. */
  after: z.tuple([z.string().max(100), z.string().max(64)]),
});
export type PriorityPosition = z.output<typeof PriorityPosition>;

const PullCursor = z.strictObject({
  epoch: uuid,
  /** The server's clock when the device was last complete, or when its full pull began. */
  whole_at: z.iso.datetime(),
  /** Horizon of the full pull: the device never had what left its scopes before. */
  fresh: counter,
  /** Memberships written before this transaction are known to the device. */
  members: counter,
  /**
   * Scopes that ended from this transaction on are named with the last page, after what takes their place; absent if there
   * are none to name but those since `members`.
   */
  ends: counter.optional(),
  /** The months of which the device has others' rows, or gets them with this pull. Versions before 0.5 don't send it. */
  months: z.strictObject({ from: month, to: month }).optional(),
  /** The fiscal years of which the device has its person's own rows. Versions before 0.5 don't send it. */
  years: z.strictObject({ from: year, to: year }).optional(),
  /** Months and fiscal years that the device no longer holds: their scopes are named with the last page. */
  closed: z.array(datedPart).max(20).optional(),
  after: Position,
  backfills: z.array(Backfill).max(BACKFILL_LIMIT),
  /** Only during a full pull, until all rows from before `fresh` have been sent. */
  head: PriorityPosition.optional(),
  /**
   * The newest mark of a transaction before `members`; absent if there is none. Versions before 0.5 don't
   * send it.
   */
  mark: Mark.nullable().optional(),
});
export type PullCursor = z.output<typeof PullCursor>;

/** Whether a transaction comes before another one. */
export function isBelow(xid: string, other: string): boolean {
  return BigInt(xid) < BigInt(other);
}

/** Creates and verifies cursors, which devices store and can't forge. */
export interface Cursors {
  write(cursor: PullCursor): string;
  /**
   * Parses a cursor; null if it isn't one of ours. It grants nothing: scopes are never taken from it.
   * `isSigned`: created by this server; only then may it affect others.
   */
  read(text: string): { cursor: PullCursor; isSigned: boolean } | null;
}

/** @param secret the server's secret */
export function createCursors(secret: string): Cursors {
  const key = createHmac('sha256', secret).update('caseload pull cursor').digest();
  const signatureOf = (payload: string) => createHmac('sha256', key).update(payload).digest();
  return {
    write(cursor) {
      const payload = Buffer.from(JSON.stringify(cursor)).toString('base64url');
      return `${payload}.${signatureOf(payload).toString('base64url')}`;
    },
    read(text) {
      const [payload = '', signature = ''] = text.split('.');
      try {
        const cursor = PullCursor.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
        const [given, expected] = [Buffer.from(signature, 'base64url'), signatureOf(payload)];
        return { cursor, isSigned: given.length === expected.length && timingSafeEqual(given, expected) };
      } catch {
        return null;
      }
    },
  };
}
