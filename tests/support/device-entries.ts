import { v7 as uuidv7 } from 'uuid';
import type { CalendarEventBody } from '#contract/calendar.ts';
import type { LunchBody, LunchBreak } from '#contract/lunch.ts';
import type { Session, SessionBody } from '#contract/session.ts';
import type { SoapNote } from '#contract/soap-note.ts';
import type { PullPage } from '#contract/sync.ts';
import { soapNoteId } from '#domain/notes/soap-ids.ts';

/** What a provider enters for their own day. */
export type SessionEntry = Omit<SessionBody, 'provider'>;
export type LunchEntry = Omit<LunchBody, 'provider'>;
export type EventEntry = Omit<CalendarEventBody, 'provider'>;

const STUDENT = '0195a000-0000-7000-8000-000000000001';
const SERVICE = '0195a000-0000-7000-8000-000000000002';

/** A session as the form submits it. */
export function sessionEntry(changes: Partial<SessionEntry> = {}): SessionEntry {
  return {
    id: uuidv7(),
    student_ids: [STUDENT],
    service: SERVICE,
    location: null,
    session_date: '2026-03-10',
    start_time: '09:00',
    end_time: '09:30',
    time_zone: 'America/Los_Angeles',
    scheduled_minutes: 30,
    actual_minutes: 30,
    direct_minutes: 30,
    indirect_minutes: 0,
    setting: 'individual',
    modality: 'in_person',
    attendance: 'delivered',
    reason: '',
    duration_reason: '',
    notes: '',
    calendar_event_id: null,
    make_up_of: null,
    ...changes,
  };
}

/** A session as the server stores it. */
export function sessionRow(provider: string, version: number, changes: Partial<Session> = {}): Session {
  return {
    ...sessionEntry(),
    provider,
    client: null,
    state: 'logged',
    changeDuration: false,
    approval_request: 'none',
    late_for_payroll: false,
    has_overlap: false,
    is_possible_duplicate: false,
    captured_by: provider,
    captured_at: '2026-03-10T17:00:00.000Z',
    received_at: '2026-03-10T17:00:01.000Z',
    version,
    ...changes,
  };
}

/** A student, as a pull brings them. */
export function studentArrived(
  id: string,
  [first_name, last_name]: readonly [string, string],
): PullPage['changes'][number] {
  const row = { id, first_name, last_name, services: [], providers: [], version: 1 };
  return { entity: 'student', id, scopes: [`student:${id}`], left: [], row };
}

/** The signed note about one student of a session, as the server stores it. */
export function signedNoteRow(session: Session, student: string, changes: Partial<SoapNote> = {}): SoapNote {
  const { provider, service, session_date: note_date } = session;
  const at = `${note_date}T18:00:00.000Z`;
  return {
    ...{ id: soapNoteId(session.id, student), student, session: session.id, provider, service, note_date },
    ...{ subjective: 'a', objective: 'b', assessment: 'c', plan: 'd', cpt_codes: [], dx_codes: [] },
    ...{ state: 'signed', needs_co_sign: false, return_comment: '', amendments: [] },
    ...{ signed_by: provider, signed_at: at, co_signed_by: null, co_signed_at: null },
    steps: [{ step: 'sign', by: provider, at, comment: '' }],
    ...{ captured_by: provider, captured_at: at, received_at: at, version: 2, ...changes },
  };
}

export function lunchEntry(changes: Partial<LunchEntry> = {}): LunchEntry {
  return {
    id: uuidv7(),
    lunch_start_time: '2026-03-10T19:00:00.000Z',
    lunch_duration: 30,
    waiver_type: '',
    exception_reason: '',
    calendar_event_id: null,
    notes: '',
    lunch_end_time: null,
    source: 'manual',
    ...changes,
  };
}

export function lunchRow(provider: string, version: number, changes: Partial<LunchBreak> = {}): LunchBreak {
  return {
    ...lunchEntry(),
    provider,
    acknowledgment_note: '',
    acknowledged_by: null,
    acknowledged_at: null,
    captured_by: provider,
    captured_at: '2026-03-10T17:00:00.000Z',
    received_at: '2026-03-10T17:00:01.000Z',
    version,
    ...changes,
  };
}

export function eventEntry(changes: Partial<EventEntry> = {}): EventEntry {
  return {
    id: uuidv7(),
    student: null,
    event_start_date: '2026-03-10',
    event_start_time: '12:00',
    event_end_date: '2026-03-10',
    event_end_time: '12:30',
    duration: 30,
    recurring: false,
    recurring_type: '',
    recurring_timeframe: '',
    location: null,
    meeting_notes: '',
    event_color: 'green',
    event_title: 'Lunch Break',
    remind_me: false,
    is_lunch: true,
    service: null,
    service_list: [],
    invites: [],
    recurring_days: [],
    excluded_dates: [],
    original_id: null,
    original_date: null,
    ...changes,
  };
}
