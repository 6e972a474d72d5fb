import type { EntityName } from '#contract/entity-name.ts';
import type { HistoryRow, LocalDatabase } from '#db/local-database.ts';
import { openOverwritten } from '#db/overwritten.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { fieldLabel, fieldWords, isLink, writeTitle } from '#entities/words/words.ts';
import { readNames } from '#screens/device/record-names.ts';
import { readDescriber } from './write-words.ts';

export type Outcome = HistoryRow['outcome'];

export interface HistoryEntry {
  row: HistoryRow;
  title: string;
  /** Empty if its row is no longer on this device. */
  detail: string;
  /** Values by someone else that the write replaced: "Location: Room 4". */
  replaced: string[];
}

/** What happened to changes that left this device, newest first. */
export interface HistoryPage {
  entries: HistoryEntry[];
  hasMore: boolean;
}

/** @param outcome only of this kind; without it, all */
export async function readHistory(
  db: LocalDatabase,
  outcome: Outcome | null,
  limit: number,
): Promise<HistoryPage> {
  const rows = await db.history
    .orderBy('finished_at')
    .reverse()
    .filter((row) => outcome === null || row.outcome === outcome)
    .limit(limit + 1)
    .toArray();
  const shown = rows.slice(0, limit);
  const describer = await readDescriber(db, shown);
  const replaced = await Promise.all(shown.map((row) => openOverwritten(db, row)));
  const names = await readNames(db, replaced);
  const entries = shown.map((row, at) => ({
    row,
    title: writeTitle(row),
    detail: describer.has(row) ? describer.detailOf(row) : '',
    replaced: replacedWords(row.entity, replaced[at] ?? {}, names),
  }));
  return { entries, hasMore: rows.length > limit };
}

/** Ids of other records mean nothing to people. */
function replacedWords(entity: EntityName, values: Record<string, unknown>, names: KnownNames): string[] {
  return Object.entries(values).flatMap(([field, value]) => {
    if (isLink(entity, field)) return [];
    const words = fieldWords(entity, field, value, names);
    // Within the sentence.
    const isCoded = value === null || value === '' || typeof value === 'boolean';
    return [`${fieldLabel(entity, field)}: ${isCoded ? words.toLowerCase() : words}`];
  });
}
