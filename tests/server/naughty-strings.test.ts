import { randomUUID } from 'node:crypto';
import naughtyStrings from 'big-list-of-naughty-strings' with { type: 'json' };
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import { seedOfCommit } from '#tests/support/commit-seed.ts';
import { usualKind } from '#tests/support/database.ts';
import { exampleFor } from './input-examples.ts';
import { MOTOR, type OfficeWorld, openOfficeWorld } from './office-world.ts';

/** Every text that others found to break programs. Blank ones aren't names. */
const STRINGS = (naughtyStrings as readonly string[]).filter((one) => one.trim() !== '');

type Row = Record<string, unknown>;

interface Kind {
  create: EndpointName;
  params?: () => Record<string, string>;
  /** What an example can't guess: references to other records, and fields that aren't free text. */
  fixed: () => Row;
  read: (id: string) => Promise<Row | undefined>;
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

const listed = (list: EndpointName, params?: () => Record<string, string>) => async (id: string) => {
  const { body } = await world.as('superadmin', list, params === undefined ? {} : { params: params() });
  return (body as unknown as Row[]).find((row) => row.id === id);
};
const ofAnna = () => ({ id: world.anna });

const KINDS: Readonly<Record<string, Kind>> = {
  client: {
    create: 'client.create',
    fixed: () => ({
      ...{ services: [], regions: [], manager: null, district: null, contract_cap_cents: null },
      ...{ contract_start: null, contract_end: null },
    }),
    read: async (id) =>
      (await world.as('superadmin', 'client.read', { params: { id } })).body.client as unknown as Row,
  },
  student: {
    create: 'student.create',
    fixed: () => ({
      ...{ client: null, location: null, grade: '', zip: '', merged_into: undefined, archived: undefined },
      ...{ iep_annual_date: null, iep_triennial_date: null, consent_date: null, release_date: null },
    }),
    read: async (id) =>
      (await world.as('superadmin', 'student.read', { params: { id } })).body as unknown as Row,
  },
  provider: {
    create: 'provider.create',
    fixed: () => ({
      ...{ services: [], supervisors: [], supervisees: [], role: '2', npi: '', taxonomy_code: '' },
      ...{ username: `naughty.${next()}`, email: `naughty.${next()}@agency.example`, left_on: null },
    }),
    read: async (id) =>
      (await world.as('superadmin', 'provider.read', { params: { id } })).body.provider as unknown as Row,
  },
  parent: {
    ...{ create: 'parent.create', params: ofAnna },
    fixed: () => ({ student: world.anna, email: '' }),
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

interface Field {
  type?: string;
  format?: string;
  enum?: unknown[];
  pattern?: string;
  maxLength?: number;
  items?: { properties?: Record<string, Field> };
}

/** A text that fits the field, cut between characters. */
const cutFor = (text: string, { maxLength = 1_000 }: Field) =>
  text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');

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
  // Each string goes through one of the fields, through another one at another commit.
  const offset = seedOfCommit() % free.length;
  const strings = [...STRINGS.slice(-offset), ...STRINGS.slice(0, STRINGS.length - offset)];
  for (let at = 0; at < strings.length; at += free.length) {
    const typed = Object.fromEntries(
      free.map(([name, field], place) => [name, cutFor(strings[(at + place) % strings.length] ?? '', field)]),
    );
    const body = { ...(exampleFor(schema) as Row), id: randomUUID(), ...kind.fixed(), ...typed };
    const params = kind.params?.() ?? { id: String(body.id) };
    const { status, body: answer } = await world.as('superadmin', kind.create, { params, body });
    expect(status, JSON.stringify([typed, answer])).toBe(201);
    expect(await kind.read(String(body.id))).toMatchObject(typed);
  }
});
