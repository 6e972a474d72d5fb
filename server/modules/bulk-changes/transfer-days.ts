import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import { ROLES } from '#domain/access/roles.ts';
import { type ClientTransfer, clientOnDay } from '#domain/students/client-days.ts';
import type { Transaction } from '#server/db/database.ts';
import { loadRows, storedRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { sessionRecords } from '#server/modules/sessions/queries.ts';
import { updateStudent } from '#server/modules/students/operations.ts';
import { type Call, openCall, type SignedInActor } from '#server/records/call.ts';
import { wireRow } from '#server/records/changing-rows.ts';

/** A stored transfer of a student. */
export interface StoredTransfer extends ClientTransfer {
  id: string;
  student: string;
  bulk_change: string;
  from_location: string | null;
  to_location: string | null;
  made_by: string;
}

const CHANGE_OF_TRANSFER = sql`coalesce(bulk_change, id)`;

/** Transfers, latest first. @param where on `student_transfers` */
export function storedTransfers(tx: Transaction, where: SQL): Promise<StoredTransfer[]> {
  return jsonRows(
    tx,
    sql`select id, ${CHANGE_OF_TRANSFER} as bulk_change, student, from_client, to_client, from_location, to_location,
        start_date, made_by, is_applied
      from student_transfers where ${where} order by start_date desc, id desc`,
  );
}

/** Lets the student name the new client and school. */
export async function applyTransfer(call: Call, transfer: StoredTransfer): Promise<void> {
  const { id, student, to_client: client, to_location: location } = transfer;
  await updateStudent(call, student, { client, location });
  await call.tx.execute(sql`update student_transfers set is_applied = true where id = ${id}`);
}

/**
 * Applies transfers whose day has come, in the name of who made them. One that can't be applied, because its client was
 * archived in the meantime, waits.
 * @param now the server's clock, ISO 8601
 */
export async function applyDueTransfers(tx: Transaction, day: string, now: string): Promise<void> {
  const due = await storedTransfers(
    tx,
    sql`not is_applied and start_date <= ${day}::date
      and student in (select s.id from students s where s.merged_into is null and not s.archived)`,
  );
  for (const transfer of due.toReversed()) {
    try {
      await callAtNight(tx, transfer.made_by, now).apart((own) => applyTransfer(own, transfer));
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
    }
  }
}

/**
 * Why `applyDueTransfers` leaves a transfer waiting, and what to do; empty if nothing is in its way by now.
 * @param isArchived whether the student is
 */
export async function dueRefusal(
  tx: Transaction,
  { to_client, to_location, from_location }: StoredTransfer,
  isArchived: boolean,
): Promise<string> {
  if (isArchived) return 'The student is archived. Restore the student to make the transfer.';
  const [client] = await loadRows(tx, 'client', [to_client]);
  if (client === undefined) return 'The client was deleted.';
  if (client.active === 0) return `${client.name} is archived. Activate it to make the transfer.`;
  if (to_location === null || to_location === from_location) return '';
  const [school] = await loadRows(tx, 'location', [to_location]);
  if (school === undefined) return 'The school was deleted.';
  return school.archived ? `${school.name} is archived. Restore it to make the transfer.` : '';
}

/** A call outside of any request, for what someone has ordered for a day. */
function callAtNight(tx: Transaction, user_id: string, now: string): Call {
  const actor: SignedInActor = {
    ...{ user_id, role: ROLES.admin, grants: [], provider_id: null, username: '', name: '', credentials: '' },
    ...{ service_ids: new Set(), student_ids: new Set(), supervisee_ids: new Set() },
    ...{ sign_in_id: null, forced_out: false },
  };
  return openCall(tx, actor, {
    ...{ now, request_id: randomUUID(), write_id: null, device_id: null, captured_at: now, device_now: now },
    ...{ base_version: null, address: '', afterCommit: () => undefined },
  });
}

/**
 * Takes the transfers of a change back for some students: each names the former client and school, as long as no one chose
 * other ones.
 */
export async function cancelTransfers(
  call: Call,
  change: string,
  students: readonly string[],
): Promise<void> {
  const transfers = await storedTransfers(
    call.tx,
    sql`${CHANGE_OF_TRANSFER} = ${change} and student = any(${arrayParam(students, 'uuid')})`,
  );
  for (const transfer of transfers) await cancelTransfer(call, transfer);
}

async function cancelTransfer(call: Call, transfer: StoredTransfer): Promise<void> {
  const { id } = transfer;
  await call.tx.execute(sql`delete from student_transfers where id = ${id}`);
  const { student, from_client, to_client, from_location, to_location, start_date, is_applied } = transfer;
  const [now] = await loadRows(call.tx, 'student', [student]);
  if (is_applied && now?.client === to_client) {
    await updateStudent(call, student, {
      client: from_client,
      ...(now.location === to_location && { location: from_location }),
    });
  }
  await billByDay(call, student, start_date);
}

/** Bills the student's recorded sessions from a day on to the client of their day. @returns how many changed */
export async function billByDay(call: Call, student: string, from: string): Promise<number> {
  const [row] = await loadRows(call.tx, 'student', [student]);
  const transfers = await storedTransfers(call.tx, sql`student = ${student}`);
  const sessions = await storedRows(
    call.tx,
    'session',
    sql`student_ids[1] = ${student} and session_date >= ${from}::date and deleted_at is null order by id`,
  );
  let changed = 0;
  for (const session of sessions) {
    const client = clientOnDay(row?.client ?? null, transfers, session.session_date);
    if (client === session.client) continue;
    await call.change(sessionRecords, session, { ...wireRow(session), client });
    changed += 1;
  }
  return changed;
}
