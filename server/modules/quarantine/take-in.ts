import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { QUARANTINE_CAUSES } from '#contract/quarantine.ts';
import { type PushedWrite, QUARANTINED } from '#contract/sync.ts';
import { audit } from '#server/db/audit.ts';
import type { Transaction } from '#server/db/database.ts';
import { devices, quarantined_writes } from '#server/db/schema/sync.ts';
import { type Answer, isAccepted, problemOf } from '#server/plugins/answer.ts';
import { storedAnswer } from '#server/plugins/idempotency.ts';

/** The author, time, and cause of held writes. */
export interface Custody {
  author: string;
  device_id: string;
  /** The device's clock when it sent them. */
  device_now: string;
  cause: (typeof QUARANTINE_CAUSES)[number];
  note: string;
  context: { now: string; request_id: string };
}

/** The content of a write. */
export type WriteContent = Pick<PushedWrite, 'endpoint' | 'endpoint_version' | 'params' | 'body'>;

type Envelope = Pick<PushedWrite, 'write_id' | 'base_version' | 'depends_on' | 'captured_at'>;
/** A write to hold: decrypted, or the ciphertext that could not be decrypted. */
export type KeptWrite = Envelope & ({ content: WriteContent } | { sealed: string });

/** Maximum number of open decisions per device in the list. The rest waits on the device. */
export const MOST_OPEN_PER_DEVICE = 200;
/** Maximum number of undecryptable writes per device: none is ever listed. */
const MOST_SEALED_PER_DEVICE = 50;

/** A decrypted write, ready to be held. */
export function openKept({ endpoint, endpoint_version, params, body, ...envelope }: PushedWrite): KeptWrite {
  return { ...envelope, content: { endpoint, endpoint_version, params, body } };
}

/**
 * Stores a write in quarantine, once however often it is sent. A write that took effect before gets its
 * stored answer and isn't held. Above the device's limit the answer is `request.too-many`, and the device
 * keeps the write.
 */
export async function takeIn(tx: Transaction, custody: Custody, write: KeptWrite): Promise<Answer> {
  const earlier = await storedAnswer(tx, custody.author, write.write_id);
  if (earlier !== null && isAccepted(earlier)) return earlier;
  if ((await keptAuthor(tx, write.write_id)) !== null) return answerOfKept(tx, custody, write.write_id);
  if (!(await hasRoom(tx, custody, 'content' in write))) {
    return problemOf('request.too-many', {
      message: 'Your office needs to review earlier changes first.',
    });
  }
  const added = await tx
    .insert(quarantined_writes)
    .values(rowOf(custody, write))
    .onConflictDoNothing()
    .returning({ write_id: quarantined_writes.write_id });
  if (added.length === 0) return answerOfKept(tx, custody, write.write_id);
  await audit(tx, custody.context, {
    user_id: custody.author,
    action: 'quarantine.keep',
    entity: 'quarantined_write',
    row_id: write.write_id,
    details: { cause: custody.cause, device_id: custody.device_id },
  });
  return { status: QUARANTINED, body: undefined };
}

async function hasRoom(tx: Transaction, { author, device_id }: Custody, isOpen: boolean): Promise<boolean> {
  // One call of a device at a time, so that several don't exceed the limit together.
  await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.id, device_id), eq(devices.user_id, author)))
    .for('update');
  const { author: by, device_id: on, content, decision } = quarantined_writes;
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(quarantined_writes)
    .where(
      and(
        eq(by, author),
        eq(on, device_id),
        eq(decision, 'open'),
        isOpen ? isNotNull(content) : isNull(content),
      ),
    );
  return (row?.count ?? 0) < (isOpen ? MOST_OPEN_PER_DEVICE : MOST_SEALED_PER_DEVICE);
}

async function answerOfKept(tx: Transaction, custody: Custody, writeId: string): Promise<Answer> {
  const isOwn = (await keptAuthor(tx, writeId)) === custody.author;
  return isOwn ? { status: QUARANTINED, body: undefined } : problemOf('write.reused');
}

/** The author of the write held under this id; null if there is none. */
export async function keptAuthor(tx: Transaction, writeId: string): Promise<string | null> {
  const [row] = await tx
    .select({ author: quarantined_writes.author })
    .from(quarantined_writes)
    .where(eq(quarantined_writes.write_id, writeId));
  return row?.author ?? null;
}

function rowOf({ author, device_id, device_now, cause, note, context }: Custody, write: KeptWrite) {
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
    received_at: context.now,
  };
}
