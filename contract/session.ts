import { z } from 'zod';
import { REQUEST_STATES } from '#domain/sessions/request-states.ts';
import {
  APPROVAL_REQUESTS,
  ATTENDANCE_CODES,
  SESSION_MODALITIES,
  SESSION_SETTINGS,
  SESSION_STATES,
} from '#domain/sessions/session.ts';
import { REQUEST_KINDS } from '#domain/sessions/session-requests.ts';
import { LONGEST_SESSION_MINUTES } from '#domain/sessions/session-rules.ts';
import {
  day,
  instant,
  locationId,
  minutes,
  requiredText,
  text,
  uuid,
  version,
  wallTime,
  withDayRange,
} from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

const entry = {
  student_ids: z.array(uuid).max(30, 'Choose at most 30 students.'),
  service: uuid,
  location: locationId.nullable(),
  session_date: day,
  /** Wall times of `time_zone`. */
  start_time: wallTime,
  end_time: wallTime,
  time_zone: text(64),
  scheduled_minutes: minutes(LONGEST_SESSION_MINUTES).min(1, 'Enter at least 1 minute.'),
  actual_minutes: minutes(LONGEST_SESSION_MINUTES).min(1, 'Enter at least 1 minute.'),
  direct_minutes: minutes(LONGEST_SESSION_MINUTES),
  indirect_minutes: minutes(LONGEST_SESSION_MINUTES),
  setting: z.enum(SESSION_SETTINGS),
  modality: z.enum(SESSION_MODALITIES),
  attendance: z.enum(ATTENDANCE_CODES),
  /** Why the attendance is what it is; `attendanceRule` says where it is needed. */
  reason: text(500),
  /** Why actual and scheduled minutes differ; needed when they do. */
  duration_reason: text(500),
  notes: text(20_000),
  calendar_event_id: uuid.nullable(),
  make_up_of: uuid.nullable(),
};

/** The id is made on the device, once. `provider` may be left out: then it is the caller. */
export const SessionBody = z.strictObject({ id: uuid, provider: uuid.optional(), ...entry });
export type SessionBody = z.output<typeof SessionBody>;

/** Only the touched fields travel. */
export const SessionChanges = z.strictObject(entry).partial();
export type SessionChanges = z.output<typeof SessionChanges>;

const fields = z.record(z.string(), z.unknown());

/** Something about a session that somebody else has to agree to. */
const SessionRequest = z.object({
  kind: z.enum(REQUEST_KINDS),
  state: z.enum(REQUEST_STATES),
  reason: z.string(),
  /** The fields in question, as they were and as they are to be. */
  before: fields,
  changes: fields,
  asked_by: uuid,
  /** When it was captured; within a session it names the request. */
  asked_at: instant,
  decided_by: uuid.nullable(),
  decided_at: instant.nullable(),
  note: z.string(),
});

export const Session = z.object({
  id: uuid,
  provider: uuid,
  ...entry,
  /** The billing customer, taken from the first student. */
  client: uuid.nullable(),
  state: z.enum(SESSION_STATES),
  /** Actual and scheduled minutes differ. */
  changeDuration: z.boolean(),
  /** How its requests stand as a whole. */
  approval_request: z.enum(APPROVAL_REQUESTS),
  /** Left out by servers of before 0.4. */
  requests: z.array(SessionRequest).optional(),
  late_for_payroll: z.boolean(),
  /** Captured after the month's invoice was cut. Left out by servers of before 0.4. */
  late_for_client: z.boolean().optional(),
  /** Shares minutes with another session of the provider. */
  has_overlap: z.boolean(),
  /** The same student, service and start exist a second time. */
  is_possible_duplicate: z.boolean(),
  /** Who entered it; not always the provider. */
  captured_by: uuid,
  captured_at: instant,
  /** Nothing while the server has not confirmed it. */
  received_at: instant.nullable(),
  version,
});
export type Session = z.output<typeof Session>;

/** What is asked of the office where the session or its pay period takes no more changes. */
export const SessionAsk = z.strictObject({
  kind: z.enum(['edit', 'deletion']),
  /** The touched fields of an edit. */
  changes: SessionChanges.default({}),
  reason: requiredText(500),
});
export type SessionAsk = z.output<typeof SessionAsk>;

/** A decision names the request that the decider has read: by now there may be another. */
export const RequestDecision = z.strictObject({
  asked_at: instant,
  decision: z.enum(['approved', 'refused']),
  /** Needed to refuse. */
  note: text(2_000).default(''),
});
export type RequestDecision = z.output<typeof RequestDecision>;

export const sessionEndpoints = defineEndpoints({
  'session.list': {
    method: 'GET',
    path: '/api/mysessions/',
    summary: 'Sessions of the caller, or of the office where the role sees them, newest first',
    policy: 'session.read',
    query: withDayRange(
      z.strictObject({
        start_date: day.optional(),
        end_date: day.optional(),
        provider: uuid.optional(),
        after: text(200).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
      'start_date',
      'end_date',
    ),
    reply: z.object({ sessions: z.array(Session), next: z.string().nullable() }),
    rows: 'sessions',
  },
  'session.list-of-student': {
    method: 'GET',
    path: '/api/students/sessions/{id}/',
    summary: 'Sessions of one student that the caller may see, newest first',
    policy: 'session.read',
    params: z.strictObject({ id: uuid }),
    reply: z.array(Session),
  },
  'session.create': {
    method: 'POST',
    path: '/api/students/sessions/new/',
    summary: 'Record a session',
    policy: 'session.record',
    body: SessionBody,
    reply: Session,
    status: 201,
    offline: { entity: 'session', effect: 'create', version: 2 },
  },
  'session.update': {
    method: 'PUT',
    path: '/api/students/sessions/edit/{id}/',
    summary: 'Change a session',
    policy: 'session.record',
    params: z.strictObject({ id: uuid }),
    body: SessionChanges,
    reply: Session,
    offline: { entity: 'session', effect: 'update', version: 2 },
  },
  'session.delete': {
    method: 'DELETE',
    path: '/api/students/sessions/edit/{id}/',
    summary: 'Delete a session',
    policy: 'session.record',
    params: z.strictObject({ id: uuid }),
    offline: { entity: 'session', effect: 'delete', version: 1 },
  },
  'session.request': {
    method: 'PUT',
    path: '/api/students/sessions/request/{id}/',
    summary: 'Ask for an edit or a deletion of a session that takes no more changes',
    policy: 'session.record',
    params: z.strictObject({ id: uuid }),
    body: SessionAsk,
    reply: Session.nullable(),
    offline: { entity: 'session', effect: 'update', version: 1, isStep: true },
  },
  'session.decide-duration': {
    method: 'PUT',
    path: '/api/payroll/approve-request/{id}/',
    summary: 'Approve or refuse the changed duration of a session',
    policy: 'session.decide',
    params: z.strictObject({ id: uuid }),
    body: RequestDecision,
    reply: Session,
  },
  'session.decide-request': {
    method: 'PUT',
    path: '/api/approve/session/request/{id}/',
    summary: 'Approve or refuse a late entry, or an edit or a deletion after the lock',
    policy: 'session.decide',
    params: z.strictObject({ id: uuid }),
    body: RequestDecision,
    /** Nothing where an approved deletion has taken it away. */
    reply: Session.nullable(),
  },
  'session.list-durations': {
    method: 'GET',
    path: '/api/payroll/durations/',
    summary: 'Sessions with a changed duration, pending and decided, newest first',
    policy: 'payroll.view',
    query: withDayRange(
      z.strictObject({ start_date: day.optional(), end_date: day.optional(), provider: uuid.optional() }),
      'start_date',
      'end_date',
    ),
    reply: z.array(Session),
  },
});
