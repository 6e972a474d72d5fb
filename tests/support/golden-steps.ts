import type { OfflineEndpointName } from '#contract/index.ts';
import { pacificInstant } from '#domain/time/pacific.ts';
import { USER } from './golden-entries.ts';

/** Pay periods for timesheets: one per write, because a submitted one closes its days. */
export const GOLDEN_PERIODS = [
  { start_date: '2026-01-01', end_date: '2026-01-15' },
  { start_date: '2026-01-16', end_date: '2026-01-31' },
  { start_date: '2025-12-16', end_date: '2025-12-31' },
] as const;

function sheetOf({ start_date, end_date }: (typeof GOLDEN_PERIODS)[number]) {
  const minutes = { direct_minutes: 0, indirect_minutes: 0, meal_minutes: 0, paused_minutes: 0 };
  return {
    provider_id: USER,
    ...{ period_start_date: start_date, period_end_date: end_date },
    ...{ attestation_version: 1, manifest: [], notes: 'a released shape' },
    totals: { sessions: 0, ...minutes, paid_minutes: 0, expected_minutes: 0 },
  };
}

/** Each on its own day: an open card blocks others on its day. */
const STEPS: Partial<Record<OfflineEndpointName, object>> = {
  'timecard.create': { started_at: pacificInstant('2026-02-02', '08:00') },
  'timecard.update': { ended_at: pacificInstant('2026-02-03', '16:00'), reason: 'a released shape' },
  'timecard.start-lunch': { at: pacificInstant('2026-02-04', '12:00') },
  'timecard.end-lunch': { at: pacificInstant('2026-02-05', '12:30') },
  'timecard.end-day': { at: pacificInstant('2026-02-06', '16:00') },
  'timecard.pause': { at: pacificInstant('2026-02-09', '10:00') },
  'timecard.unpause': { at: pacificInstant('2026-02-10', '10:15') },
  'session.request': { kind: 'edit', changes: { notes: 'a released shape' }, reason: 'a released shape' },
  'timesheet.submit': sheetOf(GOLDEN_PERIODS[0]),
  'timesheet.decide': { new_status: 'withdrawn', notes: 'a released shape' },
  'timesheet.amend': { manifest: [] },
  'notification.view': {},
  'notification.acknowledge': { signature: null, signed_name: 'a released shape' },
};

/** What must have been punched before. */
const BEFORE: Partial<Record<OfflineEndpointName, OfflineEndpointName>> = {
  'timecard.end-lunch': 'timecard.start-lunch',
  'timecard.unpause': 'timecard.pause',
};

/** The body of a command; undefined for plain entries. */
export function stepBody(endpoint: OfflineEndpointName): object | undefined {
  return STEPS[endpoint];
}

/** Notifications come from the server: no device creates them. */
export function isOfNotifications(endpoint: OfflineEndpointName): boolean {
  return endpoint.startsWith('notification.');
}

/** Bodies that bring a new row to where a command is allowed, creation first; empty for plain entries. */
export function leadUp(endpoint: OfflineEndpointName): { endpoint: OfflineEndpointName; body: object }[] {
  const step = STEPS[endpoint];
  // Requests about an open session run immediately: any entry will do.
  if (step === undefined || endpoint === 'session.request' || isOfNotifications(endpoint)) return [];
  if (endpoint === 'timesheet.decide') {
    return [{ endpoint: 'timesheet.submit', body: sheetOf(GOLDEN_PERIODS[1]) }];
  }
  if (endpoint === 'timesheet.amend') {
    return [{ endpoint: 'timesheet.submit', body: sheetOf(GOLDEN_PERIODS[2]) }];
  }
  const at = Object.values(step)[0] as string;
  const earlier = (hours: number) => new Date(Date.parse(at) - hours * 3_600_000).toISOString();
  const before = BEFORE[endpoint];
  return [
    { endpoint: 'timecard.create', body: { started_at: earlier(4) } },
    ...(before === undefined ? [] : [{ endpoint: before, body: { at: earlier(0.2) } }]),
  ];
}
