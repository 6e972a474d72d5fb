import { randomUUID } from 'node:crypto';
import { z } from 'zod';

interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  contentEncoding?: string;
}

const byFormat: Record<string, () => string> = {
  uuid: () => randomUUID(),
  date: () => '2026-03-10',
  'date-time': () => '2026-03-10T17:00:00.000Z',
  email: () => 'someone@test.example',
  // Of a known push service.
  uri: () => 'https://fcm.googleapis.com/fcm/send/a',
  base64: () => Buffer.alloc(32, 7).toString('base64'),
};

function exampleOf(schema: Schema): unknown {
  if (Array.isArray(schema.type)) return exampleOf({ ...schema, type: schema.type[0] ?? 'null' });
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return exampleOf(either[0] ?? {});
  if (schema.type === 'object') {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, exampleOf(inner)]),
    );
  }
  if (schema.type === 'array') return [exampleOf(schema.items ?? {})];
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (schema.type === 'boolean') return false;
  if (schema.type === 'string') {
    const format = schema.contentEncoding ?? schema.format;
    if (schema.pattern?.includes('[01]\\d|2[0-3]') && format === undefined) return '09:00';
    if (schema.pattern?.startsWith('^20\\d\\d-(?:0[1-9]')) return '2026-03';
    if (schema.pattern?.includes('[0-9a-f]{64}')) return 'a1'.repeat(32);
    const [, length] = /\[A-Za-z0-9_-\]\{(\d+)\}/.exec(schema.pattern ?? '') ?? [];
    if (length !== undefined) return 'A'.repeat(Number(length));
    const known = format === undefined ? undefined : byFormat[format];
    return known?.() ?? 'a long enough text'.slice(0, schema.maxLength);
  }
  return {};
}

/** A valid input for the schema, with every field filled. */
export function exampleFor(schema: z.ZodType): unknown {
  return exampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);
}

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    pathsIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? inner : [path, ...inner];
}

const REMOVED = Symbol('removed');

function changedAt(value: unknown, path: Path, replacement: unknown): unknown {
  const copy = structuredClone(value) as Record<string | number, unknown>;
  let holder = copy;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  if (replacement === REMOVED) delete holder[last];
  else holder[last] = replacement;
  return copy;
}

/** Text that can't be stored: rejected everywhere. */
const UNSTORABLE = ['a\u0000b', 'a\ud800', '\udc00b'];

const hostile: readonly unknown[] = [
  ...UNSTORABLE,
  REMOVED,
  null,
  '',
  ' ',
  'x',
  "'; drop table users; --",
  'x'.repeat(300_000),
  '9999-12-31',
  '0000-00-00T00:00:00Z',
  0,
  -1,
  1.5,
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
  1e308,
  true,
  [],
  {},
  [['x']],
  { x: { y: 1 } },
];

export interface Mutation {
  what: string;
  value: unknown;
}

/** Copies of the example with one thing wrong in each. */
export function mutationsOf(example: unknown): Mutation[] {
  const whole: Mutation[] = [null, 1, 'x', true, [], [example]].map((value) => ({
    what: `the whole as ${JSON.stringify(value).slice(0, 20)}`,
    value,
  }));
  if (typeof example !== 'object' || example === null) return whole;
  const fields = pathsIn(example).flatMap((path) =>
    hostile.map((replacement) => ({
      what: `${path.join('.')} as ${replacement === REMOVED ? 'nothing' : JSON.stringify(replacement).slice(0, 30)}`,
      value: changedAt(example, path, replacement),
    })),
  );
  return [...whole, ...fields, { what: 'an unknown field', value: { ...example, unknown_field: 1 } }];
}

export function holdsUnstorable(value: unknown): boolean {
  return /\\u0000|\\ud800|\\udc00/.test(JSON.stringify(value));
}
