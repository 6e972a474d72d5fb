import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync('src/ui/theme.css', 'utf8');
const screens = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => ({ name, text: readFileSync(`src/${name}`, 'utf8') }));

/** Classes that screens use, each with its place. */
function uses(pattern: RegExp): string[] {
  return screens.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([use]) => `${name}: ${use}`));
}

describe('type', () => {
  test('has only the sizes of the theme', () => {
    expect(uses(/\btext-\[\d[^\]]*\]|\btext-(?:[3-9]xl)\b|fontSize:/g)).toEqual([]);
  });

  test('has only weights that the typeface provides', () => {
    expect(uses(/\bfont-(?:thin|extralight|light|bold|extrabold|black|\[)/g)).toEqual([]);
    expect(css).toContain('font-weight: 400 600;');
  });

  test('animates for less than 150 ms, except for spinners', () => {
    const moves = [...css.matchAll(/--animate-([\w-]+): \S+ ([\d.]+)(ms|s) ([^;]*);/g)]
      .filter(([, , , , rest]) => !rest?.includes('infinite'))
      .map(([, name, time, unit]) => [name, Number(time) * (unit === 's' ? 1_000 : 1)]);
    expect(moves.length).toBeGreaterThan(0);
    expect(moves.filter(([, ms]) => Number(ms) >= 150)).toEqual([]);
    expect(uses(/\bduration-(?:1[5-9]\d|[2-9]\d\d|\d{4})\b/g)).toEqual([]);
  });
});

describe('rules about siblings', () => {
  test("name their elements: a dialog's focus guards would otherwise style the whole page again", () => {
    expect(uses(/[+~][*:](?!is\()[^'" ]*/g).filter((use) => use.includes(']:'))).toEqual([]);
    expect(css.match(/[+~]\s*\*/g)).toBeNull();
  });
});
