import { z } from 'zod';
import { EXCEPTION_REASONS, LONGEST_LUNCH_MINUTES, WAIVER_TYPES } from '#domain/lunch/lunch-break.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { STEP_KINDS, TIMESHEET_STATUSES } from '#domain/timesheets/timesheet.ts';
import { ask, defineEntity, lastWins, merged, setByServer } from './define-entity.ts';
import { day, instant, minutes, requiredText, text, uuid, version } from './fields.ts';
import { author, captured, never, nobody } from './server-fields.ts';

export const lunch = defineEntity({
  reach: 'person',
  clear: ({ provider, lunch_start_time }) => ({ provider, lunch_date: pacificDay(lunch_start_time) }),
  once: {},
  fields: {
    lunch_start_time: ask(instant),
    /** Whole minutes; while a punched break runs, what is planned. */
    lunch_duration: ask(minutes(LONGEST_LUNCH_MINUTES).min(1, 'Enter at least 1 minute.')),
    /** Of a punch, to the second; nothing while it runs and for what the form wrote. */
    lunch_end_time: ask(instant.nullable()),
    waiver_type: ask(z.enum(WAIVER_TYPES)),
    exception_reason: ask(z.enum(EXCEPTION_REASONS)),
    calendar_event_id: lastWins(uuid.nullable()),
    notes: merged(text(2_000)),
  },
  setByServer: {
    provider: author,
    /** Written by the form, or by punches: then times are real to the second. */
    source: setByServer(z.enum(['manual', 'punch']), () => 'manual' as const),
    /** The employer's half of a waiver, or their note to a day that was not compliant. */
    acknowledgment_note: setByServer(text(2_000), () => ''),
    acknowledged_by: nobody,
    acknowledged_at: never,
    captured_by: author,
    ...captured,
  },
});

export const TimecardBreak = z.object({
  kind: z.enum(['lunch', 'pause']),
  started_at: instant,
  ended_at: instant.nullable(),
  lunch_id: uuid.nullable(),
});

const TimecardCorrection = z.object({
  field: text(60),
  before: instant.nullable(),
  after: instant.nullable(),
  reason: requiredText(500),
  corrected_by: uuid,
  corrected_at: instant,
});

/**
 * One working day of an hourly employee: its punches as they were made, to the second.
 * Its fields are those of corrections; punches are judged by the card as it is, and never merged.
 */
export const timecard = defineEntity({
  reach: 'person',
  clear: ['provider', 'work_date'],
  once: {},
  fields: {
    started_at: ask(instant),
    /** Nothing while the day is open. */
    ended_at: ask(instant.nullable()),
    breaks: ask(z.array(TimecardBreak)),
  },
  setByServer: {
    provider: author,
    /** The Pacific day on which it began. */
    work_date: setByServer(day),
    corrections: setByServer(z.array(TimecardCorrection), () => []),
    captured_by: author,
    ...captured,
  },
});

export const ManifestItem = z.object({
  entity: z.enum(['session', 'lunch', 'timecard']),
  id: uuid,
  version,
  write_ids: z.array(uuid).max(200),
});

const minuteSum = z.int().min(0).max(100_000);

export const TimesheetTotals = z.object({
  sessions: minuteSum,
  direct_minutes: minuteSum,
  indirect_minutes: minuteSum,
  meal_minutes: minuteSum,
  paused_minutes: minuteSum,
  paid_minutes: minuteSum,
  expected_minutes: minuteSum,
});

const TimesheetStep = z.object({
  status: z.enum(STEP_KINDS),
  at: instant,
  by: uuid,
  notes: text(2_000),
});

/**
 * What a provider declares of a pay period; each submission is a revision of its own. A
 * decision is judged by the timesheet as it is; beside it only its note is written.
 */
export const timesheet = defineEntity({
  reach: 'person',
  clear: ['provider_id', 'period_start_date'],
  once: {},
  fields: { notes: lastWins(text(2_000)) },
  setByServer: {
    provider_id: setByServer(uuid),
    period_start_date: setByServer(day),
    period_end_date: setByServer(day),
    revision: setByServer(z.int().min(1), () => 1),
    status: setByServer(z.enum(TIMESHEET_STATUSES), () => 'submitted' as const),
    attestation_version: setByServer(z.int()),
    attestation_text: setByServer(text(2_000)),
    manifest: setByServer(z.array(ManifestItem)),
    /** How many items of the manifest have not arrived; it counts as submitted when none is left. */
    waiting_for: setByServer(z.int().min(0)),
    totals: setByServer(TimesheetTotals),
    recommended_by: nobody,
    recommended_at: never,
    decided_by: nobody,
    decided_at: never,
    steps: setByServer(z.array(TimesheetStep)),
    captured_by: author,
    ...captured,
  },
});
