import { afterEach, expect, test, vi } from 'vitest';
import { currentViewport } from '#ui/viewport.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [320, 'narrow'],
  [640, 'narrow'],
  [641, 'rail'],
  [768, 'rail'],
  [1024, 'rail'],
  [1025, 'full'],
])('a window %i px wide has the layout "%s"', (width, layout) => {
  vi.stubGlobal('matchMedia', (media: string) => {
    const [, comparison, limit] = /\(width (<=|>=) (\d+)px\)/.exec(media) ?? [];
    return { matches: comparison === '<=' ? width <= Number(limit) : width >= Number(limit) };
  });
  expect(currentViewport()).toBe(layout);
});
