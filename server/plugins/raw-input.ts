import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { instant, uuid } from '#entities/fields.ts';

/** A call as received: only its JSON has been parsed. */
export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

const DEEPEST = 32;
/**
 * Maximum number of values in one JSON text. Parsing blocks the server, and small values cost the most: 8 MB
 * of `{}` take seconds, 8 MB of one string a few milliseconds. The largest valid input, a rescue file of
 * 5,000 writes, has about 50,000.
 */
export const MOST_VALUES = 100_000;

const [QUOTE, BACKSLASH, COMMA, BRACE, BRACKET] = [0x22, 0x5c, 0x2c, 0x7b, 0x5b];

/** Whether a JSON text contains more values than any call needs. Only scans bytes. */
function holdsTooMany(bytes: Uint8Array): boolean {
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at += 1;
      while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    } else if (byte === COMMA || byte === BRACE || byte === BRACKET) {
      values += 1;
      if (values > MOST_VALUES) return true;
    }
  }
  return false;
}

/**
 * Parses a JSON body. Rejects more than `MOST_VALUES` values before parsing, invalid UTF-8, nesting beyond 32
 * levels, and the key `__proto__`; an empty body counts as none.
 */
export function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  if (holdsTooMany(bytes)) throw new ApiError('request.too-large');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError('request.unreadable');
  }
  refuseStrangeJson(value);
  return value;
}

/** Rejects what no call needs and some code can't handle. */
function refuseStrangeJson(value: unknown): void {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > DEEPEST || Object.hasOwn(next.value, '__proto__'))
      throw new ApiError('request.unreadable');
    for (const inner of Object.values(next.value)) open.push({ value: inner, depth: next.depth + 1 });
  }
}

/** Maximum number of fields in an answer. */
const MOST_FIELDS = 200;

/**
 * The messages of invalid fields, by first segment and by full dotted path; the first ones if there are many.
 */
export function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  const name = (path: readonly PropertyKey[], message: string) => {
    const whole = path.map(String).join('.');
    const first = String(path[0] ?? '');
    fields[whole] ??= message;
    fields[first] ??= message;
  };
  for (const issue of issues.slice(0, MOST_FIELDS)) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, 20)) {
        name([...issue.path, key.replaceAll('\u0000', '')], 'Unknown field.');
      }
    } else {
      name(issue.path, issue.message);
    }
  }
  return fields;
}

function checked(schema: z.ZodType | undefined, value: unknown, fields: Record<string, string>): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  Object.assign(fields, fieldsOf(result.error.issues));
  return undefined;
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
  );
}

function isTaken(takes: 'bytes' | 'form', body: unknown): boolean {
  return takes === 'form' ? body instanceof FormData : body instanceof Uint8Array && body.length > 0;
}

/** The input in the contract's shape, or `request.invalid` with every invalid field. */
export function checkInput(endpoint: Endpoint, input: RawInput): RawInput {
  const fields: Record<string, string> = {};
  const params = checked(endpoint.params, input.params, fields) ?? {};
  const query = checked(endpoint.query, input.query, fields) ?? {};
  const body = endpoint.takes === undefined ? checked(endpoint.body, input.body, fields) : input.body;
  if (endpoint.takes !== undefined && !isTaken(endpoint.takes, input.body)) {
    fields.body = endpoint.takes === 'form' ? 'Send a form with one file.' : 'Send bytes.';
  }
  if (endpoint.body === undefined && endpoint.takes === undefined && !isNothing(input.body))
    fields.body = 'This call takes no body.';
  if (endpoint.query === undefined && !isNothing(input.query)) fields.query = 'This call takes no query.';
  if (Object.keys(fields).length > 0) throw new ApiError('request.invalid', { fields });
  return { params, query, body };
}

export interface CheckedHeaders {
  key: string | null;
  base_version: number | null;
  captured_at: string | null;
  device_id: string | null;
  device_now: string | null;
}

/** An entity tag by RFC 9110, or the bare number. */
const ENTITY_TAG = /^(?:"(\d{1,9})"|(\d{1,9}))$/;

/** The headers of a write, validated as strictly as body fields. */
export function checkHeaders(headers: Record<string, string | string[] | undefined>): CheckedHeaders {
  const fields: Record<string, string> = {};
  const read = (name: string, schema: z.ZodType<string>): string | null => {
    const value = headers[name];
    if (value === undefined) return null;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    fields[name] = result.error.issues[0]?.message ?? "This header isn't valid.";
    return null;
  };
  const key = read('idempotency-key', uuid)?.toLowerCase() ?? null;
  const captured_at = read('x-captured-at', instant);
  const device_id = read('x-device-id', uuid)?.toLowerCase() ?? null;
  const device_now = read('x-device-now', instant);
  const tag = headers['if-match'];
  let base_version: number | null = null;
  if (tag !== undefined) {
    const found = typeof tag === 'string' ? ENTITY_TAG.exec(tag) : null;
    if (found === null) fields['if-match'] = 'Send the version of the record in If-Match.';
    else base_version = Number(found[1] ?? found[2]);
  }
  if (Object.keys(fields).length > 0) throw new ApiError('request.invalid', { fields });
  return { key, base_version, captured_at, device_id, device_now };
}
