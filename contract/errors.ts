/** What the outbox does with a write that got this answer. No entry deletes a write. */
export type Replay = 'retry' | 'hold' | 'park' | 'merge' | 'update';

/**
 * The one error catalogue: code → HTTP status → what the outbox does → words.
 * `message` is the default wording; a rule may give a more telling one.
 */
export const errorCatalogue = {
  'request.invalid': { status: 422, replay: 'park', message: 'Some fields need your attention.' },
  'request.unreadable': { status: 400, replay: 'park', message: 'The request could not be read.' },
  'request.too-large': { status: 413, replay: 'park', message: 'The request is too large.' },
  'request.unsupported': { status: 415, replay: 'park', message: 'The content type is not supported.' },
  'request.too-many': {
    status: 429,
    replay: 'retry',
    message: 'Too many attempts. Wait a moment and try again.',
  },
  'login.rejected': { status: 401, replay: 'hold', message: 'Email Credentials Rejected' },
  'auth.signed-out': { status: 401, replay: 'hold', message: 'Sign in again to go on.' },
  'access.denied': { status: 403, replay: 'park', message: 'You may not do this.' },
  'record.absent': {
    status: 404,
    replay: 'park',
    message: "Record not found, or you don't have access.",
  },
  'route.absent': { status: 404, replay: 'park', message: 'There is nothing at this address.' },
  'record.exists': { status: 409, replay: 'park', message: 'A record with this id exists already.' },
  'record.deleted': { status: 410, replay: 'park', message: 'This record was deleted.' },
  'record.stale': {
    status: 412,
    replay: 'merge',
    message: 'Someone else changed this record in the meantime.',
  },
  'period.locked': {
    status: 422,
    replay: 'park',
    message: 'The pay period of this date is locked. Ask the office to open it or choose another date.',
  },
  'timesheet.closed': {
    status: 422,
    replay: 'park',
    message:
      'The timesheet of this period is submitted or approved. Withdraw it, or ask the office to reopen it, to change its days.',
  },
  'timesheet.exists': {
    status: 409,
    replay: 'park',
    message: 'The timesheet of this period is submitted already.',
  },
  'timesheet.waiting': {
    status: 409,
    replay: 'park',
    message: 'This timesheet is waiting for items that have not arrived.',
  },
  'timesheet.decided': {
    status: 409,
    replay: 'park',
    message: 'Somebody has decided on this timesheet already.',
  },
  'soap-note.exists': {
    status: 409,
    replay: 'park',
    message: 'This student has a note about this session already. Write into that one.',
  },
  'soap-note.signed': {
    status: 409,
    replay: 'park',
    message: 'This note is signed. Add an amendment instead.',
  },
  'soap-note.stands': {
    status: 409,
    replay: 'park',
    message: 'This note does not take this step as it stands.',
  },
  'soap-note.changed': {
    status: 409,
    replay: 'park',
    message: 'This note was changed in the meantime. Read it as it is now and sign again.',
  },
  'password.weak': { status: 422, replay: 'park', message: 'Choose a longer password.' },
  'reset.rejected': { status: 422, replay: 'park', message: 'Email Credentials Rejected' },
  'write.reused': { status: 422, replay: 'park', message: 'This key was used for another request.' },
  'write.running': {
    status: 409,
    replay: 'retry',
    message: 'The first request with this key is still running.',
  },
  'write.blocked': {
    status: 424,
    replay: 'retry',
    message: 'A change that this one builds on has not arrived.',
  },
  'sync.forgotten': {
    status: 409,
    replay: 'retry',
    message: 'The server was restored from a backup. This device sends its recent changes again.',
  },
  'device.unknown': { status: 401, replay: 'hold', message: 'This device is not registered.' },
  'device.lost': {
    status: 403,
    replay: 'park',
    message: 'This device was reported lost. Ask the office to take that back.',
  },
  'decision.own': {
    status: 403,
    replay: 'park',
    message: 'Nobody decides on their own work. Ask a colleague.',
  },
  'decision.made': { status: 409, replay: 'park', message: 'Somebody has decided on this already.' },
  'app.outdated': { status: 426, replay: 'update', message: 'Update the app to go on sending.' },
  'server.busy': {
    status: 503,
    replay: 'retry',
    message: 'The server is busy. Your work is kept and sent later.',
  },
  'server.failed': { status: 500, replay: 'retry', message: 'Something went wrong!' },
} as const satisfies Record<string, { status: number; replay: Replay; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

export interface Problem {
  code: ErrorCode;
  message: string;
  fields?: Record<string, string>;
}

/** A refusal in the catalogue's words. Thrown by rules and operations, answered by the server as it stands. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** The row as it is now, sent along with `record.stale`. */
  readonly current: unknown;
  /** The version of the row that was deleted, with `record.deleted`; nothing where the rule does not say. */
  readonly deleted_version: number | null;
  /** How long the server asked to wait; nothing where it did not say. */
  readonly retryAfterMs: number | null;

  constructor(
    code: ErrorCode,
    details: {
      message?: string;
      fields?: Record<string, string>;
      current?: unknown;
      deleted_version?: number;
      retryAfterMs?: number | null;
    } = {},
  ) {
    super(details.message ?? errorCatalogue[code].message);
    this.name = 'Refusal';
    this.code = code;
    this.fields = details.fields;
    this.current = details.current;
    this.deleted_version = details.deleted_version ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

/** What the outbox does with an answer that is ours. Unknown codes are judged by their status. */
export function replayOf(status: number, code: string | null): Replay {
  if (code !== null && Object.hasOwn(errorCatalogue, code)) return errorCatalogue[code as ErrorCode].replay;
  if (status === 401) return 'hold';
  if (status === 426) return 'update';
  if (status === 412) return 'merge';
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'retry';
  return 'park';
}

/** The header that marks an answer as ours; without it, it counts as "offline" (a captive portal's page, say). */
export const ANSWER_MARKER = 'x-caseload';
