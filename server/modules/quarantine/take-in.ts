import { eq } from 'drizzle-orm';
import type { QUARANTINE_CAUSES } from '#contract/quarantine.ts';
import { type PushedWrite, QUARANTINED } from '#contract/sync.ts';
import { audit } from '#server/db/audit.ts';
import type { Transaction } from '#server/db/database.ts';
import { quarantined_writes } from '#server/db/schema/sync.ts';
import { type Answer, isAccepted, problemOf } from '#server/plugins/answer.ts';
import { storedAnswer } from '#server/plugins/idempotency.ts';

/** Whose writes are kept, since when, and why. */
export interface Custody {
  author: string;
  device_id: string;
  /** The device's clock as it handed them in. */
  device_now: string;
  cause: (typeof QUARANTINE_CAUSES)[number];
  note: string;
  facts: { now: string; request_id: string };
}

/** What a write says. */
export type WriteContent = Pick<PushedWrite, 'endpoint' | 'endpoint_version' | 'params' | 'body'>;

type Envelope = Pick<PushedWrite, 'write_id' | 'base_version' | 'depends_on' | 'captured_at'>;
/** A write to be kept: open to read, or as the ciphertext that did not open. */
export type KeptWrite = Envelope & ({ content: WriteContent } | { sealed: string });

/** An opened write, ready to be kept. */
export function openKept({ endpoint, endpoint_version, params, body, ...envelope }: PushedWrite): KeptWrite {
  return { ...envelope, content: { endpoint, endpoint_version, params, body } };
}

/**
 * Takes a write into quarantine, once however often it comes. A write that took
 * effect before is answered as then and is not kept.
 */
export async function takeIn(tx: Transaction, custody: Custody, write: KeptWrite): Promise<Answer> {
  const earlier = await storedAnswer(tx, custody.author, write.write_id);
  if (earlier !== null && isAccepted(earlier)) return earlier;
  const added = await tx
    .insert(quarantined_writes)
    .values(rowOf(custody, write))
    .onConflictDoNothing()
    .returning({ write_id: quarantined_writes.write_id });
  if (added.length === 0) return answerOfKept(tx, custody, write.write_id);
  await audit(tx, custody.facts, {
    user_id: custody.author,
    action: 'quarantine.keep',
    entity: 'quarantined_write',
    row_id: write.write_id,
    details: { cause: custody.cause, device_id: custody.device_id },
  });
  return { status: QUARANTINED, body: undefined };
}

async function answerOfKept(tx: Transaction, custody: Custody, writeId: string): Promise<Answer> {
  const isOwn = (await keptAuthor(tx, writeId)) === custody.author;
  return isOwn ? { status: QUARANTINED, body: undefined } : problemOf('write.reused');
}

/** Whose write is kept under this id; nothing where none is. */
export async function keptAuthor(tx: Transaction, writeId: string): Promise<string | null> {
  const [row] = await tx
    .select({ author: quarantined_writes.author })
    .from(quarantined_writes)
    .where(eq(quarantined_writes.write_id, writeId));
  return row?.author ?? null;
}

function rowOf({ author, device_id, device_now, cause, note, facts }: Custody, write: KeptWrite) {
  return {
    write_id: write.write_id,
    author,
    device_id,
    cause,
    note,
    content: 'content' in write ? JSON.stringify(write.content) : null,
    sealed: 'sealed' in write ? write.sealed : null,
    base_version: write.base_version,
    depends_on: write.depends_on,
    captured_at: write.captured_at,
    device_now,
    received_at: facts.now,
  };
}
