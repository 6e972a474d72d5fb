import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SearchField } from '#ui/search-field.tsx';

let told: string[] = [];
let show: (value: string) => void;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  const field = (value: string) => (
    <SearchField aria-label="Search" value={value} onSearch={(words) => told.push(words)} />
  );
  const { rerender } = render(field(''));
  show = (value) => rerender(field(value));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const box = () => screen.getByRole('searchbox') as HTMLInputElement;
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const pause = () => act(() => vi.advanceTimersByTime(1_000));

describe('a search box', () => {
  test('reports what was typed once typing pauses', () => {
    for (const text of ['m', 'ma', 'mar']) type(text);
    expect(told).toEqual([]);
    pause();
    expect(told).toEqual(['mar']);
  });

  test('reports immediately on Enter and on blur, and never twice', () => {
    type('maria');
    fireEvent.keyDown(box(), { key: 'Enter' });
    fireEvent.blur(box());
    pause();
    expect(told).toEqual(['maria']);
  });

  test('keeps every letter while the URL and the list lag behind', () => {
    type('m');
    pause();
    type('mar');
    pause();
    type('maria');
    show('m');
    expect(box().value).toBe('maria');
    show('mar');
    expect(box().value).toBe('maria');
    pause();
    show('maria');
    expect([box().value, told]).toEqual(['maria', ['m', 'mar', 'maria']]);
  });

  test('follows the back button and cleared filters, without reporting that', () => {
    type('maria');
    pause();
    show('maria');
    show('ann');
    expect(box().value).toBe('ann');
    type('anna');
    show('');
    expect(box().value).toBe('');
    pause();
    expect(told).toEqual(['maria']);
  });
});

test('every search box of a list uses this component', () => {
  const src = join(import.meta.dirname, '../../src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  expect(
    files.filter((file) => readFileSync(join(src, file), 'utf8').includes('type="search"')).sort(),
  ).toEqual([
    // The help finds its few pages as one types, so that no result moves when the box is left.
    'features/help/help-sheet.tsx',
    'ui/search-field.tsx',
  ]);
});
