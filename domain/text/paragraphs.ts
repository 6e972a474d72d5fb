/** A place that both sides changed differently. */
export interface ParagraphOverlap {
  base: string;
  mine: string;
  theirs: string;
}

export interface ParagraphMerge {
  /** The merged text; a conflicting place contains both versions. */
  text: string;
  /** The conflicts; empty if both sides merge cleanly. */
  overlaps: ParagraphOverlap[];
}

/** Replaces the paragraphs of the base from `start` up to, not including, `end`. */
interface Edit {
  start: number;
  end: number;
  written: readonly string[];
}

/** Edits that touch the same paragraphs of the base. */
interface Place {
  start: number;
  end: number;
  mine: Edit[];
  theirs: Edit[];
}

const BETWEEN = '\n\n';

/** The paragraphs of a text, separated by blank lines. All line endings are treated alike. */
export function paragraphsOf(text: string): string[] {
  return withLineFeeds(text)
    .split(/\n(?:[ \t]*\n)+/)
    .filter((paragraph) => paragraph.trim() !== '');
}

/** The paragraphs of a text that another doesn't have. */
export function addedParagraphs(base: string, text: string): string[] {
  return beyond(paragraphsOf(text), paragraphsOf(base));
}

/**
 * Three-way merge of a text by paragraph.
 *
 * Changes, additions, and removals of one side are taken; identical ones are taken once; different additions
 * at the same place are both kept, theirs first. Only if both sides changed the same paragraphs differently
 * is there a conflict. No paragraph that either side wrote is lost.
 */
export function mergeParagraphs(base: string, mine: string, theirs: string): ParagraphMerge {
  if (isSameText(mine, base) || isSameText(mine, theirs)) return { text: theirs, overlaps: [] };
  if (isSameText(theirs, base)) return { text: mine, overlaps: [] };
  const paragraphs = paragraphsOf(base);
  const editsOfTheirs = editsBetween(paragraphs, paragraphsOf(theirs));
  const editsOfMine = withoutRepeatedAdditions(editsBetween(paragraphs, paragraphsOf(mine)), editsOfTheirs);
  const places = placesOf(editsOfMine, withoutRepeatedAdditions(editsOfTheirs, editsOfMine));
  const merged: string[] = [];
  const overlaps: ParagraphOverlap[] = [];
  let at = 0;
  for (const place of places) {
    merged.push(...paragraphs.slice(at, place.start));
    const outcome = mergePlace(paragraphs, place);
    merged.push(...outcome.written);
    if (outcome.overlap !== null) overlaps.push(outcome.overlap);
    at = place.end;
  }
  merged.push(...paragraphs.slice(at));
  return { text: merged.join(BETWEEN), overlaps };
}

function mergePlace(
  paragraphs: readonly string[],
  place: Place,
): { written: readonly string[]; overlap: ParagraphOverlap | null } {
  const mine = applied(paragraphs, place, place.mine);
  const theirs = applied(paragraphs, place, place.theirs);
  if (place.mine.length === 0 || isSameList(mine, theirs)) return { written: theirs, overlap: null };
  if (place.theirs.length === 0) return { written: mine, overlap: null };
  if (place.start === place.end) return { written: [...theirs, ...beyond(mine, theirs)], overlap: null };
  if (place.mine.every((edit) => place.theirs.some((other) => isPartOf(edit, other)))) {
    return { written: theirs, overlap: null };
  }
  if (place.theirs.every((edit) => place.mine.some((other) => isPartOf(edit, other)))) {
    return { written: mine, overlap: null };
  }
  const base = paragraphs.slice(place.start, place.end);
  return {
    written: [...mine, ...beyond(theirs, mine)],
    overlap: { base: base.join(BETWEEN), mine: mine.join(BETWEEN), theirs: theirs.join(BETWEEN) },
  };
}

/** What a side made of a place. */
function applied(paragraphs: readonly string[], { start, end }: Place, edits: readonly Edit[]): string[] {
  const written: string[] = [];
  let at = start;
  for (const edit of edits) {
    written.push(...paragraphs.slice(at, edit.start), ...edit.written);
    at = edit.end;
  }
  written.push(...paragraphs.slice(at, end));
  return written;
}

/** Drops additions that the other side also made, possibly along with more. */
function withoutRepeatedAdditions(edits: readonly Edit[], others: readonly Edit[]): Edit[] {
  return edits.filter((edit) => edit.start < edit.end || !others.some((other) => isPartOf(edit, other)));
}

/** Whether the other side's edit includes this one. */
function isPartOf(edit: Edit, other: Edit): boolean {
  if (other.start > edit.start || edit.end > other.end || edit.written.length === 0) return false;
  let found = 0;
  for (const paragraph of other.written) if (paragraph === edit.written[found]) found += 1;
  return found === edit.written.length;
}

/** Both sides' edits, grouped by the base paragraphs that they touch, in base order. */
function placesOf(mine: readonly Edit[], theirs: readonly Edit[]): Place[] {
  const edits = [
    ...theirs.map((edit) => ({ edit, side: 'theirs' as const })),
    ...mine.map((edit) => ({ edit, side: 'mine' as const })),
  ].sort((a, b) => a.edit.start - b.edit.start || widthOrder(a.edit) - widthOrder(b.edit));
  const places: Place[] = [];
  for (const { edit, side } of edits) {
    const last = places.at(-1);
    if (last !== undefined && isSamePlace(last, edit)) {
      last[side].push(edit);
      last.end = Math.max(last.end, edit.end);
    } else {
      places.push({ start: edit.start, end: edit.end, mine: [], theirs: [], [side]: [edit] });
    }
  }
  return places;
}

/** Insertions before a paragraph come before edits of it. */
function widthOrder({ start, end }: Edit): number {
  return start === end ? 0 : 1;
}

function isSamePlace(place: Place, edit: Edit): boolean {
  const isSamePoint = edit.start === edit.end && place.start === edit.start && place.end === edit.end;
  return isSamePoint || (edit.start < place.end && place.start < edit.end);
}

/** The smallest edits that turn one list of paragraphs into another. */
function editsBetween(from: readonly string[], to: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let start = 0;
  let written = 0;
  for (const [kept, keptAs] of [...keptPairs(from, to), [from.length, to.length] as const]) {
    if (start < kept || written < keptAs) {
      edits.push(...smallestEdits({ start, end: kept, written: to.slice(written, keptAs) }));
    }
    start = kept + 1;
    written = keptAs + 1;
  }
  return edits;
}

/**
 * Splits deletions and one-for-one rewrites into separate edits, so that neighboring paragraphs don't
 * conflict.
 */
function smallestEdits(edit: Edit): Edit[] {
  const width = edit.end - edit.start;
  if (edit.written.length > 0 && edit.written.length !== width) return [edit];
  return Array.from({ length: width }, (_, at) => ({
    start: edit.start + at,
    end: edit.start + at + 1,
    written: edit.written.slice(at, at + 1),
  }));
}

/** A longest common subsequence, as pairs of indexes. */
function keptPairs(from: readonly string[], to: readonly string[]): [number, number][] {
  let head = 0;
  while (head < from.length && head < to.length && from[head] === to[head]) head += 1;
  let tail = 0;
  const shorter = Math.min(from.length, to.length) - head;
  while (tail < shorter && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail += 1;
  const between = pairsByTable(from.slice(head, from.length - tail), to.slice(head, to.length - tail));
  return [
    ...from.slice(0, head).map((_, at): [number, number] => [at, at]),
    ...between.map(([a, b]): [number, number] => [a + head, b + head]),
    ...from
      .slice(from.length - tail)
      .map((_, at): [number, number] => [from.length - tail + at, to.length - tail + at]),
  ];
}

/** Two versions of a note differ in few paragraphs, so the table is small. */
function pairsByTable(from: readonly string[], to: readonly string[]): [number, number][] {
  const lengths = Array.from({ length: from.length + 1 }, () => new Array<number>(to.length + 1).fill(0));
  const lengthAt = (a: number, b: number) => lengths[a]?.[b] ?? 0;
  for (let a = from.length - 1; a >= 0; a -= 1) {
    for (let b = to.length - 1; b >= 0; b -= 1) {
      const row = lengths[a] as number[];
      row[b] =
        from[a] === to[b] ? lengthAt(a + 1, b + 1) + 1 : Math.max(lengthAt(a + 1, b), lengthAt(a, b + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let a = 0, b = 0; a < from.length && b < to.length; ) {
    if (from[a] === to[b]) {
      pairs.push([a, b]);
      a += 1;
      b += 1;
    } else if (lengthAt(a + 1, b) >= lengthAt(a, b + 1)) a += 1;
    else b += 1;
  }
  return pairs;
}

/** The paragraphs that a list has beyond another, counting duplicates. */
function beyond(list: readonly string[], known: readonly string[]): string[] {
  const left = [...known];
  return list.filter((paragraph) => {
    const at = left.indexOf(paragraph);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}

function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

function isSameText(a: string, b: string): boolean {
  return withLineFeeds(a) === withLineFeeds(b);
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((paragraph, at) => paragraph === b[at]);
}
