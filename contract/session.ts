import { z } from 'zod';
import { REQUEST_KINDS, REQUEST_STATES } from '#domain/sessions/request-states.ts';
import { SESSION_STATES } from '#domain/sessions/session.ts';
import { day, instant, requiredText, text, uuid, withDayRange } from '#entities/fields.ts';
import { session } from '#entities/session.ts';
import { defineEndpoints } from './endpoint.ts';
import { writesOf } from './entity-calls.ts';

/** The id is created once, on the device. `provider` may be omitted: then it is the caller. */
export const SessionBody = session.Body.extend({ provider: uuid.optional() });
export type SessionBody = z.output<typeof SessionBody>;

/** Only the edited fields are sent. */
export const SessionChanges = session.Changes;
export type SessionChanges = z.output<typeof SessionChanges>;

export const Session = session.Row;
export type Session = z.output<typeof Session>;

/** A request, if the session or its pay period is closed. */
export const SessionAsk = z.strictObject({
  kind: z.enum(['edit', 'deletion']),
  /** The edited fields. */
  changes: SessionChanges.default({}),
  reason: requiredText(500),
});
export type SessionAsk = z.output<typeof SessionAsk>;

/** A decision names the request that was read: by now there may be another. */
export const RequestDecision = z.strictObject({
  asked_at: instant,
  decision: z.enum(['approved', 'refused']),
  /** Required to deny. */
  note: text(2_000).default(''),
});
export type RequestDecision = z.output<typeof RequestDecision>;

const SessionSums = z.object({
  sessions: z.int().min(0),
  /** Actual minutes. */
  minutes: z.int().min(0),
  /** Those with a request to review. */
  pending: z.int().min(0),
});
export type SessionSums = z.output<typeof SessionSums>;

/** Which sessions a list has; what is absent narrows nothing. */
const sessionFilters = {
  start_date: day.optional(),
  end_date: day.optional(),
  provider: uuid.optional(),
  student: uuid.optional(),
  service: uuid.optional(),
  state: z.enum(SESSION_STATES).optional(),
  /** Who entered them. */
  captured_by: uuid.optional(),
  /** Only those with a request, pending or decided. */
  has_request: z.literal('1').optional(),
  /** The state of their requests: a pending one first, then the last decision. */
  request: z.enum(REQUEST_STATES).optional(),
  /** Only those with a pending request of this kind. */
  pending: z.enum(REQUEST_KINDS).optional(),
  /** Each of these words is in the name of the provider, the service, or a student. */
  search: text(200).optional(),
};

/** A page of a list whose answer is the rows alone: it continues behind the session `after`. */
const sessionPage = (most: number) => ({
  start_date: day.optional(),
  end_date: day.optional(),
  after: uuid.optional(),
  limit: z.coerce.number().int().min(1).max(most).default(most),
});

const writes = writesOf('session', { ...session, Body: SessionBody }, 'session.record', 2);

export const sessionEndpoints = defineEndpoints({
  'session.list': {
    method: 'GET',
    path: '/api/mysessions/',
    summary: "The caller's sessions, or all that their role can see, by their time",
    policy: 'session.read',
    query: withDayRange(
      z.strictObject({
        ...sessionFilters,
        order: z.enum(['newest', 'oldest']).default('newest'),
        after: text(200).optional(),
        limit: z.coerce.number().int().min(1).max(1_000).default(50),
      }),
      'start_date',
      'end_date',
    ),
    reply: z.object({ sessions: z.array(Session), next: z.string().nullable() }),
    rows: 'sessions',
  },
  'session.sum': {
    method: 'GET',
    path: '/api/mysessions/sums/',
    summary: 'How many sessions a list has on all its pages, and what they add up to',
    policy: 'session.read',
    query: withDayRange(z.strictObject(sessionFilters), 'start_date', 'end_date'),
    reply: SessionSums,
  },
  'session.read': {
    method: 'GET',
    path: '/api/mysessions/info/{id}/',
    summary: 'A session that the caller may see',
    policy: 'session.read',
    params: z.strictObject({ id: uuid }),
    reply: Session,
  },
  'session.list-of-student': {
    method: 'GET',
    path: '/api/students/sessions/{id}/',
    summary:
      'Sessions of one student that the caller may see, newest first, at most 500; `after` continues behind a session',
    policy: 'session.read',
    params: z.strictObject({ id: uuid }),
    query: withDayRange(z.strictObject(sessionPage(500)), 'start_date', 'end_date'),
    reply: z.array(Session),
  },
  'session.create': {
    ...writes.create,
    path: '/api/students/sessions/new/',
    summary: 'Record a session',
  },
  'session.update': {
    ...writes.update,
    path: '/api/students/sessions/edit/{id}/',
    summary: 'Change a session',
  },
  'session.delete': {
    ...writes.delete,
    path: '/api/students/sessions/edit/{id}/',
    summary: 'Delete a session',
  },
  'session.request': {
    method: 'PUT',
    path: '/api/students/sessions/request/{id}/',
    summary: 'Request an edit or deletion of a locked session',
    policy: 'session.record',
    params: z.strictObject({ id: uuid }),
    body: SessionAsk,
    reply: Session.nullable(),
    offline: { entity: 'session', effect: 'update', version: 1, isCommand: true },
  },
  'session.decide-duration': {
    method: 'PUT',
    path: '/api/payroll/approve-request/{id}/',
    summary: 'Approve or deny the changed duration of a session',
    policy: 'session.decide',
    params: z.strictObject({ id: uuid }),
    body: RequestDecision,
    reply: Session,
  },
  'session.decide-request': {
    method: 'PUT',
    path: '/api/approve/session/request/{id}/',
    summary: 'Approve or deny a late entry, or an edit or deletion after the lock',
    policy: 'session.decide',
    params: z.strictObject({ id: uuid }),
    body: RequestDecision,
    /** Null if an approved deletion removed it. */
    reply: Session.nullable(),
  },
  'session.list-durations': {
    method: 'GET',
    path: '/api/payroll/durations/',
    summary:
      'Sessions with a changed duration, pending and reviewed, newest first, at most 2,000; `after` continues behind a session',
    policy: 'payroll.view',
    query: withDayRange(
      z.strictObject({ ...sessionPage(2_000), provider: uuid.optional() }),
      'start_date',
      'end_date',
    ),
    reply: z.array(Session),
  },
});
