import type { Attachment } from '#contract/attachment.ts';
import type { EntityName } from '#contract/entity-name.ts';
import { openRow } from '#db/encrypted-rows.ts';
import type { LocalDatabase, OutboxRow, StoredRow } from '#db/local-database.ts';
import type { OpenedWrite } from '#db/outbox.ts';
import { rowTitle, writeTitle } from '#entities/words/words.ts';
import { readNames } from '#screens/device/record-names.ts';

/** An unsent write with what a person needs to recognize it. */
export interface DescribedWrite {
  write: OpenedWrite;
  /** "New session" */
  title: string;
  /** "11/21/2026, 09:00 AM, Maya R." */
  detail: string;
}

/** What words are about. */
type Subject = Pick<OutboxRow, 'entity' | 'entity_id'>;

/** What several writes of one row come to, in the order in which they were made: "New session". */
export function titleOfAll(writes: readonly Pick<OutboxRow, 'entity' | 'effect'>[]): string {
  const [first, last] = [writes[0], writes.at(-1)];
  if (first === undefined || last === undefined) return '';
  return writeTitle(last.effect === 'delete' ? last : first);
}

/** "New session: 11/21/2026, 09:00 AM, Maya R.", a sentence of its own whatever it ends with. */
export function sentenceOf({ title, detail }: Pick<DescribedWrite, 'title' | 'detail'>): string {
  const words = detail === '' ? title : `${title}: ${detail}`;
  return words.endsWith('.') ? words : `${words}.`;
}

/** What a row would be if these writes were all that is known of it. Pure. */
export function layered(writes: readonly OpenedWrite[]): Record<string, unknown> {
  return Object.assign(
    {},
    ...writes.flatMap(({ content }) => [content.base_values, content.body ?? {}]),
  ) as Record<string, unknown>;
}

/** Says of a row what tells it from others; nothing is known of it where it is not on this device. */
interface Describer {
  has(subject: Subject): boolean;
  /** @param typed what its writes say, laid over what this device has */
  detailOf(subject: Subject, typed?: Record<string, unknown>): string;
  /** Of an attachment. */
  fileNameOf(subject: Subject): string | undefined;
}

/**
 * Reads what the words about these rows need.
 *
 * Within a live query it is the last read: what comes after it is not followed.
 */
export async function readDescriber(db: LocalDatabase, subjects: readonly Subject[]): Promise<Describer> {
  const wanted = new Map<EntityName, Set<string>>();
  for (const { entity, entity_id } of subjects) {
    wanted.set(entity, (wanted.get(entity) ?? new Set<string>()).add(entity_id));
  }
  const [stored, names] = await Promise.all([
    Promise.all(
      [...wanted].map(async ([entity, ids]): Promise<[EntityName, (StoredRow | undefined)[]]> => {
        return [entity, await db.rowsOf(entity).bulkGet([...ids])];
      }),
    ),
    subjects.length === 0 ? {} : readNames(db),
  ]);
  const rows = new Map<string, object>();
  for (const [entity, found] of stored) {
    for (const row of found) {
      // A deleted row is hidden from lists; here it is what the words are about.
      const opened = row === undefined ? null : await openRow(db, entity, { ...row, is_gone: 0 });
      if (opened !== null) rows.set(`${entity}|${opened.id}`, opened);
    }
  }
  const rowOf = ({ entity, entity_id }: Subject) => rows.get(`${entity}|${entity_id}`);
  return {
    has: (subject) => rowOf(subject) !== undefined,
    fileNameOf: (subject) => (rowOf(subject) as Partial<Attachment> | undefined)?.file_name,
    detailOf: (subject, typed = {}) => rowTitle(subject.entity, { ...rowOf(subject), ...typed }, names),
  };
}
