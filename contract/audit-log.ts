import { z } from 'zod';
import { AUDIT_KINDS } from '#domain/access/audit-kinds.ts';
import { day, instant, text, uuid, withDayRange } from '#entities/fields.ts';
import type { AuditAction, AuditChanges, AuditDetails } from './audit-trail.ts';
import { defineEndpoints } from './endpoint.ts';

// Names pass as they were written: the types say what this version writes.
const action = z.string() as unknown as z.ZodType<AuditAction>;
const details = z.record(z.string(), z.unknown()) as unknown as z.ZodType<AuditDetails>;
const changes = z.record(
  z.string(),
  z.tuple([z.unknown(), z.unknown()]),
) as unknown as z.ZodType<AuditChanges>;

const entryId = z.string().regex(/^[1-9]\d{0,14}$/, "This isn't a valid ID.");

export const AuditRecord = z.object({
  id: z.int(),
  at: instant,
  /** Who did it; null if unknown, as for a failed login. */
  by: uuid.nullable(),
  by_name: z.string().nullable(),
  action,
  entity: z.string().nullable(),
  row_id: z.string().nullable(),
  row_version: z.int().nullable(),
  request_id: z.string().nullable(),
  details,
  /** Null for people who may not read the record's values, and where nothing was changed. */
  changes: changes.nullable(),
  /** The import that the entry is of, or that changed its record; null for all others. */
  imported: z.object({ kind: z.string(), file_name: z.string(), started_at: instant }).nullish(),
  /** Why a pay period was closed, locked, or reopened, or a payroll run sent back or reopened; null for all other entries. */
  reason: z.string().nullish(),
});
export type AuditRecord = z.output<typeof AuditRecord>;

const AuditPage = z.object({
  as_of: instant,
  /** All that match; the answer may have only the newest of them. Of a search for words, those that it found. */
  total: z.int(),
  entries: z.array(AuditRecord),
  /** Where a search for words goes on, as its `before`; null once it has looked through all entries, and without words. */
  next: entryId.nullish(),
  /** When the oldest entry was made that the search has looked at; null where `next` is. */
  searched_to: instant.nullish(),
});
export type AuditPage = z.output<typeof AuditPage>;

export const auditLogEndpoints = defineEndpoints({
  'audit.list': {
    method: 'GET',
    path: '/api/audit/',
    summary: 'Changes and reads in a date range, newest first. This read is audited',
    policy: 'audit.read',
    audited: true,
    query: withDayRange(
      z.strictObject({
        start_date: day,
        end_date: day,
        /** Who did it, or whose account or record it is. */
        person: uuid.optional(),
        /** Everything about this student: reads, changes, sessions, and notes. */
        student: uuid.optional(),
        kind: z.enum(AUDIT_KINDS).optional(),
        entity: text(60).optional(),
        /** The ID of a record. */
        record: text(100).optional(),
        /** In any of what people read of an entry. The answer may have looked at only a part of the entries. */
        words: text(200).optional(),
        /** Older entries than this one. */
        before: entryId.optional(),
      }),
      'start_date',
      'end_date',
    ),
    rows: 'entries',
    reply: AuditPage,
  },
  'audit.read': {
    method: 'GET',
    path: '/api/audit/{id}/',
    summary: 'One audit entry, with its place in the hash chain. This read is audited',
    policy: 'audit.read',
    audited: true,
    params: z.strictObject({ id: entryId }),
    reply: AuditRecord.extend({
      /** Null while it isn't sealed. */
      position: z.int().nullable(),
      hash: z.string().nullable(),
    }),
  },
});
