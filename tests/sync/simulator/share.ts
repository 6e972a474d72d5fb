import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUSH_LIMIT } from '#contract/sync.ts';
import { seedOfCommit } from '#tests/support/commit-seed.ts';
import type { DatabaseKind } from '#tests/support/database.ts';
import type { Planted } from './device.ts';
import { Harness } from './harness.ts';
import type { Theme } from './schedule.ts';
import { search, simulate } from './simulate.ts';
import { Tally } from './tally.ts';

/** Set by `npm run test:soak`; a failing schedule prints how to run it again. */
export const SCHEDULES = Number(process.env.SIMULATOR_SCHEDULES ?? 500);
export const FIRST_SEED = Number(process.env.SIMULATOR_SEED ?? seedOfCommit());
/** Only schedules of this theme; all if it is unset. */
const THEME = process.env.SIMULATOR_THEME as Theme | undefined;
/** Schedules that once broke an invariant, and the size of batches with which they did; null for their own. */
const REGRESSION_SEEDS = [
  [706, PUSH_LIMIT],
  [1138, PUSH_LIMIT],
  [7037, null],
  [30_727, null],
  [41_658_554, PUSH_LIMIT],
  [52_530_781, null],
  [85_744_765, null],
  [90_258_157, null],
  [142_411_477, null],
  [198_799_303, null],
  [207_285_325, null],
  [234_403_177, null],
] as const;
/** A bug that this many schedules don't find counts as undetectable. */
const BUDGET = 240;
const MS_EACH = 10_000;

/** The server and devices for the tests of one file. */
export function openHarness(kind: DatabaseKind): () => Harness {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.open(kind);
  });
  afterAll(() => harness.close());
  return () => harness;
}

/** Runs these schedules, and prints statistics at the end. */
export function keepsEveryPromise(
  harness: () => Harness,
  kind: DatabaseKind,
  first: number,
  count: number,
): void {
  const tally = new Tally();
  afterAll(() => tally.print(`Simulator on ${kind}, seeds ${first} to ${first + count - 1}`));

  test(`${count} schedules of devices, faults, and crashes keep every invariant`, {
    timeout: 120_000 + count * MS_EACH,
  }, async () => {
    const only = THEME === undefined ? {} : { theme: THEME };
    const found = await search(harness(), { first, count, tally }, only);
    expect(found, found?.report).toBeNull();
  });
}

/** Runs a few schedules on devices that don't hold every student whom their person may see. */
export function keepsEveryPromiseWithoutStudents(harness: () => Harness): void {
  const count = Math.ceil(SCHEDULES / 25);
  test(`${count} schedules on devices that lack students keep every invariant`, {
    timeout: 120_000 + count * MS_EACH,
  }, async () => {
    const found = await search(harness(), { first: FIRST_SEED, count }, { lacksStudents: true });
    expect(found, found?.report).toBeNull();
  });
}

/** Runs a few schedules on devices that have opened more files than they may follow. */
export function keepsEveryPromiseWithManyFiles(harness: () => Harness): void {
  const count = Math.ceil(SCHEDULES / 25);
  test(`${count} schedules on devices that opened more files than they may follow keep every invariant`, {
    timeout: 120_000 + count * MS_EACH,
  }, async () => {
    const found = await search(harness(), { first: FIRST_SEED, count }, { opensMany: true });
    expect(found, found?.report).toBeNull();
  });
}

/** Runs the schedules that once broke an invariant. */
export function keepsEveryPromiseAgain(harness: () => Harness): void {
  test.each(REGRESSION_SEEDS)(
    'schedule %i, which once broke an invariant, keeps all of them',
    async (first, batch) => {
      const found = await search(harness(), { first, count: 1 }, batch === null ? {} : { batch });
      expect(found, found?.report).toBeNull();
    },
    MS_EACH,
  );
}

/** One of several files' share of all schedules, counting from 0. */
export function keepsEveryPromiseIn(part: number, parts: number): () => Harness {
  const first = FIRST_SEED + Math.floor((SCHEDULES * part) / parts);
  const next = FIRST_SEED + Math.floor((SCHEDULES * (part + 1)) / parts);
  const harness = openHarness('pglite');
  keepsEveryPromise(harness, 'pglite', first, next - first);
  return harness;
}

/**
 * Tests that each bug is found, and prints by which schedule.
 *
 * The search starts at the seed known to find the bug; if the schedules have changed since, it continues and
 * prints the new seed. `SIMULATOR_SEED` sets another start.
 */
export function findsBugs(harness: () => Harness, bugs: Record<string, Planted>): void {
  const lines: string[] = [];
  afterAll(() => {
    console.log(['Planted bugs: the seed that found each, after how many schedules', ...lines].join('\n'));
  });

  describe('the schedules find', () => {
    test.each(Object.entries(bugs))('%s', { timeout: BUDGET * MS_EACH }, async (name, planted) => {
      const first = process.env.SIMULATOR_SEED === undefined ? (planted.seed ?? 1) : FIRST_SEED;
      const found = await search(harness(), { first, count: BUDGET, isBrief: true }, planted);
      if (found === null) expect.fail(`nothing was found in ${BUDGET} schedules`);
      const { seed } = found.schedule;
      lines.push(
        `  ${name.padEnd(70)}${String(seed).padStart(4)} ${String(found.schedules).padStart(3)}   ${found.broken[0]}`,
      );
      // Only the bug breaks it.
      const world = {
        faultRate: planted.faultRate ?? 0,
        ...(planted.lacksStudents && { lacksStudents: true as const }),
        ...(planted.opensMany && { opensMany: true as const }),
      };
      expect(await simulate(harness(), found.schedule, world)).toEqual([]);
    });
  });
}
