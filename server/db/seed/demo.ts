import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { OfficeListName } from '#contract/entity-name.ts';
import { ROLES } from '#domain/access/roles.ts';
import { scopesOfEvent, scopesOfOwnDay, scopesOfSession } from '#domain/access/scopes.ts';
import { fiscalYearEnd } from '#domain/calendar/series-days.ts';
import { periodOfDay } from '#domain/payroll/pay-period.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { sealAudit } from '#server/db/audit-chain.ts';
import type { Change } from '#server/db/change-index.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { tableOf } from '#server/db/entity-rows.ts';
import { hashPassword } from '#server/db/password-hash.ts';
import { billing_conditions } from '#server/db/schema/billing-conditions.ts';
import { calendar_events } from '#server/db/schema/calendar-events.ts';
import { client_accounts } from '#server/db/schema/client-accounts.ts';
import { clients } from '#server/db/schema/clients.ts';
import { locations } from '#server/db/schema/locations.ts';
import { lunch_breaks } from '#server/db/schema/lunch-breaks.ts';
import { admin_messages, notification_receipts, notifications } from '#server/db/schema/notifications.ts';
import { pay_periods } from '#server/db/schema/pay-periods.ts';
import { extra_pays, pay_rates } from '#server/db/schema/payroll.ts';
import { availabilities, provider_accounts, provider_rates } from '#server/db/schema/provider-accounts.ts';
import { provider_services, providers, supervisions } from '#server/db/schema/providers.ts';
import { rates } from '#server/db/schema/rates.ts';
import { report_schedules, report_sendings } from '#server/db/schema/report-schedules.ts';
import { school_closures } from '#server/db/schema/school-closures.ts';
import { services } from '#server/db/schema/services.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { sign_ins } from '#server/db/schema/sign-ins.ts';
import {
  student_accounts,
  student_providers,
  student_services,
  students,
} from '#server/db/schema/students.ts';
import { feedback, ticket_comments, tickets } from '#server/db/schema/tickets.ts';
import { timecards } from '#server/db/schema/timecards.ts';
import { users } from '#server/db/schema/users.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { type DemoFiles, insertAttachments } from './attachments.ts';
import { keepMakeUpWindows, seedConditions } from './billing-conditions.ts';
import { seedBulkChanges } from './bulk-changes.ts';
import { bulkInsert, inserts, runInOrder } from './bulk-insert.ts';
import { type SeededEvent, seedEvents } from './calendar.ts';
import { type Catalog, seedCatalog } from './catalog.ts';
import { seedClaimBatch } from './claims.ts';
import { seedClientAccounts } from './clients.ts';
import { seedHistory } from './demo-history.ts';
import { markAsDemo } from './demo-mark.ts';
import { DEMO_PASSWORD } from './demo-sign-ins.ts';
import { directoryPlaces } from './directory.ts';
import { seedEndedHandover } from './ended-handover.ts';
import { seedExtraPay, seedPayRates } from './extra-pay.ts';
import { insertFiles } from './files.ts';
import { fillWithoutIndexes, firstPlaces, inKeptParts, placeFirstRows } from './first-places.ts';
import { formerSlots } from './former-students.ts';
import { seedHeldChange } from './held-change.ts';
import { seedImports } from './imports.ts';
import { codeInsuredNotes, seedInvoices } from './invoices.ts';
import { seedLogins } from './logins.ts';
import { type SeededLunch, seedLunch } from './lunch.ts';
import { seedMessages } from './messages.ts';
import { insertRules } from './organization-rules.ts';
import { seedPayroll } from './payroll.ts';
import { type People, seedPeople } from './people.ts';
import { seedAvailabilities, seedProviderAccounts, seedProviderRates } from './providers.ts';
import { createRandom, type Random } from './random.ts';
import { seedRates } from './rates.ts';
import { seedReportSchedules } from './report-schedules.ts';
import { daysBetween, fiscalYearStart, lastWeekday, schoolClock, schoolDay } from './school-year.ts';
import { seedClosures, seedSeries } from './series.ts';
import { type SeededSession, seedSessions } from './sessions.ts';
import { type Students, seedStudentAccounts, seedStudents } from './students.ts';
import { insertTicketFile, seedTickets } from './tickets.ts';
import { type SeededTimecard, seedTimecard } from './timecards.ts';
import { seedTimesheets } from './timesheets.ts';
import { seedTimetable, slotsOn, type Timetable } from './timetable.ts';

const SEED = 20_260_701;
/** Enough history for reports even in July. */
const LEAST_DAYS = 120;
/** Weeks with school that the shortest demo needs: two whole pay periods, and last month's invoices. */
export const LEAST_SCHOOL_WEEKS = 8;
const PLANNED_BEFORE_DAYS = 14;
const PLANNED_AFTER_DAYS = 28;
/** Records were entered so long before the first session. */
const MOVED_IN_BEFORE_DAYS = 30;

export interface DemoFacts {
  /** Multiple of the usual size. */
  scale?: number;
  /** Weeks with school up to today that work is recorded for. Default: the fiscal year, and longer in its first months. */
  schoolWeeks?: number | undefined;
  /**
   * Fiscal years, this one included, in which everything is recorded: also notes, events, timecards, and timesheets of all days.
   * Default: these only of the last weeks.
   */
  years?: number | undefined;
  /** The Pacific day of the demo: the same day gives the same organization. */
  today: string;
  /** The instant up to which work has been recorded, ISO 8601. Default: now. */
  now?: string;
  /** If omitted, there are no attachments. */
  files?: DemoFiles;
}

/** Seeds an empty, migrated database with the demo organization, all or nothing. */
export async function seedDemo(db: Database, facts: DemoFacts): Promise<void> {
  const { today, scale = 1 } = facts;
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const random = createRandom(SEED);
  const firstDay = firstDayOf(facts);
  const catalog = seedCatalog(random, today, firstDay, scale);
  const people = seedPeople(random, catalog, { today, scale, password_hash });
  const learners = seedStudents(random, catalog, people.providers, scale, today);
  const timetables = people.providers.map((provider) =>
    seedTimetable(random, catalog, provider, learners.caseloads.get(provider.row.id) ?? []),
  );
  const now = facts.now ?? new Date().toISOString();
  await db.transaction(async (tx) => {
    await markAsDemo(tx, now);
    const office = people.users.find(({ role }) => role === ROLES.admin)?.id ?? '';
    await fillWithoutIndexes(tx, async () => {
      await insertCatalog(tx, catalog);
      await insertPeople(tx, catalog, people, learners);
      // A separate random source, so that logins don't change the rest of the organization.
      await bulkInsert(tx, sign_ins, seedLogins(createRandom(SEED + 31), people.users, now));
      await insertRules(tx, { periods: catalog.periods, office, today });
      // A separate random source, so that contracts don't change the rest of the organization.
      const accounts = seedClientAccounts(createRandom(SEED + 5), catalog, { people, learners, today });
      await bulkInsert(tx, client_accounts, accounts);
      await bulkInsert(
        tx,
        student_accounts,
        seedStudentAccounts(createRandom(SEED + 7), catalog, learners, today),
      );
      // A separate random source, so that rates don't change the rest of the organization.
      const agreedRates = seedRates(createRandom(SEED + 6), catalog, accounts, today);
      await bulkInsert(tx, rates, agreedRates);
      const conditions = seedConditions(createRandom(SEED + 21), catalog, today);
      await bulkInsert(tx, billing_conditions, conditions);
      await keepMakeUpWindows(tx);
      // A separate random source, so that credentials and pay don't change the rest of the organization.
      const employment = createRandom(SEED + 17);
      await bulkInsert(tx, provider_accounts, seedProviderAccounts(employment, people.providers, today));
      // A separate random source, so that time off doesn't change the rest of the organization.
      const hours = seedAvailabilities(createRandom(SEED + 43), people.providers, today);
      await bulkInsert(tx, availabilities, hours);
      const indirect = catalog.services.filter(({ is_billable }) => !is_billable);
      await bulkInsert(tx, provider_rates, seedProviderRates(employment, people.providers, indirect, today));
      const mailed = seedReportSchedules(createRandom(SEED + 47), people, {
        ...{ periods: catalog.periods, now, firstDay },
      });
      await bulkInsert(tx, report_schedules, mailed.schedules);
      await bulkInsert(tx, report_sendings, mailed.sendings);
      const told = seedMessages(createRandom(SEED + 37), people, { today, isWaiting: scale >= 1 });
      await bulkInsert(tx, admin_messages, told.messages);
      await bulkInsert(tx, notifications, told.notifications);
      await bulkInsert(tx, notification_receipts, told.receipts);
      await placeFirstRows(tx, told.changes);
      // The last closed period keeps its plan: its timesheets compare expected with actual hours.
      const periodStart = catalog.periods.findLast(({ end_date }) => end_date < today)?.start_date ?? today;
      const recent = [periodStart, dayPlus(today, -PLANNED_BEFORE_DAYS)].sort()[0] ?? today;
      const wholeFrom = facts.years === undefined ? recent : firstDay;
      await insertWork(tx, random, catalog, timetables, {
        firstDay,
        wholeFrom,
        today,
        now,
        office,
        learners,
      });
      // A separate random source, so that invoices don't change the rest of the organization.
      const billing = { catalog, people, learners, accounts, rates: agreedRates, conditions, today };
      await seedInvoices(tx, createRandom(SEED + 41), billing);
      // A separate random source, so that files don't change the rest of the organization.
      await insertFiles(tx, createRandom(SEED + 2), {
        ...{ catalog, people, learners, timetables, today, now, periodStart },
        notesFrom: facts.years === undefined ? periodStart : firstDay,
      });
      await codeInsuredNotes(tx);
      await seedClaimBatch(tx, createRandom(SEED + 43), billing);
      if (facts.files !== undefined) {
        await insertAttachments(tx, createRandom(SEED + 4), facts.files, { people, learners, today });
      }
      // Recurring events are expected time, so timesheets come after them.
      await insertSchoolYear(tx, random, people, { firstDay, today });
      await seedTimesheets(tx, random, people, catalog.periods, { now, isWhole: facts.years !== undefined });
      await bulkInsert(tx, pay_rates, seedPayRates(createRandom(SEED + 61), people, today));
      await bulkInsert(tx, extra_pays, seedExtraPay(createRandom(SEED + 59), people, catalog.periods, today));
      // A separate random source, so that payroll doesn't change the rest of the organization.
      await seedPayroll(tx, createRandom(SEED + 41), people, catalog.periods);
      // A separate random source, so that tickets don't change the rest of the organization.
      const asked = seedTickets(createRandom(SEED + 23), people, now);
      await bulkInsert(tx, tickets, asked.tickets);
      await bulkInsert(tx, ticket_comments, asked.comments);
      await bulkInsert(tx, feedback, asked.feedback);
      if (facts.files !== undefined)
        await insertTicketFile(tx, createRandom(SEED + 24), facts.files, asked.tickets);
      const movedIn = lastWeekday(dayPlus(firstDay, -MOVED_IN_BEFORE_DAYS));
      // Smaller demos, which browser tests start with, have nothing to decide on but what a test makes.
      if (scale >= 1) await seedHeldChange(tx, createRandom(SEED + 67), now);
      await seedImports(tx, movedIn);
      await seedBulkChanges(tx, today, now);
      if (scale >= 1) await seedEndedHandover(tx, today);
      // A separate random source, so that the history doesn't change the rest of the organization.
      await seedHistory(tx, createRandom(SEED + 53), { catalog, people, learners, today, movedIn });
    });
    await refreshScopeMembers(
      tx,
      people.users.map(({ id }) => id),
    );
  });
  await sealAudit(db, { all: true });
  // The embedded engine never analyzes on its own, and plans badly without it.
  await db.execute(sql`analyze`);
}

/** The day from which work is recorded. */
function firstDayOf({ today, schoolWeeks, years }: DemoFacts): string {
  if (years !== undefined) return `${fiscalYearOf(today) - (years - 1)}-07-01`;
  if (schoolWeeks === undefined)
    return [fiscalYearStart(today), dayPlus(today, -LEAST_DAYS)].sort()[0] ?? today;
  const schoolDays = daysBetween(dayPlus(today, -365), today).filter((day) => schoolDay(day) === 'regular');
  return schoolDays.at(-5 * schoolWeeks) ?? dayPlus(today, -365);
}

async function insertCatalog(tx: Transaction, catalog: Catalog): Promise<void> {
  for (const [entity, rows] of Object.entries(catalog.officeLists)) {
    await bulkInsert(tx, tableOf(entity as OfficeListName), rows);
  }
  await bulkInsert(tx, services, catalog.services);
  await bulkInsert(tx, clients, payersOf(catalog));
  await bulkInsert(tx, locations, catalog.locations);
  await bulkInsert(tx, pay_periods, catalog.periods);
  const everywhere = ['global'];
  await placeFirstRows(tx, [
    ...catalog.services.map(({ id }): Change => ({ entity: 'service', id, scopes: everywhere })),
    ...catalog.locations.map(({ id }): Change => ({ entity: 'location', id, scopes: everywhere })),
    ...catalog.periods.map(({ id }): Change => ({ entity: 'pay_period', id, scopes: everywhere })),
  ]);
}

function payersOf({ districts, families }: Catalog) {
  return [...districts.map(({ client }) => client), ...families];
}

async function insertPeople(
  tx: Transaction,
  catalog: Catalog,
  people: People,
  learners: Students,
): Promise<void> {
  await bulkInsert(tx, users, people.users);
  await bulkInsert(
    tx,
    providers,
    people.providers.map(({ row }) => row),
  );
  await bulkInsert(tx, provider_services, people.provider_services);
  await bulkInsert(tx, supervisions, people.supervisions);
  await bulkInsert(tx, students, learners.students);
  await bulkInsert(tx, student_services, learners.student_services);
  await bulkInsert(tx, student_providers, learners.student_providers);
  await placeFirstRows(tx, directoryPlaces(payersOf(catalog), people, learners));
}

interface Span {
  firstDay: string;
  /** The day from which there are also events, lunch breaks, and timecards. */
  wholeFrom: string;
  today: string;
  now: string;
  /** An admin who decides. */
  office: string;
  learners: Students;
}

/** Day by day, so that a large demo is never entirely in memory. */
async function insertWork(
  tx: Transaction,
  random: Random,
  catalog: Catalog,
  timetables: readonly Timetable[],
  { firstDay, wholeFrom, today, now, office, learners }: Span,
): Promise<void> {
  const nowMs = Date.parse(pacificDay(now) === today ? now : `${dayPlus(today, 1)}T00:00:00Z`);
  const lastDay = dayPlus(today, PLANNED_AFTER_DAYS);
  const work = new Work(tx, now);
  // A separate random source, so that punches don't change the rest of the organization.
  const punches = createRandom(SEED + 1);
  const past = createRandom(SEED + 3);
  for (const day of daysBetween(firstDay, lastDay)) {
    const kind = schoolDay(day);
    const clock = schoolClock(day);
    const age = (Date.parse(today) - Date.parse(day)) / 86_400_000;
    const dayFacts = { day, period: periodOfDay(catalog.periods, day), nowMs, age, clock, office };
    for (const timetable of timetables.filter(({ provider }) => !provider.row.archived)) {
      // Lets the rows before these go on to the database.
      await nextTurn();
      const caseload = learners.caseloads.get(timetable.provider.row.id) ?? [];
      const former = formerSlots(caseload, timetable.provider, day, today);
      if (former.length > 0) work.sessions.push(...seedSessions(past, timetable, former, null, dayFacts));
      const slots = slotsOn(timetable, day, kind, today);
      if (slots.length === 0) continue;
      const events = day >= wholeFrom ? seedEvents(random, timetable, day, slots) : null;
      work.events.push(...(events ?? []));
      if (day <= today) work.sessions.push(...seedSessions(random, timetable, slots, events, dayFacts));
      const lunch = events !== null && day < today ? seedLunch(random, timetable, day) : null;
      if (lunch !== null) work.lunches.push(lunch.lunch);
      if (lunch?.event != null) work.events.push(lunch.event);
      if (day >= wholeFrom && day < today) {
        const card = seedTimecard(punches, timetable, slots, lunch?.lunch ?? null, { day, age });
        if (card !== null) work.timecards.push(card);
      }
    }
    await work.flushWhenLarge();
  }
  await work.flush();
  await nameMissedSessions(tx);
}

/** Most makeups name the session that they make up: the last one that the student missed in the weeks before. */
async function nameMissedSessions(tx: Transaction): Promise<void> {
  await tx.execute(sql`update sessions m set make_up_of = p.missed from (
      select distinct on (missed) makeup, missed
      from (
        select distinct on (k.id) k.id as makeup, k.session_date as made_up_on, x.id as missed
        from sessions k join sessions x
          on x.provider = k.provider and x.service = k.service and x.student_ids = k.student_ids
            and x.session_date < k.session_date and x.session_date >= k.session_date - ${NAMED_WITHIN_DAYS}::int
        where k.attendance = 'make-up' and x.attendance in ('student-absent', 'provider-absent', 'school-closed')
        order by k.id, x.session_date desc, x.id
      ) last_missed
      order by missed, made_up_on, makeup
    ) p where m.id = p.makeup`);
}

const NAMED_WITHIN_DAYS = 40;

/** School closures, and the recurring events of the school year. */
async function insertSchoolYear(
  tx: Transaction,
  random: Random,
  people: People,
  { firstDay, today }: Pick<Span, 'firstDay' | 'today'>,
): Promise<void> {
  const closures = seedClosures(random, { firstDay, lastDay: fiscalYearEnd(today), today });
  const series = seedSeries(random, people, today);
  await bulkInsert(tx, school_closures, closures);
  await bulkInsert(tx, calendar_events, series);
  await placeFirstRows(tx, [
    ...closures.map(({ id }): Change => ({ entity: 'school_closure', id, scopes: ['global'] })),
    ...series.map((row): Change => ({ entity: 'calendar_event', id: row.id, scopes: scopesOfEvent(row) })),
  ]);
}

const ROWS_PER_FLUSH = 2_000;

interface Rows {
  readonly sessions: SeededSession[];
  readonly events: SeededEvent[];
  readonly lunches: SeededLunch[];
  readonly timecards: SeededTimecard[];
}

/** Rows to be inserted, each with its change index entry. */
class Work implements Rows {
  readonly sessions: SeededSession[] = [];
  readonly events: SeededEvent[] = [];
  readonly lunches: SeededLunch[] = [];
  readonly timecards: SeededTimecard[] = [];
  readonly #tx: Transaction;
  readonly #now: string;
  #sent: Promise<void> = Promise.resolve();

  constructor(tx: Transaction, now: string) {
    this.#tx = tx;
    this.#now = now;
  }

  async flushWhenLarge(): Promise<void> {
    if (this.sessions.length + this.events.length + this.lunches.length >= ROWS_PER_FLUSH) await this.#send();
  }

  /** Returns when all rows are inserted. */
  async flush(): Promise<void> {
    await this.#send();
    await this.#sent;
  }

  /** Inserts the rows while the next ones are made. */
  async #send(): Promise<void> {
    await this.#sent;
    this.#sent = runInOrder(
      this.#tx,
      statementsOf(
        {
          sessions: this.sessions.splice(0),
          events: this.events.splice(0),
          lunches: this.lunches.splice(0),
          timecards: this.timecards.splice(0),
        },
        this.#now,
      ),
    );
    // Its error is thrown when it is awaited.
    this.#sent.catch(() => undefined);
  }
}

function* statementsOf(
  { sessions: recorded, events, lunches, timecards: cards }: Rows,
  now: string,
): Generator<SQL> {
  yield* inserts(calendar_events, events);
  yield* inserts(lunch_breaks, lunches);
  yield* inserts(timecards, cards);
  yield* inserts(sessions, recorded);
  const places = [
    ...events.map((row): Change => ({ entity: 'calendar_event', id: row.id, scopes: scopesOfEvent(row) })),
    ...cards.map((row): Change => ({ entity: 'timecard', id: row.id, scopes: scopesOfOwnDay(row) })),
    ...lunches.map((row): Change => ({ entity: 'lunch', id: row.id, scopes: scopesOfOwnDay(row) })),
    ...recorded.map((row): Change => ({ entity: 'session', id: row.id, scopes: scopesOfSession(row) })),
  ];
  yield* firstPlaces(inKeptParts(places, now));
}
