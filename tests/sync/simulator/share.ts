import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseKind } from '#tests/support/database.ts';
import type { Planted } from './phone.ts';
import { search, simulate } from './simulate.ts';
import { Tally } from './tally.ts';
import { Town } from './town.ts';

/** `npm run test:soak` sets the first; a failing schedule prints both. */
export const SCHEDULES = Number(process.env.SIMULATOR_SCHEDULES ?? 2_000);
export const FIRST_SEED = Number(process.env.SIMULATOR_SEED ?? 1);
/** A bug that so many schedules do not find would not be found at all. */
const BUDGET = 240;
const MS_EACH = 10_000;

/** The office and its devices for the tests of one file. */
export function openTown(kind: DatabaseKind): () => Town {
  let town: Town;
  beforeAll(async () => {
    town = await Town.open(kind);
  });
  afterAll(() => town.close());
  return () => town;
}

/** Runs these schedules, and tells at the end what they went through. */
export function keepsEveryPromise(town: () => Town, kind: DatabaseKind, first: number, count: number): void {
  const tally = new Tally();
  afterAll(() => tally.print(`Simulator on ${kind}, seeds ${first} to ${first + count - 1}`));

  test(`${count} schedules of devices, faults and crashes keep every promise`, {
    timeout: 120_000 + count * MS_EACH,
  }, async () => {
    const found = await search(town(), { first, count, tally });
    expect(found, found?.report).toBeNull();
  });
}

/** The part of all schedules that one of several files runs, from 0. */
export function keepsEveryPromiseIn(part: number, parts: number): void {
  const first = FIRST_SEED + Math.floor((SCHEDULES * part) / parts);
  const next = FIRST_SEED + Math.floor((SCHEDULES * (part + 1)) / parts);
  const town = openTown('pglite');
  keepsEveryPromise(town, 'pglite', first, next - first);
}

/** Each bug is found, and tells at the end after how many schedules. */
export function findsBugs(town: () => Town, bugs: Record<string, Planted>): void {
  const lines: string[] = [];
  afterAll(() => {
    console.log(['Planted bugs, and after how many schedules each was found', ...lines].join('\n'));
  });

  describe('the schedules find', () => {
    test.each(Object.entries(bugs))('%s', { timeout: BUDGET * MS_EACH }, async (name, planted) => {
      const found = await search(town(), { first: FIRST_SEED, count: BUDGET, isBrief: true }, planted);
      if (found === null) expect.fail(`nothing was found in ${BUDGET} schedules`);
      lines.push(`  ${name.padEnd(60)}${String(found.schedules).padStart(3)}   ${found.broken[0]}`);
      // The bug alone breaks it.
      expect(await simulate(town(), found.schedule, { faultRate: planted.faultRate ?? 0 })).toEqual([]);
    });
  });
}
