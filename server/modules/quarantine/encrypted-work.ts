import type { DeviceReport, SealedWrite, WriteAnswer } from '#contract/sync.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { noteContact } from '#server/modules/sync/devices.ts';
import { type EscrowedDevice, readDataKey } from '#server/modules/sync/escrow.ts';
import { answerInOrder, type QueuedWrite } from '#server/modules/sync/push.ts';
import { openWrite } from '#server/modules/sync/push-encrypted.ts';
import { type Answer, isAccepted } from '#server/plugins/answer.ts';
import { storedAnswer } from '#server/plugins/idempotency.ts';
import { type Custody, keptAuthor, openKept, takeIn } from './take-in.ts';

/** Decrypts a device's writes with the key in escrow; undecryptable ones are answered as invalid. */
export async function openWrites(
  secret: string,
  device: EscrowedDevice,
  writes: readonly SealedWrite[],
): Promise<QueuedWrite[]> {
  const key = await readDataKey(secret, device);
  const opened: QueuedWrite[] = [];
  // One after another: decoding all at once would block everyone else until the last.
  for (const write of writes) opened.push(await openWrite(key, write));
  return opened;
}

/** Why a device's writes are held for review; null if they may run. */
export function custodyCause(
  device: { lost_at: string | null },
  author: { is_active: boolean },
): Custody['cause'] | null {
  if (device.lost_at !== null) return 'lost-device';
  return author.is_active ? null : 'deactivated';
}

/**
 * Answers writes that may not run as their author: with the stored answer if there is one, otherwise they are
 * held for review.
 */
export function keepForDecision(
  db: Database,
  custody: Omit<Custody, 'note'>,
  queue: readonly QueuedWrite[],
): Promise<WriteAnswer[]> {
  const whole: Custody = { ...custody, note: '' };
  return db.transaction((tx) => answerInOrder(queue, (entry) => keepOne(tx, whole, entry)));
}

async function keepOne(tx: Transaction, custody: Custody, entry: QueuedWrite): Promise<Answer> {
  if ('answer' in entry) return entry.answer;
  const { write_id } = entry.write;
  if ((await keptAuthor(tx, write_id)) === null) {
    const earlier = await storedAnswer(tx, custody.author, write_id);
    if (earlier !== null) return earlier;
  }
  return takeIn(tx, custody, openKept(entry.write));
}

/**
 * Stores everything that a lost device has in quarantine. Undecryptable writes are stored too, but never
 * listed.
 * @returns the writes that the device may delete
 */
export async function surrender(
  db: Database,
  secret: string,
  device: EscrowedDevice,
  given: { device: DeviceReport; writes: readonly SealedWrite[]; context: Custody['context'] },
): Promise<string[]> {
  const { device: report, writes, context } = given;
  const opened = await openWrites(secret, device, writes);
  const custody: Custody = {
    author: device.user_id,
    device_id: device.id,
    device_now: report.device_now,
    cause: 'lost-device',
    note: '',
    context,
  };
  return db.transaction(async (tx) => {
    const kept: string[] = [];
    for (const [index, sealed] of writes.entries()) {
      const entry = opened[index];
      const isOpen = entry !== undefined && !('answer' in entry);
      const answer = await takeIn(tx, custody, isOpen ? openKept(entry.write) : sealed);
      if (isAccepted(answer)) kept.push(sealed.write_id);
    }
    await noteContact(tx, device.user_id, report, kept.length, context.now);
    return kept;
  });
}
