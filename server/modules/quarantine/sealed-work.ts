import type { DeviceReport, SealedWrite, WriteAnswer } from '#contract/sync.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { noteContact } from '#server/modules/sync/devices.ts';
import { openDataKey } from '#server/modules/sync/escrow.ts';
import { answerInOrder, type QueuedWrite } from '#server/modules/sync/push.ts';
import { importDataKey, openWrite } from '#server/modules/sync/push-sealed.ts';
import { type Answer, isAccepted } from '#server/plugins/answer.ts';
import { storedAnswer } from '#server/plugins/idempotency.ts';
import { type Custody, keptAuthor, openKept, takeIn } from './take-in.ts';

interface EscrowedDevice {
  id: string;
  user_id: string;
  sealed_data_key: string;
}

/** Opens what a device sealed, with the key in escrow; what does not open is answered as invalid. */
export async function openWrites(
  secret: string,
  { id, user_id, sealed_data_key }: EscrowedDevice,
  writes: readonly SealedWrite[],
): Promise<QueuedWrite[]> {
  const key = await importDataKey(openDataKey(secret, { device_id: id, user_id }, sealed_data_key));
  return Promise.all(writes.map((write) => openWrite(key, write)));
}

/**
 * Answers the writes of an author whose account is no longer active: as before where
 * they were answered, else they are kept until somebody decides on them.
 */
export function keepForInactive(
  db: Database,
  custody: Omit<Custody, 'cause' | 'note'>,
  queue: readonly QueuedWrite[],
): Promise<WriteAnswer[]> {
  const whole: Custody = { ...custody, cause: 'deactivated', note: '' };
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
 * Takes all that a lost device still holds into quarantine, also what can't be opened.
 *
 * @returns the writes that the device may forget
 */
export async function surrender(
  db: Database,
  secret: string,
  device: EscrowedDevice,
  given: { device: DeviceReport; writes: readonly SealedWrite[]; facts: Custody['facts'] },
): Promise<string[]> {
  const { device: report, writes, facts } = given;
  const opened = await openWrites(secret, device, writes);
  const custody: Custody = {
    author: device.user_id,
    device_id: device.id,
    device_now: report.device_now,
    cause: 'lost-device',
    note: '',
    facts,
  };
  return db.transaction(async (tx) => {
    const kept: string[] = [];
    for (const [index, sealed] of writes.entries()) {
      const entry = opened[index];
      const isOpen = entry !== undefined && !('answer' in entry);
      const answer = await takeIn(tx, custody, isOpen ? openKept(entry.write) : sealed);
      if (isAccepted(answer)) kept.push(sealed.write_id);
    }
    await noteContact(tx, device.user_id, report, kept.length, facts.now);
    return kept;
  });
}
