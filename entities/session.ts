import { z } from 'zod';
import { REQUEST_KINDS, REQUEST_STATES } from '#domain/sessions/request-states.ts';
import {
  APPROVAL_REQUESTS,
  ATTENDANCE_CODES,
  SESSION_MODALITIES,
  SESSION_SETTINGS,
  SESSION_STATES,
} from '#domain/sessions/session.ts';
import { LONGEST_SESSION_MINUTES } from '#domain/sessions/session-rules.ts';
import { ask, defineEntity, lastWins, merged, setByServer } from './define-entity.ts';
import { day, instant, locationId, minutes, text, uuid, wallTime } from './fields.ts';
import { author, captured, no, nobody } from './server-fields.ts';

const some = minutes(LONGEST_SESSION_MINUTES);
const atLeastOne = some.min(1, 'Enter at least 1 minute.');
const fields = z.record(z.string(), z.unknown());

/** Something about a session that someone else has to agree to. */
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

/** A delivered therapy session. */
export const session = defineEntity({
  reach: 'person',
  clear: ({ provider, session_date, approval_request }) => ({
    provider,
    session_date,
    ...(approval_request === 'none' ? {} : { approval_request }),
  }),
  once: {},
  fields: {
    student_ids: ask(z.array(uuid).max(30, 'Choose at most 30 students.')),
    service: ask(uuid),
    location: lastWins(locationId.nullable()),
    session_date: ask(day),
    /** Wall times of `time_zone`. */
    start_time: ask(wallTime),
    end_time: ask(wallTime),
    time_zone: ask(text(64)),
    scheduled_minutes: ask(atLeastOne),
    actual_minutes: ask(atLeastOne),
    direct_minutes: ask(some),
    indirect_minutes: ask(some),
    setting: ask(z.enum(SESSION_SETTINGS)),
    modality: ask(z.enum(SESSION_MODALITIES)),
    attendance: ask(z.enum(ATTENDANCE_CODES)),
    /** Why the attendance is what it is; `attendanceRule` says where it is needed. */
    reason: ask(text(500)),
    /** Why actual and scheduled minutes differ; needed when they do. */
    duration_reason: ask(text(500)),
    notes: merged(text(20_000)),
    /** The app's own link: no one can choose between two ids. */
    calendar_event_id: lastWins(uuid.nullable()),
    make_up_of: ask(uuid.nullable()),
  },
  setByServer: {
    provider: author,
    /** The billing customer, taken from the first student. */
    client: nobody,
    state: setByServer(z.enum(SESSION_STATES), () => 'logged' as const),
    /** Actual and scheduled minutes differ. */
    changeDuration: no,
    /** The combined status of its requests. */
    approval_request: setByServer(z.enum(APPROVAL_REQUESTS), () => 'none' as const),
    /** Left out by servers of before 0.4. */
    requests: setByServer(z.array(SessionRequest).optional(), () => []),
    late_for_payroll: no,
    /** Captured after the month's invoice was cut. Left out by servers of before 0.4. */
    late_for_client: setByServer(z.boolean().optional(), () => false),
    /** Shares minutes with another session of the provider. */
    has_overlap: no,
    /** The same student, service and start exist a second time. */
    is_possible_duplicate: no,
    /**
     * Imported from the previous system: already noted, paid, and billed there. Left out by servers of before 0.5.
     */
    is_history: setByServer(z.boolean().optional(), () => false),
    /** Who entered it; not always the provider. */
    captured_by: author,
    ...captured,
  },
});
