import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** Allowance for white space from API clients, and the whole body of a call that takes none. */
const SLACK_BYTES = 1_024;
/** A character written as `\u1234`. */
const CHARACTER_BYTES = 6;
/** Dates, times, ids, and everything else that matches a pattern. */
const PATTERN_BYTES = 128;
const NUMBER_BYTES = 32;

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  maxItems?: number;
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
  maxLength?: number;
  format?: string;
  pattern?: string;
}

function jsonBytes(value: unknown): number {
  return JSON.stringify(value).length;
}

/** Bytes of a key, its colon, and its comma. */
function keyBytes(name: string): number {
  return jsonBytes(name) + 2;
}

/** Maximum JSON size of a value of this shape, in bytes; `Infinity` if the shape sets no limit. */
function mostBytes(schema: Schema): number {
  if (schema.const !== undefined) return jsonBytes(schema.const);
  if (schema.enum !== undefined) return Math.max(...schema.enum.map(jsonBytes));
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return Math.max(...either.map(mostBytes));
  switch (schema.type) {
    case 'object':
      return objectBytes(schema);
    case 'array':
      return 2 + (schema.maxItems ?? Number.POSITIVE_INFINITY) * (1 + mostBytes(schema.items ?? {}));
    case 'string':
      if (schema.maxLength !== undefined) return 2 + schema.maxLength * CHARACTER_BYTES;
      return (schema.format ?? schema.pattern) ? PATTERN_BYTES : Number.POSITIVE_INFINITY;
    case 'integer':
    case 'number':
      return NUMBER_BYTES;
    case 'boolean':
    case 'null':
      return 5;
    default:
      return Number.POSITIVE_INFINITY;
  }
}

function objectBytes({ properties = {}, propertyNames, additionalProperties }: Schema): number {
  const named = Object.entries(properties).map(([name, value]) => keyBytes(name) + mostBytes(value));
  const sum = 2 + named.reduce((total, bytes) => total + bytes, 0);
  if (typeof additionalProperties !== 'object') return sum;
  const names = propertyNames?.enum ?? null;
  if (names === null) return Number.POSITIVE_INFINITY;
  const each = mostBytes(additionalProperties);
  return names.reduce<number>((total, name) => total + keyBytes(String(name)) + each, sum);
}

/**
 * Maximum body size of a call, in bytes: as declared in the contract, or computed from its fields.
 * @throws if neither sets a limit
 */
export function bodyLimitOf({ path, body, takes, bodyLimit }: Endpoint): number {
  if (bodyLimit !== undefined) return bodyLimit;
  if (body === undefined && takes === undefined) return SLACK_BYTES;
  const fields = body === undefined ? {} : z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const limit = mostBytes(fields as Schema) + SLACK_BYTES;
  if (!Number.isFinite(limit)) throw new Error(`the body of ${path} has no limit`);
  return limit;
}
