import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { AttachmentBody } from '#contract/attachment.ts';
import { ApiError } from '#contract/errors.ts';
import { keptFileName } from '#domain/attachments/attachment-rules.ts';

const FIELDS = new Set(['file', 'soap_note', 'id']);

/** A form with one file, parsed into the file's announcement and its bytes. */
export async function readForm(
  form: FormData,
  student: string,
): Promise<{ body: AttachmentBody; bytes: Uint8Array }> {
  const fields: Record<string, string> = {};
  for (const name of form.keys()) {
    if (!FIELDS.has(name)) fields[name.slice(0, 100).replaceAll('\u0000', '')] = 'Unknown field.';
    else if (form.getAll(name).length > 1) fields[name] = 'Send this field once.';
  }
  const file = form.get('file');
  if (file === null || typeof file === 'string') fields.file = 'Choose a file.';
  if (Object.keys(fields).length > 0 || file === null || typeof file === 'string') {
    throw new ApiError('request.invalid', { fields });
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const body = AttachmentBody.safeParse({
    id: form.get('id') ?? uuidv7(),
    student,
    soap_note: form.get('soap_note'),
    file_name: keptFileName(file.name),
    content_type: file.type,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  if (body.success) return { body: body.data, bytes };
  for (const issue of body.error.issues) fields[String(issue.path[0])] ??= issue.message;
  throw new ApiError('request.invalid', { fields });
}
