import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedOfCommit } from '#tests/support/commit-seed.ts';
import type { DatabaseKind } from '#tests/support/database.ts';
import type { Planted } from './phone.ts';
import { search, simulate } from './simulate.ts';
import { Tally } from './tally.ts';
import { Town } from './town.ts';

/** `npm run test:soak` sets it; a failing schedule prints how to run it again. */
export const SCHEDULES = Number(process.env.SIMULATOR_SCHEDULES ?? 500);
export const FIRST_SEED = Number(process.env.SIMULATOR_SEED ?? seedOfCommit());
/** Schedules that once broke a promise. */
const REGRESSION_SEEDS = [706, 1138, 41_658_554] as const;
/** A bug that this many schedules don't find would never be found. */
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

/** Runs the schedules that once broke a promise. */
export function keepsEveryPromiseAgain(town: () => Town): void {
  test.each(REGRESSION_SEEDS)('schedule %i, which once broke a promise, keeps all of them', async (first) => {
    const found = await search(town(), { first, count: 1 });
    expect(found, found?.report).toBeNull();
  });
}

/** The part of all schedules that one of several files runs, from 0. */
export function keepsEveryPromiseIn(part: number, parts: number): () => Town {
  const first = FIRST_SEED + Math.floor((SCHEDULES * part) / parts);
  const next = FIRST_SEED + Math.floor((SCHEDULES * (part + 1)) / parts);
  const town = openTown('pglite');
  keepsEveryPromise(town, 'pglite', first, next - first);
  return town;
}

/**
 * Each bug is found, and tells at the end by which schedule.
 *
 * The search starts at the seed that is known to find the bug; when the schedules have changed since, it goes
 * on, and prints the seed to note. With `SIMULATOR_SEED` it starts there instead.
 */
export function findsBugs(town: () => Town, bugs: Record<string, Planted>): void {
  const lines: string[] = [];
  afterAll(() => {
    console.log(['Planted bugs: the seed that found each, after how many schedules', ...lines].join('\n'));
  });

  describe('the schedules find', () => {
    test.each(Object.entries(bugs))('%s', { timeout: BUDGET * MS_EACH }, async (name, planted) => {
      const first = process.env.SIMULATOR_SEED === undefined ? (planted.seed ?? 1) : FIRST_SEED;
      const found = await search(town(), { first, count: BUDGET, isBrief: true }, planted);
      if (found === null) expect.fail(`nothing was found in ${BUDGET} schedules`);
      const { seed } = found.schedule;
      lines.push(
        `  ${name.padEnd(70)}${String(seed).padStart(4)} ${String(found.schedules).padStart(3)}   ${found.broken[0]}`,
      );
      // The bug alone breaks it.
      expect(await simulate(town(), found.schedule, { faultRate: planted.faultRate ?? 0 })).toEqual([]);
    });
  });
}
