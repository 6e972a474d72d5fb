import { toBase64 } from '#contract/encryption.ts';
import { ApiError, replayOf } from '#contract/errors.ts';
import type { DeviceReport, PushedWrite, SealedWrite, WriteAnswer } from '#contract/sync.ts';
import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';
import { openWrite, outboxCounts } from '#db/outbox.ts';
import { instant } from '#entities/fields.ts';
import { type ApiClient, NoAnswer, UnknownApiError } from '../api-client.ts';
import { type Clock, isoNow } from '../clock.ts';
import type { PushOutcome, PushTransport } from './drain.ts';
import { newestAcknowledged } from './resend-archived.ts';

export interface Sender {
  db: LocalDatabase;
  api: ApiClient;
  device_id: string;
  app_version: string;
  clock: Clock;
}

/**
 * What a device says of itself with each contact.
 * @param answered the newest write that the server must know, if that is not stored yet
 */
export async function deviceReport(
  { db, device_id, app_version, clock }: Omit<Sender, 'api'>,
  answered?: string,
): Promise<DeviceReport> {
  const counts = await outboxCounts(db);
  const acknowledged = answered ?? (await newestAcknowledged(db));
  return {
    device_id,
    device_now: isoNow(clock),
    app_version,
    unsent_count: counts.waiting + counts.attention,
    // A clock that was wrong then must not keep the server from reading what is right now.
    unsent_since: instant.safeParse(counts.unsent_since).data ?? null,
    ...(acknowledged === null ? {} : { acknowledged }),
  };
}

/** Whether the writes themselves are invalid, rather than the sender's permissions, address, or clock. */
function isAboutWrites({ code, fields = {} }: ApiError): boolean {
  if (code === 'request.too-large') return true;
  return code === 'request.invalid' && Object.hasOwn(fields, 'writes') && !Object.hasOwn(fields, 'device');
}

async function outcomeOf(push: () => Promise<{ answers: WriteAnswer[] }>): Promise<PushOutcome> {
  try {
    return { kind: 'answers', answers: (await push()).answers };
  } catch (problem) {
    if (problem instanceof NoAnswer) return { kind: 'no-answer' };
    const [status, code] =
      problem instanceof ApiError
        ? [problem.status, problem.code]
        : problem instanceof UnknownApiError
          ? [problem.status, null]
          : [0, null];
    if (status === 0) throw problem;
    if (code === 'sync.forgotten') return { kind: 'forgotten' };
    const replay = replayOf(status, code);
    if (replay === 'hold') return { kind: 'signed-out' };
    if (replay === 'update') return { kind: 'outdated' };
    if (problem instanceof ApiError && isAboutWrites(problem)) {
      const { code, message } = problem;
      return { kind: 'unreadable', problem: { code, message } };
    }
    return { kind: 'busy', retryAfterMs: problem instanceof ApiError ? problem.retryAfterMs : null };
  }
}

/** A write as sent decrypted, with the user's token. */
export async function pushedWrite(db: LocalDatabase, row: OutboxRow): Promise<PushedWrite> {
  const { content } = await openWrite(db, row);
  return {
    write_id: row.write_id,
    endpoint: content.endpoint,
    endpoint_version: content.endpoint_version,
    params: content.params,
    body: content.body,
    base_version: row.base_version,
    depends_on: row.depends_on,
    ...capture(row),
  };
}

function capture({ captured_at, device_captured_at = null }: OutboxRow) {
  return { captured_at, ...(device_captured_at === null ? {} : { device_captured_at }) };
}

/** A write as sent encrypted: with the device's token, or in a rescue file. */
export function encryptedWrite(row: OutboxRow): SealedWrite {
  return {
    write_id: row.write_id,
    base_version: row.base_version,
    depends_on: row.depends_on,
    ...capture(row),
    sealed: toBase64(row.sealed),
  };
}

/** Sends writes opened, under the person's own token. */
export function openTransport(sender: Sender): PushTransport {
  const opened = new WeakMap<OutboxRow, Promise<PushedWrite>>();
  const open = (row: OutboxRow) => {
    const write = opened.get(row) ?? pushedWrite(sender.db, row);
    opened.set(row, write);
    return write;
  };
  const prepare = (batch: readonly OutboxRow[]) => Promise.all(batch.map(open));
  const push: PushTransport = async (batch, answered) => {
    const [device, writes] = await Promise.all([deviceReport(sender, answered), prepare(batch)]);
    return outcomeOf(() => sender.api.call('sync.push', { body: { device, writes } }));
  };
  return Object.assign(push, { prepare });
}

/** Sends writes as stored in the outbox (ciphertext), under the device's append-only token. Used by the worker. */
export function encryptedTransport(sender: Sender): PushTransport {
  return async (batch, answered) => {
    const writes = batch.map(encryptedWrite);
    const device = await deviceReport(sender, answered);
    return outcomeOf(() => sender.api.call('sync.push-sealed', { body: { device, writes } }));
  };
}
