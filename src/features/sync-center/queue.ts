import { filesUnderWay } from '#db/attachment-files.ts';
import type { AttachmentFile } from '#db/attachment-rows.ts';
import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';
import type { SendingPause } from '#db/meta-rows.ts';
import { type OpenedWrite, openWrite } from '#db/outbox.ts';
import { writeTitle } from '#entities/words/words.ts';
import { type DescribedWrite, layered, readDescriber, titleOfAll } from './write-words.ts';

/** All unsynced changes of one row in the same part of the queue, in local order. */
export interface RecordWrites {
  entity: OutboxRow['entity'];
  entity_id: string;
  writes: OutboxRow[];
}

/** Waiting changes of one row. */
export interface WaitingRecord extends RecordWrites {
  title: string;
  detail: string;
  /** An unsynced change of another row that is sent first: "New session, 03/10/2026, 09:00 AM"; or null. */
  waits_for: string | null;
}

/** Changes of a student or row that this person can no longer see. */
export interface OrphanedRecord {
  entity_id: string;
  writes: [OpenedWrite, ...OpenedWrite[]];
  title: string;
  detail: string;
}

/** A file that was announced to the server but isn't fully uploaded. */
export interface FileOnItsWay {
  file: AttachmentFile;
  file_name: string;
  /** "scan.pdf, Maya R." */
  detail: string;
}

export interface Queue {
  /** Oldest first; stopped ones need their author. */
  files: FileOnItsWay[];
  refused: DescribedWrite[];
  orphaned: OrphanedRecord[];
  /** The oldest, up to the limit. */
  waiting: WaitingRecord[];
  /** The number of waiting records. */
  waiting_total: number;
  /** The number of their changes, as counted by the status "Sync". */
  waiting_changes: number;
  pause: SendingPause['reason'] | null;
}

/** States that a later write of the same lane waits for. */
const IN_LANE: readonly OutboxRow['state'][] = ['waiting', 'sending', 'held'];

/** Writes grouped by row, in the order of the oldest write. Pure. */
function byRecord(writes: readonly OutboxRow[]): RecordWrites[] {
  const records = new Map<string, RecordWrites>();
  for (const write of writes) {
    const { entity, entity_id } = write;
    const known = records.get(`${entity}|${entity_id}`);
    if (known === undefined) records.set(`${entity}|${entity_id}`, { entity, entity_id, writes: [write] });
    else known.writes.push(write);
  }
  return [...records.values()];
}

/**
 * The first unsent work on another row that this must not overtake: what it builds
 * on, or what was made before it in the same lane. Pure.
 */
function goesFirst({ writes }: RecordWrites, all: readonly OutboxRow[]): OutboxRow | null {
  const own = new Set(writes.map((write) => write.write_id));
  const needed = new Set(writes.flatMap((write) => write.depends_on));
  const [head] = writes;
  const isBefore = (other: OutboxRow) =>
    needed.has(other.write_id) ||
    (head !== undefined && other.lane === head.lane && other.seq < head.seq && IN_LANE.includes(other.state));
  return all.find((other) => !own.has(other.write_id) && isBefore(other)) ?? null;
}

/** @param limit how many waiting records to describe: each needs its row decrypted */
export async function readQueue(db: LocalDatabase, limit: number): Promise<Queue> {
  const [stored, pause, underWay] = await Promise.all([
    db.outbox.orderBy('seq').toArray(),
    db.meta.get('pause'),
    filesUnderWay(db),
  ]);
  const files = underWay.map((file) => ({ file, entity: 'attachment' as const, entity_id: file.id }));
  const refused = stored.filter(({ state }) => state === 'parked');
  const orphaned = byRecord(stored.filter(({ state }) => state === 'orphaned'));
  const waiting = byRecord(stored.filter(({ state }) => state !== 'parked' && state !== 'orphaned'));
  const shown = waiting.slice(0, limit).map((record) => ({ ...record, first: goesFirst(record, stored) }));
  const openAll = (writes: readonly OutboxRow[]) => Promise.all(writes.map((write) => openWrite(db, write)));
  const first = shown.flatMap((record) => record.first ?? []);
  const describer = await readDescriber(
    db,
    [...refused, ...orphaned, ...shown, ...first, ...files],
    async (has) => {
      const others = [...refused, ...shown.flatMap(({ writes }) => writes), ...first];
      const ofOrphans = orphaned.flatMap(({ writes }) => writes);
      const opened = await openAll([...ofOrphans, ...others.filter((write) => !has(write))]);
      return opened.map(({ content }) => content);
    },
  );
  /** The row on this device, or without one, the row that its writes describe. */
  const detailOf = async (record: RecordWrites) =>
    describer.has(record)
      ? describer.detailOf(record)
      : describer.detailOf(record, layered(await openAll(record.writes)));
  return {
    files: files.map(({ file, ...subject }) => {
      const detail = describer.has(subject) ? describer.detailOf(subject) : 'A file your office deleted';
      return { file, detail, file_name: describer.fileNameOf(subject) ?? 'attachment' };
    }),
    refused: await Promise.all(
      refused.map(async (row) => {
        const write = await openWrite(db, row);
        const typed = describer.has(row) ? {} : layered([write]);
        return { write, title: writeTitle(row), detail: describer.detailOf(row, typed) };
      }),
    ),
    orphaned: await Promise.all(
      orphaned.map(async ({ writes: rows, ...subject }) => {
        const writes = (await openAll(rows)) as OrphanedRecord['writes'];
        const detail = describer.detailOf(subject, layered(writes));
        return { entity_id: subject.entity_id, writes, title: titleOfAll(rows), detail };
      }),
    ),
    waiting: await Promise.all(
      shown.map(async ({ first, ...record }) => ({
        ...record,
        title: titleOfAll(record.writes),
        detail: await detailOf(record),
        waits_for:
          first === null
            ? null
            : [writeTitle(first), await detailOf({ ...first, writes: [first] })]
                .filter((part) => part !== '')
                .join(', '),
      })),
    ),
    waiting_total: waiting.length,
    waiting_changes: waiting.reduce((sum, { writes }) => sum + writes.length, 0),
    pause: (pause as SendingPause | undefined)?.reason ?? null,
  };
}
