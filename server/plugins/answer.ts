import type { FastifyBaseLogger } from 'fastify';
import { ApiError, type ErrorCode, errorCatalog, type Problem } from '#contract/errors.ts';
import type { RowChange } from '#contract/sync.ts';
import { codeOfFault, faultCodeOf } from './database-faults.ts';

/** The result of a call, before it becomes HTTP or an entry of a push. */
export interface Answer {
  status: number;
  /** The reply, or a `Problem`; undefined for 204. */
  body: unknown;
  /** Sent as `Set-Cookie`. */
  cookie?: string;
  /** Sent as `Retry-After`; by default derived from the status. */
  retryAfterMs?: number;
}

export interface ProblemBody extends Problem {
  /** The current row, with `record.stale`. */
  current?: unknown;
  /** Who came first, with `record.stale` and `record.deleted`. */
  changed?: RowChange;
}

export function isAccepted(answer: { status: number }): boolean {
  return answer.status < 300;
}

export function problemOf(code: ErrorCode, details: Partial<ProblemBody> = {}): Answer {
  const { status, message } = errorCatalog[code];
  return { status, body: { code, message, ...details } satisfies ProblemBody };
}

/** @param changed who came first, if known */
export function answerOfApiError(refusal: ApiError, changed: RowChange | null = null): Answer {
  const details: Partial<ProblemBody> = { message: refusal.message };
  if (refusal.fields !== undefined) details.fields = refusal.fields;
  if (refusal.current !== undefined) details.current = refusal.current;
  if (changed !== null) details.changed = changed;
  const answer = problemOf(refusal.code, details);
  return refusal.retryAfterMs === null ? answer : { ...answer, retryAfterMs: refusal.retryAfterMs };
}

/**
 * The answer to any thrown value. A refusal is returned as is; anything else is logged by class, code, and
 * stack only, because database messages contain SQL and values.
 */
export function answerOfError(error: unknown, log: FastifyBaseLogger, request_id: string): Answer {
  if (error instanceof ApiError) return answerOfApiError(error);
  const code = codeOfFault(error);
  log.error({ request_id, fault: describeFault(error), code }, 'a call failed');
  return problemOf(code);
}

/** The loggable part of an error: no database message, which contains SQL and values. */
export function describeFault(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const faultCode = faultCodeOf(error);
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return {
    name: error.name,
    ...(faultCode === null ? { message: error.message.slice(0, 300) } : { fault_code: faultCode }),
    frames: frames.slice(0, 12).map((line) => line.trim()),
  };
}
