import { createRandom, type Random } from '#server/db/seed/random.ts';

const WEIGHTS = {
  write: 30,
  drain: 16,
  pull: 8,
  worker: 6,
  together: 10,
  crash: 10,
  time: 8,
  late: 4,
  'office-change': 6,
  lock: 5,
  assign: 5,
  'sign-out': 2,
  'sign-in': 3,
  switch: 4,
  attention: 7,
  clock: 2,
} as const;

export type StepKind = keyof typeof WEIGHTS;

/** One thing that happens. Its own seed decides the details, so that a schedule can be shortened. */
export interface Step {
  kind: StepKind;
  phone: number;
  tab: number;
  seed: number;
}

export interface Schedule {
  seed: number;
  /** How many of the requests meet a fault. */
  faultRate: number;
  steps: Step[];
}

export const PHONES = 2;

function pickKind(random: Random): StepKind {
  const kinds = Object.entries(WEIGHTS) as [StepKind, number][];
  let left = random.next() * kinds.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [kind, weight] of kinds) {
    left -= weight;
    if (left < 0) return kind;
  }
  return 'write';
}

export function scheduleOf(seed: number): Schedule {
  const random = createRandom(seed);
  const length = random.int(12, 32);
  return {
    seed,
    faultRate: random.pick([0, 0.15, 0.3, 0.5]),
    steps: Array.from({ length }, () => ({
      kind: pickKind(random),
      phone: random.int(0, PHONES - 1),
      tab: random.int(0, 1),
      seed: random.int(0, 2 ** 31 - 1),
    })),
  };
}

/** A schedule as it is printed, short enough to be read and run again. */
export function describeSchedule({ seed, faultRate, steps }: Schedule): string {
  const lines = steps.map(
    ({ kind, phone, tab, seed: own }) =>
      `    { kind: '${kind}', phone: ${phone}, tab: ${tab}, seed: ${own} },`,
  );
  return [`seed ${seed}, fault rate ${faultRate}`, '  steps:', ...lines].join('\n');
}
