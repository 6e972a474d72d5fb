import type { OpenedWrite } from '#db/outbox.ts';
import { type Book, marksOf } from './book.ts';
import type { Phone } from './phone.ts';
import type { WrittenEntity } from './tables.ts';

/** What a person did, and what the screen told them. */
export interface Intent {
  at: number;
  phone: Phone;
  user_id: string;
  entity: WrittenEntity;
  row: string;
  effect: 'create' | 'update' | 'delete';
  /** Its mark; a deletion of what is never made again has none. */
  token: string | null;
  lane: string;
  /** `saved` was said; `unsure` where the tab died before it could be said. */
  status: 'saved' | 'unsure' | 'discarded' | 'replaced';
  /** The row of another kind that it points to, made before it. */
  builds_on: string | null;
}

/** What a write of an outbox is known by. */
export function marksOfWrite({ content, captured_at }: OpenedWrite): string[] {
  return marksOf({ ...content, captured_at });
}

/** A write by name, in words. */
export function markOf(write: OpenedWrite): string {
  return marksOfWrite(write)[0] ?? `${write.effect} ${write.entity_id}`;
}

/** Whether a write carries what was meant. */
export function carries(write: OpenedWrite, { row, token }: Intent): boolean {
  if (write.entity_id !== row) return false;
  return token === null ? write.effect === 'delete' : marksOfWrite(write).includes(token);
}

/** Earlier changes of a row that folded into a new one, or cancelled out with it. */
export function noteReplaced(
  intents: readonly Intent[],
  book: Book,
  by: { phone: Phone; row: string; fresh: ReadonlySet<Intent> },
  before: readonly OpenedWrite[],
  after: readonly OpenedWrite[],
): void {
  for (const intent of intents) {
    if (by.fresh.has(intent) || intent.phone !== by.phone || intent.row !== by.row) continue;
    const write = before.find((one) => carries(one, intent));
    // Refused meanwhile, perhaps, in another tab.
    if (write === undefined || !(write.attempts === 0 || book.disturbed.has(write.entity_id))) continue;
    if (after.some((one) => carries(one, intent))) continue;
    // Taken by the office meanwhile, perhaps under the new id that a merge gave it.
    if (!book.hasTaken(intent.row, write.effect, intent.token)) intent.status = 'replaced';
  }
}

/** The marks and deletions that came into an outbox, by the write that carries them. */
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

/** What an act of a feature meant, by what is new in the outbox. */
export function freshIntents(
  known: readonly Intent[],
  before: readonly OpenedWrite[],
  after: readonly OpenedWrite[],
  act: Pick<Intent, 'at' | 'phone' | 'user_id' | 'status'>,
): Intent[] {
  // What a drain in another tab merged into a text has an author already.
  const isForeign = (row: string, token: string | null) =>
    token !== null && known.some((one) => one.token === token && one.row === row);
  return newMarks(before, after)
    .filter(({ write, token }) => !isForeign(write.entity_id, token))
    .map(({ write, token }) => ({
      ...act,
      token,
      entity: write.entity as WrittenEntity,
      row: write.entity_id,
      // What folded into a creation is a change all the same.
      effect: before.some((one) => one.write_id === write.write_id) ? 'update' : write.effect,
      lane: write.lane,
      builds_on: null,
    }));
}
