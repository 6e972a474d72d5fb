import { z } from 'zod';
import { instant, requiredText, text, uuid, version } from './fields.ts';

/** 25 MB. */
const LARGEST_ATTACHMENT_BYTES = 25 * 1024 * 1024;

/** A file in a student's file. Its bytes travel apart, in parts. */
export const Attachment = z.object({
  id: uuid,
  student: uuid,
  /** The note that it belongs to, if any. */
  soap_note: uuid.nullable(),
  file_name: requiredText(200),
  content_type: text(120),
  /** Bytes. */
  size: z.int().min(1).max(LARGEST_ATTACHMENT_BYTES, 'Use a file of at most 25 MB.'),
  /** SHA-256 of the bytes, hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** All its bytes are at the office. */
  is_complete: z.boolean(),
  uploaded_by: uuid,
  captured_at: instant,
  received_at: instant.nullable(),
  version,
});
export type Attachment = z.output<typeof Attachment>;

export const AttachmentBody = z.strictObject({
  id: uuid,
  student: uuid,
  soap_note: uuid.nullable().default(null),
  file_name: Attachment.shape.file_name,
  content_type: Attachment.shape.content_type,
  size: Attachment.shape.size,
  sha256: Attachment.shape.sha256,
});
export type AttachmentBody = z.output<typeof AttachmentBody>;
