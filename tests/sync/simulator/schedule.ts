import { PUSH_LIMIT } from '#contract/sync.ts';
import { createRandom, type Random } from '#server/db/seed/random.ts';
import type { PersonName } from './server.ts';

const WEIGHTS = {
  write: 30,
  drain: 16,
  pull: 8,
  worker: 6,
  together: 10,
  crash: 10,
  quota: 4,
  time: 8,
  late: 4,
  'late-commit': 4,
  'office-change': 6,
  closure: 3,
  lock: 5,
  assign: 5,
  'sign-out': 2,
  'log-out': 2,
  'sign-in': 4,
  switch: 4,
  upgrade: 2,
  attention: 7,
  clock: 4,
  copy: 2,
  restore: 2,
} as const;

export type StepKind = keyof typeof WEIGHTS;

/** One step. Its own seed decides the details, so that a schedule can be shortened. */
export interface Step {
  kind: StepKind;
  device: number;
  tab: number;
  seed: number;
}

/** Who has logged in on which device. The last one is the administrator's. */
export type Cast = readonly (readonly PersonName[])[];

/** What people do: anything, or mostly one thing. */
export type Theme = 'anything' | 'series' | 'day' | 'timesheet' | 'file' | 'message';
const THEMES: readonly Theme[] = ['anything', 'file', 'series', 'day', 'timesheet', 'message'];

export interface Schedule {
  seed: number;
  theme: Theme;
  /** The rate of requests that meet a fault. */
  faultRate: number;
  cast: Cast;
  /** How many writes make a full batch: with few, one is leased while another is on the wire. */
  batch: number;
  steps: Step[];
}

const CASTS: readonly Cast[] = [
  [['paula', 'otto'], ['paula'], ['admin']],
  [['paula', 'otto'], ['sally'], ['admin']],
  [['paula', 'sally'], ['otto', 'paula'], ['admin']],
];
/** A note is written on two devices, and co-signed by Sally, who co-signs for Otto. */
const CASTS_ABOUT_FILES: readonly Cast[] = [
  [['otto', 'sally'], ['otto'], ['admin']],
  [['otto', 'paula'], ['sally', 'otto'], ['admin']],
  [['paula', 'otto'], ['paula'], ['admin']],
];
/** By seed, so that the rest of a schedule doesn't depend on it. */
const BATCHES = [PUSH_LIMIT, 2, PUSH_LIMIT, 1, PUSH_LIMIT, 3] as const;
/** The administrator does less than the others. */
const DEVICES = [0, 0, 0, 1, 1, 1, 2] as const;

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
  const length = random.int(10, 24);
  const theme = THEMES[seed % THEMES.length] as Theme;
  return {
    seed,
    theme,
    faultRate: random.pick([0, 0.15, 0.3, 0.5]),
    cast: random.pick(theme === 'file' ? CASTS_ABOUT_FILES : CASTS),
    batch: BATCHES[Math.floor(seed / THEMES.length) % BATCHES.length] as number,
    steps: Array.from({ length }, () => ({
      kind: pickKind(random),
      device: random.pick(DEVICES),
      tab: random.int(0, 1),
      seed: random.int(0, 2 ** 31 - 1),
    })),
  };
}

/** A schedule as printed, short enough to be read and run again. */
export function describeSchedule({ seed, theme, faultRate, cast, batch, steps }: Schedule): string {
  const lines = steps.map(
    ({ kind, device, tab, seed: own }) =>
      `    { kind: '${kind}', device: ${device}, tab: ${tab}, seed: ${own} },`,
  );
  const people = cast.map((names) => names.join('+')).join(', ');
  return [
    `seed ${seed} about ${theme}, fault rate ${faultRate}, devices ${people}, batches of ${batch}`,
    '  steps:',
    ...lines,
  ].join('\n');
}
