import { expect, test } from 'vitest';
import { RELOAD_PAUSE_MS } from '#app/shell/fresh-page.ts';
import { LunchBody } from '#contract/lunch.ts';
import { rateEndpoints } from '#contract/rates.ts';
import { ROLES, roleLabel } from '#domain/access/roles.ts';
import { desiredEventOnSave } from '#domain/lunch/desired-event.ts';
import { SIGNATURE_SIZE } from '#domain/notifications/announcement-rules.ts';
import { NEW_TICKET, TICKET_CATEGORIES } from '#domain/tickets/ticket.ts';
import { COUNT_REFRESH_MS } from '#machines/acknowledgment-count.ts';
import { ANNOUNCEMENT_REFRESH_MS, NEXT_ANNOUNCEMENT_MS } from '#machines/announcement-queue.ts';
import { IDLE_LIMIT_MS } from '#machines/idle-timeout.ts';
import { RELOAD_AFTER_MS } from '#machines/loading-failure.ts';
import { STATUS_CHECK_MS } from '#machines/status-check.ts';
import { lunchEntry } from '#tests/support/device-entries.ts';
import { LOAD_LIMIT_MS } from '#ui/part-loading.ts';

/*
 * The business constants of the specification (section 9). What each does at its limit is tested where it is used; the
 * widths of the layouts are in `tests/ui/viewport.test.ts`.
 */

const unwaived = { ...lunchEntry(), provider: 'p', waiver_type: '' as const, calendar_event_id: null };
const saved = desiredEventOnSave({ ...unwaived, lunch_duration: null });
const event = saved.kind === 'put' ? saved.fields : null;
const { lunch_start_time } = unwaived;
const years = { start_year: '2025', end_year: '2026' };

test.each<[string, unknown, unknown]>([
  ['idle time-out', IDLE_LIMIT_MS, 3_600_000],
  ['session status check', STATUS_CHECK_MS, 60_000],
  ['announcement refresh', ANNOUNCEMENT_REFRESH_MS, 300_000],
  ['lunch-acknowledgment-count refresh', COUNT_REFRESH_MS, 300_000],
  ['next announcement delay', NEXT_ANNOUNCEMENT_MS, 500],
  ['automatic reload after a chunk error', RELOAD_AFTER_MS, 10_000],
  ['chunk-load time-out', LOAD_LIMIT_MS, 120_000],
  ['page reload when opening the Reports dashboard links', RELOAD_PAUSE_MS, 50],
  ['default lunch duration', LunchBody.parse({ id: unwaived.id, lunch_start_time }).lunch_duration, 30],
  ['signature pad', SIGNATURE_SIZE, { width: 500, height: 200 }],
  [
    'support categories',
    Object.fromEntries(TICKET_CATEGORIES.map(({ label, code }) => [label, code])),
    {
      'Bug/Issue': 1,
      Payroll: 4,
      'Service/Support Request': 2,
      'Site Requests': 3,
      'Timecard/My Hours': 5,
    },
  ],
  ['ticket priority and status', [NEW_TICKET.priority, NEW_TICKET.status], [3, 'Open']],
  [
    'auth role codes',
    Object.values(ROLES).map((code) => [code, roleLabel(code)]),
    [
      ['0', 'Super Admin'],
      ['1', 'Admin'],
      ['2', 'Provider'],
      ['3', 'Service Lead'],
      ['4', 'Supervisor'],
    ],
  ],
])('%s', (_, actual, specified) => expect(actual).toEqual(specified));

test('lunch calendar events are green, not recurring, at location 5, without a reminder, and last 30 minutes by default', () => {
  expect(event).toMatchObject({
    ...{ event_title: 'Lunch Break', event_color: 'green', location: '5', is_lunch: true },
    ...{ recurring: false, recurring_type: '', recurring_timeframe: '', remind_me: false, duration: 30 },
  });
});

test('rates are fetched by a start year and the end year after it', () => {
  for (const [name, owner] of [
    ['rate.list-of-client', { id: unwaived.id }],
    ['rate.list-of-region', { region: unwaived.id }],
  ] as const) {
    const { params } = rateEndpoints[name];
    expect(params.safeParse({ ...owner, ...years }).success, name).toBe(true);
    expect(params.safeParse({ ...owner, ...years, end_year: '2027' }).success, name).toBe(false);
    expect(params.safeParse({ ...owner, start_year: '2025' }).success, name).toBe(false);
  }
});
