import type { AttachmentFile } from './attachment-rows.ts';
import { type LocalRow, openRows } from './encrypted-rows.ts';
import type { LocalDatabase } from './local-database.ts';

export interface LocalAttachment extends LocalRow<'attachment'> {
  /** Its bytes on this device; null if there are none. */
  file: AttachmentFile | null;
}

/** The attachments of these students on this device, newest first. */
export async function attachmentsOfStudents(
  db: LocalDatabase,
  students: readonly string[],
): Promise<LocalAttachment[]> {
  const stored = await db.attachments
    .where('student')
    .anyOf([...students])
    .toArray();
  const files = await db.attachmentFiles.bulkGet(stored.map(({ id }) => id));
  const fileOf = new Map(files.flatMap((file) => (file === undefined ? [] : [[file.id, file]])));
  const rows = await openRows(db, 'attachment', stored);
  return rows
    .map((row) => ({ ...row, file: fileOf.get(row.id) ?? null }))
    .sort((a, b) => (a.captured_at < b.captured_at ? 1 : -1));
}
