import { createHash } from 'node:crypto';
import { and, eq, inArray, notBetween, sql } from 'drizzle-orm';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { jsonValue } from '#server/db/json-rows.ts';
import { idempotency_keys } from '#server/db/schema/sync.ts';
import { type Gatherer, sendOrGather } from '#server/db/write-unit.ts';
import { type Answer, isAccepted, problemOf } from './answer.ts';
import { type MergedStudent, mergedStudents } from './merged-names.ts';
import type { RawInput } from './raw-input.ts';

/** A write that must take effect once under its idempotency key. */
export interface Claim {
  key: string;
  user_id: string;
  device_id: string | null;
  fingerprint: string;
  now: string;
}

/** JSON with sorted keys, so that equal content has equal text. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/**
 * The fingerprint of a write: method, route, parameters, and body. The base version is excluded, because a
 * merge changes it.
 */
export function fingerprintOf(request: { name: EndpointName; params: unknown; body: unknown }): string {
  const { method, path } = endpointNamed(request.name);
  return createHash('sha256')
    .update(canonicalJson([method, path, request.params ?? {}, request.body ?? null]))
    .digest('hex');
}

const PASSING = new Set([401, 408, 412, 424, 425, 426, 429]);

/** Whether the answer is final. Transient answers (401, 412, 429, 5xx) are not stored. */
export function isTerminal(answer: Answer): boolean {
  if (isAccepted(answer)) return true;
  if (answer.status >= 500 || PASSING.has(answer.status)) return false;
  return !(answer.status === 409 && (answer.body as { code?: unknown }).code === 'write.running');
}

function rowOf(claim: Claim, answer: Answer) {
  return {
    key: claim.key,
    user_id: claim.user_id,
    device_id: claim.device_id,
    fingerprint: claim.fingerprint,
    status: answer.status,
    answer: answer.body ?? null,
    created_at: claim.now,
    xid: sql`pg_current_xact_id()`,
  };
}

/** What is known once keys are claimed. */
interface Claimed {
  /** The stored answers of keys that are already taken, by key. */
  answered: ReadonlyMap<string, Answer>;
  /** Merged students that the calls name; see `mergedStudents`. */
  merged: readonly MergedStudent[];
}

/**
 * Claims the keys of these writes for this transaction, always in the same order, and looks for merged students in their
 * inputs. Waits for other transactions that hold one of the keys, until they have committed or rolled back, before
 * taking any other lock.
 */
export async function claimKeys(
  tx: Transaction,
  claims: readonly Claim[],
  inputs: readonly RawInput[],
): Promise<Claimed> {
  const byKey = new Map(claims.map((claim) => [claim.key, claim]));
  const sorted = [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const rows = sorted.map((claim) => ({ ...rowOf(claim, { status: 0, body: undefined }), xid: undefined }));
  const { claimed, merged } = await jsonValue<{ claimed: string[]; merged: MergedStudent[] }>(
    tx,
    sql`with claimed as (
      insert into idempotency_keys (key, user_id, device_id, fingerprint, status, answer, created_at, xid)
      select key, user_id, device_id, fingerprint, status, null, created_at, pg_current_xact_id()
      from jsonb_populate_recordset(null::idempotency_keys, ${JSON.stringify(rows)}::jsonb)
      order by key
      on conflict do nothing returning key)
    select json_build_object(
      'claimed', (select coalesce(json_agg(key), '[]') from claimed),
      'merged', (select coalesce(json_agg(m), '[]') from (${mergedStudents(inputs)}) m)
    )::text as value`,
  );
  const others = sorted.filter(({ key }) => !claimed.includes(key));
  if (others.length === 0) return { answered: new Map(), merged };
  const stored = await tx
    .select()
    .from(idempotency_keys)
    .where(
      inArray(
        idempotency_keys.key,
        others.map(({ key }) => key),
      ),
    );
  const storedByKey = new Map(stored.map((row) => [row.key, row]));
  const answered = others.map(
    (claim) => [claim.key, answerStored(storedByKey.get(claim.key), claim)] as const,
  );
  return { answered: new Map(answered), merged };
}

/** Releases the keys of writes with a transient answer. */
export async function releaseKeys(tx: Transaction, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.delete(idempotency_keys).where(inArray(idempotency_keys.key, [...keys]));
}

const settlements: Gatherer<{ key: string; status: number; answer: unknown }> = {
  kind: 'bookkeeping',
  partsOf: (items) => [
    {
      table: 'idempotency_keys',
      ctes: sql`settled as (
        update idempotency_keys k set status = s.status, answer = s.answer
        from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as s(key uuid, status integer, answer jsonb)
        where k.key = s.key)`,
      isDone: sql`true`,
    },
  ],
};

/** Stores the answer with the effect: both commit or neither does. */
export async function settleKey(tx: Transaction, claim: Claim, answer: Answer): Promise<void> {
  const { status, body } = answer;
  await sendOrGather(tx, settlements, [{ key: claim.key, status, answer: body ?? null }]);
}

/** The first answer for the same person and content. */
export async function settledAnswer(db: Database | Transaction, claim: Claim): Promise<Answer> {
  const [stored] = await db.select().from(idempotency_keys).where(eq(idempotency_keys.key, claim.key));
  return answerStored(stored, claim);
}

function answerStored(stored: typeof idempotency_keys.$inferSelect | undefined, claim: Claim): Answer {
  if (stored === undefined) return problemOf('write.running');
  if (stored.user_id !== claim.user_id || stored.fingerprint !== claim.fingerprint)
    return problemOf('write.reused');
  return { status: stored.status, body: stored.answer ?? undefined };
}

/**
 * Stores a refusal after its transaction has been rolled back. If another request has answered the same write
 * in the meantime, that answer wins, so that all retries of a write get the same answer.
 */
export async function settleRefusal(db: Database, claim: Claim, refusal: Answer): Promise<Answer> {
  const rows = await db
    .insert(idempotency_keys)
    .values(rowOf(claim, refusal))
    .onConflictDoNothing()
    .returning({ key: idempotency_keys.key });
  return rows.length === 1 ? refusal : settledAnswer(db, claim);
}

/** The final answer of this person's write; null if there is none. */
export async function storedAnswer(tx: Transaction, userId: string, key: string): Promise<Answer | null> {
  const [stored] = await tx
    .select()
    .from(idempotency_keys)
    .where(and(eq(idempotency_keys.key, key), eq(idempotency_keys.user_id, userId)));
  return stored === undefined ? null : { status: stored.status, body: stored.answer ?? undefined };
}

/** Deletes a stored refusal, so that the same write can be retried. An effect is never deleted. */
export async function forgetRefusal(tx: Transaction, userId: string, key: string): Promise<void> {
  await tx
    .delete(idempotency_keys)
    .where(
      and(
        eq(idempotency_keys.key, key),
        eq(idempotency_keys.user_id, userId),
        notBetween(idempotency_keys.status, 200, 299),
      ),
    );
}

/**
 * Makes the refusal the write's final answer. Waits for a concurrent run of the write, and returns false if
 * it has taken effect.
 */
export async function settleAsRefused(tx: Transaction, claim: Claim, refusal: Answer): Promise<boolean> {
  const row = rowOf(claim, refusal);
  const rows = await tx
    .insert(idempotency_keys)
    .values(row)
    .onConflictDoUpdate({
      target: idempotency_keys.key,
      set: { fingerprint: row.fingerprint, status: row.status, answer: row.answer, xid: row.xid },
      setWhere: sql`${idempotency_keys.user_id} = ${claim.user_id} and ${idempotency_keys.status} not between 200 and 299`,
    })
    .returning({ key: idempotency_keys.key });
  return rows.length === 1;
}
