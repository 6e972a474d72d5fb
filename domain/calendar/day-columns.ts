/** A part of a day in minutes since its midnight; the end is exclusive. */
export interface DayPart {
  start: number;
  end: number;
}

/** The position of an item among the items that overlap it. */
export interface Placed<Part extends DayPart> {
  part: Part;
  /** From the left, starting with 0. */
  column: number;
  /** How many columns it may span: its own, and adjacent ones that are free at that time. */
  wide: number;
  /** The number of columns at its position. */
  columns: number;
  /** Whether the last of the columns holds a group. */
  isCrowded: boolean;
}

/** Items that got no column of their own, grouped by the hour in which they start. */
export interface Crowd<Part extends DayPart> {
  /** Minutes since midnight, on the hour. */
  start: number;
  parts: Part[];
}

export interface DayColumns<Part extends DayPart> {
  placed: Placed<Part>[];
  crowds: Crowd<Part>[];
}

/**
 * Lays out overlapping items side by side. Where more than `most` overlap, the last column holds a group of
 * all others. Items that only touch don't overlap.
 */
export function dayColumns<Part extends DayPart>(
  parts: readonly Part[],
  most = Number.POSITIVE_INFINITY,
): DayColumns<Part> {
  const ordered = [...parts].sort((a, b) => a.start - b.start || b.end - a.end);
  const placed: Placed<Part>[] = [];
  const crowds = new Map<number, Crowd<Part>>();
  let cluster: Part[] = [];
  let clusterEnd = Number.NEGATIVE_INFINITY;
  const finish = () => {
    for (const one of placeCluster(cluster, most, crowds)) placed.push(one);
    cluster = [];
  };
  for (const part of ordered) {
    if (part.start >= clusterEnd) finish();
    cluster.push(part);
    clusterEnd = cluster.length === 1 ? part.end : Math.max(clusterEnd, part.end);
  }
  finish();
  return { placed, crowds: [...crowds.values()].sort((a, b) => a.start - b.start) };
}

/** Items that overlap directly or through others. */
function placeCluster<Part extends DayPart>(
  cluster: readonly Part[],
  most: number,
  crowds: Map<number, Crowd<Part>>,
): Placed<Part>[] {
  const whole = fillColumns(cluster, Number.POSITIVE_INFINITY);
  const isCrowded = whole.columns.length > most;
  const { columns, left } = isCrowded ? fillColumns(cluster, Math.max(1, most - 1)) : whole;
  for (const part of left) {
    const start = Math.floor(part.start / 60) * 60;
    const crowd = crowds.get(start) ?? { start, parts: [] };
    crowd.parts.push(part);
    crowds.set(start, crowd);
  }
  const count = columns.length + (isCrowded ? 1 : 0);
  return columns.flatMap((column, at) =>
    column.map((part) => ({
      ...{ part, column: at, wide: roomBeside(part, at, columns) },
      ...{ columns: count, isCrowded },
    })),
  );
}

function fillColumns<Part extends DayPart>(cluster: readonly Part[], most: number) {
  const columns: Part[][] = [];
  const left: Part[] = [];
  for (const part of cluster) {
    const free = columns.find((column) => (column.at(-1)?.end ?? 0) <= part.start);
    if (free !== undefined) free.push(part);
    else if (columns.length < most) columns.push([part]);
    else left.push(part);
  }
  return { columns, left };
}

function roomBeside(part: DayPart, at: number, columns: readonly (readonly DayPart[])[]): number {
  let wide = 1;
  for (const column of columns.slice(at + 1)) {
    if (column.some((other) => other.start < part.end && part.start < other.end)) break;
    wide += 1;
  }
  return wide;
}
