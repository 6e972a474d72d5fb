import { decrypt, encrypt, toBase64, writePlace } from '#contract/encryption.ts';
import type { Problem } from '#contract/errors.ts';
import type { WaitingEndpointName } from '#contract/index.ts';
import type { SealedWrite } from '#contract/sync.ts';
import { keyOf } from './encrypted-rows.ts';
import type { LocalDatabase } from './local-database.ts';

/**
 * A creation of a record that isn't on devices, such as a ticket, until the server has answered. It is stored
 * encrypted next to the drafts, because it has no row here that the outbox could apply it to.
 */
export interface WaitingCall {
  /** Its name in the store. */
  name: string;
  /** Its idempotency key. */
  key: string;
  endpoint: WaitingEndpointName;
  params: Record<string, string>;
  body: Record<string, unknown>;
  /** ISO 8601, the device's clock. */
  captured_at: string;
  /** Why the server rejected it; null while it waits to be sent. */
  problem: { code: Problem['code'] | null; message: string; fields?: Record<string, string> } | null;
}

const WAITING = 'waiting-call|';
const REFUSED = 'refused-call|';

/** Encrypted like a write of the outbox, so that the worker and a rescue file can hand it over as it is. */
function encryptCall(db: LocalDatabase, call: Omit<WaitingCall, 'name'>) {
  return encrypt(keyOf(db), writePlace(call.key), { ...call, endpoint_version: 1 });
}

const nameOf = ({ captured_at, key, problem }: Omit<WaitingCall, 'name'>) =>
  `${problem === null ? WAITING : REFUSED}${captured_at}|${key}`;

/**
 * Stores a call, and drops the draft of the form that it was entered in, both or neither. Resolves once that
 * is durable.
 */
export async function keepCall(
  db: LocalDatabase,
  call: Omit<WaitingCall, 'name'>,
  draft: string | null = null,
): Promise<void> {
  const sealed = await encryptCall(db, call);
  await db.transaction('rw', db.drafts, async () => {
    await db.drafts.put({ form: nameOf(call), sealed });
    if (draft !== null) await db.drafts.delete(draft);
  });
}

/** The server has answered, or its author discards it. */
export async function dropCall(db: LocalDatabase, { name }: Pick<WaitingCall, 'name'>): Promise<void> {
  await db.drafts.delete(name);
}

/** Replaces a call: refused, or to be sent again. */
export async function replaceCall(
  db: LocalDatabase,
  { name, ...before }: WaitingCall,
  change: Partial<Pick<WaitingCall, 'problem' | 'key' | 'body'>>,
): Promise<void> {
  const call = { ...before, ...change };
  const sealed = await encryptCall(db, call);
  await db.transaction('rw', db.drafts, async () => {
    // Someone else may have sent or discarded it in the meantime.
    if ((await db.drafts.get(name)) === undefined) return;
    await db.drafts.delete(name);
    await db.drafts.put({ form: nameOf(call), sealed });
  });
}

/** When each call was captured, and whether it needs its author. Needs no key. */
export async function callNames(db: LocalDatabase): Promise<{ captured_at: string; isRefused: boolean }[]> {
  const names = await db.drafts.where('form').startsWithAnyOf([WAITING, REFUSED]).primaryKeys();
  return names.map((name) => {
    const [kind, captured_at = ''] = name.split('|');
    return { captured_at, isRefused: `${kind}|` === REFUSED };
  });
}

export async function hasWaitingCalls(db: LocalDatabase): Promise<boolean> {
  return db.dataKey !== null && (await db.drafts.where('form').startsWith(WAITING).count()) > 0;
}

/** All calls, oldest first. */
export async function waitingCalls(db: LocalDatabase): Promise<WaitingCall[]> {
  const rows = await db.drafts.where('form').startsWithAnyOf([WAITING, REFUSED]).toArray();
  const calls = await Promise.all(
    rows.map(async ({ form: name, sealed }) => {
      const key = name.split('|').at(-1) ?? '';
      const call = (await decrypt(keyOf(db), writePlace(key), sealed)) as Omit<WaitingCall, 'name'>;
      return { ...call, name };
    }),
  );
  return calls.sort((a, b) => (a.captured_at < b.captured_at ? -1 : 1));
}

/** A call that waits, as sent encrypted: by the worker, or in a rescue file. */
export interface EncryptedCall {
  /** Its name in the store. */
  name: string;
  write: SealedWrite;
}

/** The calls that wait to be sent, oldest first. Needs no key. */
export async function encryptedCalls(db: LocalDatabase): Promise<EncryptedCall[]> {
  const rows = await db.drafts.where('form').startsWith(WAITING).toArray();
  return rows.map(encryptedCall).sort(byCapture);
}

/** All calls, those that were refused too, oldest first. Needs no key. */
export async function allEncryptedCalls(db: LocalDatabase): Promise<EncryptedCall[]> {
  const rows = await db.drafts.where('form').startsWithAnyOf([WAITING, REFUSED]).toArray();
  return rows.map(encryptedCall).sort(byCapture);
}

function encryptedCall({ form: name, sealed }: { form: string; sealed: Uint8Array }): EncryptedCall {
  const [, captured_at = '', write_id = ''] = name.split('|');
  return {
    name,
    write: { write_id, base_version: 0, depends_on: [], captured_at, sealed: toBase64(sealed) },
  };
}

function byCapture({ write: a }: EncryptedCall, { write: b }: EncryptedCall): number {
  return a.captured_at < b.captured_at ? -1 : Number(a.captured_at > b.captured_at);
}
