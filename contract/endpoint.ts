import type { z } from 'zod';
import type { Permission } from '#domain/access/permissions.ts';
import type { EntityName, RecordName } from './entity-name.ts';

/** Who may call: a permission of the table, anyone, or a device with its upload token. */
export type Policy = Permission | 'public' | 'upload-token';

/** How a write behaves in the outbox. */
export interface OfflineWrite {
  entity: EntityName;
  effect: 'create' | 'update' | 'delete';
  /** Version of the body's shape; older bodies are upcast on arrival. */
  version: number;
  /** A command rather than fields of the row, such as a punch: never folded into another write. */
  isCommand?: true;
  /** For a creation whose URL names another row: the body field with its id. */
  address_from?: 'student';
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As in the specification, with `{name}` for parameters and the trailing slash. */
  path: string;
  summary: string;
  policy: Policy;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /**
   * Instead of JSON: raw bytes (`application/octet-stream`), or a form with a file (`multipart/form-data`).
   */
  takes?: 'bytes' | 'form';
  /** The text fields of its form; where `file` is absent, it takes any number of `files`. */
  form?: { file?: true; fields: z.ZodObject };
  /** Maximum body size in bytes, if the fields set no limit or too wide a one. See `bodyLimitOf`. */
  bodyLimit?: number;
  /** Absent: the answer is 204 without a body. */
  reply?: z.ZodType;
  /** What a call counts against the person's allowance: one push, or the bytes of its body. */
  allowance?: 'push' | 'upload';
  /** The reply field that lists records, if the reply isn't a list itself. */
  rows?: string;
  /** The success status if it isn't 200 (or 204 without a reply). */
  status?: 201;
  /** Answers even if the session was ended by force, so that the device can learn of it. */
  answersForcedOut?: true;
  /** The reply is a stream or another format that the route writes itself. */
  isRaw?: true;
  /** Reading it adds an audit entry, so its transaction may write. */
  audited?: true;
  /** A report, whose `as_of` says when it was true: it may be read from a standby of the database. */
  isReport?: true;
  offline?: OfflineWrite;
  /**
   * A creation of this record, which isn't on devices: without a connection it waits there and is sent later,
   * whatever version of the app made it. Its body has the id.
   */
  waits?: RecordName;
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

/** What a caller passes, before defaults are filled in. */
export type BodyInputOf<E> =
  E extends Record<'body', infer Schema extends z.ZodType> ? z.input<Schema> : undefined;
export type QueryInputOf<E> =
  E extends Record<'query', infer Schema extends z.ZodType> ? z.input<Schema> : undefined;

/** The URL path of a call: parameters filled in and encoded. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, params: Record<string, string> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/**
 * The parameters of a queued write: the row's own id, or for a creation the body field that its URL requires.
 */
export function paramsOfWrite(
  { effect, address_from }: OfflineWrite,
  id: string,
  body: unknown,
): Record<string, string> {
  if (effect !== 'create') return { id };
  return address_from === undefined ? {} : { id: String((body as Record<string, unknown>)[address_from]) };
}

/** The id of the row that an unvalidated write is about; null if it names none. */
export function rowIdOfWrite(
  { effect }: OfflineWrite,
  write: { params: Record<string, string>; body: unknown },
): string | null {
  const id = effect === 'create' ? ((write.body ?? {}) as { id?: unknown }).id : write.params.id;
  return typeof id === 'string' ? id : null;
}
