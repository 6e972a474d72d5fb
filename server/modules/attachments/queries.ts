import { sql } from 'drizzle-orm';
import type { Attachment } from '#contract/attachment.ts';
import { ApiError } from '#contract/errors.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, type Stored } from '#server/db/entity-rows.ts';
import { arrayParam, isoInstant, jsonRows } from '#server/db/json-rows.ts';

/** A stored attachment, including deleted ones, which stay for the audit. */
export type StoredAttachment = Stored<'attachment'>;

export function attachmentsOfStudent(tx: Transaction, student: string): Promise<Attachment[]> {
  return keptRows(tx, 'attachment', sql`student = ${student} order by attachments.captured_at desc, id desc`);
}

/** Whether this student has that note. */
export async function isNoteOfStudent(tx: Transaction, note: string, student: string): Promise<boolean> {
  const rows = await jsonRows<{ id: string }>(
    tx,
    sql`select id from soap_notes where id = ${note} and student = ${student} and deleted_at is null`,
  );
  return rows.length > 0;
}

/** What the stored bytes with these ids belong to. */
export interface BlobStatus {
  id: string;
  is_complete: boolean;
  received_at: string;
  deleted_at: string | null;
}

/**
 * Refuses an id under which bytes are stored. Files of students, tickets, and messages share one store, and a device chooses the id
 * of a new one: under the id of another kind of file it would replace its bytes.
 *
 * @throws ApiError `record.exists`
 */
export async function refuseStoredId(tx: Transaction, id: string): Promise<void> {
  if ((await blobStatuses(tx, [id])).length > 0) throw new ApiError('record.exists');
}

export function blobStatuses(tx: Transaction, ids: readonly string[]): Promise<BlobStatus[]> {
  return jsonRows<BlobStatus>(
    tx,
    sql`select id, is_complete, ${sql.raw(isoInstant('received_at'))}, ${sql.raw(isoInstant('deleted_at'))}
      from attachments where id = any(${arrayParam(ids, 'uuid')})
      union all
      select id, true, ${sql.raw(isoInstant('received_at'))}, ${sql.raw(isoInstant('deleted_at'))}
      from ticket_attachments where id = any(${arrayParam(ids, 'uuid')})
      union all
      select distinct (f ->> 'key')::uuid, true, ${sql.raw(isoInstant('sent_at').replace(/ as .*$/, ''))}, null
      from admin_messages, jsonb_array_elements(versions) v, jsonb_array_elements(v -> 'attachments') f
      where (f ->> 'key')::uuid = any(${arrayParam(ids, 'uuid')})`,
  );
}
