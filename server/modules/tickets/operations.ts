import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { ApiError } from '#contract/errors.ts';
import type {
  Feedback,
  FeedbackBody,
  Ticket,
  TicketAttachment,
  TicketBody,
  TicketChanges,
  TicketComment,
  TicketCommentBody,
  TicketCommentChanges,
} from '#contract/tickets.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { mayChangeTicketComment } from '#domain/access/row-rules.ts';
import { fileProblems } from '#domain/attachments/attachment-rules.ts';
import { DIAGNOSTICS_FILE, listOfCategory, NEW_TICKET } from '#domain/tickets/ticket.ts';
import type { BlobStore } from '#server/blob-store.ts';
import type { Database } from '#server/db/database.ts';
import { keptRows, type Stored, storedRow } from '#server/db/entity-rows.ts';
import { refuseStoredId } from '#server/modules/attachments/queries.ts';
import {
  type Call,
  openCall,
  type Records,
  type RequestContext,
  type SignedInActor,
} from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow, withTouched } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';
import type { Tracking } from '#server/tracker/tracking.ts';
import { ticketInReach } from './queries.ts';

type Row = EntityRow<'ticket'>;
const NOWHERE = () => [];

const ticketRecords: Records<Row> = {
  entity: 'ticket',
  scopes: NOWHERE,
  about: ({ requester }, actor) => (requester === actor.user_id ? {} : { on_behalf_of: requester }),
};
const commentRecords: Records<EntityRow<'ticket_comment'>> = {
  entity: 'ticket_comment',
  scopes: NOWHERE,
  about: () => ({}),
};
const attachmentRecords: Records<TicketAttachment> = {
  entity: 'ticket_attachment',
  scopes: NOWHERE,
  about: () => ({}),
};
const feedbackRecords: Records<Feedback> = { entity: 'feedback', scopes: NOWHERE, about: () => ({}) };

/** Where files of tickets go. */
interface TicketStores {
  tracking: Tracking;
  blobs: BlobStore;
}

/** Submits a ticket for the caller, with the diagnostic copy that they agreed to. It goes to the list of its category. */
export async function createTicket(
  call: Call,
  stores: TicketStores,
  { diagnostics = '', ...body }: TicketBody,
): Promise<Ticket> {
  const { tracking } = stores;
  const { tx, actor } = call;
  const user = await storedRow(tx, 'user', actor.user_id);
  if (user === null) throw new ApiError('access.denied');
  const row = {
    ...firstRow(call, 'ticket', body),
    ...{ status: NEW_TICKET.status, list: listOfCategory(body.category) },
    ...{ username: user.username, role: user.role, contact_email: user.email },
    assignees: [...tracking.assigneesOf(body.category)],
  };
  await call.create(ticketRecords, row);
  await tracking.wrote(call, { kind: 'ticket', id: row.id, ticket: row.id, version: 1 });
  if (diagnostics !== '') {
    const file = { id: randomUUID(), ticket: row.id, ...DIAGNOSTICS_FILE };
    await storeFile(call, stores, file, Buffer.from(diagnostics));
  }
  return ticketInReach({ ...call, tracker: tracking.tracker }, row.id);
}

/** Changes the text of a ticket, closes or reopens it. Only the office moves it to another list. */
export async function updateTicket(
  call: Call,
  tracking: Tracking,
  id: string,
  changes: TicketChanges,
): Promise<Ticket> {
  const { before, seen } = await changeable(call, tracking, id);
  if (changes.list !== undefined && changes.list !== seen.list) {
    if (!seesWholeOrganization(call.actor)) refuseProblems({ list: 'Only your office can move a ticket.' });
    if (tracking.tracker !== null) refuseProblems({ list: 'Move this ticket in your task tracker.' });
  }
  // What the tracker says is the state that people changed.
  const current = { ...wireRow(before), status: seen.status, list: seen.list };
  const next = withTouched(current, changes);
  const closed_at =
    next.status === 'Open' ? null : seen.status === 'Closed' ? before.closed_at : call.context.now;
  const { version } = await call.change(ticketRecords, before, { ...next, closed_at });
  await tracking.wrote(call, { kind: 'ticket', id, ticket: id, version });
  return ticketInReach({ ...call, tracker: tracking.tracker }, id);
}

export async function deleteTicket(call: Call, tracking: Tracking, id: string): Promise<void> {
  const { before } = await changeable(call, tracking, id);
  await call.remove(ticketRecords, before);
  await tracking.wrote(call, { kind: 'ticket', id, ticket: id, version: before.version + 1 });
}

async function changeable(
  call: Call,
  { tracker }: Tracking,
  id: string,
): Promise<{ before: Stored<'ticket'>; seen: Ticket }> {
  const seen = await ticketInReach({ ...call, tracker }, id);
  const before = await storedRow(call.tx, 'ticket', id);
  if (before === null) throw new ApiError('record.absent');
  refuseOutdated(before, call.context.base_version);
  return { before, seen };
}

export async function createComment(
  call: Call,
  tracking: Tracking,
  ticket: string,
  body: TicketCommentBody,
): Promise<TicketComment> {
  await ticketInReach({ ...call, tracker: tracking.tracker }, ticket);
  const row = { ...firstRow(call, 'ticket_comment', { ...body, ticket }), author_name: call.actor.name };
  await call.create(commentRecords, row);
  await tracking.wrote(call, { kind: 'comment', id: row.id, ticket, version: 1 });
  return row;
}

export async function updateComment(
  call: Call,
  tracking: Tracking,
  id: string,
  changes: TicketCommentChanges,
): Promise<TicketComment> {
  const before = await changeableComment(call, tracking, id, 'change');
  const row = await call.change(commentRecords, before, wireRow(withTouched(before, changes)));
  const { ticket, version } = row;
  await tracking.wrote(call, { kind: 'comment', id, ticket, version });
  return row;
}

export async function deleteComment(call: Call, tracking: Tracking, id: string): Promise<void> {
  const before = await changeableComment(call, tracking, id, 'delete');
  await call.remove(commentRecords, before);
  const { ticket, version } = before;
  await tracking.wrote(call, { kind: 'comment', id, ticket, version: version + 1 });
}

async function changeableComment(
  call: Call,
  { tracker }: Tracking,
  id: string,
  verb: 'change' | 'delete',
): Promise<Stored<'ticket_comment'>> {
  const before = await storedRow(call.tx, 'ticket_comment', id);
  if (before === null) throw new ApiError('record.absent');
  await ticketInReach({ ...call, tracker }, before.ticket);
  if (!mayChangeTicketComment(call.actor, before, verb)) throw new ApiError('access.denied');
  refuseOutdated(before, call.context.base_version);
  return before;
}

interface FileCall {
  db: Database;
  actor: SignedInActor;
  context: RequestContext;
}

interface NamedFile {
  id: string;
  ticket: string;
  file_name: string;
  content_type: string;
}

/**
 * Attaches a file that arrived in one piece. Its row is inserted first: the bytes of another file can never
 * be replaced. The same file again, because its answer was lost, is answered like the first time.
 */
export function attachFile(
  { db, actor, context }: FileCall,
  stores: TicketStores,
  file: NamedFile & { bytes: Uint8Array },
): Promise<TicketAttachment> {
  const { bytes, ...named } = file;
  return db.transaction(async (tx) => {
    const call = openCall(tx, actor, context);
    await ticketInReach({ tx, actor, tracker: stores.tracking.tracker }, file.ticket);
    const body = { ...named, size: bytes.length };
    const { file_name, size } = fileProblems(body);
    const problem = file_name ?? size;
    refuseProblems(problem === undefined ? {} : { file: problem });
    const known = await storedRow(tx, 'ticket_attachment', file.id);
    if (known !== null) {
      const isSame =
        known.deleted_at === null &&
        known.uploaded_by === actor.user_id &&
        known.ticket === file.ticket &&
        known.size === bytes.length;
      if (!isSame) throw new ApiError('record.exists');
      return wireRow(known);
    }
    return storeFile(call, stores, named, bytes);
  });
}

async function storeFile(
  call: Call,
  { tracking, blobs }: TicketStores,
  file: NamedFile,
  bytes: Uint8Array,
): Promise<TicketAttachment> {
  const body = { ...file, size: bytes.length };
  await refuseStoredId(call.tx, file.id);
  const row = { ...firstRow(call, 'ticket_attachment', body), uploaded_by_name: call.actor.name };
  await call.create(attachmentRecords, row);
  await blobs.put(row.id, bytes);
  await tracking.wrote(call, { kind: 'attachment', id: row.id, ticket: file.ticket, version: 1 });
  return row;
}

/** An attachment of a ticket that the person may see; any other is reported as absent. */
export async function attachmentInReach(
  call: Pick<Call, 'tx' | 'actor'>,
  { tracker }: Tracking,
  id: string,
): Promise<TicketAttachment> {
  const [found] = await keptRows(call.tx, 'ticket_attachment', sql`id = ${id}`);
  if (found === undefined) throw new ApiError('record.absent');
  await ticketInReach({ ...call, tracker }, found.ticket);
  return found;
}

export async function createFeedback(call: Call, body: FeedbackBody): Promise<Feedback> {
  const row = { ...firstRow(call, 'feedback', body), author_name: call.actor.name };
  return call.create(feedbackRecords, row);
}
