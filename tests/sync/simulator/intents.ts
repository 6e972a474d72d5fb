import type { OpenedWrite } from '#db/outbox.ts';
import { type Book, marksOf } from './book.ts';
import type { Device } from './device.ts';
import type { WrittenEntity } from './tables.ts';

/** What a person did, and what the screen told them. */
export interface Intent {
  at: number;
  device: Device;
  user_id: string;
  entity: WrittenEntity;
  row: string;
  effect: 'create' | 'update' | 'delete';
  /** Its mark; null for a deletion of something that is never recreated. */
  token: string | null;
  lane: string;
  /** `saved` was reported; `unsure` if the tab died before that. */
  status: 'saved' | 'unsure' | 'discarded' | 'replaced';
  /** The row of another entity that it references, created before it. */
  builds_on: string | null;
}

/** What identifies a queued write. */
export function marksOfWrite({ content, captured_at }: OpenedWrite): string[] {
  return marksOf({ ...content, captured_at });
}

/** A readable description of a write. */
export function markOf(write: OpenedWrite): string {
  return marksOfWrite(write)[0] ?? `${write.effect} ${write.entity_id}`;
}

/** Whether a write carries an intent. */
export function carries(write: OpenedWrite, { row, token }: Intent): boolean {
  if (write.entity_id !== row) return false;
  return token === null ? write.effect === 'delete' : marksOfWrite(write).includes(token);
}

/** Marks earlier changes of a row as replaced, if they folded into a new one or canceled out. */
export function noteReplaced(
  intents: readonly Intent[],
  book: Book,
  by: { device: Device; row: string; fresh: ReadonlySet<Intent> },
  before: readonly OpenedWrite[],
  after: readonly OpenedWrite[],
): void {
  for (const intent of intents) {
    if (by.fresh.has(intent) || intent.device !== by.device || intent.row !== by.row) continue;
    const write = before.find((one) => carries(one, intent));
    // May have been refused meanwhile, in another tab.
    if (write === undefined || !(write.attempts === 0 || book.disturbed.has(write.entity_id))) continue;
    if (after.some((one) => carries(one, intent))) continue;
    // May have been accepted meanwhile, under the new id of a merge.
    if (!book.hasTaken(intent.row, write.effect, intent.token)) intent.status = 'replaced';
  }
}

/** New marks and deletions in an outbox, by the write that carries them. */
function newMarks(
  before: readonly OpenedWrite[],
  after: readonly OpenedWrite[],
): { write: OpenedWrite; token: string | null }[] {
  const namesOf = (write: OpenedWrite): (string | null)[] => {
    const marks = marksOfWrite(write);
    return marks.length === 0 && write.effect === 'delete' ? [null] : marks;
  };
  const known = new Set(
    before.flatMap((write) => namesOf(write).map((name) => `${write.entity_id} ${name}`)),
  );
  return after.flatMap((write) =>
    namesOf(write).flatMap((token) => (known.has(`${write.entity_id} ${token}`) ? [] : [{ write, token }])),
  );
}

/** What a feature's action meant, from what is new in the outbox. */
export function freshIntents(
  known: readonly Intent[],
  before: readonly OpenedWrite[],
  after: readonly OpenedWrite[],
  act: Pick<Intent, 'at' | 'device' | 'user_id' | 'status'>,
): Intent[] {
  // What a drain in another tab merged into a text already has an author.
  const isForeign = (row: string, token: string | null) =>
    token !== null && known.some((one) => one.token === token && one.row === row);
  return newMarks(before, after)
    .filter(({ write, token }) => !isForeign(write.entity_id, token))
    .map(({ write, token }) => ({
      ...act,
      token,
      entity: write.entity as WrittenEntity,
      row: write.entity_id,
      // A change folded into a creation is still a change.
      effect: before.some((one) => one.write_id === write.write_id) ? 'update' : write.effect,
      lane: write.lane,
      builds_on: null,
    }));
}
