import type { TicketList, TicketStatus } from '#domain/tickets/ticket.ts';
import type { TrackerComment } from '#server/db/schema/tickets.ts';

/** A ticket as the task tracker gets it. */
export interface TrackerTask {
  /** Ours. It travels as a tag, by which a task is found whose creation was never answered. */
  ticket: string;
  list: TicketList;
  name: string;
  description: string;
  assignees: readonly number[];
  status: TicketStatus;
  priority: number;
  notify_all: boolean;
  check_required_custom_fields: boolean;
  tags: readonly string[];
}

/** A task as the tracker has it. */
export interface RemoteTask {
  remote_id: string;
  /** Null: not created by us. */
  ticket: string | null;
  list: TicketList;
  status: TicketStatus;
  /** Milliseconds since the epoch. */
  updated_at: number;
}

export interface TrackerFile {
  /** Ours. The file's name in the tracker contains it. */
  id: string;
  file_name: string;
  content_type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * A task tracker outside of our database, in which support works on tickets. All of it may be repeated: a
 * creation first looks for what an earlier one may have left behind.
 *
 * Every call throws `TrackerUnavailable` if it may succeed later, and `TrackerRefusal` if it never will.
 */
export interface TaskTracker {
  /** The tracker's id of a list. */
  listId(list: TicketList): string;
  /** The tasks of all seven lists that changed since then, or all. Milliseconds since the epoch. */
  tasks(since: number | null): Promise<RemoteTask[]>;
  /** The tracker's id of the task of a ticket; null if there is none. */
  findTask(ticket: string, list: TicketList): Promise<string | null>;
  /** @returns the tracker's id of the task */
  createTask(task: TrackerTask): Promise<string>;
  updateTask(remote: string, task: TrackerTask): Promise<void>;
  deleteTask(remote: string): Promise<void>;
  /** What others wrote in the tracker, oldest first, without what came from us. */
  comments(remote: string): Promise<TrackerComment[]>;
  /** The tracker's id of one of our comments; null if it has none. */
  findComment(remote: string, id: string): Promise<string | null>;
  createComment(remote: string, comment: { id: string; text: string }): Promise<string>;
  updateComment(remoteComment: string, comment: { id: string; text: string }): Promise<void>;
  deleteComment(remoteComment: string): Promise<void>;
  hasFile(remote: string, id: string): Promise<boolean>;
  attach(remote: string, file: TrackerFile): Promise<void>;
}

/** No answer, a slow one, too many requests, or a fault of the tracker: try again later. */
export class TrackerUnavailable extends Error {
  /** How long the tracker wants to be left alone; null if it didn't say. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = 'TrackerUnavailable';
    this.retryAfterMs = retryAfterMs;
  }
}

/** The tracker refuses this request as it is: a key, a list, or a field is wrong. */
export class TrackerRefusal extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.name = 'TrackerRefusal';
    this.status = status;
  }
}
