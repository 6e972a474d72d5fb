type Values = Readonly<Record<string, unknown>>;

/** A field as it was, as I changed it, and as someone else changed it. */
export interface FieldSides {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** Two changes of the same record, put together. */
export interface MergedChanges<All extends object> {
  /** The newer values with my changes; where both changed a field differently, mine. */
  values: All;
  /** Fields that both sides changed differently: one of the two has to be chosen. */
  conflicts: FieldSides[];
  /** Fields that only the other side changed, and lists whose members were put together. */
  taken: FieldSides[];
}

/**
 * Three-way merge of what a form holds, field by field. Pure.
 * @param base the values when the form opened
 * @param mine the values as they are in the form
 * @param theirs the values of the record as it is stored now
 */
export function mergeChanges<All extends object>(base: All, mine: All, theirs: All): MergedChanges<All> {
  const merged: MergedChanges<All> = { values: mine, conflicts: [], taken: [] };
  const values: Record<string, unknown> = { ...(mine as Values) };
  for (const field of Object.keys(theirs)) {
    const sides = sidesOf(field, base as Values, mine as Values, theirs as Values);
    if (isSame(sides.theirs, sides.base) || isSame(sides.theirs, sides.mine)) continue;
    const members = isSame(sides.mine, sides.base) ? sides.theirs : membersOf(sides);
    if (members === undefined) merged.conflicts.push(sides);
    else {
      values[field] = members;
      merged.taken.push(sides);
    }
  }
  return { ...merged, values: values as All };
}

function sidesOf(field: string, base: Values, mine: Values, theirs: Values): FieldSides {
  return { field, base: base[field], mine: mine[field], theirs: theirs[field] };
}

/** Of a list of words, such as ids, that both sides changed; otherwise undefined. */
function membersOf({ base, mine, theirs }: FieldSides): unknown[] | undefined {
  const isMerged = [base, mine, theirs].every(isWords);
  return isMerged ? mergeMembers(base as string[], mine as string[], theirs as string[]) : undefined;
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((member) => typeof member === 'string');
}

/** The other side's members, minus those that I removed, plus those that I added. */
export function mergeMembers(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
): unknown[] {
  const removed = base.filter((member) => !mine.includes(member));
  const added = mine.filter((member) => !base.includes(member) && !theirs.includes(member));
  return [...theirs.filter((member) => !removed.includes(member)), ...added];
}

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
