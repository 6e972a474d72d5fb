import type { ErrorCode } from '#contract/errors.ts';
import { isNameUnknown, isPlanOutdated } from '#server/db/statement-names.ts';

/** The SQLSTATE or socket error code of a failure, searched through all causes; null if there is none. */
export function faultCodeOf(error: unknown): string | null {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const { code } = current as { code?: unknown };
    // Only the database and sockets have codes of capitals and digits; Fastify's contain underscores.
    if (typeof code === 'string' && /^[0-9A-Z]+$/.test(code)) return code;
    current = current.cause;
  }
  return null;
}

/**
 * Serialization failure, deadlock, a plan of before an upgrade, or a name that another session prepared: the same
 * transaction can succeed immediately.
 */
export function isWorthRepeating(error: unknown): boolean {
  const code = faultCodeOf(error);
  return code === '40001' || code === '40P01' || isPlanOutdated(error) || isNameUnknown(error);
}

const SOCKET_FAULTS = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'],
  // The store of attachments can't be reached.
  'EAGAIN',
]);
/** Driver messages without a code. */
const CONNECTION_WORDS =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|query read timeout/i;

/** Whether the connection failed, or the engine could not go on: the same call can succeed later. */
export function isConnectionTrouble(error: unknown): boolean {
  const code = faultCodeOf(error);
  if (code !== null) return SOCKET_FAULTS.has(code) || /^(08|53|57|40|55P03)/.test(code);
  for (let current = error; current instanceof Error; current = current.cause) {
    if (CONNECTION_WORDS.test(current.message)) return true;
  }
  return false;
}

/**
 * The error code for a database failure. A value that no column can hold and a broken reference are the
 * caller's fault; connection trouble is transient; the rest is our own bug.
 */
export function codeOfFault(error: unknown): ErrorCode {
  const code = faultCodeOf(error);
  if (isConnectionTrouble(error)) return 'server.busy';
  if (code === '23505') return 'record.exists';
  if (code !== null && (code.startsWith('22') || code === '23503')) return 'request.invalid';
  return 'server.failed';
}
