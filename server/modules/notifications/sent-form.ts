import { randomUUID } from 'node:crypto';
import { type AdminMessageBody, AdminMessageBody as Body } from '#contract/admin-messages.ts';
import { ApiError } from '#contract/errors.ts';
import { keptFileName } from '#domain/attachments/attachment-rules.ts';
import { MOST_MESSAGE_FILES } from '#domain/notifications/announcement-rules.ts';
import { messageFileProblem, TOO_MANY_FILES } from '#domain/notifications/message-files.ts';

export interface NewFile {
  key: string;
  file_name: string;
  bytes: Uint8Array;
}

/** A form with a message as JSON in the field `message`, and its new files in `files`. */
export async function readMessageForm(form: FormData): Promise<{ body: AdminMessageBody; files: NewFile[] }> {
  const fields: Record<string, string> = {};
  for (const name of form.keys()) {
    if (name !== 'message' && name !== 'files') {
      fields[name.slice(0, 100).replaceAll('\u0000', '')] = 'Unknown field.';
    }
  }
  const body = Body.safeParse(jsonOf(form.get('message')));
  if (!body.success) {
    for (const issue of body.error.issues) fields[String(issue.path[0] ?? 'message')] ??= issue.message;
  }
  const files: NewFile[] = [];
  for (const file of form.getAll('files')) {
    if (typeof file === 'string') {
      fields.files = 'Choose a file.';
      continue;
    }
    const file_name = keptFileName(file.name);
    const problem = messageFileProblem({ file_name, size: file.size });
    if (problem !== null) fields.files = problem;
    files.push({ key: randomUUID(), file_name, bytes: new Uint8Array(await file.arrayBuffer()) });
  }
  if (body.success && body.data.keeps.length + files.length > MOST_MESSAGE_FILES) {
    fields.files = TOO_MANY_FILES;
  }
  if (!body.success || Object.keys(fields).length > 0) throw new ApiError('request.invalid', { fields });
  return { body: body.data, files };
}

function jsonOf(field: unknown): unknown {
  if (typeof field !== 'string') return undefined;
  try {
    return JSON.parse(field);
  } catch {
    return undefined;
  }
}
