import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addedParagraphs, mergeParagraphs, paragraphsOf } from '#domain/text/paragraphs.ts';

/** Paragraphs written as single words, to keep the cases below readable. */
function textOf(words: string): string {
  return words.split(' ').filter(Boolean).join('\n\n');
}

describe('a text changed by two people', () => {
  const cases: [what: string, base: string, mine: string, theirs: string, merged: string][] = [
    ['only mine rewritten', 'a b c', 'a B c', 'a b c', 'a B c'],
    ['only theirs rewritten', 'a b c', 'a b c', 'a b C', 'a b C'],
    ['different paragraphs rewritten', 'a b c', 'A b c', 'a b C', 'A b C'],
    ['neighbors rewritten', 'a b', 'A b', 'a B', 'A B'],
    ['two rewritten by me, a third by them', 'a b c', 'A B c', 'a b C', 'A B C'],
    ['a paragraph added by each, at different places', 'a b', 'x a b', 'a b y', 'x a b y'],
    ['a paragraph added by each at the end', 'a', 'a x', 'a y', 'a y x'],
    ['the same paragraph added by both', 'a', 'a x', 'a x', 'a x'],
    ['the same paragraph added, and one more', 'a', 'a x', 'a x y', 'a x y'],
    ['text entered by both into an empty field', '', 'x', 'y', 'y x'],
    ['one removed by me, another by them', 'a b c', 'b c', 'a b', 'b'],
    ['the same one removed by both', 'a b c', 'a c', 'a c', 'a c'],
    ['two removed by me, one of them by them', 'a b c', 'c', 'a c', 'c'],
    ['one added after a paragraph that they rewrote', 'a b', 'a x b', 'A b', 'A x b'],
    ['one added between two that they removed', 'a b', 'a x b', '', 'x'],
    ['the same rewrite, and one more added by them', 'a b', 'A b', 'A x b', 'A x b'],
  ];

  test.each(cases)('merges cleanly: %s', (_, base, mine, theirs, merged) => {
    expect(mergeParagraphs(textOf(base), textOf(mine), textOf(theirs))).toEqual({
      text: textOf(merged),
      overlaps: [],
    });
  });

  const asked: typeof cases = [
    ['the same paragraph rewritten', 'a b c', 'a X c', 'a Y c', 'a X Y c'],
    ['one that I removed and they rewrote', 'a b c', 'a c', 'a Y c', 'a Y c'],
    ['one that they removed and I rewrote', 'a b c', 'a X c', 'a c', 'a X c'],
    ['one of two rewritten by both', 'a b', 'A B', 'a Y', 'A B Y'],
  ];

  test.each(asked)('conflicts and keeps both versions: %s', (_, base, mine, theirs, suggested) => {
    const { text, overlaps } = mergeParagraphs(textOf(base), textOf(mine), textOf(theirs));
    expect(text).toBe(textOf(suggested));
    expect(overlaps).toHaveLength(1);
  });

  test('reports the base and both versions of each conflict', () => {
    const { overlaps } = mergeParagraphs(textOf('a b c d'), textOf('a X c M'), textOf('a Y c T'));
    expect(overlaps).toEqual([
      { base: 'b', mine: 'X', theirs: 'Y' },
      { base: 'd', mine: 'M', theirs: 'T' },
    ]);
  });

  test('treats texts that differ only in line endings as equal', () => {
    expect(mergeParagraphs('a\n\nb', 'a\r\n\r\nb', 'a\n\nB')).toEqual({ text: 'a\n\nB', overlaps: [] });
    expect(mergeParagraphs('a\r\n\r\nb', 'A\r\n\r\nb', 'a\n\nB')).toEqual({ text: 'A\n\nB', overlaps: [] });
  });

  test('keeps lines of one paragraph together', () => {
    expect(paragraphsOf('one\ntwo\n \n\nthree\r\nfour\n')).toEqual(['one\ntwo', 'three\nfour\n']);
  });
});

const WORDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const anyText = fc.array(fc.constantFrom(...WORDS), { maxLength: 7 }).map((words) => words.join('\n\n'));

/**
 * Both sides' edits of a text without duplicate paragraphs: each one is kept, removed, or rewritten, and
 * others are added.
 */
function workOfTwo(...steps: string[]) {
  const ofOne = fc.array(fc.constantFrom(...steps), { minLength: 7, maxLength: 7 });
  const base = fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 6 });
  return fc.record({ base, mine: ofOne, theirs: ofOne }).map(({ base, mine, theirs }) => {
    const made = (side: string, steps: readonly string[]) =>
      [...base, null]
        .flatMap((paragraph, at) => {
          const step = steps[at];
          const added = step === 'add' ? [`${side}${at}`] : step === 'both' ? [`both${at}`] : [];
          if (paragraph === null || step === 'drop') return added;
          return [...added, step === 'rewrite' ? `${side}-${paragraph}` : paragraph];
        })
        .join('\n\n');
    return { base: base.join('\n\n'), mine: made('m', mine), theirs: made('t', theirs) };
  });
}
const twoSides = workOfTwo('keep', 'keep', 'drop', 'rewrite', 'add', 'both');
const twoSidesKeepingAll = workOfTwo('keep', 'keep', 'rewrite', 'add', 'both');

describe('merging by paragraph', () => {
  test('takes the other side completely if one side changed nothing', () => {
    fc.assert(
      fc.property(anyText, anyText, (base, other) => {
        expect(mergeParagraphs(base, base, other)).toEqual({ text: other, overlaps: [] });
        expect(mergeParagraphs(base, other, base)).toEqual({ text: other, overlaps: [] });
        expect(mergeParagraphs(base, other, other)).toEqual({ text: other, overlaps: [] });
      }),
    );
  });

  test('loses no paragraph that either side wrote', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (base, mine, theirs) => {
        const kept = paragraphsOf(mergeParagraphs(base, mine, theirs).text);
        for (const side of [mine, theirs]) {
          for (const paragraph of addedParagraphs(base, side)) expect(kept).toContain(paragraph);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("doesn't restore what both removed", () => {
    fc.assert(
      fc.property(twoSides, ({ base, mine, theirs }) => {
        const kept = paragraphsOf(mergeParagraphs(base, mine, theirs).text);
        const known = [...paragraphsOf(mine), ...paragraphsOf(theirs)];
        for (const paragraph of kept) expect(known).toContain(paragraph);
      }),
      { numRuns: 2_000 },
    );
  });

  test('finds the same conflicts and content in either order', () => {
    fc.assert(
      fc.property(twoSides, ({ base, mine, theirs }) => {
        const one = mergeParagraphs(base, mine, theirs);
        const other = mergeParagraphs(base, theirs, mine);
        expect(one.overlaps.length).toBe(other.overlaps.length);
        expect(paragraphsOf(one.text).toSorted()).toEqual(paragraphsOf(other.text).toSorted());
      }),
      { numRuns: 2_000 },
    );
  });

  test('is idempotent if nothing was removed', () => {
    fc.assert(
      fc.property(twoSidesKeepingAll, ({ base, mine, theirs }) => {
        const once = mergeParagraphs(base, mine, theirs);
        if (once.overlaps.length > 0) return;
        expect(mergeParagraphs(base, mine, once.text)).toEqual(once);
      }),
      { numRuns: 2_000 },
    );
  });

  test('keeps the order of untouched paragraphs', () => {
    fc.assert(
      fc.property(twoSides, ({ base, mine, theirs }) => {
        const inMine = paragraphsOf(mine);
        const inTheirs = paragraphsOf(theirs);
        const untouched = paragraphsOf(base).filter((p) => inMine.includes(p) && inTheirs.includes(p));
        const kept = paragraphsOf(mergeParagraphs(base, mine, theirs).text);
        expect(kept.filter((paragraph) => untouched.includes(paragraph))).toEqual(untouched);
      }),
    );
  });
});
