import { describe, expect, test } from 'vitest';
import type { CalendarEvent } from '#contract/calendar.ts';
import type { LocalLunchBreak } from '#db/lunch-breaks.ts';
import type { LocalSession } from '#db/sessions.ts';
import { daySpans } from '#features/today/day-spans.ts';

const event = (id: string, over: Partial<CalendarEvent> = {}) =>
  ({
    event: { id, event_start_time: '09:00', duration: 30, is_lunch: false, ...over } as CalendarEvent,
    skipped: null,
  }) as { event: CalendarEvent; skipped: string | null };
const session = (id: string, over: Partial<LocalSession> = {}) =>
  ({ id, start_time: '09:00', actual_minutes: 30, calendar_event_id: null, ...over }) as LocalSession;
const lunch = (id: string, over: Partial<LocalLunchBreak> = {}) =>
  ({
    id,
    lunch_start_time: '2026-03-10T19:00:00.000Z',
    lunch_duration: 30,
    waiver_type: '',
    calendar_event_id: null,
    ...over,
  }) as LocalLunchBreak;

describe('the spans of a day', () => {
  test('show a planned session that was logged once, as the session', () => {
    const spans = daySpans(
      {
        events: [event('plan'), event('other')],
        sessions: [session('done', { calendar_event_id: 'plan' })],
        lunches: [],
      },
      '2026-03-10',
    );
    expect(spans.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['event other', 'session done']);
  });

  test('show a linked event once, as the lunch break', () => {
    const spans = daySpans(
      {
        events: [event('break', { is_lunch: true })],
        sessions: [],
        lunches: [lunch('lunch', { calendar_event_id: 'break' })],
      },
      '2026-03-10',
    );
    expect(spans).toMatchObject([{ kind: 'lunch', start_time: '12:00', minutes: 30, isOnCalendar: true }]);
  });

  test("say when a lunch break's event is missing from the calendar", () => {
    const spans = daySpans(
      {
        events: [],
        sessions: [],
        lunches: [lunch('lunch', { calendar_event_id: 'missing' })],
      },
      '2026-03-10',
    );
    expect(spans).toMatchObject([{ kind: 'lunch', isOnCalendar: false }]);
  });

  test('give a waived meal no time slot', () => {
    const spans = daySpans(
      { events: [], sessions: [], lunches: [lunch('a', { waiver_type: 'on_duty' })] },
      '2026-03-10',
    );
    expect(spans).toMatchObject([{ occupies: false }]);
  });

  test('give events skipped by school closures no time slot', () => {
    const skipped = { ...event('plan'), skipped: 'Holiday' };
    const spans = daySpans({ events: [skipped], sessions: [], lunches: [] }, '2026-03-10');
    expect(spans).toMatchObject([{ kind: 'event', occupies: false, skipped: 'Holiday' }]);
  });

  test('end at midnight', () => {
    const spans = daySpans(
      {
        events: [event('night', { event_start_time: '23:00', duration: 180 })],
        sessions: [],
        lunches: [],
      },
      '2026-03-10',
    );
    expect(spans).toMatchObject([{ minutes: 60 }]);
  });
});
