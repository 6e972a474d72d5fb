import { v7 as uuidv7 } from 'uuid';
import { ApiError } from '#contract/errors.ts';
import { keptFileName } from '#domain/attachments/attachment-rules.ts';
import { uuid } from '#entities/fields.ts';
import { ticket_attachment } from '#entities/ticket.ts';

const FIELDS = new Set(['file', 'id']);

/** A form with one file for a ticket. */
export async function readTicketForm(form: FormData, ticket: string) {
  const fields: Record<string, string> = {};
  for (const name of form.keys()) {
    if (!FIELDS.has(name)) fields[name.slice(0, 100).replaceAll('\u0000', '')] = 'Unknown field.';
    else if (form.getAll(name).length > 1) fields[name] = 'Send this field once.';
  }
  const id = uuid.safeParse(form.get('id') ?? uuidv7());
  if (!id.success) fields.id ??= "This isn't a valid ID.";
  const file = form.get('file');
  if (file === null || typeof file === 'string') fields.file ??= 'Choose a file.';
  if (Object.keys(fields).length > 0 || file === null || typeof file === 'string' || !id.success) {
    throw new ApiError('request.invalid', { fields });
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const file_name = keptFileName(file.name);
  const content_type = ticket_attachment.once.content_type.safeParse(file.type);
  if (!content_type.success) {
    throw new ApiError('request.invalid', { fields: { file: "This file type isn't valid." } });
  }
  return { id: id.data, ticket, file_name, content_type: content_type.data, bytes };
}
