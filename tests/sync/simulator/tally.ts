import type { StepKind } from './schedule.ts';

const ADDED_UP = { schedules: 0, steps: 0, writes: 0, lost: 0, duplicated: 0, diverged: 0, other: 0 };

/** Statistics of a search, printed at its end. */
export class Tally {
  readonly sums = { ...ADDED_UP };
  readonly #kinds = new Map<string, number>();

  count(kind: string, times = 1): void {
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + times);
  }

  step(kind: StepKind): void {
    this.sums.steps += 1;
    this.count(`step: ${kind}`);
  }

  /** Groups failures by their messages. */
  broken(words: readonly string[]): void {
    for (const said of words) {
      if (said.endsWith('is lost')) this.sums.lost += 1;
      else if (said.includes(' is in ')) this.sums.duplicated += 1;
      else if (said.includes(' device')) this.sums.diverged += 1;
      else this.sums.other += 1;
    }
  }

  print(title: string): void {
    const kinds = [...this.#kinds].sort(([a], [b]) => (a < b ? -1 : 1));
    const lines = [...Object.entries(this.sums), ...kinds].map(
      ([name, times]) => `  ${name.padEnd(28)}${String(times).padStart(9)}`,
    );
    console.log([title, ...lines].join('\n'));
  }
}
