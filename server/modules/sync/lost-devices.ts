import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { DeviceReport } from '#contract/sync.ts';
import { mayManageUser } from '#domain/access/permissions.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { audit } from '#server/db/audit.ts';
import type { Transaction } from '#server/db/database.ts';
import { sign_ins } from '#server/db/schema/sign-ins.ts';
import { devices } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { type EscrowedDevice, isWipeProof } from './escrow.ts';

/**
 * Reports a device lost, or found again, for all of its users.
 *
 * Its sessions and upload tokens end immediately. A session of its users without a known device counts as one
 * of them: logging in again elsewhere costs a password.
 *
 * @throws ApiError `record.absent` if nobody uses it whom the actor manages, `access.denied` if others do too
 */
export async function reportLost(
  tx: Transaction,
  actor: Actor,
  report: { device_id: string; is_lost: boolean },
  context: { now: string; request_id: string },
): Promise<void> {
  const { device_id, is_lost } = report;
  // A registration in progress holds these rows: the user it adds is found below.
  const known = await tx
    .select({ user_id: devices.user_id })
    .from(devices)
    .where(eq(devices.id, device_id))
    .orderBy(devices.user_id)
    .for('update');
  if (known.length === 0) throw new ApiError('record.absent');
  const owners = await tx
    .select({ role: users.role })
    .from(users)
    .where(
      inArray(
        users.id,
        known.map(({ user_id }) => user_id),
      ),
    );
  const managed = owners.filter((owner) => mayManageUser(actor, owner));
  if (managed.length === 0) throw new ApiError('record.absent');
  if (managed.length < owners.length) {
    throw new ApiError('access.denied', {
      message: 'A super admin uses this device too. Ask a super admin to report it.',
    });
  }
  await tx
    .update(devices)
    .set(
      is_lost
        ? {
            lost_at: sql`coalesce(${devices.lost_at}, ${context.now}::timestamptz)`,
            upload_ended_at: sql`coalesce(${devices.upload_ended_at}, ${context.now}::timestamptz)`,
          }
        : { lost_at: null, wiped_at: null },
    )
    .where(eq(devices.id, device_id));
  const ended = is_lost ? await endSignInsOn(tx, device_id, context.now) : 0;
  await audit(tx, context, {
    user_id: actor.user_id,
    action: 'device.report-lost',
    entity: 'device',
    row_id: device_id,
    details: is_lost ? { is_lost, sign_ins: ended } : { is_lost },
  });
}

async function endSignInsOn(tx: Transaction, deviceId: string, now: string): Promise<number> {
  const ended = await tx
    .update(sign_ins)
    .set({ ended_at: now })
    .where(
      and(
        isNull(sign_ins.ended_at),
        or(
          eq(sign_ins.device_id, deviceId),
          and(
            isNull(sign_ins.device_id),
            sql`${sign_ins.user_id} in (select d.user_id from devices d where d.id = ${deviceId}::uuid)`,
          ),
        ),
      ),
    )
    .returning({ id: sign_ins.id });
  return ended.length;
}

/** Rejects a device that was reported lost. Blocks the report until the transaction ends. */
export async function refuseLost(tx: Transaction, deviceId: string): Promise<void> {
  const rows = await tx
    .select({ lost_at: devices.lost_at })
    .from(devices)
    .where(eq(devices.id, deviceId))
    .orderBy(devices.user_id)
    .for('share');
  if (rows.some(({ lost_at }) => lost_at !== null)) throw new ApiError('device.lost');
}

/**
 * Records the device of a session, so that it can end with the device.
 * @throws ApiError if the session has ended in the meantime
 */
export async function noteSignIn(tx: Transaction, signInId: string | null, deviceId: string): Promise<void> {
  if (signInId === null) return;
  const noted = await tx
    .update(sign_ins)
    .set({ device_id: deviceId })
    .where(and(eq(sign_ins.id, signInId), isNull(sign_ins.ended_at)))
    .returning({ id: sign_ins.id });
  if (noted.length === 0) throw new ApiError('auth.signed-out');
}

interface WipeReport {
  device: DeviceReport;
  /** The upload token of the call, and the same encrypted with the device's data key. */
  credentials: string | null;
  wipe_proof: string | null;
}

/**
 * Marks a lost device as wiped: it has no unsynced changes and destroys its key. The first time counts.
 * Without a valid proof nothing is marked: the upload token is stored in plaintext on the device, and anyone
 * who finds it could claim anything.
 */
export async function noteWiped(
  tx: Transaction,
  secret: string,
  known: EscrowedDevice,
  { device: report, credentials, wipe_proof }: WipeReport,
  context: { now: string; request_id: string },
): Promise<void> {
  if (report.unsent_count > 0 || credentials === null || wipe_proof === null) return;
  if (!(await isWipeProof(secret, known, wipe_proof, credentials))) return;
  const userId = known.user_id;
  const wiped = await tx
    .update(devices)
    .set({ wiped_at: context.now })
    .where(
      and(
        eq(devices.id, report.device_id),
        eq(devices.user_id, userId),
        isNotNull(devices.lost_at),
        isNull(devices.wiped_at),
      ),
    )
    .returning({ id: devices.id });
  if (wiped.length === 0) return;
  await audit(tx, context, {
    user_id: userId,
    action: 'device.wipe',
    entity: 'device',
    row_id: report.device_id,
  });
}
