import type { RowChange } from './sync.ts';

/** What the outbox does with a write that got this answer. No entry deletes a write. */
export type Replay = 'retry' | 'hold' | 'park' | 'merge' | 'update';

/**
 * The only error catalog: code → HTTP status → what the outbox does → message. A rule may pass a more
 * specific message.
 */
export const errorCatalog = {
  'request.invalid': { status: 422, replay: 'park', message: 'Some fields need your attention.' },
  'request.unreadable': { status: 400, replay: 'park', message: "The request couldn't be read." },
  'request.too-large': { status: 413, replay: 'park', message: 'The request is too large.' },
  'request.unsupported': { status: 415, replay: 'park', message: "This kind of content isn't supported." },
  'request.too-many': {
    status: 429,
    replay: 'retry',
    message: 'Too many attempts. Wait a moment and try again.',
  },
  'login.rejected': { status: 401, replay: 'hold', message: 'Email Credentials Rejected' },
  'login.code-needed': {
    status: 401,
    replay: 'hold',
    message: 'Enter the code from your authenticator app.',
  },
  'login.setup-needed': {
    status: 401,
    replay: 'hold',
    message: 'Your role needs a second factor. Set it up to log in.',
  },
  'auth.signed-out': { status: 401, replay: 'hold', message: 'Log in again to continue.' },
  'access.denied': { status: 403, replay: 'park', message: "You don't have permission to do this." },
  'record.absent': {
    status: 404,
    replay: 'park',
    message: "Record not found, or you don't have access.",
  },
  'route.absent': { status: 404, replay: 'park', message: 'Not found.' },
  'record.exists': { status: 409, replay: 'park', message: 'A record with this ID already exists.' },
  'record.in-use': { status: 409, replay: 'park', message: 'This is in use. Archive it instead.' },
  'student.merged': {
    status: 409,
    replay: 'park',
    message: 'This record was merged into another record of the same student. Open that one.',
  },
  'record.deleted': { status: 410, replay: 'park', message: 'This record was deleted.' },
  'record.stale': {
    status: 412,
    replay: 'merge',
    message: 'Someone else changed this record while you were editing.',
  },
  'period.locked': {
    status: 422,
    replay: 'park',
    message: 'The pay period of this date is locked. Ask your office to open it, or choose another date.',
  },
  'timesheet.closed': {
    status: 422,
    replay: 'park',
    message:
      "This period's timesheet is submitted or approved. To change its days, withdraw it or ask your office to reopen it.",
  },
  'timesheet.exists': {
    status: 409,
    replay: 'park',
    message: "This period's timesheet is already submitted.",
  },
  'timesheet.waiting': {
    status: 409,
    replay: 'park',
    message: "This timesheet is waiting for changes that haven't synced.",
  },
  'timesheet.decided': {
    status: 409,
    replay: 'park',
    message: 'Someone has already reviewed this timesheet.',
  },
  'soap-note.exists': {
    status: 409,
    replay: 'park',
    message: 'This student already has a note for this session. Edit that one.',
  },
  'soap-note.signed': {
    status: 409,
    replay: 'park',
    message: 'This note is signed. Add an amendment instead.',
  },
  'soap-note.stands': {
    status: 409,
    replay: 'park',
    message: "This note's status has changed. Open it again.",
  },
  'soap-note.changed': {
    status: 409,
    replay: 'park',
    message: 'This note has changed since you opened it. Review it, then sign again.',
  },
  'password.weak': { status: 422, replay: 'park', message: 'Choose a longer password.' },
  'reset.rejected': { status: 422, replay: 'park', message: 'Email Credentials Rejected' },
  'write.reused': {
    status: 422,
    replay: 'park',
    message: 'This change was already sent with other contents.',
  },
  'write.running': {
    status: 409,
    replay: 'retry',
    message: 'This change is already being saved.',
  },
  'write.blocked': {
    status: 424,
    replay: 'retry',
    message: "A change that this one depends on hasn't arrived.",
  },
  'sync.forgotten': {
    status: 409,
    replay: 'retry',
    message: 'The server was restored from a backup. This device will send its recent changes again.',
  },
  'device.unknown': { status: 401, replay: 'hold', message: "This device isn't registered." },
  'device.lost': {
    status: 403,
    replay: 'park',
    message: 'This device was reported lost. Ask your office to mark it found.',
  },
  'decision.own': {
    status: 403,
    replay: 'park',
    message: "You can't approve your own work. Ask a colleague.",
  },
  'decision.made': { status: 409, replay: 'park', message: 'Someone has already reviewed this.' },
  'app.outdated': { status: 426, replay: 'update', message: 'Update the app to keep syncing.' },
  'server.busy': {
    status: 503,
    replay: 'retry',
    message: 'The server is busy. Your changes are safe and will sync later.',
  },
  'server.failed': { status: 500, replay: 'retry', message: 'Something went wrong!' },
} as const satisfies Record<string, { status: number; replay: Replay; message: string }>;

export type ErrorCode = keyof typeof errorCatalog;

export interface Problem {
  code: ErrorCode;
  message: string;
  fields?: Record<string, string>;
}

/** An API error with a code and message of the catalog. Thrown by rules and operations; the server returns it as is. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** The current row, sent along with `record.stale`. */
  readonly current: unknown;
  /** Who made the current row, and when, with `record.stale`; undefined if unknown. */
  readonly changed: RowChange | undefined;
  /** The version of the deleted row, with `record.deleted`; null if the rule doesn't say. */
  readonly deleted_version: number | null;
  /** How long the server asked to wait; null if it didn't say. */
  readonly retryAfterMs: number | null;
  /** Of the response; empty if it came without one, as over HTTP/2. */
  readonly statusText: string;

  constructor(
    code: ErrorCode,
    details: {
      message?: string;
      fields?: Record<string, string>;
      current?: unknown;
      changed?: RowChange | undefined;
      deleted_version?: number;
      retryAfterMs?: number | null;
      statusText?: string;
    } = {},
  ) {
    super(details.message ?? errorCatalog[code].message);
    this.name = 'ApiError';
    this.code = code;
    this.fields = details.fields;
    this.current = details.current;
    this.changed = details.changed;
    this.deleted_version = details.deleted_version ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.statusText = details.statusText ?? '';
  }

  get status(): number {
    return errorCatalog[this.code].status;
  }
}

/** What the outbox does with an answer of our server. Unknown codes are judged by status. */
export function replayOf(status: number, code: string | null): Replay {
  if (code !== null && Object.hasOwn(errorCatalog, code)) return errorCatalog[code as ErrorCode].replay;
  if (status === 401) return 'hold';
  if (status === 426) return 'update';
  if (status === 412) return 'merge';
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'retry';
  return 'park';
}

/** The header that marks an answer as ours; without it, it counts as "offline" (a captive portal's page, say). */
export const ANSWER_MARKER = 'x-caseload';
