import { z } from 'zod';
import { LARGEST_ATTACHMENT_BYTES } from '#domain/attachments/attachment-rules.ts';
import { PART_BYTES } from '#domain/attachments/part-plan.ts';
import { uuid } from '#entities/fields.ts';
import { attachment } from '#entities/student-file.ts';
import { defineEndpoints } from './endpoint.ts';
import { writesOf } from './entity-calls.ts';

export const Attachment = attachment.Row;
export type Attachment = z.output<typeof Attachment>;

export const AttachmentBody = attachment.Body.extend({ soap_note: uuid.nullable().default(null) });
export type AttachmentBody = z.output<typeof AttachmentBody>;

/** Upload progress of an attachment. Parts count from 1. */
const AttachmentProgress = z.object({ is_complete: z.boolean(), arrived: z.array(z.int()) });
export type AttachmentProgress = z.output<typeof AttachmentProgress>;

const id = z.strictObject({ id: uuid });
const MOST_PARTS = Math.ceil(LARGEST_ATTACHMENT_BYTES / PART_BYTES);

const writes = writesOf('attachment', { ...attachment, Body: AttachmentBody }, 'attachment.record');

export const attachmentEndpoints = defineEndpoints({
  'attachment.list': {
    method: 'GET',
    path: '/api/students/attachments/{id}/',
    summary: 'Attachments of a student, newest first',
    policy: 'attachment.read',
    audited: true,
    params: id,
    reply: z.array(Attachment),
  },
  'attachment.upload': {
    method: 'POST',
    path: '/api/students/attachments/{id}/',
    summary: 'Attach one file to a student: fields file, soap_note (optional), and id (optional)',
    policy: 'attachment.record',
    params: id,
    takes: 'form',
    form: { file: true, fields: z.strictObject({ id: uuid.optional(), soap_note: uuid.optional() }) },
    allowance: 'upload',
    // The file, plus the form fields around it.
    bodyLimit: LARGEST_ATTACHMENT_BYTES + 64 * 1_024,
    reply: Attachment,
    status: 201,
  },
  'attachment.create': {
    ...writes.create,
    path: '/api/attachments/',
    summary: 'Register a file to upload in parts',
  },
  'attachment.delete': {
    ...writes.delete,
    path: '/api/attachments/{id}/',
    summary: 'Delete an attachment: its author or the office',
  },
  'attachment.parts': {
    method: 'GET',
    path: '/api/attachments/{id}/parts/',
    summary: "Which parts of the caller's file the server has",
    policy: 'attachment.record',
    params: id,
    reply: AttachmentProgress,
  },
  'attachment.put-part': {
    method: 'PUT',
    path: '/api/attachments/{id}/parts/{n}/',
    summary: `Upload one part of the caller's file: up to ${PART_BYTES} bytes from offset (n − 1) × ${PART_BYTES}; safe to repeat`,
    policy: 'attachment.record',
    params: z.strictObject({ id: uuid, n: z.coerce.number().int().min(1).max(MOST_PARTS) }),
    /** SHA-256 of the part. */
    query: z.strictObject({ sha256: attachment.once.sha256 }),
    takes: 'bytes',
    allowance: 'upload',
    bodyLimit: PART_BYTES,
    reply: AttachmentProgress,
  },
  'attachment.content': {
    method: 'GET',
    path: '/api/attachments/{id}/content/',
    summary: 'The content of an attachment: images inline, anything else as a download',
    policy: 'attachment.read',
    params: id,
    isRaw: true,
  },
});
