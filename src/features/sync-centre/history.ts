import type { HistoryRow, LocalDatabase } from '#db/local-database.ts';
import { openOverwritten } from '#db/overwritten.ts';
import { openRows } from '#db/sealed-rows.ts';
import { readDescriber, titleOf } from './write-words.ts';

export type Outcome = HistoryRow['outcome'];

export interface HistoryEntry {
  row: HistoryRow;
  title: string;
  /** Empty where its row is not on this device any more. */
  detail: string;
  /** What somebody else had entered and the write replaced: "Location: Room 4". */
  replaced: string[];
}

/** What became of work that left this device, newest first. */
export interface HistoryPage {
  entries: HistoryEntry[];
  hasMore: boolean;
}

/** @param outcome of this kind alone; nothing for all */
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
  const isAnyReplaced = shown.some((row) => row.overwritten !== undefined);
  const stored = isAnyReplaced ? await db.locations.toArray() : [];
  const describer = await readDescriber(db, shown);
  const locations = new Map((await openRows(db, 'location', stored)).map(({ id, name }) => [id, name]));
  const entries = await Promise.all(
    shown.map(async (row) => ({
      row,
      title: titleOf(row),
      detail: describer.has(row) ? describer.detailOf(row) : '',
      replaced: replacedWords(await openOverwritten(db, row), locations),
    })),
  );
  return { entries, hasMore: rows.length > limit };
}

/** What may be overwritten without asking, and people know by sight; links between rows say nothing to them. */
const LABELS: Readonly<Record<string, string>> = {
  location: 'Location',
  event_title: 'Title',
  event_color: 'Colour',
  remind_me: 'Reminder',
};

function replacedWords(values: Record<string, unknown>, locations: ReadonlyMap<string, string>): string[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const label = LABELS[field];
    if (label === undefined) return [];
    if (value === null || value === '') return [`${label}: none`];
    if (typeof value === 'boolean') return [`${label}: ${value ? 'yes' : 'no'}`];
    return [
      `${label}: ${field === 'location' ? (locations.get(String(value)) ?? 'a former location') : value}`,
    ];
  });
}
