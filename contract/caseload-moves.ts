import { z } from 'zod';
import { day, instant, personName, text, uuid, withDayRange } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

const params = z.strictObject({ id: uuid });
const named = z.object({ id: uuid, name: z.string() });

/** An assigned service in a hand-over. */
const HandedService = z.object({
  /** Of the assigned service. */
  id: uuid,
  student: uuid,
  student_name: z.string(),
  service: uuid,
  service_name: z.string(),
  /** First and last day with the substitute; no last day if it stays with them. */
  from: day,
  to: day.nullable(),
  /** Why it stays with its provider; empty if it moves. */
  refusal: z.string(),
});
export type HandedService = z.output<typeof HandedService>;

/** What a hand-over would move, before anything is written. */
export const HandoverPreview = z.object({
  provider: named,
  substitute: named,
  services: z.array(HandedService),
  /** Planned sessions on these days that move if all services do, by service and student; group sessions have none. */
  events: z.array(z.object({ service: uuid, student: uuid.nullable(), single: z.int(), series: z.int() })),
  /** How many of them meet what the substitute has on the calendar, in the first weeks. */
  overlaps: z.int(),
});
export type HandoverPreview = z.output<typeof HandoverPreview>;

export const HandoverBody = z.strictObject({
  id: uuid,
  substitute: uuid,
  start_date: day,
  end_date: day.nullable(),
  /** The assigned services that move. */
  services: z.array(uuid).min(1, 'Choose at least one service.').max(1_000),
  /** The hand-over that goes back: only its students' services and its group sessions move. */
  hands_back: uuid.optional(),
  /** For the substitute and later readers of the hand-over. */
  note: text(2_000).default(''),
});
export type HandoverBody = z.output<typeof HandoverBody>;

/** A hand-over that was made. */
export const CaseloadMove = z.object({
  id: uuid,
  /** The provider whose records moved. */
  subject: uuid,
  subject_name: z.string(),
  /** The substitute. */
  target: uuid,
  target_name: z.string(),
  start_date: day,
  end_date: day.nullable(),
  note: z.string(),
  made_at: instant,
  made_by_name: personName.nullable(),
  /** How many assigned services and planned sessions or series moved. */
  services: z.int(),
  events: z.int(),
  undone_at: instant.nullable(),
  /** When the last of its services went back; null as long as some are with the substitute. */
  handed_back_at: instant.nullable(),
  undo_until: day,
  /** Why it can't be undone; empty if it can. */
  undo_refusal: z.string(),
  /** Deactivated, so nothing goes back to them. */
  subject_is_archived: z.boolean(),
});
export type CaseloadMove = z.output<typeof CaseloadMove>;

/** A hand-over among all of them: whether it can be undone is on its provider's page. */
const ListedMove = CaseloadMove.omit({
  undo_until: true,
  undo_refusal: true,
  subject_is_archived: true,
}).extend({
  /** The hand-over that went back with this one. */
  hands_back: uuid.nullable(),
});
export type ListedMove = z.output<typeof ListedMove>;

export const caseloadMoveEndpoints = defineEndpoints({
  'caseload-move.read-handover': {
    method: 'GET',
    path: '/api/providers/handover/{id}/',
    summary: "Preview what handing a provider's caseload to a substitute would move",
    policy: 'caseload.move',
    params,
    query: withDayRange(
      z.strictObject({
        substitute: uuid,
        start_date: day,
        end_date: day.optional(),
        hands_back: uuid.optional(),
      }),
      'start_date',
      'end_date',
    ),
    reply: HandoverPreview,
  },
  'caseload-move.hand-over': {
    method: 'POST',
    path: '/api/providers/handover/{id}/',
    summary: "Hand a provider's services and planned sessions to a substitute, permanently or until a day",
    policy: 'caseload.move',
    params,
    body: HandoverBody,
    reply: CaseloadMove,
    status: 201,
  },
  'caseload-move.list': {
    method: 'GET',
    path: '/api/providers/caseload-moves/{id}/',
    summary: 'The hand-overs from and to a provider, newest first',
    policy: 'caseload.move',
    params,
    reply: z.array(CaseloadMove),
  },
  'caseload-move.list-all': {
    method: 'GET',
    path: '/api/providers/caseload-moves/',
    summary: 'The hand-overs of all providers in a date range',
    policy: 'caseload.move',
    query: withDayRange(z.strictObject({ start_date: day, end_date: day }), 'start_date', 'end_date'),
    isReport: true,
    reply: z.object({ as_of: instant, moves: z.array(ListedMove) }),
  },
  'caseload-move.undo': {
    method: 'PUT',
    path: '/api/providers/caseload-moves/undo/{id}/',
    summary: 'Undo a hand-over within 30 days, if nothing in it has changed since',
    policy: 'caseload.move',
    params,
    reply: CaseloadMove,
  },
});
