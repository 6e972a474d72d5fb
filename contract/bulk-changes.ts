import { z } from 'zod';
import { BULK_CHANGE_KINDS } from '#domain/students/bulk-change.ts';
import { day, instant, locationId, personName, text, uuid } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

const count = z.int().min(0);

/** Changes of many records that were made in one step, and can be taken back in one. */
export const BulkChange = z.object({
  id: uuid,
  kind: z.enum(BULK_CHANGE_KINDS),
  /** What was chosen for all of them: "Speech: Sam Cho from 12/01/2026". */
  about: z.string(),
  /** Students, providers, or clients that it changed. */
  records: count,
  /** Those of them that an undo left as they were, because they had been changed since. */
  remaining: count,
  made_at: instant,
  made_by_name: personName.nullable(),
  undone_at: instant.nullable(),
  undone_by_name: personName.nullable(),
  undo_until: day,
  /** Why it can't be undone; empty if it can. */
  undo_refusal: z.string(),
});
export type BulkChange = z.output<typeof BulkChange>;

/** What becomes of one record. */
export const BulkLine = z.object({
  /** Of the student, provider, or client. */
  id: uuid,
  name: z.string(),
  /** What changes; empty if it is refused. */
  effect: z.string(),
  /** Why it stays as it is; empty if it changes. */
  refusal: z.string(),
});
export type BulkLine = z.output<typeof BulkLine>;

/** The most records of one step. */
const MOST_BULK_RECORDS = 1_000;

const MOST_ENDED_SERVICES = 200;

const records = z.array(uuid).min(1, 'Choose at least one.').max(MOST_BULK_RECORDS);

/** Transfers students to another client on a day. */
export const TransferOrder = z.strictObject({
  kind: z.literal('transfer-students'),
  records,
  client: uuid,
  /** The school where their sessions usually take place from then on. */
  location: locationId.nullable(),
  start_date: day,
  /** Services that end on the day before; the others continue with the new client. */
  ended_services: z.array(uuid).max(MOST_ENDED_SERVICES),
});

/** What is done to the records, and what was chosen for it. */
export const BulkOrder = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('archive-students'), records }),
  z.strictObject({
    kind: z.literal('assign-provider'),
    records,
    service: uuid,
    provider: uuid,
    /** The first day with the provider. */
    start_date: day,
  }),
  z.strictObject({ kind: z.literal('set-supervisor'), records, supervisor: uuid }),
  z.strictObject({ kind: z.literal('archive-clients'), records }),
  z.strictObject({ kind: z.literal('archive-providers'), records }),
  z.strictObject({ kind: z.literal('restore-students'), records }),
  z.strictObject({ kind: z.literal('restore-clients'), records }),
  z.strictObject({ kind: z.literal('restore-providers'), records }),
  TransferOrder,
]);
export type BulkOrder = z.output<typeof BulkOrder>;

const UNDO = '/api/admin/bulk-changes/{id}/undo/';
const params = z.strictObject({ id: uuid });

export const bulkChangeEndpoints = defineEndpoints({
  'bulk-change.list': {
    method: 'GET',
    path: '/api/admin/bulk-changes/',
    summary: 'Bulk changes, newest first',
    policy: 'bulk-change.record',
    reply: z.array(BulkChange),
  },
  'bulk-change.check': {
    method: 'POST',
    path: '/api/admin/bulk-changes/check/',
    summary: 'Preview what a bulk change would do to each record. Changes nothing',
    policy: 'bulk-change.record',
    body: z.strictObject({ order: BulkOrder }),
    rows: 'lines',
    reply: z.object({ lines: z.array(BulkLine) }),
  },
  'bulk-change.make': {
    method: 'POST',
    path: '/api/admin/bulk-changes/',
    summary: "Change many records in one step; refused ones don't change",
    policy: 'bulk-change.record',
    body: z.strictObject({ id: uuid, order: BulkOrder }),
    reply: z.object({
      /** Null if all were refused. */
      change: BulkChange.nullable(),
      lines: z.array(BulkLine),
    }),
    status: 201,
  },
  'bulk-change.read-undo': {
    method: 'GET',
    path: UNDO,
    summary: 'Preview what undoing a bulk change would restore, and what it would leave',
    policy: 'bulk-change.record',
    params,
    reply: z.object({
      undoable: count,
      /** Records that stay, each with the reason. */
      kept: z.array(z.object({ id: uuid, name: text(300), because: z.string() })),
    }),
  },
  'bulk-change.undo': {
    method: 'PUT',
    path: UNDO,
    summary: 'Undo a bulk change within 30 days, except for records that have changed since',
    policy: 'bulk-change.record',
    params,
    reply: BulkChange,
  },
});
