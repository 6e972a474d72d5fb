import type { z } from 'zod';
import type { Permission } from '#domain/access/permissions.ts';
import type { EntityName } from './entity-name.ts';

/** Who may call: a permission of the table, anybody, or a device with its upload token. */
export type Policy = Permission | 'public' | 'upload-token';

/** How a write behaves in the outbox. */
export interface OfflineWrite {
  entity: EntityName;
  effect: 'create' | 'update' | 'delete';
  /** Version of the body's shape; older ones are upcast when they are sent. */
  version: number;
  /** A step of its own rather than fields of the row, as a punch: it is never folded into another write. */
  isStep?: true;
  /** Of a creation whose address names another row: the field of its body that names it. */
  address_from?: 'student';
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As specified, with `{name}` for parameters and the trailing slash. */
  path: string;
  summary: string;
  policy: Policy;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Instead of JSON: raw bytes (`application/octet-stream`), or a form with a file (`multipart/form-data`). */
  takes?: 'bytes' | 'form';
  /** Largest body in bytes, where the fields alone set no limit or too wide a one. See `bodyLimitOf`. */
  bodyLimit?: number;
  /** Absent: the answer is 204 without a body. */
  reply?: z.ZodType;
  /** What each call takes from what one person may take: one push, or the bytes of its body. */
  allowance?: 'push' | 'upload';
  /** The field of the reply that lists records, where the reply isn't such a list itself. */
  rows?: string;
  /** The status of success where it is not 200 (or 204 without a reply). */
  status?: 201;
  /** Answers even where the sign-in was ended by force, so that the device can learn of it. */
  answersForcedOut?: true;
  /** The reply is a stream or a foreign format that the route writes by itself. */
  isRaw?: true;
  /** Reading it leaves a row in the audit, so its transaction may write. */
  audited?: true;
  offline?: OfflineWrite;
}

export function defineEndpoints<const Endpoints extends Record<string, Endpoint>>(
  endpoints: Endpoints,
): Endpoints {
  return endpoints;
}

type Part<E, Key extends string, Otherwise> =
  E extends Record<Key, infer Schema extends z.ZodType> ? z.output<Schema> : Otherwise;

export type ParamsOf<E> = Part<E, 'params', Record<string, never>>;
export type QueryOf<E> = Part<E, 'query', Record<string, never>>;
export type BodyOf<E> = E extends { takes: 'bytes' }
  ? Uint8Array<ArrayBuffer>
  : E extends { takes: 'form' }
    ? FormData
    : Part<E, 'body', undefined>;
export type ReplyOf<E> = Part<E, 'reply', undefined>;

/** What a caller hands in, before defaults are filled. */
export type BodyInputOf<E> =
  E extends Record<'body', infer Schema extends z.ZodType> ? z.input<Schema> : undefined;
export type QueryInputOf<E> =
  E extends Record<'query', infer Schema extends z.ZodType> ? z.input<Schema> : undefined;

/** The address of a call: parameters filled in, encoded. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, params: Record<string, string> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** The parameters of a write that waits: the row's own id, or for a creation whatever its address asks of its body. */
export function paramsOfWrite(
  { effect, address_from }: OfflineWrite,
  id: string,
  body: unknown,
): Record<string, string> {
  if (effect !== 'create') return { id };
  return address_from === undefined ? {} : { id: String((body as Record<string, unknown>)[address_from]) };
}

/** The id of the row that a write is about; nothing where it names none. Nothing of it needs to be checked. */
export function rowIdOfWrite(
  { effect }: OfflineWrite,
  write: { params: Record<string, string>; body: unknown },
): string | null {
  const id = effect === 'create' ? ((write.body ?? {}) as { id?: unknown }).id : write.params.id;
  return typeof id === 'string' ? id : null;
}
