import { sql } from 'drizzle-orm';
import { ROLES } from '#domain/access/roles.ts';
import { scopesOfTimesheet } from '#domain/access/scopes.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { dayPlus, pacificDay, pacificInstant } from '#domain/time/pacific.ts';
import { ATTESTATION } from '#domain/timesheets/attestation.ts';
import { periodDays, totalsOf } from '#domain/timesheets/period-days.ts';
import type { ManifestItem, TimesheetStatus, TimesheetStep } from '#domain/timesheets/timesheet.ts';
import type { Change } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { timesheets } from '#server/db/schema/timesheets.ts';
import { periodWorkOf, type StoredPeriodWork } from '#server/db/stored-period-work.ts';
import { bulkInsert } from './bulk-insert.ts';
import type { SeededPayPeriod } from './catalog.ts';
import { inKeptParts, placeFirstRows } from './first-places.ts';
import type { People, SeededProvider } from './people.ts';
import type { Random } from './random.ts';

type SeededTimesheet = typeof timesheets.$inferSelect;

/** Older periods have been paid; no one looks at their timesheets. */
const PERIODS_BACK = 4;
const MINUTE_MS = 60_000;

/** The last closed period has every status, mostly waiting for the office. */
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
  rejected: 'A session is missing in the second week. Please check it.',
  reopened: 'A lunch break needs to be fixed.',
  withdrawn: 'I forgot a consult.',
};

/**
 * Timesheets of the last closed pay periods, based on the stored work.
 * @param facts `isWhole`: those of all closed pay periods
 */
export async function seedTimesheets(
  tx: Transaction,
  random: Random,
  people: People,
  periods: readonly SeededPayPeriod[],
  { now, isWhole }: { now: string; isWhole: boolean },
): Promise<void> {
  const closed = periods.filter(({ closed_at }) => closed_at !== null).slice(isWhole ? 0 : -PERIODS_BACK);
  const office = people.users.filter(({ role }) => role === ROLES.admin).map(({ id }) => id);
  const providers = people.providers.filter(({ row }) => !row.archived);
  for (const period of closed) {
    const { start_date, end_date } = period;
    const ids = providers.map(({ row }) => row.id);
    const work = await periodWorkOf(tx, ids, start_date, end_date);
    const sessions = groupedBy(
      await jsonRows<SessionVersion>(
        tx,
        sql`select id, version, provider from sessions where deleted_at is null and not is_history
          and session_date between ${start_date}::date and ${end_date}::date order by session_date, id`,
      ),
      (session) => session.provider,
    );
    const sheets = providers.flatMap((provider, at) =>
      timesheetsOf(
        ...([random, provider, at, period] as const),
        { work: work.get(provider.row.id), sessions: sessions.get(provider.row.id) ?? [] },
        ...([office, now] as const),
      ),
    );
    await bulkInsert(tx, timesheets, sheets);
    await placeFirstRows(
      tx,
      inKeptParts(
        sheets.map(
          (sheet): Change => ({ entity: 'timesheet', id: sheet.id, scopes: scopesOfTimesheet(sheet) }),
        ),
        now,
      ),
    );
  }
}

type SessionVersion = Pick<ManifestItem, 'id' | 'version'> & { provider: string };

/** What a timesheet of a period covers. */
function manifestOf(
  { lunches, timecards }: StoredPeriodWork,
  sessions: readonly SessionVersion[],
  { start_date, end_date }: SeededPayPeriod,
): ManifestItem[] {
  const items = (entity: ManifestItem['entity'], rows: readonly Pick<ManifestItem, 'id' | 'version'>[]) =>
    rows.map(({ id, version }): ManifestItem => ({ entity, id, version, write_ids: [] }));
  const isWithin = (day: string) => start_date <= day && day <= end_date;
  return [
    ...items('session', sessions),
    ...items(
      'lunch',
      lunches.filter(({ lunch_start_time }) => isWithin(pacificDay(lunch_start_time))),
    ),
    ...items(
      'timecard',
      timecards.filter(({ work_date }) => isWithin(work_date)),
    ),
  ];
}

/** A provider's submissions and their outcome. The demo accounts still have the last period to do. */
function timesheetsOf(
  random: Random,
  provider: SeededProvider,
  at: number,
  period: SeededPayPeriod,
  { work, sessions }: { work: StoredPeriodWork | undefined; sessions: readonly SessionVersion[] },
  office: readonly string[],
  now: string,
): SeededTimesheet[] {
  if (work === undefined || sessions.length === 0 || (!period.is_locked && provider.isDemo)) return [];
  const lived: readonly TimesheetStatus[] = period.is_locked
    ? ['approved']
    : (STATUSES[at % STATUSES.length] ?? []);
  const id = provider.row.id;
  const { start_date: from, end_date: to } = period;
  const manifest = manifestOf(work, sessions, period);
  const days = periodDays(work, {
    ...{ provider: id, from, to, emp: provider.emp, now, today: pacificDay(now) },
    ...{ has_unsent: false, unsent_days: new Set<string>(), refused_days: new Set<string>() },
    meal_policies: [],
  });
  // Nothing is in the future of the demo's clock, even if the period closed only yesterday.
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
      manifest,
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
