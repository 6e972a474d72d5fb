import type { Planted } from './device.ts';
import type { Harness } from './harness.ts';
import { brokenPromises } from './promises.ts';
import { Run } from './run.ts';
import { describeSchedule, type Schedule, scheduleOf } from './schedule.ts';
import { Tally } from './tally.ts';

/** What the schedule breaks; empty if every invariant holds. */
export async function simulate(
  harness: Harness,
  schedule: Schedule,
  planted: Planted = {},
  tally = new Tally(),
): Promise<string[]> {
  const run = new Run(harness, schedule, planted, tally);
  await run.start();
  try {
    await run.play();
    if (run.broken.length > 0) return run.broken;
    await run.settle();
    return await brokenPromises(run);
  } finally {
    run.close();
  }
}

/** The same fault with fewer steps, within a few tries. */
async function shortened(harness: Harness, failing: Schedule, planted: Planted): Promise<Schedule> {
  let schedule = failing;
  let left = 60;
  for (let size = Math.ceil(schedule.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < schedule.steps.length && left > 0; left -= 1) {
      const steps = schedule.steps.filter((_, index) => index < at || index >= at + size);
      const shorter = { ...schedule, steps };
      if ((await simulate(harness, shorter, planted)).length > 0) schedule = shorter;
      else at += size;
    }
  }
  return schedule;
}

interface Found {
  /** How many schedules it took. */
  schedules: number;
  schedule: Schedule;
  broken: string[];
  /** What to read, and how to run it again. */
  report: string;
}

/**
 * Runs schedules until one breaks an invariant; null if none does.
 * @param seeds `isBrief` skips the search for a shorter failing schedule
 */
export async function search(
  harness: Harness,
  seeds: { first: number; count: number; isBrief?: boolean; tally?: Tally },
  planted: Planted = {},
): Promise<Found | null> {
  const { tally = new Tally() } = seeds;
  let at = 0;
  for (let seed = seeds.first; at < seeds.count; seed += 1) {
    const schedule = scheduleOf(seed);
    if (planted.theme !== undefined && schedule.theme !== planted.theme) continue;
    at += 1;
    tally.sums.schedules += 1;
    const broken = await simulate(harness, schedule, planted, tally);
    tally.broken(broken);
    if (broken.length === 0) continue;
    const short = seeds.isBrief === true ? schedule : await shortened(harness, schedule, planted);
    const again = `SIMULATOR_SEED=${schedule.seed} SIMULATOR_SCHEDULES=1 npm run test:soak -- simulator`;
    return {
      schedules: at,
      schedule,
      broken,
      report: [...broken, describeSchedule(short), again].join('\n'),
    };
  }
  return null;
}
