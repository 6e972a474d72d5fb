export type EdgeColor = 'blue' | 'green' | 'amber' | 'red' | 'violet' | 'teal' | 'gray' | 'primary';

/**
 * Sets `--edge`, for the edge and the tint below. The meaning of a color is always also in words next to it.
 */
export const EDGES: Record<EdgeColor, string> = {
  blue: '[--edge:oklch(0.62_0.14_250)]',
  green: '[--edge:oklch(0.62_0.14_150)]',
  amber: '[--edge:oklch(0.72_0.14_75)]',
  red: '[--edge:oklch(0.6_0.17_25)]',
  violet: '[--edge:oklch(0.6_0.15_295)]',
  teal: '[--edge:oklch(0.62_0.1_195)]',
  gray: '[--edge:oklch(0.62_0.01_70)]',
  primary: '[--edge:var(--primary)]',
};

/** A background light enough in one theme, and dark enough in the other, for text. */
export const EDGE_TINT = 'bg-[color-mix(in_oklab,var(--edge)_14%,var(--card))]';
