import type { Attachment } from '#contract/attachment.ts';
import type { EntityName } from '#contract/entity-name.ts';
import { openRow } from '#db/encrypted-rows.ts';
import type { LocalDatabase, OutboxRow, StoredRow } from '#db/local-database.ts';
import type { OpenedWrite } from '#db/outbox.ts';
import { rowTitle, writeTitle } from '#entities/words/words.ts';
import { readNames, watchNames } from '#screens/device/record-names.ts';

/** An unsynced write with what people need to recognize it. */
export interface DescribedWrite {
  write: OpenedWrite;
  /** "New session" */
  title: string;
  /** "11/21/2026, 09:00 AM, Maya R." */
  detail: string;
}

/** The row to describe. */
type Subject = Pick<OutboxRow, 'entity' | 'entity_id'>;

/** The title of several writes of one row, in local order: "New session". */
export function titleOfAll(writes: readonly Pick<OutboxRow, 'entity' | 'effect'>[]): string {
  const [first, last] = [writes[0], writes.at(-1)];
  if (first === undefined || last === undefined) return '';
  return writeTitle(last.effect === 'delete' ? last : first);
}

/** "New session: 11/21/2026, 09:00 AM, Maya R.", as a sentence, whatever it ends with. */
export function sentenceOf({ title, detail }: Pick<DescribedWrite, 'title' | 'detail'>): string {
  const words = detail === '' ? title : `${title}: ${detail}`;
  return words.endsWith('.') ? words : `${words}.`;
}

/** The row that results from these writes alone. Pure. */
export function layered(writes: readonly OpenedWrite[]): Record<string, unknown> {
  return Object.assign(
    {},
    ...writes.flatMap(({ content }) => [content.base_values, content.body ?? {}]),
  ) as Record<string, unknown>;
}

/** Describes rows so that people can tell them apart; empty for rows that aren't on this device. */
interface Describer {
  has(subject: Subject): boolean;
  /** @param typed values of its writes, which take precedence over the row's */
  detailOf(subject: Subject, typed?: Record<string, unknown>): string;
  /** Of an attachment. */
  fileNameOf(subject: Subject): string | undefined;
}

/**
 * Loads what describing these rows needs.
 *
 * Within a live query it is the last read: what comes after it is not followed.
 * @param readTyped reads values of the writes that describe rows which aren't here: they may name others
 */
export async function readDescriber(
  db: LocalDatabase,
  subjects: readonly Subject[],
  readTyped: (has: (subject: Subject) => boolean) => Promise<readonly unknown[]> = async () => [],
): Promise<Describer> {
  const wanted = new Map<EntityName, Set<string>>();
  for (const { entity, entity_id } of subjects) {
    wanted.set(entity, (wanted.get(entity) ?? new Set<string>()).add(entity_id));
  }
  const [stored] = await Promise.all([
    Promise.all(
      [...wanted].map(async ([entity, ids]): Promise<[EntityName, (StoredRow | undefined)[]]> => {
        return [entity, await db.rowsOf(entity).bulkGet([...ids])];
      }),
    ),
    watchNames(db),
  ]);
  const rows = new Map<string, object>();
  for (const [entity, found] of stored) {
    for (const row of found) {
      // Lists hide deleted rows; here they are described.
      const opened = row === undefined ? null : await openRow(db, entity, { ...row, is_gone: 0 });
      if (opened !== null) rows.set(`${entity}|${opened.id}`, opened);
    }
  }
  const rowOf = ({ entity, entity_id }: Subject) => rows.get(`${entity}|${entity_id}`);
  const has = (subject: Subject) => rowOf(subject) !== undefined;
  const names =
    subjects.length === 0 ? {} : await readNames(db, [...rows.values(), ...(await readTyped(has))]);
  return {
    has,
    fileNameOf: (subject) => (rowOf(subject) as Partial<Attachment> | undefined)?.file_name,
    detailOf: (subject, typed = {}) => rowTitle(subject.entity, { ...rowOf(subject), ...typed }, names),
  };
}
