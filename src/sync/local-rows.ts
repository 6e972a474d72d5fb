import { type CalendarEvent, CalendarEventBody } from '#contract/calendar.ts';
import type { OfflineWrite } from '#contract/endpoint.ts';
import type { EntityRow } from '#contract/entities.ts';
import type { EntityName } from '#contract/entity-name.ts';
import { endpoints, type OfflineEndpointName } from '#contract/index.ts';
import type { LunchBody, LunchBreak } from '#contract/lunch.ts';
import type { Session, SessionAsk, SessionBody } from '#contract/session.ts';
import type { SoapNote } from '#contract/soap-note.ts';
import type { StartLunchBody, Timecard, TimecardBody, TimecardChanges } from '#contract/timecard.ts';
import type { Timesheet, TimesheetBody } from '#contract/timesheet.ts';
import { calendarWishOnSave, changesOfEvent } from '#domain/lunch/calendar-wish.ts';
import { applyNoteStep, type NoteStep } from '#domain/notes/soap-steps.ts';
import {
  approvalOf,
  requestsOf,
  withDurationRequest,
  withLockRequest,
} from '#domain/sessions/session-requests.ts';
import { isChangedDuration, withScheduledMinutes } from '#domain/sessions/session-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { corrected } from '#domain/timecards/correction.ts';
import { applyPunch, type Punch, toTheSecond } from '#domain/timecards/punch-rules.ts';
import { attestationText } from '#domain/timesheets/attestation.ts';
import { newRow } from '#entities/declared.ts';
import type { Origin } from '#entities/define-entity.ts';

/** Who made a write, where and when: what the device knows before the server answers. */
export type WriteAuthor = Origin;

type WritableEntity = 'session' | 'lunch' | 'calendar_event' | 'timecard' | 'timesheet';

/** What follows from the minutes, by the rule that the server follows too. */
function withDerivedFields(before: Session | null, entered: Session, { user_id, captured_at }: WriteAuthor) {
  const session = withScheduledMinutes(entered, before);
  const requests = withDurationRequest(requestsOf(session), before, session, {
    by: user_id,
    at: captured_at,
  });
  return {
    ...session,
    changeDuration: isChangedDuration(session),
    requests,
    approval_request: approvalOf(requests),
  };
}

/** Asked for, a session that takes no more changes stays as it is. */
function withAsk(session: Session, { changes, ...ask }: SessionAsk, author: WriteAuthor): Session {
  const known: Record<string, unknown> = session;
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, known[name]]));
  const requests = withLockRequest(
    requestsOf(session),
    { ...ask, before, changes },
    { by: author.user_id, at: author.captured_at },
  );
  return { ...session, requests, approval_request: approvalOf(requests) };
}

/**
 * What a creation looks like on this device until the server answers, where more of it
 * follows from its fields than its declaration says.
 */
const newRowByHand: { [Name in WritableEntity]: (body: never, author: WriteAuthor) => EntityRow<Name> } = {
  session: (body: SessionBody, author): Session =>
    withDerivedFields(
      null,
      {
        ...body,
        provider: body.provider ?? author.user_id,
        client: null,
        state: 'logged',
        changeDuration: false,
        approval_request: 'none',
        requests: [],
        late_for_payroll: false,
        late_for_client: false,
        has_overlap: false,
        is_possible_duplicate: false,
        captured_by: author.user_id,
        captured_at: author.captured_at,
        received_at: null,
        version: 0,
      },
      author,
    ),
  lunch: (body: LunchBody, author): LunchBreak => ({
    // A write of before 0.3 that still waits knows neither of the two.
    ...{ lunch_end_time: null, source: 'manual' as const },
    ...body,
    provider: body.provider ?? author.user_id,
    acknowledgment_note: '',
    acknowledged_by: null,
    acknowledged_at: null,
    captured_by: author.user_id,
    captured_at: author.captured_at,
    received_at: null,
    version: 0,
  }),
  calendar_event: (body: CalendarEventBody, author): CalendarEvent => ({
    ...{ recurring_days: [], excluded_dates: [], original_id: null, original_date: null },
    ...body,
    provider: body.provider ?? author.user_id,
    version: 0,
  }),
  timecard: (body: TimecardBody, author): Timecard => ({
    id: body.id,
    provider: body.provider ?? author.user_id,
    work_date: pacificDay(toTheSecond(body.started_at)),
    started_at: toTheSecond(body.started_at),
    ended_at: null,
    breaks: [],
    corrections: [],
    captured_by: author.user_id,
    captured_at: author.captured_at,
    received_at: null,
    version: 0,
  }),
  timesheet: (body: TimesheetBody, author): Timesheet => ({
    ...body,
    revision: 1,
    status: 'submitted',
    attestation_text: attestationText(body.attestation_version) ?? '',
    waiting_for: body.manifest.filter(({ write_ids }) => write_ids.length > 0).length,
    recommended_by: null,
    recommended_at: null,
    decided_by: null,
    decided_at: null,
    steps: [{ status: 'submitted', at: author.captured_at, by: author.user_id, notes: body.notes }],
    captured_by: author.user_id,
    captured_at: author.captured_at,
    received_at: null,
    version: 0,
  }),
};

const PUNCHES: Partial<Record<string, Punch>> = {
  'timecard.start-lunch': 'start-lunch',
  'timecard.end-lunch': 'end-lunch',
  'timecard.pause': 'pause',
  'timecard.unpause': 'unpause',
  'timecard.end-day': 'end-day',
};

/** A signature or what follows it, by the rules that the server follows too. Nothing where the write is no step. */
function noteStepOf({ endpoint, body, author }: AppliedWrite): NoteStep | null {
  if (endpoint === 'soap.sign') return { step: 'sign' };
  if (endpoint === 'soap.co-sign') return { step: 'co-sign' };
  if (endpoint === 'soap.return') return { step: 'return', ...(body as { comment: string }) };
  if (endpoint === 'soap.withdraw') return { step: 'withdraw', at: author.captured_at };
  if (endpoint === 'soap.amend') return { step: 'amend', ...(body as { id: string; text: string }) };
  return null;
}

function afterNoteStep(note: SoapNote, step: NoteStep, { user_id, captured_at }: WriteAuthor): SoapNote {
  return applyNoteStep(note, step, { by: user_id, at: captured_at });
}

/** A punch or a correction, by the rules that the server follows too. */
function afterStep(card: Timecard, { endpoint = '', body, author }: AppliedWrite): Timecard {
  const punch = PUNCHES[endpoint];
  if (punch !== undefined) return applyPunch(card, punch, body as StartLunchBody);
  return corrected(card, body as TimecardChanges, { user_id: author.user_id, at: author.captured_at });
}

/** The call that makes or changes a row of an entity by its fields, as it may wait. */
export function callOf(
  entity: EntityName,
  effect: 'create' | 'update',
): { name: OfflineEndpointName; offline: OfflineWrite } {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    if (!('offline' in endpoint)) continue;
    const { offline } = endpoint;
    const isStep = 'isStep' in offline;
    if (offline.entity === entity && offline.effect === effect && !isStep) {
      return { name: name as OfflineEndpointName, offline };
    }
  }
  throw new TypeError(`${entity} is not written so on devices`);
}

function isByHand(entity: EntityName): entity is WritableEntity {
  return Object.hasOwn(newRowByHand, entity);
}

export interface AppliedWrite {
  /** Which change it is, where a noun has several. */
  endpoint?: string;
  entity: EntityName;
  /** `follow`: a write of another row brings this one along. */
  effect: 'create' | 'update' | 'delete' | 'follow';
  body: unknown;
  author: WriteAuthor;
}

/** What a write that brings a row along says to it: its id, and the leading row; nothing where that was deleted. */
export interface Lead {
  id: string;
  leader: unknown;
}

/** What the rows of an entity bring along. */
export const FOLLOWER_OF: Partial<Record<EntityName, EntityName>> = { lunch: 'calendar_event' };

/** The event of a lunch break after a write of the break, by the rule that the server follows too. */
function eventAfterLunch(
  event: CalendarEvent | null,
  { id, leader }: Lead,
  author: WriteAuthor,
): CalendarEvent | null {
  if (leader === null) return null;
  const wish = calendarWishOnSave(leader as LunchBreak);
  if (wish.kind === 'none' || wish.kind === 'remove' || wish.eventId !== id) return event;
  if (wish.kind === 'note-waiver') return event && { ...event, meeting_notes: wish.meeting_notes };
  return event === null
    ? newRowByHand.calendar_event(CalendarEventBody.parse({ id, ...wish.fields }) as never, author)
    : { ...event, ...changesOfEvent(event, wish.fields) };
}

/**
 * The row after a write: the same pure function when it is first made and when
 * it is laid upon a newer base. Nothing where it was deleted; a change of a row
 * that is not there leaves nothing.
 */
export function applyWrite(row: unknown, write: AppliedWrite): unknown {
  if (write.effect === 'follow') {
    return eventAfterLunch(row as CalendarEvent | null, write.body as Lead, write.author);
  }
  if (write.effect === 'delete') return null;
  if (write.effect === 'create') {
    // A base that is already there is the creation's own effect, confirmed by a pull before its answer.
    if (row !== null) return row;
    return isByHand(write.entity)
      ? newRowByHand[write.entity](write.body as never, write.author)
      : newRow(write.entity, write.body as object, write.author);
  }
  if (row === null) return null;
  // What becomes of a timesheet only the office says; that it was asked for stands in the outbox.
  if (write.entity === 'timesheet') return row;
  if (write.entity === 'timecard') return afterStep(row as Timecard, write);
  const noteStep = noteStepOf(write);
  if (noteStep !== null) return afterNoteStep(row as SoapNote, noteStep, write.author);
  if (write.endpoint === 'session.request') {
    return withAsk(row as Session, write.body as SessionAsk, write.author);
  }
  const changed = { ...(row as object), ...(write.body as object) };
  return write.entity === 'session'
    ? withDerivedFields(row as Session, changed as Session, write.author)
    : changed;
}

/** The row that people see: waiting writes laid in order upon the newest base. */
export function rebase(base: unknown, writes: readonly AppliedWrite[]): unknown {
  return writes.reduce(applyWrite, base);
}
