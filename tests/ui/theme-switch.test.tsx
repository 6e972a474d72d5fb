import { readFileSync } from 'node:fs';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ThemeSwitch } from '#ui/theme-switch.tsx';

const beforePaint = readFileSync('public/first.js', 'utf8');

/** Runs the script that index.html loads before the first paint. */
function startPage(): string | undefined {
  delete document.documentElement.dataset.theme;
  new Function(beforePaint)();
  return document.documentElement.dataset.theme;
}

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('the theme switch', () => {
  test('follows the system until something is chosen', () => {
    render(<ThemeSwitch />);
    expect(screen.getByRole('radio', { name: 'System' }).getAttribute('aria-checked')).toBe('true');
    expect(startPage()).toBeUndefined();
  });

  test.each([
    ['Dark', 'dark'],
    ['Light', 'light'],
  ])('applies %s immediately, and before the first paint of the next visit', async (name, theme) => {
    render(<ThemeSwitch />);
    await userEvent.click(screen.getByRole('radio', { name }));
    expect(document.documentElement.dataset.theme).toBe(theme);
    expect(startPage()).toBe(theme);
  });

  test('changes the colors immediately, without transitions', async () => {
    render(<ThemeSwitch />);
    // Two frames later the mark is gone again, on a busy machine before anyone looks.
    let seen = 0;
    const marks = new MutationObserver((records) => {
      seen += records.length;
    });
    marks.observe(document.documentElement, { attributeFilter: ['data-theme-changes'] });
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    await waitFor(() => expect(document.documentElement.dataset.themeChanges).toBeUndefined());
    expect(seen).toBeGreaterThan(0);
    marks.disconnect();
  });

  test('goes back to the system', async () => {
    localStorage.setItem('theme', 'dark');
    startPage();
    render(<ThemeSwitch />);
    await userEvent.click(screen.getByRole('radio', { name: 'System' }));
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(startPage()).toBeUndefined();
  });

  test("treats an unknown value as the system's", () => {
    localStorage.setItem('theme', 'sepia');
    render(<ThemeSwitch />);
    expect(screen.getByRole('radio', { name: 'System' }).getAttribute('aria-checked')).toBe('true');
    expect(startPage()).toBeUndefined();
  });
});
