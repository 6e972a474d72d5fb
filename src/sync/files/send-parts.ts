import type { AttachmentProgress } from '#contract/attachment.ts';
import { ApiError, type Problem, replayOf } from '#contract/errors.ts';
import { filesUnderWay, openPart } from '#db/attachment-files.ts';
import type { AttachmentFile } from '#db/attachment-rows.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import type { SendingPause } from '#db/meta-rows.ts';
import { missingParts } from '#domain/attachments/part-plan.ts';
import { NoAnswer, UnknownApiError } from '../api-client.ts';
import { type DrainLock, drainLockName, stopSending, webLock } from '../outbox/drain.ts';
import { backoffMs, isDue, LONGEST_BACKOFF_MS } from '../outbox/settle.ts';
import type { Sender } from '../outbox/transport.ts';

export interface PartReport {
  /** `step`: there was progress; call again for the next. */
  outcome: 'step' | 'nothing' | 'no-answer' | 'busy' | SendingPause['reason'];
  /** A file is complete on the server: pull soon. */
  pull: boolean;
  retryAfterMs: number | null;
}

const NOTHING: PartReport = { outcome: 'nothing', pull: false, retryAfterMs: null };

/**
 * Advances the uploads by one step: asks which parts of a file the server has, or sends its next missing
 * part. Each step takes the same lock as the writes, so that no write waits behind a large file.
 *
 * Before a part is sent, its outcome is marked as unknown. A sender that finds the mark, after a lost
 * response or a killed browser, asks before sending again.
 */
export function sendNextPart(sender: Sender, lock: DrainLock = webLock): Promise<PartReport> {
  return lock(drainLockName(sender.db), () => stepUnderLock(sender));
}

async function stepUnderLock(sender: Sender): Promise<PartReport> {
  const { db, clock } = sender;
  if (db.dataKey === null || (await db.meta.get('pause')) !== undefined) return NOTHING;
  const now = clock.now();
  const files = await filesUnderWay(db);
  const file = files.find((one) => one.state === 'waiting' && isDue(one, now));
  if (file === undefined) return NOTHING;
  try {
    return await step(sender, file);
  } catch (problem) {
    return settleFailure(sender, file, problem);
  }
}

async function step({ db, api }: Sender, file: AttachmentFile): Promise<PartReport> {
  const { id } = file;
  if (file.must_ask === 1) {
    return noteProgress(db, id, await api.call('attachment.parts', { params: { id } }));
  }
  // All parts are there but the file is not complete: resending any of them makes the server check again.
  const n = missingParts(file.parts, file.arrived)[0] ?? file.parts;
  const bytes = await openPart(db, id, n).catch(() => null);
  if (bytes === null) {
    await stopFile(db, id, {
      code: 'request.invalid',
      message:
        "Part of this file can't be read on this device anymore. Discard it and attach the file again.",
    });
    return { ...NOTHING, outcome: 'step' };
  }
  const sha256 = await sha256Hex(bytes);
  const isStillSending = await db.attachmentFiles.update(id, { must_ask: 1, attempts: file.attempts + 1 });
  if (isStillSending === 0) return { ...NOTHING, outcome: 'step' };
  const progress = await api.call('attachment.put-part', { params: { id, n }, query: { sha256 }, bytes });
  return noteProgress(db, id, progress);
}

async function noteProgress(
  db: LocalDatabase,
  id: string,
  { arrived, is_complete }: AttachmentProgress,
): Promise<PartReport> {
  await db.attachmentFiles.update(id, {
    arrived,
    must_ask: 0,
    attempts: 0,
    next_attempt_at: 0,
    problem: null,
    ...(is_complete ? { purpose: 'offline' as const } : {}),
  });
  return { outcome: 'step', pull: is_complete, retryAfterMs: null };
}

/** Applies an error to the file. No branch deletes its bytes. */
async function settleFailure(
  { db, clock }: Sender,
  file: AttachmentFile,
  problem: unknown,
): Promise<PartReport> {
  if (problem instanceof NoAnswer) return { ...NOTHING, outcome: 'no-answer' };
  const isApiError = problem instanceof ApiError;
  if (!isApiError && !(problem instanceof UnknownApiError)) throw problem;
  const words: Problem = {
    code: isApiError ? problem.code : 'server.failed',
    message: Object.values((isApiError && problem.fields) || {})[0] ?? problem.message,
  };
  switch (replayOf(problem.status, isApiError ? problem.code : null)) {
    case 'hold':
      await stopSending(db, 'signed-out');
      return { ...NOTHING, outcome: 'signed-out' };
    case 'update':
      await stopSending(db, 'outdated');
      return { ...NOTHING, outcome: 'outdated' };
    case 'park':
    case 'merge':
      await stopFile(db, file.id, words);
      return { ...NOTHING, outcome: 'step' };
    case 'retry': {
      if (isApiError && problem.code === 'request.too-many') {
        await holdFiles(db, clock.now() + Math.min(problem.retryAfterMs ?? 0, LONGEST_BACKOFF_MS), words);
        return NOTHING;
      }
      const attempts = file.attempts + 1;
      const next_attempt_at = clock.now() + backoffMs(attempts, clock.random());
      await db.attachmentFiles.update(file.id, { attempts, next_attempt_at, problem: words });
      return { ...NOTHING, outcome: 'busy', retryAfterMs: isApiError ? problem.retryAfterMs : null };
    }
  }
}

/** The person's upload allowance is used up. This affects only files: writes and pulls continue. */
async function holdFiles(db: LocalDatabase, notBefore: number, problem: Problem): Promise<void> {
  await db.attachmentFiles
    .where('purpose')
    .equals('sending')
    .and(({ state }) => state === 'waiting')
    .modify({ next_attempt_at: notBefore, problem });
}

async function stopFile(db: LocalDatabase, id: string, problem: Problem): Promise<void> {
  await db.attachmentFiles.update(id, { state: 'stopped', must_ask: 1, problem });
}

/** SHA-256, hex. */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
