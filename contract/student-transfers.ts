import { z } from 'zod';
import { day, locationId, uuid } from '#entities/fields.ts';
import { BulkChange } from './bulk-changes.ts';
import { defineEndpoints } from './endpoint.ts';

const Named = z.object({ id: uuid, name: z.string() });

/** What transferring a student would end and start, before anything is written. */
export const TransferPreview = z.object({
  from: Named.nullable(),
  to: Named,
  start_date: day,
  /** Services on or after the day: each goes on with the new client, or ends on the day before. */
  services: z.array(
    z.object({
      id: uuid,
      service: uuid,
      service_name: z.string(),
      provider_name: z.string(),
      from: day,
      to: day.nullable(),
      /** Planned sessions from the day on, which are removed if the service ends. */
      planned: z.int(),
      /** Where its rate with the new client comes from; null for people who don't see rates. */
      rate: z.string().nullable(),
    }),
  ),
  /** Recorded sessions of the month of the day that are still billed to the former client. */
  stay_billed: z.int(),
  /** Recorded sessions on or after the day, which are billed to the new client from now on. */
  rebilled: z.int(),
});
export type TransferPreview = z.output<typeof TransferPreview>;

export const TransferBody = z.strictObject({
  id: uuid,
  client: uuid,
  /** The school where sessions usually take place from then on. */
  location: locationId.nullable(),
  start_date: day,
  /** Assigned services that continue with the new client; the others end. */
  continued: z.array(uuid).max(100),
});
export type TransferBody = z.output<typeof TransferBody>;

/** A transfer that was made and not undone, or not entirely. */
export const StudentTransfer = z.object({
  id: uuid,
  from: Named.nullable(),
  to: Named,
  start_date: day,
  /** False until its day has come. */
  is_applied: z.boolean(),
  /** Why it couldn't be made although its day has come, and what to do; empty if nothing is in its way. */
  refusal: z.string(),
  change: BulkChange,
});
export type StudentTransfer = z.output<typeof StudentTransfer>;

const params = z.strictObject({ id: uuid });
const PATH = '/api/students/transfers/{id}/';

export const studentTransferEndpoints = defineEndpoints({
  'student-transfer.list': {
    method: 'GET',
    path: PATH,
    summary: "A student's transfers to other clients, latest first",
    policy: 'student.record',
    params,
    reply: z.array(StudentTransfer),
  },
  'student-transfer.read-preview': {
    method: 'GET',
    path: '/api/students/transfers/preview/{id}/',
    summary: 'Preview what transferring a student to another client on a day would end and start',
    policy: 'student.record',
    params,
    query: z.strictObject({ client: uuid, start_date: day }),
    reply: TransferPreview,
  },
  'student-transfer.create': {
    method: 'POST',
    path: PATH,
    summary:
      'Transfer a student to another client on a day; sessions before it are still billed to the former client',
    policy: 'student.record',
    params,
    body: TransferBody,
    reply: BulkChange,
    status: 201,
  },
});
