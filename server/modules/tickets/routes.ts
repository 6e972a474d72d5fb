import { ApiError } from '#contract/errors.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { sendFile } from '#server/plugins/file-answer.ts';
import { readTicketForm } from './form.ts';
import {
  attachFile,
  attachmentInReach,
  createComment,
  createFeedback,
  createTicket,
  deleteComment,
  deleteTicket,
  updateComment,
  updateTicket,
} from './operations.ts';
import { listComments, listFeedback, listTickets, readTicket } from './queries.ts';

export const ticketRoutes: Module = (api) => {
  const { blobs, tracking } = api.dependencies;
  const { tracker } = tracking;
  api.onStop(() => tracking.settled());

  api.handle('ticket.list', async ({ query, ...call }) => ({
    tickets: await listTickets({ ...call, tracker }, query.state),
    as_of: call.context.now,
  }));
  api.handle('ticket.create', async ({ body, ...call }) => createTicket(call, { tracking, blobs }, body));
  api.handle('ticket.read', async ({ params, ...call }) => readTicket({ ...call, tracker }, params.id));
  api.handle('ticket.update', async ({ params, body, ...call }) =>
    updateTicket(call, tracking, params.id, body),
  );
  api.handle('ticket.delete', async ({ params, ...call }) => deleteTicket(call, tracking, params.id));
  api.handle('ticket.list-comments', async ({ params, ...call }) =>
    listComments({ ...call, tracker }, params.id),
  );
  api.handle('ticket.create-comment', async ({ params, body, ...call }) =>
    createComment(call, tracking, params.id, body),
  );
  api.handle('ticket.update-comment', async ({ params, body, ...call }) =>
    updateComment(call, tracking, params.id, body),
  );
  api.handle('ticket.delete-comment', async ({ params, ...call }) =>
    deleteComment(call, tracking, params.id),
  );
  // Bytes are written outside of the call's own transaction: it opens one.
  api.handleFree('ticket.attach', async ({ params, body, actor, context, db }) => {
    const file = await readTicketForm(body, params.id);
    return attachFile({ db, actor, context }, { tracking, blobs }, file);
  });
  api.handleRaw('ticket.attachment-content', async ({ params, actor, db, reply }) => {
    const found = await db.transaction((tx) => attachmentInReach({ tx, actor }, tracking, params.id));
    if (!(await sendFile(reply, blobs, { key: found.id, file_name: found.file_name })))
      throw new ApiError('record.absent');
  });
  api.handle('feedback.list', async (call) => listFeedback(call));
  api.handle('feedback.create', async ({ body, ...call }) => createFeedback(call, body));
};
