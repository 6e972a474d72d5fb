import { sql } from 'drizzle-orm';
import { ROLES } from '#domain/access/roles.ts';
import { scopesOfOwnDay } from '#domain/access/scopes.ts';
import { dayPlus, pacificDay, pacificInstant } from '#domain/time/pacific.ts';
import { ATTESTATION } from '#domain/timesheets/attestation.ts';
import { type PeriodWork, periodDays, totalsOf } from '#domain/timesheets/period-days.ts';
import type { ManifestItem, TimesheetStatus, TimesheetStep } from '#domain/timesheets/timesheet.ts';
import { type Change, recordChanges } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { timesheets } from '#server/db/schema/work.ts';
import { bulkInsert } from './bulk-insert.ts';
import type { SeededPayPeriod } from './catalogue.ts';
import type { People, SeededProvider } from './people.ts';
import type { Random } from './random.ts';

type SeededTimesheet = typeof timesheets.$inferSelect;

/** Older periods have been paid; nobody looks at their timesheets. */
const PERIODS_BACK = 4;
const MINUTE_MS = 60_000;

/** In the last closed period every status is found, most of them waiting for the office. */
const STATUSES: readonly (readonly TimesheetStatus[])[] = [
  ['submitted'],
  ['approved'],
  ['submitted'],
  ['rejected'],
  ['approved', 'reopened'],
  ['submitted'],
  ['withdrawn'],
  [],
  ['rejected', 'submitted'],
  ['approved'],
];

const REASONS: Partial<Record<TimesheetStatus, string>> = {
  rejected: 'The second week lacks a session. Please look at it again.',
  reopened: 'A lunch break has to be put right.',
  withdrawn: 'I forgot a consult.',
};

/** Timesheets of the last closed pay periods, upon the work that is stored already. */
export async function seedTimesheets(
  tx: Transaction,
  random: Random,
  people: People,
  periods: readonly SeededPayPeriod[],
  now: string,
): Promise<void> {
  const closed = periods.filter(({ closed_at }) => closed_at !== null).slice(-PERIODS_BACK);
  const office = people.users.filter(({ role }) => role === ROLES.admin).map(({ id }) => id);
  const providers = people.providers.filter(({ row }) => !row.archived);
  for (const period of closed) {
    const work = await workByProvider(tx, period);
    const sheets = providers.flatMap((provider, at) =>
      timesheetsOf(random, provider, at, period, work.get(provider.row.id), office, now),
    );
    await bulkInsert(tx, timesheets, sheets);
    await recordChanges(
      tx,
      sheets.map(
        ({ id, provider_id }): Change => ({
          entity: 'timesheet',
          id,
          scopes: scopesOfOwnDay({ provider: provider_id }),
        }),
      ),
    );
  }
}

interface ProviderWork extends PeriodWork {
  manifest: ManifestItem[];
}

/** The work of everybody in a period, read once. */
async function workByProvider(
  tx: Transaction,
  { start_date: from, end_date: to }: SeededPayPeriod,
): Promise<ReadonlyMap<string, ProviderWork>> {
  type Row<Item> = Item & { provider: string; id: string; version: number };
  const [sessions, lunches, timecards, planned] = [
    await jsonRows<Row<PeriodWork['sessions'][number]>>(
      tx,
      sql`select id, provider, version, session_date, direct_minutes, indirect_minutes, attendance, has_overlap,
          approval_request from sessions where session_date between ${from}::date and ${to}::date`,
    ),
    await jsonRows<Row<PeriodWork['lunches'][number]>>(
      tx,
      sql`select id, provider, version, ${sql.raw(isoInstant('lunch_start_time'))}, lunch_duration,
          ${sql.raw(isoInstant('lunch_end_time'))}, waiver_type, exception_reason, source from lunch_breaks
        where lunch_breaks.lunch_start_time >= ${pacificInstant(from, '00:00')}::timestamptz
          and lunch_breaks.lunch_start_time < ${pacificInstant(dayPlus(to, 1), '00:00')}::timestamptz`,
    ),
    await jsonRows<Row<PeriodWork['timecards'][number]>>(
      tx,
      sql`select id, provider, version, work_date, ${sql.raw(isoInstant('started_at'))},
          ${sql.raw(isoInstant('ended_at'))}, breaks
        from timecards where work_date between ${from}::date and ${to}::date`,
    ),
    await jsonRows<Row<PeriodWork['planned'][number]>>(
      tx,
      sql`select id, provider, version, event_start_date, duration, is_lunch, location from calendar_events
        where not recurring and event_start_date between ${from}::date and ${to}::date`,
    ),
  ];
  const found = new Map<string, ProviderWork>();
  const of = <Item extends { provider: string }>(rows: readonly Item[], provider: string) =>
    rows.filter((row) => row.provider === provider);
  const items = (entity: ManifestItem['entity'], rows: readonly { id: string; version: number }[]) =>
    rows.map(({ id, version }): ManifestItem => ({ entity, id, version, write_ids: [] }));
  for (const provider of new Set(sessions.map((session) => session.provider))) {
    const own = {
      sessions: of(sessions, provider),
      lunches: of(lunches, provider),
      timecards: of(timecards, provider),
      planned: of(planned, provider),
    };
    const manifest = [
      ...items('session', own.sessions),
      ...items('lunch', own.lunches),
      ...items('timecard', own.timecards),
    ];
    found.set(provider, { ...own, manifest });
  }
  return found;
}

/** What one provider submitted, and what became of it. The demo's own sign-ins have the last period before them. */
function timesheetsOf(
  random: Random,
  provider: SeededProvider,
  at: number,
  period: SeededPayPeriod,
  work: ProviderWork | undefined,
  office: readonly string[],
  now: string,
): SeededTimesheet[] {
  if (work === undefined || (!period.is_locked && provider.isDemo)) return [];
  const lived: readonly TimesheetStatus[] = period.is_locked
    ? ['approved']
    : (STATUSES[at % STATUSES.length] ?? []);
  const id = provider.row.id;
  const { start_date: from, end_date: to } = period;
  const days = periodDays(work, {
    ...{ provider: id, from, to, emp: provider.emp, now, today: pacificDay(now) },
    ...{ has_unsent: false, unsent_days: new Set<string>(), refused_days: new Set<string>() },
  });
  // Nothing lies ahead of the demo's clock, though the period closed only yesterday.
  const closedMs = Date.parse(pacificInstant(dayPlus(to, 1), '08:00'));
  const latest = Date.parse(now) - 10 * MINUTE_MS;
  let clock = Math.min(closedMs + random.int(0, 300) * MINUTE_MS, latest - 600 * MINUTE_MS);
  const later = () => {
    clock = Math.min(clock + random.int(20, 120) * MINUTE_MS, latest);
    return new Date(clock).toISOString();
  };
  const sheets: SeededTimesheet[] = [];
  const submit = () => {
    const captured_at = later();
    sheets.push({
      id: random.id(clock),
      provider_id: id,
      period_start_date: from,
      period_end_date: to,
      revision: sheets.length + 1,
      status: 'submitted',
      notes: '',
      attestation_version: ATTESTATION.version,
      attestation_text: ATTESTATION.text,
      manifest: work.manifest,
      waiting_for: 0,
      totals: totalsOf(days),
      recommended_by: null,
      recommended_at: null,
      decided_by: null,
      decided_at: null,
      steps: [{ status: 'submitted', at: captured_at, by: id, notes: '' }],
      captured_by: id,
      captured_at,
      received_at: captured_at,
      deleted_at: null,
      version: 1,
    });
  };
  for (const status of lived) {
    if (status === 'submitted' || sheets.length === 0) submit();
    if (status === 'submitted') continue;
    const sheet = sheets.at(-1);
    if (sheet === undefined) continue;
    const by = status === 'withdrawn' ? id : random.pick(office);
    const step: TimesheetStep = { status, at: later(), by, notes: REASONS[status] ?? '' };
    sheet.status = status;
    sheet.notes = step.notes;
    sheet.steps.push(step);
    sheet.version += 1;
    if (status !== 'withdrawn') Object.assign(sheet, { decided_by: by, decided_at: step.at });
  }
  return sheets;
}
