import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { uuid } from '#entities/fields.ts';

/** A transaction's id or a sequence number: more digits than either reaches, fewer than the database's types hold. */
const counter = z.string().regex(/^\d{1,18}$/);
/** A place in the change index: transaction, then sequence. */
const Position = z.tuple([counter, counter]);
export type Position = z.output<typeof Position>;

/** The mark of a transaction that moved the index: which one, and what was drawn for it. */
const Mark = z.strictObject({ xid: counter, mark: uuid });
export type Mark = z.output<typeof Mark>;

/** The rows of scopes that the reader joined, still to be handed out. */
const Backfill = z.strictObject({
  /** The scopes: those of the reader whose membership was written from the first transaction on, before the second. */
  joined: z.tuple([counter, counter]),
  /** What comes after is part of the main stream. */
  until: Position,
  /** Where the last page ended: all scopes before, by name, are done. */
  scope: z.string().max(100),
  after: Position,
});
export type Backfill = z.output<typeof Backfill>;

/**
 * Each costs a query per page. A cursor that ends a page with more cannot be read
 * again, so a device whose scopes change faster than it pulls starts afresh.
 */
const BACKFILL_LIMIT = 8;

/** How far the rows that a fresh pull sends first have come. */
const HeadStart = z.strictObject({
  /** The Pacific day from which dated rows belong to it. */
  from: z.iso.date(),
  /** Place in the list of steps. */
  step: z.int().min(0),
  /** The scope and id that came last in this step. */
  after: z.tuple([z.string().max(100), z.string().max(64)]),
});
export type HeadStart = z.output<typeof HeadStart>;

const PullCursor = z.strictObject({
  epoch: uuid,
  /** The server's clock when the device last held all there was, or when its fresh pull began. */
  whole_at: z.iso.datetime(),
  /** Horizon of the fresh pull: the device never held what left its scopes before. */
  fresh: counter,
  /** Memberships written before this transaction are known to the device. */
  members: counter,
  after: Position,
  backfills: z.array(Backfill).max(BACKFILL_LIMIT),
  /** Only while the head start of a fresh pull is under way. */
  head: HeadStart.optional(),
  /**
   * The newest mark of a transaction before `members`; nothing where there is none. Left
   * out by versions before 0.5.
   */
  mark: Mark.nullable().optional(),
});
export type PullCursor = z.output<typeof PullCursor>;

/** Writes and reads cursors, which devices keep and cannot make up. */
export interface Cursors {
  write(cursor: PullCursor): string;
  /**
   * The cursor, or nothing where it is not one of ours. It grants nothing: scopes are never
   * taken from it. `isSigned`: this server made it; only then may it speak for others.
   */
  read(text: string): { cursor: PullCursor; isSigned: boolean } | null;
}

/** @param secret the server's own */
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
