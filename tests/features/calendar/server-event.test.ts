// @vitest-environment node
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CalendarOccurrence } from '#contract/calendar.ts';
import { ApiError } from '#contract/errors.ts';
import type { LocalOccurrence } from '#db/calendar-events.ts';
import type { EditScope } from '#domain/calendar/series-edit.ts';
import { ChangedMeanwhile } from '#features/calendar/event/event-writer.ts';
import type { EventFields } from '#features/calendar/event/record-event.ts';
import { readServerEvent, serverCreator, serverWriter } from '#features/calendar/event/server-event.ts';
import { occurrenceOf } from '#screens/device/held-events.ts';
import { type ApiClient, createApiClient, NoAnswer } from '#sync/api-client.ts';
import { eventBody } from '#tests/server/calendar-bodies.ts';
import { MOTOR, type OfficeWorld, openOfficeWorld, SPEECH } from '#tests/server/office-world.ts';
import { usualKind } from '#tests/support/database.ts';
import { fetchFrom } from '#tests/support/device-api.ts';

const MARCH = { start: '2026-03-01', end: '2026-03-31' };

let world: OfficeWorld;
let api: ApiClient;
let send: typeof fetch;
/** Calls that reach the office, and whose answers are lost on the way back. */
let lostAnswers = 0;
let isReachable = true;
let outdated = 0;
beforeAll(async () => {
  world = await openOfficeWorld(usualKind);
  const { token } = await world.signIn(world.people.lead);
  send = fetchFrom(world.app);
  api = createApiClient({
    tokens: { current: async () => token, renew: async () => null },
    fetch: async (input, init) => {
      if (!isReachable) throw new TypeError('Failed to fetch');
      const answer = await send(input, init);
      if (init?.method === 'GET' || lostAnswers === 0) return answer;
      lostAnswers -= 1;
      throw new TypeError('Failed to fetch');
    },
  });
});
afterAll(() => world.close());
beforeEach(() => {
  lostAnswers = 0;
  isReachable = true;
  outdated = 0;
});

/** Paula's; the series on Tuesdays 3, 10, 17 and 24 March 2026. */
async function planned(changes: Record<string, unknown> = {}): Promise<string> {
  const body = eventBody({ service: SPEECH, ...changes });
  const answer = await world.as('paula', 'calendar.create', { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return body.id;
}
const weekly = {
  recurring: true,
  recurring_type: 'weekly',
  recurring_timeframe: '4',
  event_start_date: '2026-03-03',
  event_end_date: '2026-03-03',
};

async function listed(id: string): Promise<CalendarOccurrence[]> {
  const found = await api.call('calendar.list-master', { query: MARCH });
  return found.filter((event) => event.id === id || event.original_id === id);
}

async function occurrenceOn(id: string, day: string): Promise<LocalOccurrence> {
  const found = (await listed(id)).find(({ event_start_date }) => event_start_date === day);
  if (found === undefined) throw new Error(`nothing on ${day}`);
  return occurrenceOf(found);
}

async function writerOn(id: string, day: string) {
  const event = await readServerEvent(api, await occurrenceOn(id, day));
  return serverWriter(api, event, () => {
    outdated += 1;
  });
}

const seen = async (id: string) =>
  (await api.call('calendar.list-master', { query: MARCH }))
    .filter(({ event_title }) => event_title.startsWith(id))
    .map(
      ({ event_title, event_start_date }) => `${event_start_date.slice(5)} ${event_title.slice(id.length)}`,
    );

test('a lead changes and deletes a single event of a colleague', async () => {
  const id = await planned();
  const writer = await writerOn(id, '2026-03-10');
  expect(
    await writer.change({ event_title: 'Moved', event_start_time: '08:45', duration: 45 }, 'this'),
  ).toEqual({ kind: 'saved', id });
  expect(await listed(id)).toMatchObject([{ event_title: 'Moved', event_start_time: '08:45', version: 2 }]);
  expect((await world.auditOf(id)).at(-1)?.details).toMatchObject({ on_behalf_of: world.people.paula.id });

  expect((await (await writerOn(id, '2026-03-10')).delete('this')).kind).toBe('saved');
  expect(await listed(id)).toEqual([]);
  expect(outdated).toBe(2);
});

test.each<[EditScope, string, string[]]>([
  ['this', 'a', ['03-03 old', '03-10 old', '03-17 new', '03-24 old']],
  ['following', 'b', ['03-03 old', '03-10 old', '03-17 new', '03-24 new']],
  ['all', 'c', ['03-03 new', '03-10 new', '03-17 new', '03-24 new']],
])('a change of %s in a series affects the right events', async (scope, name, expected) => {
  const id = await planned({ ...weekly, event_title: `${name} old` });
  const writer = await writerOn(id, '2026-03-17');
  await writer.change({ event_title: `${name} new` }, scope);
  expect(await seen(`${name} `)).toEqual(expected);
});

test.each<[EditScope, string, string[]]>([
  ['this', 'd', ['03-03 old', '03-10 old', '03-24 old']],
  ['following', 'e', ['03-03 old', '03-10 old']],
  ['all', 'f', []],
])('a deletion of %s in a series affects the right events', async (scope, name, expected) => {
  const id = await planned({ ...weekly, event_title: `${name} old` });
  await (await writerOn(id, '2026-03-17')).delete(scope);
  expect(await seen(`${name} `)).toEqual(expected);
});

test('an individually changed occurrence is changed again, based on its own version', async () => {
  const id = await planned({ ...weekly, event_title: 'g old' });
  await (await writerOn(id, '2026-03-17')).change({ event_title: 'g new' }, 'this');
  const event = await readServerEvent(api, await occurrenceOn(id, '2026-03-17'));
  expect(event.row.id).not.toBe(id);
  expect(event.occurrence).toMatchObject({ original_date: '2026-03-17', series: { id, recurring: true } });
  await (await writerOn(id, '2026-03-17')).change({ event_title: 'g newer' }, 'this');
  expect(await seen('g ')).toEqual(['03-03 old', '03-10 old', '03-17 newer', '03-24 old']);
});

test('a rejected field is reported by name, and nothing changes', async () => {
  const id = await planned();
  const writer = await writerOn(id, '2026-03-10');
  expect(await writer.change({ service: MOTOR }, 'this')).toEqual({
    kind: 'refused',
    problems: { service: "You can't schedule this service." },
  });
  expect(await listed(id)).toMatchObject([{ service: SPEECH, version: 1 }]);
  expect(outdated).toBe(0);
});

test("a change by someone else isn't overwritten: editing continues on top of it", async () => {
  const id = await planned();
  const writer = await writerOn(id, '2026-03-10');
  await (await writerOn(id, '2026-03-10')).change({ event_title: 'Sooner' }, 'this');
  const problem = await writer.change({ event_title: 'Later' }, 'this').catch((thrown) => thrown);
  expect(problem).toBeInstanceOf(ChangedMeanwhile);
  expect(problem.occurrence.event).toMatchObject({ event_title: 'Sooner', version: 2 });
  expect(await listed(id)).toMatchObject([{ event_title: 'Sooner', version: 2 }]);
  expect(outdated).toBe(2);
  expect((await problem.writer.change({ event_title: 'Later' }, 'this')).kind).toBe('saved');
  expect(await listed(id)).toMatchObject([{ event_title: 'Later', version: 3 }]);
});

test('an event that someone else deleted stays deleted, with a message', async () => {
  const id = await planned();
  const writer = await writerOn(id, '2026-03-10');
  await (await writerOn(id, '2026-03-10')).delete('this');
  await expect(writer.change({ event_title: 'Later' }, 'this')).rejects.toThrow(
    'Someone else deleted this event while you were editing.',
  );
});

test('nothing is saved offline, with a message', async () => {
  const id = await planned();
  const told = await occurrenceOn(id, '2026-03-10');
  const writer = await writerOn(id, '2026-03-10');
  isReachable = false;
  const saved = writer.change({ event_title: 'Later' }, 'this');
  await expect(saved).rejects.toThrow('need a connection');
  await expect(saved).rejects.toBeInstanceOf(NoAnswer);
  await expect(readServerEvent(api, told)).rejects.toBeInstanceOf(NoAnswer);
  isReachable = true;
  expect(await listed(id)).toMatchObject([{ event_title: 'Meeting', version: 1 }]);
});

test('a change whose answer was lost takes effect once when it is sent again', async () => {
  const id = await planned();
  const writer = await writerOn(id, '2026-03-10');
  lostAnswers = 1;
  await expect(writer.change({ event_title: 'Once' }, 'this')).rejects.toBeInstanceOf(NoAnswer);
  expect((await writer.change({ event_title: 'Once' }, 'this')).kind).toBe('saved');
  expect(await listed(id)).toMatchObject([{ event_title: 'Once', version: 2 }]);
});

describe("someone else's new event", () => {
  let desk: ApiClient;
  beforeAll(async () => {
    const { token } = await world.signIn(world.people.admin);
    desk = createApiClient({
      tokens: { current: async () => token, renew: async () => null },
      fetch: async (input, init) => {
        if (!isReachable) throw new TypeError('Failed to fetch');
        const answer = await send(input, init);
        if (init?.method === 'GET' || lostAnswers === 0) return answer;
        lostAnswers -= 1;
        throw new TypeError('Failed to fetch');
      },
    });
  });
  const creator = () =>
    serverCreator(desk, () => {
      outdated += 1;
    });
  const entered = (changes: Record<string, unknown> = {}) => {
    const { id, ...fields } = eventBody({ service: SPEECH, provider: world.people.paula.id, ...changes });
    for (const name of ['excluded_dates', 'original_id', 'original_date']) delete fields[name as never];
    return { id, fields: { recurring_days: [], ...fields } as unknown as EventFields };
  };

  test('is created in their calendar, and stays one event if the answer is lost', async () => {
    const { id, fields } = entered({ event_title: 'h new' });
    const create = creator();
    lostAnswers = 1;
    await expect(create(id, fields)).rejects.toThrow('You need a connection to schedule for someone else.');
    expect(outdated).toBe(0);
    expect(await create(id, fields)).toEqual({ kind: 'saved', id });
    expect(outdated).toBe(1);
    expect(await listed(id)).toMatchObject([
      { event_title: 'h new', provider: world.people.paula.id, version: 1 },
    ]);
  });

  test('counts as saved after a reload of the page, unless something else was entered since', async () => {
    const { id, fields } = entered({ event_title: 'i new' });
    lostAnswers = 1;
    await expect(creator()(id, fields)).rejects.toThrow();
    expect(await creator()(id, fields)).toEqual({ kind: 'saved', id });
    await expect(creator()(id, { ...fields, event_title: 'i newer' })).rejects.toThrow(ApiError);
    expect(await listed(id)).toMatchObject([{ event_title: 'i new', version: 1 }]);
  });

  test('is refused by field, on the device and on the server', async () => {
    const { id, fields } = entered();
    const create = creator();
    expect(await create(id, { ...fields, event_end_date: '2020-01-01' })).toMatchObject({ kind: 'refused' });
    expect(await create(id, { ...fields, location: '999' })).toEqual({
      kind: 'refused',
      problems: { location: 'Location not found.' },
    });
    isReachable = false;
    await expect(create(id, fields)).rejects.toThrow('Your entry stays here.');
    expect(await listed(id).catch(() => [])).toEqual([]);
  });
});
