import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { ReportSchedule } from '#contract/report-schedules.ts';
import { mayUse } from '#domain/access/permissions.ts';
import type { PayPeriod } from '#domain/payroll/pay-period.ts';
import { MAILED_REPORTS, mailedReportName } from '#domain/reports/mailed-reports.ts';
import { mailSubject, nextTryAt, type SendingReason } from '#domain/reports/report-sending.ts';
import type { MailedReportId } from '#domain/reports/schedule-codes.ts';
import { displayDay, pacificDay } from '#domain/time/pacific.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { NO_PASSWORD } from '#server/db/password-hash.ts';
import type { Mailer } from '#server/mail.ts';
import { loadActorOfUser } from '#server/plugins/actor.ts';
import type { Api } from '#server/plugins/answered-call.ts';
import { openCall, type SignedInActor } from '#server/records/call.ts';
import { addDueSendings } from './due-sendings.ts';
import { type MailedFile, type MailedNames, mailedFile } from './mailed-file.ts';

interface MailParts {
  db: Database;
  mailer: Mailer;
  execute: Api['execute'];
  publicUrl: string;
  /** The server's clock. */
  now(): Date;
  /** Called with why a mail wasn't made or taken. */
  onFailure(error: unknown): void;
}

/** How long a server may take to make and send one mail before another counts it as stopped. */
const LEASE_MINUTES = 10;

interface Claimed {
  id: string;
  schedule: string;
  recipient: string;
  is_by_hand: boolean;
  attempts: number;
  was_handed: boolean;
}

/**
 * Mails the scheduled reports that are due. Several servers may run it at once: each mail is claimed by one of them, and
 * is handed to the mail server at most once for each time at which it was due.
 */
export async function mailReports(parts: MailParts): Promise<void> {
  const { db, now } = parts;
  const periods = await db.transaction(async (tx) => {
    const known = await keptRows(tx, 'pay_period', sql`true order by start_date`);
    await addDueSendings(tx, now().toISOString(), known);
    return known;
  });
  for (let claimed = await claimNext(parts); claimed !== null; claimed = await claimNext(parts)) {
    await sendOne(parts, claimed, periods);
  }
}

/** Takes a mail that is due, so that no other server does; null if none is. */
async function claimNext({ db, now }: MailParts): Promise<Claimed | null> {
  const at = now().toISOString();
  const until = new Date(now().getTime() + LEASE_MINUTES * 60_000).toISOString();
  return db.transaction(async (tx) => {
    const [claimed] = await jsonRows<Claimed>(
      tx,
      sql`select id, schedule, recipient, is_by_hand, attempts, handed_at is not null as was_handed
        from report_sendings where state = 'waiting' and next_try_at <= ${at}::timestamptz
        order by next_try_at, id limit 1 for update skip locked`,
    );
    if (claimed === undefined) return null;
    await tx.execute(
      sql`update report_sendings set next_try_at = ${until}::timestamptz, attempts = attempts + 1
        where id = ${claimed.id}::uuid`,
    );
    return { ...claimed, attempts: claimed.attempts + 1 };
  });
}

type Outcome =
  | { state: 'sent' }
  | { state: 'skipped' | 'failed'; reason: SendingReason }
  | { state: 'waiting'; reason: SendingReason };

async function sendOne(parts: MailParts, claimed: Claimed, periods: readonly PayPeriod[]): Promise<void> {
  const { db, now } = parts;
  const schedule = await db.transaction(
    async (tx) => (await keptRows(tx, 'report_schedule', sql`id = ${claimed.schedule}::uuid`))[0],
  );
  const owner = schedule === undefined ? null : await readerOf(db, schedule.owner, schedule.report);
  const outcome = await outcomeOf(parts, claimed, { schedule, owner, periods });
  // It took so long that another server has it now.
  if (outcome === null) return;
  await db.transaction(async (tx) => {
    await settle(tx, claimed, outcome, now().toISOString());
    if (schedule === undefined || outcome.state === 'waiting') return;
    await note(tx, schedule, claimed, { outcome, at: now().toISOString(), owner });
  });
}

interface Subject {
  /** Nothing if it was deleted. */
  schedule: ReportSchedule | undefined;
  owner: SignedInActor | null;
  periods: readonly PayPeriod[];
}

async function outcomeOf(
  parts: MailParts,
  claimed: Claimed,
  { schedule, owner, periods }: Subject,
): Promise<Outcome | null> {
  const { db, execute, now, onFailure } = parts;
  if (claimed.was_handed) return { state: 'failed', reason: 'interrupted' };
  if (schedule === undefined) return { state: 'skipped', reason: 'stopped' };
  const isStopped = schedule.is_paused || !schedule.recipients.includes(claimed.recipient);
  if (!claimed.is_by_hand && isStopped) return { state: 'skipped', reason: 'stopped' };
  if (owner === null) return { state: 'skipped', reason: 'owner-lost-access' };
  const reader = await readerOf(db, claimed.recipient, schedule.report);
  if (reader === null) return { state: 'skipped', reason: 'recipient-lost-access' };
  const failed = (reason: SendingReason): Outcome =>
    nextTryAt(claimed.attempts, now().toISOString()) === null
      ? { state: 'failed', reason }
      : { state: 'waiting', reason };
  let file: MailedFile;
  try {
    const names = await db.transaction(choiceNames);
    file = await mailedFile(schedule, reader, { execute, now: now().toISOString(), periods, names });
  } catch (error) {
    onFailure(error);
    return failed('report-failed');
  }
  const email = await emailOf(db, claimed.recipient);
  if (email === null) return { state: 'skipped', reason: 'recipient-lost-access' };
  if (!(await markHanded(db, claimed, now().toISOString()))) return null;
  try {
    await parts.mailer.send(mailOf(parts, { schedule, owner, claimed, file, email }));
    return { state: 'sent' };
  } catch (error) {
    onFailure(error);
    return failed('mail-failed');
  }
}

/** From here on it isn't known whether the mail arrives, if this server stops. */
async function markHanded(db: Database, { id, attempts }: Claimed, at: string): Promise<boolean> {
  const { rows } = await db.transaction((tx) =>
    tx.execute(
      sql`update report_sendings set handed_at = ${at}::timestamptz
        where id = ${id}::uuid and state = 'waiting' and attempts = ${attempts} and handed_at is null returning id`,
    ),
  );
  return rows.length > 0;
}

/** The person, if they may see the report now. */
async function readerOf(db: Database, user: string, report: MailedReportId): Promise<SignedInActor | null> {
  const found = await loadActorOfUser(db, user);
  if (found === null || !found.is_active) return null;
  return mayUse(found.actor, MAILED_REPORTS[report].permission) ? found.actor : null;
}

/** What the filters of a report can name, by name; archived ones too. */
async function choiceNames(tx: Transaction): Promise<MailedNames> {
  const named = (query: SQL) => jsonRows<{ id: string; name: string }>(tx, query);
  return {
    services: await named(sql`select id, name from services order by name, id`),
    locations: await named(sql`select id, name from locations order by name, id`),
    providers: await named(
      sql`select id, provider_first || ' ' || provider_last as name from providers order by name, id`,
    ),
  };
}

async function emailOf(db: Database, user: string): Promise<string | null> {
  const [found] = await db.transaction((tx) =>
    jsonRows<{ email: string }>(
      tx,
      sql`select email from users where id = ${user}::uuid and password_hash <> ${NO_PASSWORD}`,
    ),
  );
  return found?.email ?? null;
}

interface MailedReport {
  schedule: ReportSchedule;
  owner: SignedInActor;
  claimed: Claimed;
  file: MailedFile;
  email: string;
}

function mailOf({ publicUrl, now }: MailParts, { schedule, owner, claimed, file, email }: MailedReport) {
  const { path } = MAILED_REPORTS[schedule.report];
  const title = mailedReportName(schedule.report);
  return {
    to: email,
    subject: mailSubject(title, displayDay(pacificDay(now()))),
    messageId: `<${claimed.id}.report@${new URL(publicUrl).hostname}>`,
    text: [
      `${title}: the file is attached.`,
      '',
      ...file.lines,
      '',
      `${owner.name} set up this email. It holds only what you have access to. Open the report:`,
      '',
      `${publicUrl}${path}${file.search === '' ? '' : `?${file.search}`}`,
      '',
    ].join('\n'),
    attachments: [{ filename: file.name, contentType: file.type, content: file.bytes }],
  };
}

async function settle(
  tx: Transaction,
  { id, attempts }: Claimed,
  outcome: Outcome,
  at: string,
): Promise<void> {
  const reason = outcome.state === 'sent' ? null : outcome.reason;
  const next = outcome.state === 'waiting' ? nextTryAt(attempts, at) : null;
  await tx.execute(
    sql`update report_sendings set state = ${outcome.state}, reason = ${reason},
        next_try_at = ${next}::timestamptz, handed_at = null,
        sent_at = ${outcome.state === 'sent' ? at : null}::timestamptz
      where id = ${id}::uuid and state = 'waiting' and attempts = ${attempts}`,
  );
}

interface Noted {
  outcome: Outcome;
  at: string;
  owner: SignedInActor | null;
}

/** What the audit says: which report went to whom, or why it didn't. */
async function note(
  tx: Transaction,
  { id, report, owner: owner_id }: ReportSchedule,
  { recipient }: Claimed,
  { outcome, at, owner }: Noted,
): Promise<void> {
  const actor = owner ?? (await loadActorOfUser(tx, owner_id))?.actor;
  if (actor === undefined) return;
  const call = openCall(tx, actor, {
    ...{ now: at, captured_at: at, device_now: at, request_id: randomUUID(), write_id: null },
    ...{ device_id: null, base_version: null, address: '', afterCommit: () => undefined },
  });
  await call.note({
    ...{ action: 'report_schedule.send', entity: 'report_schedule', row_id: id },
    details: {
      ...{ kind: report, recipient },
      ...(outcome.state === 'sent' ? {} : { reason: outcome.reason }),
    },
  });
}
