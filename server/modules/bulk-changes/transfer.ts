import { sql } from 'drizzle-orm';
import type { BulkChange } from '#contract/bulk-changes.ts';
import type { StudentTransfer, TransferBody, TransferPreview } from '#contract/student-transfers.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { rateReason, resolveRate } from '#domain/money/rates.ts';
import { transferDayProblems } from '#domain/students/client-days.ts';
import { fullName } from '#domain/students/student-name.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import { dayPlus, displayDay, pacificDay } from '#domain/time/pacific.ts';
import { keptRows, loadRows } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { student_transfers } from '#server/db/schema/student-transfers.ts';
import { plannedAfter } from '#server/modules/archiving/student-departure.ts';
import { followStudentServices } from '#server/modules/students/assignments.ts';
import { studentInReach } from '#server/modules/students/file-rows.ts';
import { ringBell } from '#server/records/bell.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { recordedCall } from '#server/records/recorded-call.ts';
import { changeById, keepChange } from './kept-changes.ts';
import { applyTransfer, billByDay, dueRefusal, storedTransfers } from './transfer-days.ts';
import { changeServices, servicesFrom } from './transfer-services.ts';

interface Asked {
  student: string;
  client: string;
  start_date: string;
}

type Named = { id: string; name: string };

/** What transferring a student would end and start. */
export async function previewTransfer(call: Call, asked: Asked): Promise<TransferPreview> {
  const { tx } = call;
  const { from, to } = await bothClients(call, asked);
  const { student, start_date } = asked;
  const services = await servicesFrom(tx, student, start_date);
  const planned = (await plannedAfter(tx, student, planDay(call, start_date))).filter(
    ({ skipped }) => skipped === null,
  );
  const rateOf = mayUse(call.actor, 'rate.read') ? await ratesWith(call, asked) : () => null;
  const [sessions] = await jsonRows<{ stay: number; move: number }>(
    tx,
    sql`select
        count(*) filter (where session_date < ${start_date}::date and session_date >= ${`${start_date.slice(0, 7)}-01`}::date)::int as stay,
        count(*) filter (where session_date >= ${start_date}::date)::int as move
      from sessions where student_ids[1] = ${student} and deleted_at is null
        and session_date >= ${`${start_date.slice(0, 7)}-01`}::date`,
  );
  return {
    ...{ from, to, start_date },
    services: services.map(({ id, service, service_name, provider, provider_name, ...row }) => ({
      ...{ id, service, service_name, provider_name: provider_name ?? '' },
      ...{ from: row.start_date > start_date ? row.start_date : start_date, to: row.end_date },
      planned: planned.filter((event) => event.service === service && event.provider === provider).length,
      rate: rateOf(service),
    })),
    ...{ stay_billed: sessions?.stay ?? 0, rebilled: sessions?.move ?? 0 },
  };
}

/**
 * Transfers a student. Services end or go on by their dates, planned sessions of those that end are removed, and recorded
 * sessions are billed by their day. The student names the new client at once, or from the day on.
 */
export async function transferStudent(call: Call, student: string, body: TransferBody): Promise<BulkChange> {
  const { id, start_date } = body;
  const step = call.withContext({ base_version: null });
  const recorded = recordedCall(step, ['student_service', 'calendar_event']);
  const { row, from, to, released } = await moveStudent(recorded.step, student, { ...body, bulk_change: id });
  await tellReleased(step, released, { day: start_date, change: id });
  const about = `${fullName(row)}: ${from?.name ?? 'no client'} → ${to.name} from ${displayDay(start_date)}`;
  return keepChange(call, {
    ...{ id, kind: 'transfer', about, start_date },
    records: [{ id: student, writes: recorded.writes() }],
  });
}

/**
 * Transfers one student as a part of a change.
 * @returns the student as before, both clients, and the providers whose services end
 */
export async function moveStudent(
  step: Call,
  student: string,
  body: TransferBody & { bulk_change: string },
): Promise<Awaited<ReturnType<typeof bothClients>> & { released: ReadonlySet<string> }> {
  const { tx, context, actor } = step;
  const { id, client, location, start_date, bulk_change } = body;
  await tx.execute(sql`select 1 from students where id = ${student} for update`);
  // A deletion or archiving of the client at the same time waits and then sees the transfer, or is seen here.
  await tx.execute(sql`select 1 from clients where id = ${client} for update`);
  const both = await bothClients(step, { student, client, start_date });
  const { row } = both;
  await refuseUnknownSchool(step, location, row.location);
  const today = pacificDay(context.now);
  const released = await changeServices(step, row, body, planDay(step, start_date));
  await tx.insert(student_transfers).values({
    ...{ id, bulk_change, student, from_client: row.client, to_client: client },
    ...{ from_location: row.location, to_location: location, start_date },
    ...{ made_by: actor.user_id, is_applied: false },
  });
  if (start_date <= today) {
    const [transfer] = await storedTransfers(tx, sql`id = ${id}`);
    if (transfer !== undefined) await applyTransfer(step, transfer);
    await billByDay(step, student, start_date);
  }
  await followStudentServices(tx, [student], today);
  return { ...both, released };
}

/** Tells providers that students left them. */
export async function tellReleased(
  step: Call,
  released: Iterable<string>,
  of: { day: string; change: string },
): Promise<void> {
  for (const receiver of released) {
    const notice = { ...of, provider_name: step.actor.name };
    await ringBell(step, { ...notice, event: 'student-unassigned', receiver });
  }
}

/** A student's transfers, latest first. */
export async function listTransfers(call: Call, student: string): Promise<StudentTransfer[]> {
  const { archived } = await studentInReach(call, student);
  const transfers = await storedTransfers(call.tx, sql`student = ${student}`);
  const today = pacificDay(call.context.now);
  const clients = transfers.flatMap(({ from_client, to_client }) => [from_client ?? [], to_client].flat());
  const names = new Map((await loadRows(call.tx, 'client', clients)).map(({ id, name }) => [id, name]));
  const named = (id: string): Named => ({ id, name: names.get(id) ?? 'Unknown client' });
  const told: StudentTransfer[] = [];
  for (const transfer of transfers) {
    const { id, bulk_change, from_client, to_client, start_date, is_applied } = transfer;
    const isDue = !is_applied && start_date <= today;
    told.push({
      ...{ id, from: from_client === null ? null : named(from_client), to: named(to_client) },
      ...{ start_date, is_applied, refusal: isDue ? await dueRefusal(call.tx, transfer, archived) : '' },
      change: await changeById(call, bulk_change),
    });
  }
  return told;
}

/** The last day whose plans stay: nothing that is over is taken off a calendar. */
export function planDay({ context }: Call, start_date: string): string {
  const today = pacificDay(context.now);
  return start_date > today ? dayPlus(start_date, -1) : today;
}

async function bothClients(call: Call, { student, client, start_date }: Asked) {
  const row = await studentInReach(call, student);
  refuseProblems(transferDayProblems(start_date, pacificDay(call.context.now)));
  if (row.archived) refuseProblems({ client: 'This student is archived.' });
  if (row.client === client) refuseProblems({ client: 'Choose another client.' });
  const found = await loadRows(call.tx, 'client', [client, row.client ?? client]);
  const to = found.find(({ id }) => id === client);
  if (to === undefined || to.active === 0) refuseProblems({ client: "Choose a client that isn't archived." });
  const [other] = await storedTransfers(
    call.tx,
    sql`student = ${student} and (not is_applied or start_date >= ${start_date}::date)`,
  );
  if (other !== undefined) {
    const day = displayDay(other.start_date);
    refuseProblems({
      start_date: `There is a transfer on ${day} already. Undo it first, or choose a later day.`,
    });
  }
  const from = found.find(({ id }) => id === row.client);
  return {
    row,
    from: from === undefined ? null : { id: from.id, name: from.name },
    to: { id: client, name: to?.name ?? '' },
  };
}

export async function refuseUnknownSchool(
  { tx }: Call,
  location: string | null,
  before: string | null,
): Promise<void> {
  if (location === null || location === before) return;
  const found = await jsonRows(tx, sql`select id from locations where id = ${location} and not archived`);
  if (found.length === 0) refuseProblems({ location: "Choose a school that isn't archived." });
}

/** Where the rate of an individual session of a service would come from, in words. */
async function ratesWith({ tx }: Call, { student, client, start_date }: Asked) {
  const start_year = fiscalYearOf(start_date);
  const rates = await keptRows(tx, 'rate', sql`start_year = ${start_year}`);
  const [account] = await loadRows(tx, 'client_account', [client]);
  return (service: string): string => {
    const asked = { service, setting: 'individual', student, client } as const;
    const question = { ...asked, regions: account?.regions ?? [], start_year };
    return rateReason(resolveRate(rates, question), question);
  };
}
