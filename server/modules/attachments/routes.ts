import { ApiError } from '#contract/errors.ts';
import { visibleStudents } from '#server/modules/students/queries.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { sendFile } from '#server/plugins/file-answer.ts';
import { openCall } from '#server/records/call.ts';
import { readForm } from './form.ts';
import {
  createAttachment,
  deleteAttachment,
  ownAttachment,
  progressOf,
  putPart,
  uploadAttachment,
  visibleAttachment,
} from './operations.ts';
import { attachmentsOfStudent } from './queries.ts';

export const attachmentRoutes: Module = (api) => {
  const { blobs } = api.dependencies;

  api.handle('attachment.list', async ({ params, ...call }) => {
    const [student] = await visibleStudents(call.tx, call.actor, [params.id]);
    if (student === undefined) throw new ApiError('record.absent');
    await call.note({ action: 'attachment.list', entity: 'student', row_id: student.id });
    return attachmentsOfStudent(call.tx, student.id);
  });
  api.handle('attachment.create', async ({ body, ...call }) => createAttachment(call, body));
  api.handle('attachment.delete', async ({ params, ...call }) => deleteAttachment(call, params.id));
  api.handle('attachment.parts', async ({ params, actor, tx }) =>
    progressOf(blobs, await ownAttachment(tx, actor, params.id)),
  );

  // Bytes are written outside of transactions: these two open their own.
  api.handleFree('attachment.put-part', async ({ params, query, body, actor, context, db }) =>
    putPart(
      { db, blobs, actor, context },
      {
        id: params.id,
        number: params.n,
        sha256: query.sha256,
        bytes: body,
      },
    ),
  );
  api.handleFree('attachment.upload', async ({ params, body, actor, context, db }) => {
    const form = await readForm(body, params.id);
    return uploadAttachment({ db, blobs, actor, context }, form.body, form.bytes);
  });

  api.handleRaw('attachment.content', async ({ params, actor, context, db, reply }) => {
    const attachment = await db.transaction(async (tx) => {
      const found = await visibleAttachment(tx, actor, params.id);
      if (found.deleted_at !== null) throw new ApiError('record.deleted');
      if (!found.is_complete) throw notWhole();
      const { note } = openCall(tx, actor, context);
      await note({ action: 'attachment.read', entity: 'attachment', row_id: found.id });
      return found;
    });
    if (!(await sendFile(reply, blobs, { key: attachment.id, file_name: attachment.file_name })))
      throw notWhole();
  });
};

function notWhole(): ApiError {
  return new ApiError('record.absent', { message: "This file hasn't finished uploading." });
}
