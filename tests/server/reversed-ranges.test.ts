import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EndpointName, endpointNamed, endpoints } from '#contract/index.ts';
import { usualKind } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld } from './api-world.ts';
import { exampleFor } from './input-examples.ts';

const PAIRS = [
  ['start', 'end'],
  ['start_date', 'end_date'],
  ['period_start_date', 'period_end_date'],
] as const;

const ranges = (Object.keys(endpoints) as EndpointName[]).flatMap((name) => {
  const named = Object.keys(endpointNamed(name).query?.shape ?? {});
  return PAIRS.filter((pair) => pair.every((field) => named.includes(field))).map(
    ([first, last]) => [name, first, last] as const,
  );
});

let world: ApiWorld;
let token: string;
beforeAll(async () => {
  world = await openApiWorld(usualKind);
  token = (await world.signIn(await world.addPerson({ role: '0' }))).token;
});
afterAll(() => world.close());

test('finds the calls that take a range of days', () => {
  expect(ranges.length).toBeGreaterThanOrEqual(14);
});

test.each(ranges)('%s rejects a range that ends before it starts', async (name, first, last) => {
  const { params, query } = endpointNamed(name);
  const { after: _, ...example } = { ...(exampleFor(query as never) as object) } as Record<string, string>;
  const answer = await world.call(name, {
    token,
    ...(params === undefined ? {} : { params: exampleFor(params) as Record<string, string> }),
    query: { ...example, [first]: '2026-03-12', [last]: '2026-03-11' },
  });
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'request.invalid', fields: { [last]: 'The end is before the start.' } },
  });
});
