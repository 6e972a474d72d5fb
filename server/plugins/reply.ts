import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpointNamed } from '#contract/index.ts';
import type { Answer } from './answer.ts';
import type { CallRequest } from './answered-call.ts';

/** The reply in the contract's shape: fields that it doesn't name never leave the server. */
export function answerOfReply(
  { name, context }: CallRequest,
  reply: unknown,
  log: FastifyBaseLogger,
): Answer {
  const endpoint = endpointNamed(name);
  if (endpoint.reply === undefined) return { status: 204, body: undefined };
  const status = endpoint.status ?? 200;
  const shaped = endpoint.reply.safeParse(reply);
  if (shaped.success) return { status, body: shaped.data };
  const { issues } = shaped.error;
  const paths = issues.slice(0, 5).map((issue) => issue.path.join('.'));
  const rest = withoutBadRows(endpoint, reply, issues);
  const kept = rest === null ? null : endpoint.reply.safeParse(rest.reply);
  if (rest === null || kept?.success !== true)
    throw new Error(`the reply of ${name} is not in its shape at ${paths.join(', ')}`);
  log.error({ request_id: context.request_id, call: name, rows: rest.left_out, paths }, 'rows were left out');
  return { status, body: kept.data };
}

/**
 * A list without the records that don't match its shape, so that one bad row doesn't fail the list, and their
 * ids. Null if something else is wrong with the reply.
 */
function withoutBadRows(
  endpoint: Endpoint,
  reply: unknown,
  issues: readonly z.core.$ZodIssue[],
): { reply: unknown; left_out: unknown[] } | null {
  if (endpoint.method !== 'GET') return null;
  const { rows } = endpoint;
  const list = rows === undefined ? reply : (reply as Record<string, unknown>)[rows];
  if (!Array.isArray(list)) return null;
  const bad = new Set<PropertyKey | undefined>();
  for (const { path } of issues) {
    if (rows !== undefined && path[0] !== rows) return null;
    bad.add(path[rows === undefined ? 0 : 1]);
  }
  const kept: unknown[] = list.filter((_, at) => !bad.has(at));
  const left_out = list.filter((_, at) => bad.has(at)).map((row) => (row as { id?: unknown } | null)?.id);
  return { reply: rows === undefined ? kept : { ...(reply as object), [rows]: kept }, left_out };
}
