import { randomUUID } from 'node:crypto';
import naughtyStrings from 'big-list-of-naughty-strings' with { type: 'json' };
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import { seedOfCommit } from '#tests/support/commit-seed.ts';
import { usualKind } from '#tests/support/database.ts';
import { exampleFor } from './input-examples.ts';
import { MOTOR, type OfficeWorld, openOfficeWorld } from './office-world.ts';

/** A sixth of the strings in each run, others at the next commit; `npm run test:soak` sends all of them. */
const EVERY = process.env.NAUGHTY_STRINGS === 'all' ? 1 : 6;

const spelled = (text: string) => text.trim().toLowerCase();

/** Texts that others found to break programs, one of each spelling, as names are unique in some lists. Blank ones aren't names. */
const STRINGS = (naughtyStrings as readonly string[])
  .filter(
    (one, at, all) => one.trim() !== '' && all.findIndex((other) => spelled(other) === spelled(one)) === at,
  )
  .filter((_, at) => (at + seedOfCommit()) % EVERY === 0);

type Row = Record<string, unknown>;

interface Kind {
  create: EndpointName;
  params?: () => Record<string, string>;
  /** What an example can't guess: references to other records, and fields that aren't free text. */
  fixed: () => Row;
  /** Text in what the record contains. */
  nested?: (text: string) => Row;
  /** The rows with these ids. */
  read: (ids: readonly string[]) => Promise<Row[]>;
}

let world: OfficeWorld;
let regionId: string;
beforeAll(async () => {
  world = await openOfficeWorld(usualKind);
  regionId = randomUUID();
  const body = { id: regionId, name: 'North', region_number: '01', archived: false };
  await world.as('superadmin', 'region.create', { body });
});
afterAll(() => world.close());

let count = 0;
const next = () => {
  count += 1;
  return count;
};

const listed = (list: EndpointName, params?: () => Record<string, string>) => async () => {
  const { body } = await world.as('superadmin', list, params === undefined ? {} : { params: params() });
  return body as unknown as Row[];
};
const each = (read: (id: string) => Promise<unknown>) => async (ids: readonly string[]) => {
  const rows: Row[] = [];
  for (const id of ids) rows.push((await read(id)) as Row);
  return rows;
};
const ofAnna = () => ({ id: world.anna });

const KINDS: Readonly<Record<string, Kind>> = {
  client: {
    create: 'client.create',
    fixed: () => ({
      ...{ services: [], regions: [], manager: null, district: null, contract_cap_cents: null },
      ...{ contract_start: null, contract_end: null },
    }),
    nested: (text) => ({ contacts: [{ name: text, role: text, email: '', phone: '' }] }),
    read: each(async (id) => (await world.as('superadmin', 'client.read', { params: { id } })).body.client),
  },
  student: {
    create: 'student.create',
    fixed: () => ({
      ...{ client: null, location: null, grade: '', zip: '', merged_into: undefined, archived: undefined },
      ...{ iep_annual_date: null, iep_triennial_date: null, consent_date: null, release_date: null },
    }),
    read: each(async (id) => (await world.as('superadmin', 'student.read', { params: { id } })).body),
  },
  provider: {
    create: 'provider.create',
    fixed: () => ({
      ...{ services: [], supervisors: [], supervisees: [], role: '2', npi: '', taxonomy_code: '' },
      ...{ license_state: 'CA', phone: '' },
      ...{ username: `naughty.${next()}`, email: `naughty.${next()}@agency.example`, left_on: null },
    }),
    read: each(
      async (id) => (await world.as('superadmin', 'provider.read', { params: { id } })).body.provider,
    ),
  },
  parent: {
    ...{ create: 'parent.create', params: ofAnna },
    fixed: () => ({ student: world.anna, email: '', phone: '' }),
    read: listed('parent.list', ofAnna),
  },
  'note in the file': {
    ...{ create: 'student-note.create', params: ofAnna },
    fixed: () => ({ student: world.anna }),
    read: listed('student-note.list', ofAnna),
  },
  goal: {
    create: 'goal.create',
    fixed: () => ({ student: world.anna, service: null, goal_option: null, target_date: null }),
    read: listed('goal.list', ofAnna),
  },
  region: { create: 'region.create', fixed: () => ({ archived: false }), read: listed('region.list') },
  'sub-region': {
    create: 'sub-region.create',
    fixed: () => ({ region: regionId, archived: false }),
    read: listed('sub-region.list'),
  },
  'service category': {
    create: 'service-category.create',
    fixed: () => ({ archived: false }),
    read: listed('service-category.list'),
  },
  location: {
    create: 'location.create',
    fixed: () => ({ id: `naughty-${next()}`, client: null }),
    read: listed('location.list'),
  },
  'goal option': {
    create: 'goal-option.create',
    fixed: () => ({ service: MOTOR, archived: false }),
    read: listed('goal-option.list'),
  },
};

const SHORT = 60;

interface Field {
  type?: string;
  format?: string;
  enum?: unknown[];
  pattern?: string;
  maxLength?: number;
  items?: { properties?: Record<string, Field> };
}

test.each(Object.entries(KINDS))('every text field of a %s keeps what was typed', async (_, kind) => {
  const { body: schema } = endpointNamed(kind.create);
  if (schema === undefined) throw new TypeError('It takes no body.');
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const fixed = Object.keys(kind.fixed());
  const free = Object.entries(properties as Record<string, Field>).filter(
    ([name, { type, format, enum: choices, pattern }]) =>
      type === 'string' && (format ?? choices ?? pattern) === undefined && !fixed.includes(name),
  );
  expect(free.length).toBeGreaterThan(0);
  // Each string goes through one of the fields, through another one at another commit; one that is too long for it, through none.
  const offset = seedOfCommit() % free.length;
  const strings = [...STRINGS.slice(offset), ...STRINGS.slice(0, offset)];
  const typed = new Map<string, Row>();
  for (let at = 0; at < strings.length; at += free.length) {
    const id = randomUUID();
    const texts: Row = Object.fromEntries(
      free.map(([name, { maxLength = 1_000 }], place) => {
        const text = strings[at + place] ?? '';
        return [name, text !== '' && text.length <= maxLength ? text : `plain ${next()}`];
      }),
    );
    const short = strings[at] ?? '';
    Object.assign(texts, kind.nested?.(short.length <= SHORT ? short : 'plain'));
    const body = { ...(exampleFor(schema) as Row), id, ...kind.fixed(), ...texts };
    const params = kind.params?.() ?? { id };
    const { status, body: answer } = await world.as('superadmin', kind.create, { params, body });
    expect(status, JSON.stringify([texts, answer])).toBe(201);
    typed.set(String(body.id), texts);
  }
  const rows = new Map((await kind.read([...typed.keys()])).map((row) => [row.id, row]));
  for (const [id, texts] of typed) expect(rows.get(id)).toMatchObject(texts);
});
