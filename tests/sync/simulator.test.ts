import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Office } from './simulator/office.ts';
import { plantedBugs } from './simulator/planted-bugs.ts';
import { search, simulate } from './simulator/simulate.ts';

/** `npm run test:soak` sets the first; a failing schedule prints both. */
const COUNT = Number(process.env.SIMULATOR_SCHEDULES ?? 200);
const FIRST = Number(process.env.SIMULATOR_SEED ?? 1);
/** A bug that so many schedules do not find would not be found at all. */
const BUDGET = 60;
const MS_EACH = 10_000;

let office: Office;

beforeAll(async () => {
  office = await Office.open();
});

afterAll(() => office.close());

test(`${COUNT} schedules of devices, faults and crashes keep every promise`, {
  timeout: 120_000 + COUNT * MS_EACH,
}, async () => {
  const found = await search(office, { first: FIRST, count: COUNT });
  expect(found, found?.report).toBeNull();
});

describe('the schedules find', () => {
  test.each(Object.entries(plantedBugs))('%s', { timeout: BUDGET * MS_EACH }, async (_, planted) => {
    const found = await search(office, { first: FIRST, count: BUDGET, isBrief: true }, planted);
    if (found === null) expect.fail(`nothing was found in ${BUDGET} schedules`);
    // The bug alone breaks it.
    expect(await simulate(office, found.schedule, { faultRate: planted.faultRate ?? 0 })).toEqual([]);
  });
});
