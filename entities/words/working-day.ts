import { EXCEPTION_LABELS, WAIVER_LABELS } from '#domain/lunch/lunch-break.ts';
import { STATUS_LABELS } from '#domain/timesheets/timesheet.ts';
import type { EntityWords } from './entity-words.ts';
import {
  client,
  coded,
  counted,
  day,
  dayOfInstant,
  each,
  instant,
  linked,
  location,
  minutes,
  paidTime,
  person,
  plain,
  type Say,
  service,
  student,
  time,
  timeOfInstant,
  timeSpan,
  timeWithZone,
  weekdays,
  workBreak,
} from './say.ts';
import { captured, provider } from './shared-fields.ts';

/** "02/23/2026 – 03/08/2026" */
const range: Say = (value, names) =>
  Array.isArray(value) ? value.map((one) => day(one, names)).join(' – ') : '';
const rangeOf = (first: unknown, last: unknown) => (first && last ? [first, last] : undefined);

export const lunch: EntityWords<'lunch'> = {
  one: 'lunch break',
  title: (row) => [
    [dayOfInstant, row.lunch_start_time],
    [timeOfInstant, row.lunch_start_time],
    [minutes, row.lunch_duration],
  ],
  weighed: (row) => [
    [dayOfInstant, row.lunch_start_time],
    [timeWithZone, row.lunch_start_time],
    [minutes, row.lunch_duration],
  ],
  fields: {
    provider,
    lunch_start_time: { label: 'Start time', say: instant },
    lunch_duration: { label: 'Duration', say: minutes },
    lunch_end_time: { label: 'End time', say: instant },
    waiver_type: { label: 'Waiver', say: coded(WAIVER_LABELS) },
    exception_reason: { label: 'Exception', say: coded(EXCEPTION_LABELS) },
    notes: 'Notes',
    source: { label: 'Entered by', say: coded({ manual: 'Form', punch: 'Punch' }) },
    calendar_event_id: { label: 'In the calendar', say: linked },
    acknowledgment_note: 'Acknowledgment note',
    acknowledged_by: { label: 'Acknowledged by', say: person },
    acknowledged_at: { label: 'Acknowledged at', say: instant },
    ...captured,
  },
};

export const timecard: EntityWords<'timecard'> = {
  one: 'timecard',
  title: (row) => {
    const moment = row.at ?? row.started_at;
    return [
      row.work_date === undefined ? [dayOfInstant, moment] : [day, row.work_date],
      [timeOfInstant, moment],
    ];
  },
  fields: {
    provider,
    work_date: { label: 'Date', say: day },
    started_at: { label: 'Clock-in time', say: instant },
    ended_at: { label: 'Clock-out time', say: instant },
    breaks: { label: 'Breaks', say: each(workBreak) },
    corrections: { label: 'Corrections', say: counted },
    ...captured,
  },
  extraFields: {
    at: { label: 'Punched', say: instant },
    lunch_id: { label: 'Lunch entry', say: linked },
    reason: 'Reason',
  },
  commands: {
    'timecard.start-lunch': 'Lunch started',
    'timecard.end-lunch': 'Lunch ended',
    'timecard.pause': 'Paused',
    'timecard.unpause': 'Resumed after a pause',
    'timecard.end-day': 'Clocked out',
  },
};

export const timesheet: EntityWords<'timesheet'> = {
  one: 'timesheet',
  title: (row) => [
    [range, rangeOf(row.period_start_date, row.period_end_date)],
    [(value, names) => coded(STATUS_LABELS)(value, names).toLowerCase(), row.new_status],
  ],
  fields: {
    provider_id: provider,
    period_start_date: { label: 'First day', say: day },
    period_end_date: { label: 'Last day', say: day },
    totals: { label: 'Paid time', say: paidTime },
    manifest: { label: 'Items covered', say: counted },
    notes: 'Notes',
    attestation_version: 'Certified statement, version',
    attestation_text: 'Certified statement',
    revision: 'Revision',
    status: { label: 'Status', say: coded(STATUS_LABELS) },
    waiting_for: 'Items not received yet',
    recommended_by: { label: 'Recommended by', say: person },
    recommended_at: { label: 'Recommended at', say: instant },
    decided_by: { label: 'Reviewed by', say: person },
    decided_at: { label: 'Reviewed at', say: instant },
    steps: { label: 'Status changes', say: counted },
    ...captured,
  },
  extraFields: { new_status: { label: 'New status', say: coded(STATUS_LABELS) } },
  commands: { 'timesheet.amend': 'Amended timesheet' },
};

export const pay_period: EntityWords<'pay_period'> = {
  one: 'pay period',
  title: (row) => [[range, rangeOf(row.start_date, row.end_date)]],
  fields: {
    start_date: { label: 'First day', say: day },
    end_date: { label: 'Last day', say: day },
    closed_at: { label: 'Closed at', say: instant },
    is_locked: 'Locked',
  },
};

/** "03/10/2026 12:00–12:30 PM"; the last day where it is another one. */
const eventTime: Say = (value, names) => {
  const row: Record<string, unknown> = Object(value);
  const point = (date: unknown, at: unknown) =>
    [date && day(date, names), at && time(at, names)].filter(Boolean).join(' ');
  const isOneDay = row.event_start_date === row.event_end_date;
  if (isOneDay && row.event_start_time && row.event_end_time)
    return [
      row.event_start_date && day(row.event_start_date, names),
      timeSpan(row.event_start_time, row.event_end_time, names),
    ]
      .filter(Boolean)
      .join(' ');
  return `${point(row.event_start_date, row.event_start_time)} – ${point(
    isOneDay ? undefined : row.event_end_date,
    row.event_end_time,
  )}`;
};

const repetition: Say = (value) => {
  const { recurring, recurring_type, recurring_timeframe }: Record<string, unknown> = Object(value);
  if (recurring !== true) return "Doesn't repeat";
  return [recurring_type, recurring_timeframe].filter(Boolean).join(', ') || 'Repeats';
};

export const calendar_event: EntityWords<'calendar_event'> = {
  one: 'calendar event',
  short: 'event',
  title: (row) => [
    [day, row.event_start_date],
    [time, row.event_start_time],
    [plain, row.event_title],
  ],
  fields: {
    event_title: 'Title',
    provider,
    student: { label: 'Student', say: student },
    service: { label: 'Service', say: service },
    location: { label: 'Location', say: location },
    event_start_date: { label: 'Start date', say: day },
    event_start_time: { label: 'Start time', say: time },
    event_end_date: { label: 'End date', say: day },
    event_end_time: { label: 'End time', say: time },
    duration: { label: 'Duration', say: minutes },
    recurring: 'Recurring',
    recurring_type: 'Repeats',
    recurring_days: { label: 'On', say: weekdays },
    recurring_timeframe: 'Ends',
    excluded_dates: { label: 'Skipped days', say: each(day) },
    event_color: 'Color',
    meeting_notes: 'Meeting notes',
    remind_me: 'Reminder',
    is_lunch: 'Lunch break',
    service_list: { label: 'Other services', say: each(service) },
    invites: { label: 'Invited staff', say: each(person) },
    original_id: { label: 'Part of a series', say: linked },
    original_date: { label: 'Replaces', say: day },
  },
  together: {
    time: { label: 'Time', say: eventTime },
    repetition: { label: 'Repeats', say: repetition },
  },
};

export const school_closure: EntityWords<'school_closure'> = {
  one: 'school closure',
  title: (row) => [
    [day, row.closure_date],
    [plain, row.reason],
  ],
  fields: {
    client: { label: 'Client', say: client },
    closure_date: { label: 'Date', say: day },
    reason: 'Reason',
  },
};
