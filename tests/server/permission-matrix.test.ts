import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addressOf } from '#contract/endpoint.ts';
import { errorCatalog } from '#contract/errors.ts';
import { type EndpointName, endpointNamed, endpoints } from '#contract/index.ts';
import { provider_services } from '#server/db/schema/providers.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { usualKind } from '#tests/support/database.ts';
import { sessionBody } from './api-world.ts';
import { attachmentBody, sha256Of } from './attachment-files.ts';
import { eventBody } from './calendar-bodies.ts';
import { exampleFor } from './input-examples.ts';
import { type Area, MATRIX_PEOPLE } from './matrix/matrix-people.ts';
import { SPECIFIED_CALLS } from './matrix/specified-calls.ts';
import { OUTSIDE_ROLES, UNNAMED_CALLS } from './matrix/unnamed-calls.ts';
import { MATRIX, OUTSIDE_MATRIX } from './matrix-table.ts';
import { addMatrixRecords, type MatrixRecords } from './matrix-world.ts';
import { messageBody } from './message-forms.ts';
import { type OfficeWorld, openOfficeWorld, SPEECH, told } from './office-world.ts';
import { noteBody } from './soap-world.ts';
import { timesheetBody } from './timesheet-world.ts';

/** Their grants make no difference for calls that every admin or lead may use. */
const GRANTED_TWINS = new Set(['bella', 'lena']);
const GRANTS = ['billing.view', 'payroll.view'];
const ENDLESS = { most: Number.POSITIVE_INFINITY, perSecond: 1 };

/** Calls that name a record in their address, or must name one in their query. */
const NAMING = (Object.keys(endpoints) as EndpointName[]).filter((name) => {
  const { params, query } = endpointNamed(name);
  return params !== undefined || (query !== undefined && requiredIds(query).length > 0);
});

function requiredIds(query: z.ZodType): string[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return required.filter((field) => (properties[field] as { format?: string }).format === 'uuid');
}

const areaOf = new Map<EndpointName, Area>(MATRIX.flatMap((area) => area.calls.map((name) => [name, area])));

/** By method and path. */
const nameOf = new Map(
  (Object.keys(endpoints) as EndpointName[]).map((name) => {
    const { method, path } = endpointNamed(name);
    return [`${method} ${path}`, name];
  }),
);

type BodyOf = (id: string, records: MatrixRecords) => Record<string, unknown>;

/** Creations that name another person's record in their body. */
const NAMED_IN_BODY: [EndpointName, string, string, string, BodyOf][] = [
  ['session.create', 'paula', 'student', 'ben', (student) => sessionBody({ service: SPEECH, student })],
  [
    ...(['session.create', 'paula', 'provider', 'otto'] as const),
    (provider, { student }) => sessionBody({ service: SPEECH, student: student?.anna ?? '' }, { provider }),
  ],
  [
    ...(['lunch.create', 'paula', 'provider', 'otto'] as const),
    (provider) => ({ id: randomUUID(), lunch_start_time: '2026-03-10T19:00:00.000Z', provider }),
  ],
  [
    ...(['timecard.create', 'paula', 'provider', 'otto'] as const),
    (provider) => ({ id: randomUUID(), started_at: '2026-03-10T16:00:00.000Z', provider }),
  ],
  ['timesheet.submit', 'paula', 'provider', 'otto', (id) => timesheetBody({ id })],
  ['calendar.create', 'paula', 'student', 'ben', (student) => eventBody({ student, service: SPEECH })],
  ['calendar.create', 'paula', 'provider', 'otto', (provider) => eventBody({ provider })],
  [
    ...(['goal.create', 'paula', 'student', 'ben'] as const),
    (student) => ({
      ...(exampleFor(endpoints['goal.create'].body) as object),
      student,
      service: null,
      goal_option: null,
    }),
  ],
  ['attachment.create', 'paula', 'student', 'ben', (student) => attachmentBody(student, PART)],
  [
    ...(['soap.create', 'paula', 'session', 'ben'] as const),
    (id, { student }) =>
      noteBody({ id, service: SPEECH, session_date: '2026-03-09', student_ids: [student?.anna ?? ''] }),
  ],
  [
    ...(['goal-entry.create', 'paula', 'soap', 'ben'] as const),
    (soap_note, { student, goal }) => ({
      ...(exampleFor(endpoints['goal-entry.create'].body) as object),
      ...{ soap_note, student: student?.anna, goal: goal?.anna },
    }),
  ],
  [
    ...(['invoice.create', 'lena', 'client', 'family'] as const),
    (client) => ({ id: randomUUID(), client, month: '2026-02', note: '' }),
  ],
  [
    ...(['rate.create', 'lena', 'client', 'family'] as const),
    (client) => ({
      ...{ id: randomUUID(), level: 'client', service: SPEECH, student: null, client, region: null },
      ...{ setting: null, start_year: 2026, amount_cents: 9_800, is_draft: false },
    }),
  ],
  [
    ...(['billing-condition.create', 'lena', 'client', 'family'] as const),
    (client) => ({
      ...{ id: randomUUID(), client, type: 'no_show', starts_on: '2026-04-01', percent: 50, minutes: null },
      ...{ days: null, choice: null, service: null, note: '' },
    }),
  ],
];

/** Reached, or refused: because of the person, or as if the record didn't exist. */
type Outcome = 'reached' | 'denied' | 'absent';

interface Told {
  status: number;
  body: unknown;
}

describe('the permission matrix', () => {
  let world: OfficeWorld;
  let records: MatrixRecords;
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    world = await openOfficeWorld(usualKind, { allowances: { push: ENDLESS, upload: ENDLESS } });
    const bella = await world.addPerson({ role: '1', isProvider: false, grants: GRANTS });
    const lena = await world.addPerson({ role: '3', grants: GRANTS });
    await world.db.insert(provider_services).values({ provider: lena.id, service: SPEECH });
    await world.db.transaction((tx) => refreshScopeMembers(tx, [lena.id]));
    records = await addMatrixRecords(world);
    const people = { ...world.people, bella, lena };
    for (const name of MATRIX_PEOPLE) {
      tokens.set(name, (await world.signIn(people[name as keyof typeof people])).token);
    }
    keepNothing(world);
  });
  afterAll(() => world.close());

  test('has a line for every call that names a record, and for no other', () => {
    const named = new Set<string>([...areaOf.keys(), ...Object.keys(OUTSIDE_MATRIX)]);
    expect(NAMING.filter((name) => !named.has(name))).toEqual([]);
    expect([...named].filter((name) => !NAMING.includes(name as EndpointName))).toEqual([]);
  });

  test('has every other call either with the people who may use it, or among those of nobody', () => {
    const specified = Object.values(SPECIFIED_CALLS).flatMap((calls) =>
      calls.flatMap(([method, path, may]) =>
        may === undefined ? [] : (nameOf.get(`${method} ${path}`) ?? []),
      ),
    );
    const unnamed = UNNAMED_CALLS.flatMap(([, calls]) => calls);
    const named = new Set<string>([...areaOf.keys(), ...Object.keys(OUTSIDE_MATRIX)]);
    const others = (Object.keys(endpoints) as EndpointName[]).filter((name) => !named.has(name));
    expect([...specified, ...unnamed, ...Object.keys(OUTSIDE_ROLES)].sort()).toEqual(others.sort());
  });

  test.each(UNNAMED_CALLS.flatMap(([may, calls]) => calls.map((name) => ({ name, may }))))(
    '$name',
    async ({ name, may }) => {
      const { method, path } = endpointNamed(name);
      expect(await deniedTo(method, path)).toEqual(
        MATRIX_PEOPLE.filter((person) => !may.split(' ').includes(person)),
      );
    },
  );

  /** Who is told that they may not use a call that names no record. */
  async function deniedTo(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string): Promise<string[]> {
    const denied: string[] = [];
    for (const person of MATRIX_PEOPLE) {
      const answer = await world.app.inject({
        ...{ method, url },
        ...(method === 'GET' ? {} : { payload: {} }),
        headers: { authorization: `Bearer ${tokens.get(person)}`, 'idempotency-key': randomUUID() },
      });
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      const told = { status: answer.statusCode, body: isJson ? answer.json() : {} };
      const outcome = outcomeOf(told, UNLIKE);
      expect(outcome, `${person}: ${answer.body.slice(0, 200)}`).toMatch(/^(reached|denied)$/);
      if (outcome === 'denied') denied.push(person);
    }
    return denied;
  }

  describe.each(Object.entries(SPECIFIED_CALLS))('has the specified calls about %s', (_, calls) => {
    test('in the contract, each with a line here or with the people who may use it', () => {
      const lacking = calls.filter(([method, path, may]) => {
        const name = nameOf.get(`${method} ${path}`);
        return name === undefined || areaOf.has(name) === (may !== undefined);
      });
      expect(lacking).toEqual([]);
    });

    test.each(calls.flatMap(([method, path, may]) => (may === undefined ? [] : [{ method, path, may }])))(
      '$method $path',
      async ({ method, path, may }) => {
        expect(await deniedTo(method, path)).toEqual(
          MATRIX_PEOPLE.filter((person) => !may.split(' ').includes(person)),
        );
      },
    );
  });

  async function ask(person: string, name: EndpointName, id: string): Promise<Told> {
    const endpoint = endpointNamed(name);
    const { params, query, body } = inputOf(name, id, records);
    const form = endpoint.takes === 'form' ? await formOf(name) : null;
    const answer = await world.app.inject({
      method: endpoint.method,
      url: addressOf(endpoint, params),
      ...(query === undefined ? {} : { query }),
      ...(form === null ? {} : { payload: form.bytes }),
      ...(endpoint.takes === 'bytes' ? { payload: PART } : {}),
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${tokens.get(person)}`,
        'if-match': '"1"',
        'idempotency-key': randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(endpoint.takes === 'bytes' ? { 'content-type': 'application/octet-stream' } : {}),
        ...(form === null ? {} : { 'content-type': form.type }),
      },
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const sent = isJson && answer.body !== '' ? answer.json() : answer.statusCode;
    return told({
      status: answer.statusCode,
      body: JSON.parse(JSON.stringify(sent).replaceAll(`"${id}"`, '"its id"')),
    }) as Told;
  }

  test.each(NAMED_IN_BODY)(
    '%s by %s tells nothing about the %s of %s',
    async (name, person, kind, of, bodyOf) => {
      const known = records[kind]?.[of] ?? '';
      const sent = async (id: string) => {
        const body = bodyOf(id, records);
        const answer = await world.app.inject({
          ...{ method: endpointNamed(name).method, url: endpointNamed(name).path },
          payload: JSON.stringify(body),
          headers: {
            ...{ authorization: `Bearer ${tokens.get(person)}`, 'content-type': 'application/json' },
            'idempotency-key': randomUUID(),
          },
        });
        const text = answer.body.replaceAll(id, 'its id').replaceAll(String(body.id), 'the new id');
        return told({ status: answer.statusCode, body: JSON.parse(text) }) as Told;
      };
      const answer = await sent(known);
      expect(answer, JSON.stringify(answer)).toEqual(await sent(randomUUID()));
      expect(answer.status, JSON.stringify(answer)).toBeGreaterThanOrEqual(400);
      // It is the record, and not something else, that was refused.
      expect(JSON.stringify(answer)).toMatch(/record.absent|access.denied|"fields"/);
    },
  );

  test.each([...areaOf])('%s', async (name, { kind, may, who, anyId, isBlank }) => {
    const found: Record<string, Outcome | string> = {};
    const expected: Record<string, Outcome> = {};
    const said: string[] = [];
    const look = async (person: string) => {
      const isPermitted = may.split(' ').includes(person);
      const unknown = await ask(person, name, unknownId(kind));
      found[`${person}: an unknown id`] = outcomeOf(unknown, unknown, isBlank);
      expected[`${person}: an unknown id`] = isPermitted ? (anyId ? 'reached' : 'absent') : 'denied';
      // One is enough to see that a person is refused whatever the record, or reaches what others of the role do.
      const isSame = !isPermitted || (may.includes('admin') && GRANTED_TWINS.has(person));
      for (const [of, people] of Object.entries(who).slice(0, isSame ? 1 : undefined)) {
        const id = records[kind]?.[of];
        if (id === undefined) throw new Error(`${kind} has no ${of}`);
        const answer = await ask(person, name, id);
        const key = `${person}: of ${of}`;
        const names = people.split(' ');
        const isRefused = !isPermitted || names.includes(`-${person}`);
        expected[key] = isRefused ? 'denied' : names.includes(person) ? 'reached' : 'absent';
        found[key] = outcomeOf(answer, unknown, isBlank);
        // A refusal that says why is either about the person, or a rule about the record that they reach.
        if (found[key] === 'told' && expected[key] !== 'absent') found[key] = expected[key];
        said.push(`${key}: ${JSON.stringify(answer).slice(0, 200)}`);
        // Who may not do it at all learns nothing from the answer.
        if (!isPermitted) expect(answer, key).toEqual(unknown);
      }
    };
    await Promise.all(MATRIX_PEOPLE.map(look));
    expect(found, said.join('\n')).toEqual(expected);
  });
});

function outcomeOf(answer: Told, unknown: Told, isBlank = false): Outcome | string {
  const { code, message } = answer.body as { code?: string; message?: string };
  if (answer.status >= 500 || answer.status === 401)
    return `${answer.status}: ${JSON.stringify(answer.body)}`;
  if (message === DENIED || code === 'decision.own') return 'denied';
  if (answer.status === 403) return 'told';
  const isAbsent = (answer.status === 404 || isBlank) && JSON.stringify(answer) === JSON.stringify(unknown);
  return isAbsent ? 'absent' : 'reached';
}

/** Rolls every transaction back after its work, so that each call runs as a whole and leaves nothing behind. */
function keepNothing({ db }: OfficeWorld): void {
  const begin = db.transaction.bind(db);
  const undone = new Error('rolled back');
  const transaction: typeof db.transaction = async (work, config) => {
    const kept: { result?: Awaited<ReturnType<typeof work>> } = {};
    try {
      await begin(async (tx) => {
        kept.result = await work(tx);
        throw undone;
      }, config);
    } catch (error) {
      if (error !== undone) throw error;
    }
    return kept.result as Awaited<ReturnType<typeof work>>;
  };
  db.transaction = transaction;
}

/** An id of the same form that no record has. */
function unknownId(kind: string): string {
  if (kind === 'location') return '909';
  return kind === 'audit' ? '99999999' : randomUUID();
}

const DENIED = errorCatalog['access.denied'].message;
/** No answer is like it. */
const UNLIKE: Told = { status: 0, body: {} };
const PART = Buffer.from('part');
const RANGE = { start: '2026-03-09', end: '2026-03-15' };
const PERIOD = { period_start_date: '2026-03-01', period_end_date: '2026-03-15' };

type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

/** Where a call names its record elsewhere than by `id`, or needs more than an example of its input. */
const INPUTS: Partial<Record<EndpointName, (id: string, records: MatrixRecords) => Input>> = {
  'lunch.list-of-day': (a) => ({ params: { a, b: '2026-03-10' } }),
  'sync.follow': (device_id) => ({ params: { device_id }, body: { students: [] } }),
  'calendar.read-series': (original_id) => ({ params: { original_id } }),
  'calendar.of-student': () => ({ query: RANGE }),
  'calendar.of-client': () => ({ query: RANGE }),
  'calendar.of-provider': () => ({ query: RANGE }),
  'goal-entry.read': (soap_id) => ({ params: { soap_id, pg_num: '1' } }),
  'attachment.put-part': (id) => ({ params: { id, n: '1' }, query: { sha256: sha256Of(PART) } }),
  'rate.list-of-client': (id) => ({ params: { id, start_year: '2025', end_year: '2026' } }),
  'rate.list-of-region': (region) => ({ params: { region, start_year: '2025', end_year: '2026' } }),
  'billing-condition.read': (id) => ({ params: { id, type: 'no_show' } }),
  'billing-condition.update': (id) => ({ params: { id, type: 'no_show' } }),
  'billing-condition.archive': (id) => ({ params: { id, type: 'no_show' } }),
  'notification.attachment': (key) => ({ params: { key } }),
  'quickbooks.read': () => ({ query: { format: 'csv' } }),
  'claim-batch.read': () => ({ query: { format: '837p' } }),
  'hours.of-provider': (provider_id) => ({ query: { provider_id, ...RANGE } }),
  'timesheet.days': (provider_id) => ({ query: { provider_id, ...PERIOD } }),
  'timesheet.records': (provider_id) => ({ query: { provider_id, ...PERIOD } }),
  'timesheet.status': (provider_id) => ({ query: { provider_id, ...PERIOD } }),
  'timesheet.decide': () => ({ body: { new_status: 'approved', notes: '' } }),
  'student-merge.read-preview': (stays, { merge }) => ({ query: { stays, merged: merge?.merged ?? '' } }),
  'student-transfer.read-preview': (_, { client }) => ({
    query: { client: client?.family ?? '', start_date: '2026-04-01' },
  }),
  'student-transfer.create': (_, { client }) => ({
    body: { ...(exampleFor(endpoints['student-transfer.create'].body) as object), client: client?.family },
  }),
  'payroll.read-closing': (pay_period) => ({ query: { pay_period } }),
  'payroll.read-start': (pay_period) => ({ query: { pay_period } }),
  'payroll.read-difference': (_, { run }) => ({ query: { with: run?.one ?? '' } }),
};

function inputOf(name: EndpointName, id: string, records: MatrixRecords): Input {
  const { body, query } = endpointNamed(name);
  const given = INPUTS[name]?.(id, records) ?? {};
  const example = body === undefined ? undefined : body.safeParse({}).success ? {} : exampleFor(body);
  return {
    params: { id },
    ...(query === undefined || query.safeParse({}).success
      ? {}
      : { query: exampleFor(query) as Record<string, string> }),
    ...(example === undefined ? {} : { body: withOwnId(name, id, example as Record<string, unknown>) }),
    ...given,
  };
}

/** A creation under a student's or a category's address names it in its body too. */
function withOwnId(name: EndpointName, id: string, body: Record<string, unknown>): Record<string, unknown> {
  if (name === 'service-category.create') return { ...body, id };
  return Object.hasOwn(body, 'student') && Object.hasOwn(body, 'id') ? { ...body, student: id } : body;
}

async function formOf(name: EndpointName): Promise<{ bytes: Buffer; type: string }> {
  const form = new FormData();
  if (name === 'admin-message.update') form.set('message', JSON.stringify(messageBody()));
  else {
    form.set('id', randomUUID());
    form.set('file', new File([PART], 'plan.pdf', { type: 'application/pdf' }));
  }
  const request = new Request('http://caseload.test', { method: 'POST', body: form });
  return {
    bytes: Buffer.from(await request.arrayBuffer()),
    type: request.headers.get('content-type') ?? '',
  };
}
