/** A random source that makes the same choices for the same seed. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number, inclusive. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  /** Throws for an empty list. */
  pick<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
  /** A version 4 UUID, or version 7 for an instant in milliseconds. */
  id(atMs?: number): string;
}

/** Mulberry32: small, fast, and good enough for invented people. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function word(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
  const next = () => word() / 0x1_0000_0000;
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const hex = (digits: number) => word().toString(16).padStart(8, '0').slice(0, digits);

  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) throw new RangeError('There is nothing to pick from.');
      return item;
    },
    shuffled(items) {
      const shuffled = [...items];
      for (let at = shuffled.length - 1; at > 0; at -= 1) {
        const other = int(0, at);
        [shuffled[at], shuffled[other]] = [shuffled[other] as never, shuffled[at] as never];
      }
      return shuffled;
    },
    id(atMs) {
      const head = atMs === undefined ? hex(8) + hex(4) : Math.floor(atMs).toString(16).padStart(12, '0');
      const version = atMs === undefined ? '4' : '7';
      const variant = '89ab'[int(0, 3)];
      return `${head.slice(0, 8)}-${head.slice(8)}-${version}${hex(3)}-${variant}${hex(3)}-${hex(8)}${hex(4)}`;
    },
  };
}
